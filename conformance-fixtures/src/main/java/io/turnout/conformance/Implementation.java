// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

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
   */
  String answer(String line);

  /** Ends the implementation; by default there is nothing to end. */
  @Override
  default void close() {}

  /** This library, in this process, on virtual time. */
  static Implementation ofLibrary() {
    return new LibraryImplementation();
  }
}
