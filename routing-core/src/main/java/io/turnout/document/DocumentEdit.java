// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * A text in which entries of mappings are replaced or added while every other character stays as it
 * is: comments, order, quotes, white space, ends of lines.
 *
 * <p>Keys and values are given as they shall stand in the text, in flow style, which fits wherever
 * a value may stand. What comes of it has to be read again before it is trusted: an edit does not
 * know what anchors and aliases elsewhere mean. For one thread.
 */
public final class DocumentEdit {

  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final int INDENT_COLUMNS = 2;

  private final String mark;
  private final String text;
  private final String lineEnd;
  private final List<Integer> lines = new ArrayList<>();
  private final List<Edit> edits = new ArrayList<>();

  /** That the characters from {@code start} to before {@code end} give way to others. */
  private record Edit(int start, int end, String replacement) {}

  private DocumentEdit(String mark, String text) {
    this.mark = mark;
    this.text = text;
    int newline = text.indexOf('\n');
    this.lineEnd = newline > 0 && text.charAt(newline - 1) == '\r' ? "\r\n" : "\n";
    lines.add(0);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n' || c == '\r' && i + 1 < text.length() && text.charAt(i + 1) != '\n') {
        lines.add(i + 1);
      }
    }
  }

  /** Begins with a text whose {@linkplain Document#root values} the edits name. */
  public static DocumentEdit of(String text) {
    boolean marked = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
    return marked
        ? new DocumentEdit(text.substring(0, 1), text.substring(1))
        : new DocumentEdit("", text);
  }

  /** Whether a mapping of the text stands in braces. */
  public boolean isFlow(MapValue map) {
    int at = offset(map.at());
    return at < text.length() && text.charAt(at) == '{';
  }

  /**
   * Replaces the value of an entry.
   *
   * @return this, or empty if the place of the value cannot be told
   */
  public Optional<DocumentEdit> replace(MapValue map, MapValue.Entry entry, String value) {
    return span(map, entry).map(span -> with(span.start(), span.end(), value));
  }

  /**
   * Adds an entry behind the last one of a mapping that has one.
   *
   * @return this, or empty if the end of the last one cannot be told
   */
  public Optional<DocumentEdit> append(MapValue map, String key, String value) {
    MapValue.Entry last = map.entries().get(map.entries().size() - 1);
    String added = key + ": " + value;
    String before = beforeOnLine(last.key().at());
    return span(map, last)
        .map(
            span -> {
              if (!isFlow(map)) {
                int end = endOfLine(span.end());
                return with(end, end, lineEnd + before + added);
              }
              boolean lineOfItsOwn = beginsLine(last.key().at());
              return with(
                  span.end(), span.end(), (lineOfItsOwn ? "," + lineEnd + before : ", ") + added);
            });
  }

  /**
   * Puts the first entry into a mapping that is {@code {}} and the value of an entry of another.
   *
   * @param outer the mapping around it
   * @param entry the entry of {@code outer} whose value is empty
   * @return this, or empty if the place of the value cannot be told
   */
  public Optional<DocumentEdit> fill(
      MapValue outer, MapValue.Entry entry, String key, String value) {
    String added = key + ": " + value;
    String indent = " ".repeat(entry.key().at().column() - 1 + INDENT_COLUMNS);
    return span(outer, entry)
        .map(
            span -> {
              if (isFlow(outer)) {
                return with(span.start(), span.end(), "{ " + added + " }");
              }
              int colon = text.lastIndexOf(':', span.start());
              boolean alone = colon >= 0 && text.substring(colon + 1, span.start()).isBlank();
              return with(alone ? colon + 1 : span.start(), span.end(), lineEnd + indent + added);
            });
  }

  /** Puts an entry before another of the same mapping. */
  public DocumentEdit insertBefore(MapValue map, MapValue.Entry entry, String key, String value) {
    int at = offset(entry.key().at());
    String after = isFlow(map) ? ", " : lineEnd + beforeOnLine(entry.key().at());
    return with(at, at, key + ": " + value + after);
  }

  /** The text with all edits made. */
  public String text() {
    StringBuilder edited = new StringBuilder(mark);
    int done = 0;
    for (Edit edit : edits.stream().sorted(Comparator.comparingInt(Edit::start)).toList()) {
      edited.append(text, done, edit.start()).append(edit.replacement());
      done = edit.end();
    }
    return edited.append(text, done, text.length()).toString();
  }

  private DocumentEdit with(int start, int end, String replacement) {
    edits.add(new Edit(start, end, Objects.requireNonNull(replacement, "replacement")));
    return this;
  }

  private Optional<ValueSpan> span(MapValue map, MapValue.Entry entry) {
    int next = map.entries().indexOf(entry) + 1;
    int start = offset(entry.key().at());
    int end =
        next < map.entries().size() ? offset(map.entries().get(next).key().at()) : text.length();
    if (end <= start) {
      return Optional.empty();
    }
    String opening = isFlow(map) ? "{" : beforeOnLine(entry.key().at());
    try {
      return ValueSpan.of(text, start, end, opening);
    } catch (YAMLException | IllegalArgumentException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  /** White space as wide as what stands before a place on its line. */
  private String beforeOnLine(Position at) {
    return " ".repeat(at.column() - 1);
  }

  private boolean beginsLine(Position at) {
    return text.substring(lines.get(at.line() - 1), offset(at)).isBlank();
  }

  private int endOfLine(int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
      end++;
    }
    return end;
  }

  private int offset(Position at) {
    return text.offsetByCodePoints(lines.get(at.line() - 1), at.column() - 1);
  }
}
