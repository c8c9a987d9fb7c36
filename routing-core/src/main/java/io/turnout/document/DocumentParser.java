// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;

/** Builds the values of one text from the events of the YAML parser. */
final class DocumentParser {

  private static final String STANDARD_TAG = "tag:yaml.org,2002:";

  private final WholeText reader;
  private final Parser events;
  private final DocumentLimits limits;
  private final Problems problems = new Problems();
  private final Map<String, Anchored> anchors = new HashMap<>();
  private int values;
  private long textChars;
  private long repeatedChars;
  private int levels;
  private int collectionAliases;

  /** What an anchor names, and how much that is; nothing while it is being read. */
  private record Anchored(Optional<Value> value, int values, long textChars) {}

  /** Ends the reading of a text of which no more can be understood. */
  static final class Unreadable extends Exception {
    final transient Problem problem;

    Unreadable(Position at, String message) {
      super(message, null, false, false);
      this.problem = Problem.error(at, ProblemCode.YAML, message);
    }
  }

  private DocumentParser(String text, DocumentLimits limits) {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    this.reader = new WholeText(text);
    this.events = new ParserImpl(reader, options);
    this.limits = limits;
  }

  static Document parse(byte[] content, DocumentLimits limits) {
    try {
      SourceText.requireSize(content.length, limits);
      return parseChecked(SourceText.decode(content), limits);
    } catch (Unreadable e) {
      return unreadable(e.problem);
    }
  }

  static Document parse(String text, DocumentLimits limits) {
    try {
      SourceText.requireSize(SourceText.utf8Length(text), limits);
      return parseChecked(text, limits);
    } catch (Unreadable e) {
      return unreadable(e.problem);
    }
  }

  private static Document parseChecked(String text, DocumentLimits limits) throws Unreadable {
    String prepared = SourceText.prepare(text);
    DocumentParser parser = new DocumentParser(prepared, limits);
    try {
      Value root = parser.document();
      return new Document(Optional.of(root), parser.problems.list());
    } catch (MarkedYAMLException e) {
      return unreadable(SyntaxMistake.of(e, prepared));
    } catch (YAMLException | IllegalArgumentException | IndexOutOfBoundsException e) {
      // The parser trips over some broken escapes in ways of its own.
      Position reached = SyntaxMistake.position(parser.reader.getMark());
      return unreadable(
          Problem.error(
              reached,
              ProblemCode.YAML,
              "this is not YAML: an escape before this place is broken"));
    }
  }

  private static Document unreadable(Problem problem) {
    return new Document(Optional.empty(), List.of(problem));
  }

  private Value document() throws Unreadable {
    events.getEvent();
    if (events.checkEvent(Event.ID.StreamEnd)) {
      return Scalar.plain("", Position.START);
    }
    events.getEvent();
    Value root = value();
    events.getEvent();
    Event next = events.getEvent();
    if (!next.is(Event.ID.StreamEnd)) {
      throw new Unreadable(at(next), "a second document begins here; one file holds one document");
    }
    return root;
  }

  private Value value() throws Unreadable {
    NodeEvent event = (NodeEvent) events.getEvent();
    if (event instanceof AliasEvent alias) {
      return aliased(alias);
    }
    int before = values;
    long charsBefore = textChars;
    count(1, event);
    String anchor = event.getAnchor();
    if (anchor != null) {
      anchors.put(anchor, new Anchored(Optional.empty(), 0, 0));
    }
    Value value =
        event instanceof ScalarEvent scalar
            ? scalar(scalar)
            : collection((CollectionStartEvent) event);
    if (anchor != null) {
      anchors.put(
          anchor, new Anchored(Optional.of(value), values - before, textChars - charsBefore));
    }
    return value;
  }

