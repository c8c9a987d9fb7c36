// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.document.DocumentLimits;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityAnswer.Known;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import io.turnout.store.MoveMark;
import io.turnout.store.RouteDefaults;
import io.turnout.store.WriteStamp;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteFileTest {

  private static RouteFile.Reading read(String text) {
    return RouteFile.read(text.getBytes(UTF_8), DocumentLimits.DEFAULT);
  }

  private static RouteFile good(String text) {
    RouteFile.Reading reading = read(text);
    assertThat(reading.problems()).isEmpty();
    return reading.file().orElseThrow();
  }

  private static RouteLife life(int freshSeconds, int expireSeconds) {
    return new RouteLife(Duration.ofSeconds(freshSeconds), Duration.ofSeconds(expireSeconds));
  }

  @Test
  void yaml_isRead() {
    RouteFile file =
        good(
            """
            turnout-routes: 1
            defaults: { fresh-for: 10s, expire-after: 1m }
            unknown: { expire-after: 5s }
            routes:
              "business:1": us-1
              business:2: "2"
              mail:a:b@x: { cell: eu-1, fresh-for: 1s }
              "business:3": { cell: eu-1, expire-after: 0 }
            """);

    assertThat(file.defaults().unknown()).isEqualTo(life(5, 5));
    assertThat(answers(file))
        .isEqualTo(
            Map.of(
                "business:1",
                "us-1 10s 1m",
                "business:2",
                "2 10s 1m",
                "mail:a:b@x",
                "eu-1 1s 1m",
                "business:3",
                "eu-1 0 0"));
    assertThat(file.routes().values())
        .allSatisfy(
            listed -> {
              assertThat(listed.versioned()).isFalse();
              assertThat(listed.route().version()).isBetween(1L, 1L << 30);
            });
  }

  private static Map<String, String> answers(RouteFile file) {
    Map<String, String> answers = new HashMap<>();
    for (RouteKey key : file.routes().keySet()) {
      AuthorityAnswer answer = file.chain(key).answer(file.defaults());
      String cell = answer instanceof Known known ? known.cell() : "unknown";
      answers.put(
          key.text(),
          cell
              + " "
              + RouteText.duration(answer.freshFor())
              + " "
              + RouteText.duration(answer.expireAfter()));
    }
    return answers;
  }

  @Test
  void json_isRead() {
    RouteFile file =
        good("{\n\t\"turnout-routes\": 1,\n\t\"routes\": {\"url:\\/a\": {\"cell\":\"us-1\"}}\n}\n");

    assertThat(answers(file)).isEqualTo(Map.of("url:/a", "us-1 5m 1d"));
    assertThat(file.defaults()).isEqualTo(RouteDefaults.INITIAL);
  }

  @Test
  void recordsOfEveryKind_areRead() {
    RouteFile file =
        good(
            """
            turnout-routes: 1
            defaults: { fresh-for: 10s, version: 7, write: "w-7", longest-life-until: 1000 }
            routes:
              "business:1": { cell: us-1, version: 12, write: "w-12" }
              "business:2": { cell: us-1, longest-life-until: "2026-01-01T00:00:00.500Z" }
              "business:3":
                cell: eu-1
                version: 9
                moving: { id: m-1, from: us-1, to: eu-1, phase: flipped, due: 2026-01-01T00:00:00Z }
              "card:1": { alias-of: "business:1", offset: 30 }
              "card:2": { alias-of: card:1, expire-after: 1s }
              "card:3": { deleted: true, version: 44 }
            """);

    assertThat(file.defaults())
        .isEqualTo(
            new RouteDefaults(
                new RouteLife(Duration.ofSeconds(10), Duration.ofHours(24)),
                RouteLife.UNKNOWN,
                1_000,
                new WriteStamp(7, "w-7")));
    assertThat(answers(file))
        .isEqualTo(
            Map.of(
                "business:1",
                "us-1 10s 1d",
                "business:2",
                "us-1 10s 1d",
                "business:3",
                "eu-1 0 0",
                "card:1",
                "us-1 10s 1d",
                "card:2",
                "us-1 1s 1s",
                "card:3",
                "unknown 30s 1m"));
    assertThat(file.chain(RouteKey.parse("card:2")).version()).isEqualTo(42);
    assertThat(file.route(RouteKey.parse("business:2")).orElseThrow().longestLifeUntil())
        .isEqualTo(1_767_225_600_500L);
    assertThat(file.route(RouteKey.parse("business:3")).orElseThrow().move())
        .contains(new MoveMark("m-1", "us-1", "eu-1", MoveMark.Phase.FLIPPED, 1_767_225_600_000L));
  }

  @Test
  void aliasOfAKeyThatIsNotListed_isAWarning() {
    RouteFile.Reading reading =
        read("turnout-routes: 1\nroutes:\n  a:1: { alias-of: a:2, offset: 5 }\n");

    assertThat(reading.problems())
        .extracting(problem -> problem.at() + " " + problem.isError())
        .containsExactly("3:20 false");
    assertThat(answers(reading.file().orElseThrow())).isEqualTo(Map.of("a:1", "unknown 30s 1m"));
  }

  @Test
  void aliases_areFollowedThreeTimes() {
    String three =
        "turnout-routes: 1~routes:~  a:0: us-1~  a:1: { alias-of: a:0 }~  a:2: { alias-of: a:1 }~"
            + "  a:3: { alias-of: a:2 }~";
    String four = three + "  a:4: { alias-of: a:3 }~";

    assertThat(answers(good(three.replace('~', '\n')))).containsEntry("a:3", "us-1 5m 1d");
    assertThat(read(four.replace('~', '\n')).problems())
        .extracting(problem -> problem.at() + " " + problem.code().text())
        .containsExactly("7:20 invalid-value");
  }

  @Test
  void noRoutes_haveToBeSaid() {
    assertThat(good("turnout-routes: 1\nroutes: {}\n").routes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "turnout-routes: 1|1:1 missing-key",
        "turnout-routes: 1~routes:|2:8 wrong-type",
        "turnout-routes: 1~routes: []|2:9 wrong-type",
        "routes: {}|1:1 missing-key",
        "turnout-routes: 2~routes: {}|1:17 unsupported-version",
        "turnout-routes: '1'~routes: {}|1:17 wrong-type",
        "turnout-routes: 1~routes: {}~route: {}|3:1 unknown-key",
        "turnout-routes: 1~routes: {}~routes: {}|3:1 duplicate-key",
        "turnout-routes: 1~routes: {}~defaults: {}|3:11 invalid-value",
        "turnout-routes: 1~routes: {}~defaults: { fresh-for: 10 }|3:24 invalid-duration",
        "turnout-routes: 1~routes: {}~unknown: { expires: 1s }|3:12 unknown-key",
        "turnout-routes: 1~routes: { us-1: us-1 }|2:11 invalid-value",
        "turnout-routes: 1~routes: { 'A:1': us-1 }|2:11 invalid-value",
        "turnout-routes: 1~routes: { 'a:': us-1 }|2:11 invalid-value",
        "turnout-routes: 1~routes: { \"a:\\u0001\": us-1 }|2:11 invalid-value",
        "turnout-routes: 1~routes: { 'a:1': US }|2:18 invalid-value",
        "turnout-routes: 1~routes: { 'a:1': 1 }|2:18 wrong-type",
        "turnout-routes: 1~routes:~  'a:1':|3:9 wrong-type",
        "turnout-routes: 1~routes: { 'a:1': [us-1] }|2:18 wrong-type",
        "turnout-routes: 1~routes: { 'a:1': {} }|2:18 invalid-value",
        "turnout-routes: 1~routes: { 'a:1': { fresh-for: 1s } }|2:18 missing-key",
        "turnout-routes: 1~routes: { 'a:1': { cell: us-1, cell: us-2 } }|2:32 duplicate-key",
        "turnout-routes: 1~routes: { 'a:1': { cell: us-1, x: 1 } }|2:32 unknown-key",
        "turnout-routes: 1~routes: { 'a:1': u, 'a:1': u }|2:21 duplicate-key",
        "turnout-routes: 1~routes: {|2:10 yaml",
        "turnout-routes: 1~routes: { 'a:1': { cell: u, alias-of: 'a:2' } }|2:18 conflicting-keys",
        "turnout-routes: 1~routes: { 'a:1': { cell: u, offset: 2 } }|2:18 conflicting-keys",
        "turnout-routes: 1~routes: { 'a:1': { alias-of: a } }|2:30 invalid-value",
        "turnout-routes: 1~routes: { 'a:1': { alias-of: [] } }|2:30 wrong-type",
        "turnout-routes: 1~routes: { 'a:1': { alias-of: 'a:1' } }|2:30 invalid-value",
        "turnout-routes: 1~routes: { 'a:1': { alias-of: 'a:2', offset: -1 } }|2:45 invalid-value",
        "turnout-routes: 1~routes: { 'a:1': { deleted: false } }|2:29 wrong-type",
        "turnout-routes: 1~routes: { 'a:1': { cell: u, version: 0 } }|2:38 invalid-value",
        "turnout-routes: 1~routes: { 'a:1': { cell: u, version: 1000000000000000 } }|2:38"
            + " invalid-value",
        "turnout-routes: 1~routes: { 'a:1': { cell: u, write: '' } }|2:36 wrong-type",
        "turnout-routes: 1~routes: { 'a:1': { cell: u, longest-life-until: soon } }|2:49"
            + " invalid-value",
        "turnout-routes: 1~routes: { 'a:1': { cell: u, longest-life-until: -1 } }|2:49"
            + " invalid-value",
        "turnout-routes: 1~routes: { 'a:1': { cell: u, longest-life-until:"
            + " '1969-12-31T23:59:59Z' } }|2:49 invalid-value",
        "turnout-routes: 1~routes: { 'a:1': { cell: u, moving: {} } }|2:37 invalid-value",
        "turnout-routes: 1~routes: { 'a:1': { cell: u, moving: { id: m } } }|2:37 missing-key",
        "turnout-routes: 1~routes: { 'a:1': { cell: u, moving: { id: m, from: v, to: u, phase:"
            + " marked, due: 1 } } }|2:37 conflicting-keys",
        "turnout-routes: 1~routes: { 'a:1': { cell: u, moving: { id: m, from: u, to: v, phase:"
            + " done, due: 1 } } }|2:69 invalid-value",
        "turnout-routes: 1~unknown: { version: 1 }~routes: {}|2:12 unknown-key",
        "''|1:1 wrong-type",
      })
  void mistake_isNamedByItsPlace(String text, String problem) {
    RouteFile.Reading reading = read(text.replace('~', '\n'));

    assertThat(reading.file()).isEmpty();
    assertThat(reading.problems())
        .extracting(found -> found.at() + " " + found.code().text())
        .first()
        .isEqualTo(problem);
  }

  @Test
  void everyMistake_isNamedAndNoneShowsAKey() {
    RouteFile.Reading reading =
        read(
            """
            turnout-routes: 1
            routes:
              "secret:zz@x": US
              "zz@x": us-1
              "secret:zz": [zz@x]
              "secret:zz": us-1
              us-1: "zz@x"
            """);

    assertThat(reading.problems())
        .extracting(problem -> problem.at().text())
        .containsExactly("3:18", "4:3", "5:16", "6:3", "7:3", "7:9");
    assertThat(reading.problems()).noneMatch(problem -> problem.text().contains("zz"));
  }

  @Test
  void brokenEnd_isRefusedWhole() {
    String text = "turnout-routes: 1\nroutes:\n  \"a:1\": us-1\n  \"a:2\": us-2\n";
    List<String> prefixes =
        List.of(text.substring(0, 33), text.substring(0, 44), text.substring(0, 20));

    assertThat(prefixes).allSatisfy(prefix -> assertThat(read(prefix).file()).isEmpty());
  }
}
