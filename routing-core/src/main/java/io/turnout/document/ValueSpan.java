// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;

/**
 * Where the value of one entry stands in a text.
 *
 * @param start its first character, that of an anchor too
 * @param end the character after its last one; comments and line breaks behind it do not belong to
 *     it
 */
record ValueSpan(int start, int end) {

  /**
   * Finds the value of an entry by reading that part of the text alone.
   *
   * @param start where the key begins
   * @param end where the next key begins, or the text ends
   * @param opening what makes the part readable: a brace, or the white space before the key
   * @return empty if there is none
   * @throws org.yaml.snakeyaml.error.YAMLException if the part cannot be read by itself
   */
  static Optional<ValueSpan> of(String text, int start, int end, String opening) {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    String part = prepared(opening + text.substring(start, end));
    Parser events = new ParserImpl(new WholeText(part), options);
    for (int i = 0; i < 4; i++) {
      // The beginnings of stream, document and mapping, and the key.
      events.getEvent();
    }
    Event first = events.getEvent();
    int from = first.getStartMark().getIndex();
    int to = first.getEndMark().getIndex();
    int depth = first instanceof CollectionStartEvent ? 1 : 0;
    while (depth > 0) {
      Event event = events.getEvent();
      if (event instanceof CollectionStartEvent) {
        depth++;
      } else if (event instanceof CollectionEndEvent) {
        depth--;
      }
      // A block ends where the next thing begins, and takes no characters for it.
      if (event.getEndMark().getIndex() > event.getStartMark().getIndex()) {
        to = event.getEndMark().getIndex();
      }
    }
    String value =
        part.substring(part.offsetByCodePoints(0, from), part.offsetByCodePoints(0, to))
            .stripTrailing();
    int at = start + part.offsetByCodePoints(0, from) - opening.length();
    return value.isEmpty() ? Optional.empty() : Optional.of(new ValueSpan(at, at + value.length()));
  }

  private static String prepared(String part) {
    try {
      return SourceText.prepare(part);
    } catch (DocumentParser.Unreadable e) {
      throw new IllegalArgumentException(e);
    }
  }
}
