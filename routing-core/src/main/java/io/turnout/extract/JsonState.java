// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

/** What a {@link JsonScanner} expects next, or is inside of. */
enum JsonState {
  /** The first byte: a byte order mark or a value. */
  START,
  /** The second byte of a byte order mark. */
  MARK_2,
  /** The third byte of a byte order mark. */
  MARK_3,
  /** A value. */
  VALUE,
  /** A value or the end of the array. */
  FIRST_ELEMENT,
  /** A name or the end of the object. */
  FIRST_NAME,
  /** A name. */
  NAME,
  /** The colon behind a name. */
  COLON,
  /** What follows a value. */
  AFTER,
  /** Inside a name. */
  IN_NAME,
  /** Inside a string that is a value. */
  IN_STRING,
  /** Inside a number. */
  IN_NUMBER,
  /** Inside true, false or null, or right behind it. */
  IN_WORD,
  /** Nothing more is looked at. */
  DONE,
  /** This is no JSON. */
  BROKEN
}
