// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.turnout.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The scanner against a tree that Jackson read, on random documents and on damaged ones. */
class JsonAgainstJacksonTest {

  private static final JsonFactory JACKSON = new JsonFactory();

  @Test
  void wholeDocument_holdsTheSameValues() throws IOException {
    for (long seed : Seeds.of(3000)) {
      Random random = new Random(seed);
      RandomJson source = new RandomJson(random);
      byte[] body = source.object();
      Node tree = Objects.requireNonNull(read(body), "seed " + seed);
      for (int i = 0; i < 4; i++) {
        String pointer = source.pointer();
        check("seed " + seed, random, body, pointer, tree.ask(pointer));
      }
    }
  }

  @Test
  void damagedDocument_isBrokenForBothOrForNone() throws IOException {
    int broken = 0;
    for (long seed : Seeds.of(12000)) {
      Random random = new Random(seed);
      RandomJson source = new RandomJson(random);
      byte[] body = source.damage(source.object());
      if (!text(body).stripLeading().startsWith("{")) {
        continue;
      }
      Node tree = read(withoutSurrogates(body));
      broken += tree == null ? 1 : 0;
      check("seed " + seed, random, body, "/nowhere", tree == null ? "BODY_MALFORMED" : "ABSENT");
    }
    assertThat(broken).isBetween(2000, 11000);
  }

  @Test
  void cutDocument_needsMoreUntilItIsSettled() {
    for (long seed : Seeds.of(300)) {
      Random random = new Random(seed);
      RandomJson source = new RandomJson(random);
      byte[] body = source.object();
      List<BodySource> question = List.of(Sources.json(source.pointer(), ScanCheck.NO_LIMIT));
      BodyScan whole = BodyScan.of(question, ScanCheck.DEPTH);
      whole.offer(ByteBuffer.wrap(body));
      int settledAt = (int) whole.settledAt(0);
      BodyScan growing = BodyScan.of(question, ScanCheck.DEPTH);
      for (int i = 0; i < settledAt; i++) {
        assertThat(growing.isUndecided()).as("seed %d, %d bytes", seed, i).isTrue();
        growing.offer(ByteBuffer.wrap(body, i, 1));
      }
      assertThat(growing.isUndecided()).as("seed %d", seed).isFalse();
      assertThat(growing.result(0)).isEqualTo(whole.result(0));
    }
  }

  @Test
  void smallerLimit_givesTheSameAnswerOrNone() {
    for (long seed : Seeds.of(120)) {
      Random random = new Random(seed);
      RandomJson source = new RandomJson(random);
      byte[] body = random.nextBoolean() ? source.object() : source.damage(source.object());
      if (body.length == 0) {
        continue;
      }
      String pointer = source.pointer();
      List<BodySource> questions = new ArrayList<>();
      for (int limit = 0; limit <= body.length; limit++) {
        questions.add(Sources.json(pointer, limit));
      }
      int size = 1 + random.nextInt(9);
      var answers = ScanCheck.scanPieces(body, questions, ScanCheck.DEPTH, size);
      var full = answers.get(body.length);
      for (int limit = 0; limit <= body.length; limit++) {
        String expected = full.settledAt() <= limit ? full.toString() : "BODY_LIMIT @" + limit;
        assertThat(answers.get(limit)).as("seed %d, limit %d", seed, limit).hasToString(expected);
        var alone = List.<BodySource>of(Sources.json(pointer, limit));
        assertThat(ScanCheck.scanPieces(body, alone, ScanCheck.DEPTH, size).get(0))
            .as("seed %d, limit %d alone", seed, limit)
            .hasToString(expected);
      }
    }
  }

  @Test
  void severalQuestions_areAnsweredAsIfAlone() {
    for (long seed : Seeds.of(1000)) {
      Random random = new Random(seed);
      RandomJson source = new RandomJson(random);
      byte[] body = random.nextInt(3) > 0 ? source.object() : source.damage(source.object());
      List<BodySource> questions = new ArrayList<>();
      for (int i = random.nextInt(8); i >= 0; i--) {
        int limit = random.nextInt(4) == 0 ? random.nextInt(60) : ScanCheck.NO_LIMIT;
        questions.add(Sources.json(source.pointer(), limit));
      }
      int size = 1 + random.nextInt(40);
      var together = ScanCheck.scanPieces(body, questions, ScanCheck.DEPTH, size);
      for (int i = 0; i < questions.size(); i++) {
        var alone = ScanCheck.scanPieces(body, questions.subList(i, i + 1), ScanCheck.DEPTH, 7);
        assertThat(together.get(i))
            .as("seed %d: %s", seed, questions.get(i))
            .isEqualTo(alone.get(0));
      }
    }
  }

