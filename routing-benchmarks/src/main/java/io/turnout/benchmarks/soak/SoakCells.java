// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks.soak;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;

/**
 * The cells as a process: each answers who it is and how long the body was, or with as many bytes
 * as the target asks for. Ends with its standard input.
 */
public final class SoakCells {

  /** The field in which a cell says who it is. */
  static final String NAME_FIELD = "Cell";

  /** The path whose last segment is the number of bytes to answer with. */
  static final String BYTES = "/bytes/";

  private static final Buffer PIECE = Buffer.buffer(new byte[16 << 10]);

  private SoakCells() {}

  /**
   * Starts a server on a free port for each name, and says {@code ready NAME=PORT …} on the
   * standard error.
   */
  public static void main(String[] names) throws IOException {
    Vertx vertx = Vertx.vertx();
    StringBuilder ready = new StringBuilder("ready");
    for (String name : names) {
      HttpServer server =
          vertx
              .createHttpServer(new HttpServerOptions().setTcpNoDelay(true))
              .requestHandler(request -> take(name, request))
              .listen(0, "127.0.0.1")
              .toCompletionStage()
              .toCompletableFuture()
              .join();
      ready.append(' ').append(name).append('=').append(server.actualPort());
    }
    System.err.println(ready);
    while (System.in.read() >= 0) {
      // Only the end says something.
    }
    System.exit(0);
  }

  private static void take(String name, HttpServerRequest request) {
    long[] length = {0};
    request.exceptionHandler(gone -> {});
    request.response().exceptionHandler(gone -> {});
    request.handler(piece -> length[0] += piece.length());
    request.endHandler(end -> answer(name, request, length[0]));
  }

  private static void answer(String name, HttpServerRequest request, long length) {
    HttpServerResponse response = request.response().putHeader(NAME_FIELD, name);
    if (request.path().startsWith(BYTES)) {
      long bytes = Long.parseLong(request.path().substring(BYTES.length()));
      response.putHeader("Content-Length", Long.toString(bytes));
      pour(response, bytes);
    } else {
      response.end(Long.toString(length));
    }
  }

  /** Writes as fast as it is read. */
  private static void pour(HttpServerResponse response, long bytes) {
    long left = bytes;
    while (left > 0 && !response.writeQueueFull()) {
      Buffer piece = left < PIECE.length() ? PIECE.getBuffer(0, (int) left) : PIECE;
      response.write(piece);
      left -= piece.length();
    }
    if (left == 0) {
      response.end();
    } else {
      long rest = left;
      response.drainHandler(drained -> pour(response, rest));
    }
  }
}
