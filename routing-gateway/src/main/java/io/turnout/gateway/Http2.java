// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.netty.handler.codec.http.HttpHeaderValidationUtil;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Stream;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the engine does not tell of HTTP/2. */
final class Http2 {

  /** How much of one stream may be on its way, where nothing else is agreed on (RFC 9113). */
  private static final int STREAM_WINDOW_BYTES = 65_535;

  private Http2() {}

  /** The engine's handler of a connection; null if it is none of HTTP/2. */
  static @Nullable Http2ConnectionHandler handler(HttpConnection connection) {
    return connection instanceof ConnectionBase base
        ? base.channel().pipeline().get(Http2ConnectionHandler.class)
        : null;
  }

  /**
   * How much of all streams together may be on its way, in bytes, so that one that is not read from
   * holds up no other.
   */
  static int connectionWindow(int streams) {
    return (int) Math.min(Integer.MAX_VALUE, (long) streams * STREAM_WINDOW_BYTES);
  }

  /** Whether a request has come over HTTP/2. */
  static boolean isSpokenBy(HttpServerRequest request) {
    return request.version() == HttpVersion.HTTP_2;
  }

  /** Whether a request that has just begun has ended already, with nothing after its head. */
  static boolean isHeadAlone(HttpServerRequest request) {
    Http2ConnectionHandler handler = handler(request.connection());
    Http2Stream stream = handler == null ? null : handler.connection().stream(request.streamId());
    return stream == null || !stream.state().remoteSideOpen();
  }

  /** Fields that have come over HTTP/1 with the names that HTTP/2 wants. */
  static MultiMap named(MultiMap fields) {
    MultiMap named = MultiMap.caseInsensitiveMultiMap();
    fields.forEach((name, value) -> named.add(name.toLowerCase(Locale.ROOT), value));
    return named;
  }

  /** Whether the values of fields that have come over HTTP/1 can go on over HTTP/2. */
  static boolean canCarry(MultiMap fields) {
    for (Map.Entry<String, String> field : fields) {
      if (HttpHeaderValidationUtil.validateValidHeaderValue(field.getValue()) >= 0) {
        return false;
      }
    }
    return true;
  }
}
