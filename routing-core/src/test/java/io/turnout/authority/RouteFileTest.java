// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.authority.RouteFile.Route;
import io.turnout.document.DocumentLimits;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import java.time.Duration;
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

    assertThat(file.unknown()).isEqualTo(life(5, 5));
    assertThat(file.routes())
        .isEqualTo(
            Map.of(
                new RouteKey("business", "1"), new Route("us-1", life(10, 60)),
                new RouteKey("business", "2"), new Route("2", life(10, 60)),
                new RouteKey("mail", "a:b@x"), new Route("eu-1", life(1, 60)),
                new RouteKey("business", "3"), new Route("eu-1", life(0, 0))));
  }

  @Test
  void json_isRead() {
    RouteFile file =
        good("{\n\t\"turnout-routes\": 1,\n\t\"routes\": {\"url:\\/a\": {\"cell\":\"us-1\"}}\n}\n");

    assertThat(file.routes())
        .isEqualTo(Map.of(new RouteKey("url", "/a"), new Route("us-1", RouteLife.KNOWN)));
    assertThat(file.unknown()).isEqualTo(RouteLife.UNKNOWN);
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
