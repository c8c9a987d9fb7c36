// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds heads that the engine lets pass and that two hops could read in two ways. */
final class HeadCheck {

  private HeadCheck() {}

  /** What is wrong with a head; null if it can be decided and forwarded. */
  static @Nullable Trouble of(HttpServerRequest request) {
    if (request.method().equals(HttpMethod.CONNECT)) {
      return Trouble.NOT_IMPLEMENTED;
    }
    List<String> hosts = request.headers().getAll(HttpHeaders.HOST);
    boolean hostNeeded = request.version() == HttpVersion.HTTP_1_1;
    if (hosts.size() > 1 || hosts.isEmpty() && hostNeeded) {
      return Trouble.BAD_REQUEST;
    }
    if (!FieldName.areValid(request.headers())) {
      return Trouble.BAD_REQUEST;
    }
    if (!hosts.isEmpty() && !HostField.isValid(hosts.get(0))) {
      return Trouble.BAD_REQUEST;
    }
    List<String> codings = request.headers().getAll(HttpHeaders.TRANSFER_ENCODING);
    if (!codings.isEmpty() && !isChunkedAlone(codings)) {
      return Trouble.NOT_IMPLEMENTED;
    }
    return null;
  }

  /** Whether these {@code Transfer-Encoding} fields are one {@code chunked} and nothing else. */
  static boolean isChunkedAlone(List<String> codings) {
    return codings.size() == 1 && codings.get(0).strip().equalsIgnoreCase("chunked");
  }

  /** What the engine found wrong with a request that it could not read. */
  static Trouble of(@Nullable DecoderResult result) {
    Throwable cause = result == null ? null : result.cause();
    if (cause instanceof TooLongHttpLineException) {
      return Trouble.TARGET_TOO_LONG;
    }
    return cause instanceof TooLongHttpHeaderException
        ? Trouble.HEADERS_TOO_LARGE
        : Trouble.BAD_REQUEST;
  }
}
