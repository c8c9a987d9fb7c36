// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * An implementation of the rules that can be asked, by lines of JSON as the line protocol has them
 * ({@code protocol.schema.json} beside the fixtures). One thread at a time asks.
 */
@FunctionalInterface
public interface Implementation extends AutoCloseable {

  /**
   * Answers one request of the line protocol.
   *
   * @param line a JSON object, without a line end
   * @return a JSON object, without a line end
   * @throws IllegalStateException if it does not answer as the protocol asks
   */
  String answer(String line);

  /**
   * Answers the line protocol, in UTF-8, as a program does: a line for each line, until the other
   * side says {@code bye} or ends. A line of more than 16 MiB is an error, and not the end.
   *
   * @throws IOException if a stream fails
   */
  default void serve(InputStream in, Writer out) throws IOException {
    new Conversation(this, in, out).hold();
  }

  /** Ends the implementation; by default there is nothing to end. */
  @Override
  default void close() {}

  /** This library, in this process, on virtual time. */
  static Implementation ofLibrary() {
    return new LibraryImplementation(Path.of(""));
  }

  /**
   * A command that answers the line protocol on its standard input and output. It is started when
   * it is first asked, may take 30 s until it answers {@code hello} and 5 s for each answer, and is
   * started again after it failed to.
   *
   * @param command the program and its arguments
   * @throws IllegalArgumentException if there is no program
   */
  static Implementation ofCommand(List<String> command) {
    return new CommandImplementation(command, CommandImplementation.HANG_LIMIT);
  }

  /**
   * As {@link #ofCommand(List)}, with another time than 5 s for each answer.
   *
   * @param answerLimit how long an answer may take, 1 ms or more
   * @throws IllegalArgumentException if there is no program or the limit is less
   */
  static Implementation ofCommand(List<String> command, Duration answerLimit) {
    if (answerLimit.toMillis() < 1) {
      throw new IllegalArgumentException(
          "answerLimit " + answerLimit.toMillis() + " ms must be 1 ms or more");
    }
    return new CommandImplementation(command, answerLimit);
  }
}
