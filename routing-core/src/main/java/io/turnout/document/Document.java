// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A YAML text, read whole into values with positions, and the mistakes that were found on the way.
 *
 * <p>Bad content is never an exception. A text that breaks YAML's grammar or a {@linkplain
 * DocumentLimits limit} has one problem and no root, since nothing after it can be trusted; any
 * other text has a root and all its problems. One document is taken. Tags are refused, {@code <<}
 * is a key like any other, and anchors are allowed within the limits (a value that an alias repeats
 * keeps the place of its anchor). JSON is read as well.
 *
 * <p>Immutable.
 */
public final class Document {

  private final Optional<Value> root;
  private final List<Problem> problems;

  Document(Optional<Value> root, List<Problem> problems) {
    this.root = root;
    this.problems = problems;
  }

  /** Reads a text within {@link DocumentLimits#DEFAULT}. */
  public static Document parse(String text) {
    return parse(text, DocumentLimits.DEFAULT);
  }

  /** Reads a text within limits. */
  public static Document parse(String text, DocumentLimits limits) {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(limits, "limits");
    return DocumentParser.parse(text, limits);
  }

  /** Reads the content of a file, which has to be UTF-8, within limits. */
  public static Document parse(byte[] content, DocumentLimits limits) {
    Objects.requireNonNull(content, "content");
    Objects.requireNonNull(limits, "limits");
    return DocumentParser.parse(content, limits);
  }

  /** The outermost value; empty if the text could not be read to its end. */
  public Optional<Value> root() {
    return root;
  }

  /** What is wrong with the text itself, in the order of the places. */
  public List<Problem> problems() {
    return problems;
  }
}
