// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import io.turnout.request.ValueTest;

/** A test of a header's or a parameter's values, of which one must pass. Immutable. */
public sealed interface TextTest extends ValueTest
    permits TextTests.Equal,
        TextTests.Prefix,
        TextTests.Suffix,
        TextTests.Contains,
        TextTests.Regex,
        TextTests.Present {

  /** The value is the text. */
  static TextTest equalTo(String text) {
    return new TextTests.Equal(text);
  }

  /** The value begins with the text. */
  static TextTest prefix(String text) {
    return new TextTests.Prefix(text);
  }

  /** The value ends with the text. */
  static TextTest suffix(String text) {
    return new TextTests.Suffix(text);
  }

  /** The text is somewhere in the value. */
  static TextTest contains(String text) {
    return new TextTests.Contains(text);
  }

  /**
   * The whole value matches an expression of RE2/J.
   *
   * @throws IllegalArgumentException if it is none; the message says why
   */
  static TextTest regex(String text) {
    return new TextTests.Regex(WholeRegex.compile(text));
  }

  /** There is a value, an empty one too; or, where {@code present} is false, there is none. */
  static TextTest present(boolean present) {
    return new TextTests.Present(present);
  }
}
