// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.turnout.gateway.config.Limits;
import io.turnout.request.HttpToken;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds heads that the engine lets pass and that two hops could read in two ways. */
final class HeadCheck {

  private static final Set<String> SCHEMES = Set.of("http", "https");

  private HeadCheck() {}

  /** What is wrong with a head; null if it can be decided and forwarded. */
  static @Nullable Trouble of(HttpServerRequest request, Limits limits) {
    if (request.method().equals(HttpMethod.CONNECT)) {
      return Trouble.NOT_IMPLEMENTED;
    }
    return Http2.isSpokenBy(request) ? ofStream(request, limits) : ofHead(request);
  }

  /** HTTP/2 knows nothing of the framing and the request line that HTTP/1 has. */
  private static @Nullable Trouble ofStream(HttpServerRequest request, Limits limits) {
    String path = request.uri();
    HostAndPort authority = request.authority();
    if (path.length() > limits.requestLineBytes()) {
      return Trouble.TARGET_TOO_LONG;
    }
    boolean known =
        HttpToken.isToken(request.method().name())
            && SCHEMES.contains(request.scheme())
            && (path.startsWith("/") || path.equals("*"))
            && authority != null
            && authority.port() != 0
            && HostField.isValid(authority.host())
            && FieldName.areValid(request.headers())
            && Http2.canCarry(request.headers());
    return known ? null : Trouble.BAD_REQUEST;
  }

  private static @Nullable Trouble ofHead(HttpServerRequest request) {
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