  private static void check(
      String seed, Random random, byte[] body, String pointer, String expected) {
    List<BodySource> question = List.of(Sources.json(pointer, ScanCheck.NO_LIMIT));
    var sizes =
        new TreeSet<>(
            List.of(1, 1 + random.nextInt(30), 41 + random.nextInt(200), Math.max(1, body.length)));
    ScanCheck.@Nullable Answer first = null;
    for (int size : sizes) {
      var answer = ScanCheck.scanPieces(body, question, ScanCheck.DEPTH, size).get(0);
      String shown = "%s, pieces of %d: %s in %s".formatted(seed, size, pointer, text(body));
      assertThat(answer.toString()).as(shown).startsWith(expected + " @");
      assertThat(answer).as(shown).isEqualTo(first == null ? answer : first);
      first = answer;
    }
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.ISO_8859_1);
  }

  /** Jackson takes no lone surrogate in a name; where only the grammar counts, any letter does. */
  private static byte[] withoutSurrogates(byte[] body) {
    return ScanCheck.raw(text(body).replaceAll("(?i)ud(?=[89a-f])", "ua"));
  }

  /** The root, or null if it is broken: read as far as the bytes are UTF-8. */
  private static @Nullable Node read(byte[] body) throws IOException {
    CharBuffer chars = CharBuffer.allocate(body.length);
    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body), chars, true);
    try (JsonParser parser = JACKSON.createParser(chars.array(), 0, chars.position())) {
      parser.nextToken();
      return node(parser);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      return null;
    }
  }

  private static @Nullable Node node(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      return null;
    }
    switch (token) {
      case START_OBJECT, START_ARRAY:
        boolean object = token == JsonToken.START_OBJECT;
        List<String> names = new ArrayList<>();
        List<Node> nodes = new ArrayList<>();
        for (JsonToken next = parser.nextToken();
            next != JsonToken.END_OBJECT && next != JsonToken.END_ARRAY;
            next = parser.nextToken()) {
          if (object) {
            names.add(parser.currentName());
            parser.nextToken();
          }
          Node child = node(parser);
          if (child == null) {
            return null;
          }
          nodes.add(child);
        }
        return new Node(object ? Kind.OBJECT : Kind.ARRAY, "", names, nodes);
      case VALUE_STRING, VALUE_NUMBER_INT:
        return new Node(Kind.SCALAR, parser.getText(), List.of(), List.of());
      default:
        return new Node(Kind.SCALAR, "", List.of(), List.of());
    }
  }

  private enum Kind {
    OBJECT,
    ARRAY,
    SCALAR
  }

  /** A value as Jackson read it, with every member in its order; no text: no value. */
  private record Node(Kind kind, String text, List<String> names, List<Node> nodes) {

    String ask(String pointer) {
      TreeSet<String> found = new TreeSet<>();
      collect(Arrays.asList(pointer.substring(1).split("/", -1)), found);
      return switch (found.size()) {
        case 0 -> "ABSENT";
        case 1 -> "found " + found.first();
        default -> "AMBIGUOUS";
      };
    }

    private void collect(List<String> way, TreeSet<String> found) {
      if (way.isEmpty()) {
        if (!text.isEmpty() && StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
          found.add(text);
        }
        return;
      }
      String segment = way.get(0).replace("~1", "/").replace("~0", "~");
      List<String> rest = way.subList(1, way.size());
      if (kind == Kind.ARRAY && segment.equals("*")) {
        nodes.forEach(node -> node.collect(rest, found));
      } else if (kind == Kind.ARRAY && segment.matches("0|[1-9][0-9]?")) {
        int index = Integer.parseInt(segment);
        if (index < nodes.size()) {
          nodes.get(index).collect(rest, found);
        }
      } else if (kind == Kind.OBJECT && !segment.equals("*") && names.contains(segment)) {
        nodes.get(names.indexOf(segment)).collect(rest, found);
      }
    }
  }
}
