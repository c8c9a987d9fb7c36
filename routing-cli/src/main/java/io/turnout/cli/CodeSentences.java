// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.document.ProblemCode;

/** What each kind of finding is, in a sentence. */
final class CodeSentences {

  private CodeSentences() {}

  static String of(ProblemCode code) {
    return switch (code) {
      case YAML -> "The file is no YAML that a rule file may be.";
      case DUPLICATE_KEY -> "A key stands twice in its mapping.";
      case UNKNOWN_KEY -> "A key means nothing where it stands.";
      case MISSING_KEY -> "A key that has to be there is not.";
      case CONFLICTING_KEYS ->
          "Keys of one mapping exclude each other, or none of a choice is there.";
      case WRONG_TYPE -> "A value is of another kind than its place asks for.";
      case UNSUPPORTED_VERSION -> "The file asks for a language version that is not read.";
      case DUPLICATE_NAME -> "A name is given twice.";
      case UNKNOWN_CAPTURE -> "A source names a capture that no path template of the rule has.";
      case UNKNOWN_TOKEN -> "A source names a token that the file does not describe.";
      case UNKNOWN_TAG -> "A condition names a tag that the file does not describe.";
      case UNKNOWN_CELL -> "A cell is not among the file's cells.";
      case INVALID_REGEX -> "A regular expression does not compile, or has the wrong groups.";
      case INVALID_POINTER -> "A JSON pointer is malformed or empty.";
      case INVALID_MEDIA_TYPE -> "A media type is malformed or too broad.";
      case INVALID_DURATION -> "A duration is malformed or too long.";
      case INVALID_SIZE -> "A size is malformed or too large.";
      case INVALID_PATH -> "A path template is malformed.";
      case INVALID_ACTION -> "An action is malformed, or cannot stand where it stands.";
      case INVALID_VALUE -> "A value is not one that its place takes.";
      case LIMIT_TOO_LARGE -> "A limit lies above the one that the file sets for all.";
      case UNREADABLE_KEY -> "A file of keys or addresses cannot be read.";
      case SHADOWED_RULE -> "A rule never decides, since earlier ones always do.";
      case BODY_BEFORE_CHEAP -> "A rule reads the body before it has tried its cheap sources.";
      case BODY_OF_EVERY_REQUEST -> "A rule reads the body of every request.";
      case UNUSED_TOKEN -> "No source uses a token.";
      case NO_FITTING_KEY -> "No key of a key set fits an algorithm of its list.";
      case HOP_HEADER -> "A rule names a header field that hops between tiers may change.";
      case OPEN_EDGE -> "Every address proves to be an edge.";
      case UNCOVERED_CLIENT ->
          "No signature of an edge covers the field by which it names the client.";
      case UNCOUNTED_HOPS -> "The hops of a field to which proxies add are not counted.";
      case ODD_METHOD -> "A condition names a method that hardly any request has.";
      case UNREADABLE_BODY_KEPT ->
          "A body that a tier cannot read is not offered to the authority.";
      default -> code.text();
    };
  }
}
