// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import java.util.List;
import java.util.stream.Stream;

/** Lists of shapes, put together. */
final class Shapes {

  private Shapes() {}

  @SafeVarargs
  @SuppressWarnings("varargs") // the lists are only read
  static List<Shape> joined(List<Shape>... parts) {
    return Stream.of(parts).flatMap(List::stream).toList();
  }
}
