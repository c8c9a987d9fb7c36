// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.turnout.Seeds;
import io.turnout.protocol.LookupJson.Answer;
import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LookupJsonTest {

  private static final RouteKey KEY = new RouteKey("business", "1");
  private static final RouteKey OTHER = new RouteKey("business", "2");
  private static final String GOOD =
      "{\"key\":\"business:1\",\"cell\":\"us-1\",\"fresh-for\":300,\"expire-after\":0.25,\"version\":17}";

  private static List<Lookup> questions(String json) throws UnreadableException {
    return LookupJson.readQuestions(json.getBytes(UTF_8));
  }

  private static List<Answer> answers(String json, RouteKey... asked) throws UnreadableException {
    return LookupJson.readAnswers(json.getBytes(UTF_8), List.of(asked));
  }

  @Test
  void questions_areObjectsOrStrings() throws Exception {
    List<Lookup> both = List.of(new Lookup(KEY, 17), new Lookup(OTHER, 0));
    assertThat(questions("[{\"key\":\"business:1\",\"at-least\":17},\"business:2\"]"))
        .isEqualTo(both);
    assertThat(new String(LookupJson.writeQuestions(both), UTF_8))
        .isEqualTo("[{\"key\":\"business:1\",\"at-least\":17},{\"key\":\"business:2\"}]");
    assertThat(questions(" [ {\"x\":[1,{\"y\":2}], \"key\":\"business:2\"} ] ")).hasSize(1);
  }

  @Test
  void answers_areWrittenInOrder() throws Exception {
    List<Answer> both =
        List.of(
            Answer.of(
                new RouteAnnouncement(
                    KEY,
                    Optional.of("us-1"),
                    17,
                    Duration.ofMinutes(5),
                    Duration.ofMillis(300_250))),
            Answer.failed(OTHER, "timeout"));
    String json = new String(LookupJson.writeAnswers(both), UTF_8);
    assertThat(json)
        .isEqualTo(
            "["
                + GOOD.replace("0.25", "300.25")
                + ",{\"key\":\"business:2\",\"failed\":\"timeout\"}]");
    assertThat(answers(json, KEY, OTHER)).isEqualTo(both);
  }

  @Test
  void everything_isReadAsItWasWritten() {
    Seeds.each(
        200,
        random -> {
          try {
            writtenIsRead(new RandomRoutes(random).announcements(1 + random.nextInt(100)));
          } catch (UnreadableException e) {
            throw new AssertionError(e);
          }
        });
  }

  private static void writtenIsRead(List<RouteAnnouncement> told) throws UnreadableException {
    List<Lookup> lookups = told.stream().map(t -> new Lookup(t.key(), t.version())).toList();
    byte[] asked = LookupJson.writeQuestions(lookups);
    assertThat(asked).hasSizeLessThanOrEqualTo(LookupJson.MAX_QUESTION_BYTES);
    assertThat(LookupJson.readQuestions(asked)).isEqualTo(lookups);
    List<Answer> answers = told.stream().map(Answer::of).toList();
    byte[] answered = LookupJson.writeAnswers(answers);
    assertThat(answered).hasSizeLessThanOrEqualTo(LookupJson.MAX_ANSWER_BYTES);
    List<RouteKey> keys = lookups.stream().map(Lookup::key).toList();
    assertThat(LookupJson.readAnswers(answered, keys)).isEqualTo(answers);
  }

  @Test
  void longestLists_fitTheirBounds() throws Exception {
    List<Answer> longest = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      String value = "\"".repeat(254) + (char) ('A' + i / 10) + (char) ('0' + i % 10);
      longest.add(
          Answer.of(
              new RouteAnnouncement(
                  new RouteKey("n".repeat(63), value),
                  Optional.of("c".repeat(63)),
                  999_999_999_999_999L,
                  RouteAnnouncement.LONGEST_LIFE.minusMillis(1),
                  RouteAnnouncement.LONGEST_LIFE.minusMillis(1))));
    }
    List<RouteKey> keys = longest.stream().map(Answer::key).toList();
    assertThat(LookupJson.readAnswers(LookupJson.writeAnswers(longest), keys)).isEqualTo(longest);
    List<Lookup> lookups = keys.stream().map(key -> new Lookup(key, 1)).toList();
    assertThat(LookupJson.readQuestions(LookupJson.writeQuestions(lookups))).isEqualTo(lookups);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "|SYNTAX",
        "[]|MISSING",
        "{}|WRONG_TYPE",
        "[1]|WRONG_TYPE",
        "[null]|WRONG_TYPE",
        "[[]]|WRONG_TYPE",
        "[{}]|MISSING",
        "[\"business\"]|OUT_OF_BOUNDS",
        "[\"business:1\",\"business:1\"]|REPEATED",
        "[\"business:1\",{\"key\":\"business:1\",\"at-least\":1}]|REPEATED",
        "[{\"key\":1}]|WRONG_TYPE",
        "[{\"key\":\"b:1\",\"key\":\"b:2\"}]|SYNTAX",
        "[{\"key\":\"b:1\",\"at-least\":\"1\"}]|WRONG_TYPE",
        "[{\"key\":\"b:1\",\"at-least\":null}]|WRONG_TYPE",
        "[{\"key\":\"b:1\",\"at-least\":-1}]|OUT_OF_BOUNDS",
        "[{\"key\":\"b:1\",\"at-least\":1.5}]|OUT_OF_BOUNDS",
        "[{\"key\":\"b:1\",\"at-least\":1e3}]|OUT_OF_BOUNDS",
        "[{\"key\":\"b:1\",\"at-least\":1000000000000000}]|OUT_OF_BOUNDS",
        "[\"b:1\"|SYNTAX",
        "[\"b:1\"]]|SYNTAX",
        "[\"b:1\"] []|SYNTAX",
        "[\"b:\\ud800\"]|OUT_OF_BOUNDS",
        "[\"b:\\u0000\"]|OUT_OF_BOUNDS",
        "[NaN]|SYNTAX",
      })
  void hostileQuestions_areRefused(String json, FieldMistake mistake) {
    UnreadableException refused =
        catchThrowableOfType(UnreadableException.class, () -> questions(json == null ? "[" : json));
    assertThat(refused.mistake()).isEqualTo(mistake);
    assertThat(refused).hasNoCause();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"version\":17|\"version\":17,\"version\":17|SYNTAX",
        "\"version\":17|\"version\":1e1|OUT_OF_BOUNDS",
        "\"version\":17|\"version\":999999999999999999999999999999999|SYNTAX",
        ",\"version\":17||MISSING",
        "\"fresh-for\":300|\"fresh-for\":-1|OUT_OF_BOUNDS",
        "\"fresh-for\":300|\"fresh-for\":1e999999999|OUT_OF_BOUNDS",
        "\"fresh-for\":300|\"fresh-for\":0.0001|OUT_OF_BOUNDS",
        "\"fresh-for\":300|\"fresh-for\":\"300\"|WRONG_TYPE",
        "\"expire-after\":0.25|\"expire-after\":1576800000.001|OUT_OF_BOUNDS",
        "\"expire-after\":0.25|\"expires\":1|MISSING",
        "\"us-1\"|\"US\"|OUT_OF_BOUNDS",
        "\"us-1\"|null|WRONG_TYPE",
        "business:1|business:2|OUT_OF_BOUNDS",
        "\"version\":17|\"failed\":\"\"|OUT_OF_BOUNDS",
      })
  void hostileAnswers_areRefused(String from, String to, FieldMistake mistake) {
    assertThat(GOOD).contains(from);
    String json = "[" + GOOD.replace(from, to == null ? "" : to) + "]";
    UnreadableException refused =
        catchThrowableOfType(UnreadableException.class, () -> answers(json, KEY));
    assertThat(refused.mistake()).isEqualTo(mistake);
  }

  @Test
  void answersToOtherQuestions_areRefused() throws Exception {
    String one = "[" + GOOD + "]";
    assertThat(answers(one, KEY)).hasSize(1);
    for (List<RouteKey> asked : List.of(List.of(OTHER), List.of(KEY, OTHER), List.<RouteKey>of())) {
      assertThat(
              catchThrowableOfType(
                  UnreadableException.class,
                  () -> LookupJson.readAnswers(one.getBytes(UTF_8), asked)))
          .hasMessageContaining("asked for");
    }
  }

  @Test
  void numbersAndLengths_areBounded() throws Exception {
    assertThat(questions(list(100))).hasSize(100);
    assertThat(refusal(list(101))).isEqualTo(FieldMistake.TOO_MANY);
    int room = LookupJson.MAX_QUESTION_BYTES - list(1).length();
    assertThat(questions(list(1) + " ".repeat(room))).hasSize(1);
    assertThat(refusal(list(1) + " ".repeat(room + 1))).isEqualTo(FieldMistake.TOO_LONG);
    assertThat(refusal("[".repeat(10_000))).isEqualTo(FieldMistake.WRONG_TYPE);
    assertThat(refusal("[{\"x\":" + "[".repeat(10_000))).isEqualTo(FieldMistake.SYNTAX);
  }

  private static String list(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "\"b:" + i + '"')
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static FieldMistake refusal(String json) {
    return catchThrowableOfType(UnreadableException.class, () -> questions(json)).mistake();
  }
}
