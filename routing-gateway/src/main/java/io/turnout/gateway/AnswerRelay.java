// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.protocol.TurnoutHeaders;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;

/** The answer of a cell, or of the authority tier, on its way to the client. */
final class AnswerRelay {

  private final Exchange exchange;
  private final CellCall call;
  private final HttpClientResponse answer;
  private final HttpServerResponse response;
  private final boolean bodiless;
  private boolean endsWithConnection;

  AnswerRelay(Exchange exchange, CellCall call, HttpClientResponse answer) {
    this.exchange = exchange;
    this.call = call;
    this.answer = answer;
    response = exchange.request().response();
    int status = answer.statusCode();
    bodiless =
        exchange.request().method().equals(HttpMethod.HEAD) || status == 204 || status == 304;
  }

  void start() {
    exchange.answering();
    exchange.watch().await(Wait.PROGRESS, exchange.service().timeouts().idle());
    head();
    answer.handler(this::piece);
    answer.endHandler(end -> ended());
    answer.exceptionHandler(
        failure -> {
          if (CellStream.breaks(failure)) {
            exchange.refuse(Trouble.CELL_FAILED);
          }
        });
    answer.resume();
    if (!bodiless && !endsWithConnection) {
      exchange.service().context().runOnContext(v -> headAlone());
    }
  }

  private void head() {
    response.setStatusCode(answer.statusCode());
    response.setStatusMessage(answer.statusMessage());
    MultiMap fields = answer.headers();
    EndToEnd.of(fields).copy(fields, response.headers());
    if (TurnoutHeaders.isWrongCell(answer.statusCode(), fields::getAll)) {
      response.headers().remove(HttpHeaders.SET_COOKIE);
    }
    exchange.tell(response.headers());
    boolean measured = fields.contains(HttpHeaders.CONTENT_LENGTH);
    if (!bodiless && !measured) {
      if (exchange.request().version() == HttpVersion.HTTP_1_0) {
        endsWithConnection = true;
      } else {
        response.setChunked(true);
      }
    }
    endsWithConnection = endsWithConnection || exchange.expectsContinue();
    if (endsWithConnection) {
      response.headersEndHandler(v -> exchange.stream().announceEnd(response.headers()));
    } else if (bodiless && !measured) {
      response.headersEndHandler(v -> response.headers().remove(HttpHeaders.CONTENT_LENGTH));
    }
  }

  /** Sends the head where no piece of the body came along with it. */
  private void headAlone() {
    if (!exchange.isOver() && !response.headWritten()) {
      response.writeHead();
    }
  }

  private void piece(Buffer piece) {
    if (exchange.isOver() || bodiless) {
      return;
    }
    exchange.watch().moved();
    exchange.sent(piece.length());
    response.write(piece);
    if (response.writeQueueFull()) {
      answer.pause();
      response.drainHandler(
          drained -> {
            exchange.watch().moved();
            answer.resume();
          });
    }
  }

  /** Whether the client gets to see these trailers; HTTP/1 has a place for them only in chunks. */
  private boolean canCarry(MultiMap trailers) {
    boolean placed = Http2.isSpokenBy(exchange.request()) || response.isChunked();
    return placed && !bodiless && FieldName.areValid(trailers) && Http2.canCarry(trailers);
  }

  private void ended() {
    if (exchange.isOver()) {
      return;
    }
    call.answerEnded();
    MultiMap trailers = EndToEnd.kept(answer.trailers());
    if (!trailers.isEmpty() && canCarry(trailers)) {
      response.trailers().addAll(trailers);
    }
    boolean withheld = exchange.expectsContinue();
    Future<Void> written = response.end();
    if (endsWithConnection || withheld) {
      written.onComplete(v -> exchange.doneAndClose());
    } else if (exchange.body().ended()) {
      exchange.done();
    } else {
      call.awaitRestOfBody();
    }
  }
}
