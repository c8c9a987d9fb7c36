// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

/**
 * The body of a request on its way in. It stands still until somebody takes it, and goes to one
 * taker at a time. One thread.
 */
final class RequestBody {

  /** Who takes a body. */
  interface Taker {

    /** The next piece. */
    void piece(Buffer piece);

    /** There is no more. */
    void end();
  }

  private static final Taker NOBODY =
      new Taker() {
        @Override
        public void piece(Buffer piece) {}

        @Override
        public void end() {}
      };

  private final HttpServerRequest request;
  private Taker taker = NOBODY;
  private boolean ended;
  private long bytes;

  /** Takes charge of a request's body; call it in the engine's call for the request. */
  RequestBody(HttpServerRequest request, boolean absent) {
    this.request = request;
    ended = absent;
    if (absent) {
      return;
    }
    request.pause();
    request.handler(
        piece -> {
          bytes += piece.length();
          taker.piece(piece);
        });
    request.endHandler(
        end -> {
          ended = true;
          taker.end();
        });
  }

  /** Whether all of it has come. */
  boolean ended() {
    return ended;
  }

  /** How many bytes of it have come. */
  long bytes() {
    return bytes;
  }

  /** Lets what comes from now on go to {@code next}, and come. */
  void goTo(Taker next) {
    taker = next;
    resume();
  }

  /** Lets what comes from now on be dropped, and calls {@code atEnd} when no more comes. */
  void drop(Runnable atEnd) {
    goTo(
        new Taker() {
          @Override
          public void piece(Buffer piece) {}

          @Override
          public void end() {
            atEnd.run();
          }
        });
  }

  /** Its request is gone, and no more of it comes. */
  void lost() {
    ended = true;
    taker = NOBODY;
  }

  /** Lets it stand still. */
  void pause() {
    if (!ended) {
      request.pause();
    }
  }

  /** Lets it come on. */
  void resume() {
    if (!ended) {
      request.resume();
    }
  }
}
