// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.util.Locale;

/** The kinds of mistakes that a file can hold; each has a fixed spelling, {@link #text}. */
public enum ProblemCode {
  /** The text is no YAML, more than one document, holds a tag, or goes beyond a limit. */
  YAML,
  /** A key stands in its mapping before. */
  DUPLICATE_KEY,
  /** A key means nothing where it stands. */
  UNKNOWN_KEY,
  /** A key that has to be there is not. */
  MISSING_KEY,
  /** Keys of one mapping exclude each other, or none of a choice is there. */
  CONFLICTING_KEYS,
  /** A value is of another kind than its place asks for. */
  WRONG_TYPE,
  /** The file asks for a language version that this program does not read. */
  UNSUPPORTED_VERSION,
  /** A name is given twice. */
  DUPLICATE_NAME,
  /** A source names a capture that the rule's path templates do not have. */
  UNKNOWN_CAPTURE,
  /** A source names a token that the file does not describe. */
  UNKNOWN_TOKEN,
  /** A condition names a tag that the file does not describe. */
  UNKNOWN_TAG,
  /** A cell is not among the file's cells. */
  UNKNOWN_CELL,
  /** A regular expression does not compile, or has not the groups that its place asks for. */
  INVALID_REGEX,
  /** A JSON pointer is malformed or empty. */
  INVALID_POINTER,
  /** A media type is malformed or too broad. */
  INVALID_MEDIA_TYPE,
  /** A duration is malformed or too long. */
  INVALID_DURATION,
  /** A size is malformed or too large. */
  INVALID_SIZE,
  /** A path template is malformed. */
  INVALID_PATH,
  /** An action is malformed, or cannot stand where it stands. */
  INVALID_ACTION,
  /** A value is of the right kind and still not one that its place takes. */
  INVALID_VALUE,
  /** A limit lies above the one that the file sets for all. */
  LIMIT_TOO_LARGE,
  /** A file of keys or addresses cannot be read. */
  UNREADABLE_KEY,

  /** Warning: a rule never decides, since earlier ones always do. */
  SHADOWED_RULE,
  /** Warning: a rule reads the body before it has tried its cheap sources. */
  BODY_BEFORE_CHEAP,
  /** Warning: a rule reads the body of every request. */
  BODY_OF_EVERY_REQUEST,
  /** Warning: no source uses a token. */
  UNUSED_TOKEN,
  /** Warning: no key of a key set fits an algorithm of its list. */
  NO_FITTING_KEY,
  /** Warning: a rule names a header field that hops between two tiers may change. */
  HOP_HEADER,
  /** Warning: every address proves to be an edge. */
  OPEN_EDGE,
  /** Warning: an edge's signatures do not cover the field by which it names the client. */
  UNCOVERED_CLIENT,
  /** Warning: a field to which proxies add names the client, and the hops are not counted. */
  UNCOUNTED_HOPS,
  /** Warning: a condition names a method that hardly any request has. */
  ODD_METHOD,
  /** Warning: a body that this tier cannot read is not offered to the authority first. */
  UNREADABLE_BODY_KEPT;

  private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** The spelling in reports and fixtures, such as {@code unknown-key}. */
  public String text() {
    return text;
  }
}