  private Value aliased(AliasEvent alias) throws Unreadable {
    String name = alias.getAnchor();
    Anchored anchored = anchors.get(name);
    if (anchored == null) {
      throw new Unreadable(
          at(alias),
          "alias "
              + Shown.text("*" + name)
              + " has no anchor before it; a text that begins with * must be quoted");
    }
    Value value =
        anchored
            .value()
            .orElseThrow(
                () ->
                    new Unreadable(
                        at(alias), "alias " + Shown.text("*" + name) + " stands inside itself"));
    if (!(value instanceof Scalar)) {
      collectionAliases++;
      if (collectionAliases > limits.collectionAliases()) {
        throw new Unreadable(
            at(alias),
            "more than " + limits.collectionAliases() + " aliases stand for lists and mappings");
      }
    }
    count(anchored.values(), alias);
    repeat(anchored.textChars(), alias);
    return value;
  }

  private void repeat(long chars, Event event) throws Unreadable {
    textChars += chars;
    repeatedChars += chars;
    if (repeatedChars > limits.sizeBytes()) {
      throw new Unreadable(
          at(event), "aliases repeat more than " + limits.sizeBytes() + " characters of text");
    }
  }

  private void count(int more, Event event) throws Unreadable {
    if (more > limits.values() - values) {
      throw new Unreadable(
          at(event), "there are more than " + limits.values() + " values, aliases included");
    }
    values += more;
  }

  private Scalar scalar(ScalarEvent event) {
    refuseTag(event.getTag(), event);
    textChars += event.getValue().length();
    if (SourceText.hasLoneSurrogate(event.getValue())) {
      problems.error(at(event), ProblemCode.YAML, "an escape in this text is half a character");
    }
    return event.isPlain()
        ? Scalar.plain(event.getValue(), at(event))
        : Scalar.quoted(SourceText.unmarked(event.getValue()), at(event));
  }

  private Value collection(CollectionStartEvent event) throws Unreadable {
    refuseTag(event.getTag(), event);
    levels++;
    if (levels > limits.nestingLevels()) {
      throw new Unreadable(
          at(event), "lists and mappings nest deeper than " + limits.nestingLevels() + " levels");
    }
    Value value = event.is(Event.ID.SequenceStart) ? list(at(event)) : map(at(event));
    events.getEvent();
    levels--;
    return value;
  }

  private ListValue list(Position at) throws Unreadable {
    List<Value> items = new ArrayList<>();
    while (!events.checkEvent(Event.ID.SequenceEnd)) {
      items.add(value());
    }
    return new ListValue(items, at);
  }

  private MapValue map(Position at) throws Unreadable {
    List<MapValue.Entry> entries = new ArrayList<>();
    Map<String, Position> seen = new HashMap<>();
    while (!events.checkEvent(Event.ID.MappingEnd)) {
      Position keyAt = at(events.peekEvent());
      Value key = value();
      Value value = value();
      if (!(key instanceof Scalar scalar) || scalar.text().isEmpty()) {
        problems.error(
            keyAt,
            ProblemCode.WRONG_TYPE,
            "a key must be text, not " + (key instanceof Scalar ? "empty" : key.description()));
        continue;
      }
      Position first = seen.putIfAbsent(scalar.text(), keyAt);
      if (first == null) {
        entries.add(
            new MapValue.Entry(
                new Scalar(scalar.text(), scalar.kind(), scalar.quoted(), keyAt), value));
      } else {
        problems.error(
            keyAt,
            ProblemCode.DUPLICATE_KEY,
            "duplicate " + Shown.key(scalar.text()) + ", which stands at " + first + " before");
      }
    }
    return new MapValue(entries, at);
  }

  private void refuseTag(@Nullable String tag, Event event) {
    if (tag != null) {
      String written = tag.startsWith(STANDARD_TAG) ? tag.replace(STANDARD_TAG, "!!") : tag;
      problems.error(
          at(event), ProblemCode.YAML, "tag " + Shown.text(written) + " is not allowed; no tag is");
    }
  }

  private static Position at(Event event) {
    return SyntaxMistake.position(event.getStartMark());
  }
}
