// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A cell as a process. It tells of what arrives in lines, and ends with its standard input. */
public final class CellProcess {

  private CellProcess() {}

  /** Starts the cell of a name, and says {@code ready PORT} on the standard error. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
    Cells cells =
        Cells.start(
                vertx,
                List.of(arguments[0]),
                (number, arrival) ->
                    out.println(new CellLine(number, System.currentTimeMillis(), arrival).text()))
            .toCompletionStage()
            .toCompletableFuture()
            .join();
    System.err.println("ready " + cells.ports().get(arguments[0]));
    while (System.in.read() >= 0) {
      // Only the end says something.
    }
    System.exit(0);
  }
}
