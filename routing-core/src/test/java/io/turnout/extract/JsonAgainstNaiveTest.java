// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Seeds;
import io.turnout.naive.NaiveAnswer;
import io.turnout.naive.NaiveJson;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The scanner against a plain recursive descent: the same answer, settled at the same byte. */
class JsonAgainstNaiveTest {

  private static final int DOCUMENTS = 20_000;

  private static final List<String> HOSTILE =
      List.of(
          "\ufeff{\"a\":1}",
          "\ufeff\ufeff{\"a\":1}",
          "{\"a\":[{\"b\":\"x\"},{\"b\":\"\\u0078\"},{\"c\":1}]}",
          "{\"a\":[1,\"1\",-0,[],{}]}",
          "{\"a\":[\"\\ud83d\",\"\\ud83d\\ude00\",\"\ud83d\ude00\"]}",
          "{\"\\ud83d\":1,\"\\ud83d\\ude00\":{\"\\u0061\":\"y\"}}",
          "{\"a\":123456789012345678901234567890,\"b\":1e5,\"c\":-0.0}",
          "[[[[[[\"deep\"]]]]],{\"a\":{\"a\":{\"a\":{}}}}]",
          "{\"a\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00E9\\u20ac\"}",
          "{\"a\":tru,\"b\":nullx}",
          "{\"a\":\"\u00e9\u20ac\ud83d\ude00\",\"a\":\"later\"}",
          "{\"*\":[[1],[[2]]],\"0\":{\"0\":0}}",
          "{\"a\" : [ ] , \"b\" : { } , \"c\" : \"\" }",
          "\"bare\"",
          "42",
          "-",
          " ");

  @Test
  void randomDocuments_areReadAlike() {
    for (long seed : Seeds.of(DOCUMENTS)) {
      Random random = new Random(seed);
      RandomJson source = new RandomJson(random);
      byte[] body = random.nextBoolean() ? source.object() : source.damage(source.object());
      int depth = 1 + random.nextInt(12);
      check("seed " + seed, body, source.pointer(), depth, 1 + random.nextInt(60));
    }
  }

  @Test
  void hostileDocuments_areReadAlikeHoweverTheyBreakOff() {
    List<String> pointers =
        List.of("/a", "/a/*", "/a/*/b", "/b", "/*/*", "/0/0/0", "/a/1", "/*", "/\ud83d\ude00/a");
    for (String document : HOSTILE) {
      byte[] whole = document.getBytes(StandardCharsets.UTF_8);
      for (int length = 0; length <= whole.length; length++) {
        byte[] body = Arrays.copyOf(whole, length);
        for (String pointer : pointers) {
          for (int depth = 1; depth < 7; depth++) {
            check(document, body, pointer, depth, 1 + length % 5);
          }
        }
      }
    }
  }

  @Test
  void everyByteInEveryPlace_isReadAlike() {
    byte[] whole = "{\"a\":[{\"b\":-1.5e3},\"\u20ac\\n\",true]}".getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at < whole.length; at++) {
      for (int value = 0; value < 256; value++) {
        byte[] body = whole.clone();
        body[at] = (byte) value;
        check("byte %d is %d".formatted(at, value), body, "/a/*/c", 4, body.length);
        check("byte %d is %d".formatted(at, value), body, "/z", 4, 1);
      }
    }
  }

  private static void check(String what, byte[] body, String pointer, int depth, int size) {
    if (body.length == 0) {
      return; // no body, rather than a document
    }
    List<BodySource> question = List.of(Sources.json(pointer, ScanCheck.NO_LIMIT));
    ScanCheck.Answer scanned = ScanCheck.scanPieces(body, question, depth, size).get(0);
    List<String> steps =
        Stream.of(pointer.substring(1).split("/", -1))
            .map(step -> step.replace("~1", "/").replace("~0", "~"))
            .toList();
    NaiveAnswer naive = NaiveJson.ask(body, steps, depth);
    if (!text(naive).equals(scanned.toString())) {
      assertThat(scanned.toString())
          .as(
              "%s: %s at depth %d in %s",
              what, pointer, depth, new String(body, StandardCharsets.UTF_8))
          .isEqualTo(text(naive));
    }
  }

  private static String text(NaiveAnswer answer) {
    String what =
        switch (answer.kind()) {
          case FOUND -> "found " + answer.text();
          case UNREADABLE -> "BODY_MALFORMED";
          default -> answer.kind().toString();
        };
    return what + " @" + answer.read();
  }
}
