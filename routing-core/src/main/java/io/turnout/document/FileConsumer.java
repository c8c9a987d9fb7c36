// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.util.List;

/** Takes the content of a watched file into use, or refuses it. */
@FunctionalInterface
public interface FileConsumer {

  /**
   * Takes the content into use at once and whole, or changes nothing. Called by one thread at a
   * time. An exception refuses the content too.
   *
   * @param content the whole content, never empty
   * @return the problems; the content is refused if an {@linkplain Problem#isError error} is among
   *     them
   */
  List<Problem> accept(byte[] content);
}
