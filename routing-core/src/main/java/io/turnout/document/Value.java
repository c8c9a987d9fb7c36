// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

/** A value of a document, with its place. */
public sealed interface Value permits Scalar, ListValue, MapValue {

  /** Its first character; for an empty value, the place after the colon or dash before it. */
  Position at();

  /** What it is, in words for messages: {@code a mapping}, {@code an integer}. */
  String description();
}
