// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.StreamResetException;
import io.vertx.core.net.HostAndPort;

/** What is different for a request to a cell where it has a stream instead of a connection. */
final class CellStream {

  private CellStream() {}

  /**
   * Writes a head that was made for HTTP/1 as HTTP/2 has it.
   *
   * @return whether it can be written so
   */
  static boolean adapt(HttpClientRequest request, WireTarget target) {
    MultiMap fields = request.headers();
    String host = fields.get(HttpHeaders.HOST);
    if (host != null) {
      request.authority(HostAndPort.create(host, -1));
    }
    fields.remove(HttpHeaders.HOST);
    fields.remove(HttpHeaders.CONNECTION);
    request.setURI(target.bytes());
    return Http2.canCarry(fields);
  }

  /**
   * Ends what is unfinished: a stream, or over HTTP/1 the connection, since what came next on it
   * would be taken for the rest of this.
   */
  static void end(HttpClientRequest request) {
    request.reset(Http2Error.CANCEL.code()).onFailure(ended -> {});
    if (request.version() != HttpVersion.HTTP_2) {
      Severing.sever(request.connection());
    }
  }

  /**
   * Gives back what was got for a request that nobody waits for any more. The engine counts a
   * stream as taken until it has been one, so it becomes one that asks for nothing.
   */
  static void giveBack(HttpClientRequest request) {
    request.exceptionHandler(failure -> {});
    request.response().onFailure(failure -> {});
    if (request.version() == HttpVersion.HTTP_2) {
      request.setMethod(HttpMethod.OPTIONS).setURI("*").sendHead().onFailure(failure -> {});
    }
    request.reset(Http2Error.CANCEL.code()).onFailure(ended -> {});
  }

  /** Whether the other side has said that it did nothing for a request, and never will. */
  static boolean isUntouched(HttpClientRequest request, Throwable failure) {
    if (request.version() != HttpVersion.HTTP_2) {
      return false;
    }
    if (failure instanceof StreamResetException reset) {
      return reset.getCode() == Http2Error.REFUSED_STREAM.code();
    }
    boolean neverOpened =
        failure instanceof Http2Exception refused
            && refused.error() == io.netty.handler.codec.http2.Http2Error.REFUSED_STREAM;
    return neverOpened || isBeyondTheLast(request, failure);
  }

  private static boolean isBeyondTheLast(HttpClientRequest request, Throwable failure) {
    Http2ConnectionHandler handler = Http2.handler(request.connection());
    return failure instanceof HttpClosedException closed
        && closed.goAway() != null
        && handler != null
        && request.streamId() > handler.connection().local().lastStreamKnownByPeer();
  }

  /**
   * Whether something that goes wrong while an answer comes in cuts it off. Where the other side
   * goes away, or wants no more of the request, it may have sent the whole answer before; if it has
   * not, the end of the stream is told as well.
   */
  static boolean breaks(Throwable failure) {
    if (failure instanceof StreamResetException reset) {
      return reset.getCode() != Http2Error.NO_ERROR.code();
    }
    return !(failure instanceof HttpClosedException closed && closed.goAway() != null);
  }
}
