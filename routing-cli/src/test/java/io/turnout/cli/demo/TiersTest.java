// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parts of the demo of two tiers; CI runs the whole. */
class TiersTest {

  @TempDir private Path folder;

  private static Arrival arrival(Field... fields) {
    return new Arrival("us-1", "GET", "/a?b=\u00e4", List.of(fields), 3, "00ff");
  }

  @Test
  void lineOfACell_isReadAsItWasWritten() {
    CellLine line =
        new CellLine("17", 1_234, arrival(new Field("X", "\u00e4 \"b\""), new Field("x", "")));
    assertThat(line.text()).doesNotContain("\n");
    assertThat(CellLine.of(line.text())).isEqualTo(line);
  }

  @Test
  void way_isToldByTheRoutersThatARequestPassed() {
    assertThat(TierCourse.way(arrival(new Field("Via", "1.1 turnout"))))
        .isEqualTo(TierCourse.DIRECT);
    assertThat(
            TierCourse.way(
                arrival(new Field("Via", "1.1 turnout"), new Field("via", "1.1 turnout"))))
        .isEqualTo(TierCourse.HANDED_ON);
    assertThat(TierCourse.way(arrival(new Field("Via", "2 turnout, 1.1 turnout"))))
        .isEqualTo(TierCourse.HANDED_ON);
    assertThat(TierCourse.way(arrival(new Field("Via", "1.1 nginx, 1.1 turnout"))))
        .isEqualTo(TierCourse.DIRECT);
  }

  @Test
  void accessLogs_areCountedByTier() {
    TierTally tally = new TierTally();
    tally.line("edge-1", "{\"outcome\":\"cell\",\"freshness\":\"stale\",\"decision-ms\":0.5}");
    tally.line("edge-1", "{\"outcome\":\"cell\",\"decision-ms\":0.1}");
    tally.line("edge-2", "{\"outcome\":\"reject\",\"decision-ms\":0.1}");
    tally.line(
        "edge-2",
        "{\"outcome\":\"authority\",\"reason\":\"unavailable\",\"detail\":\"miss\",\"learnt\":2}");
    tally.line("edge-2", "{\"outcome\":\"authority\",\"reason\":\"no-rule\"}");
    tally.line("edge-2", "{\"status\":400}");
    tally.line("authority", "{\"outcome\":\"cell\",\"edge\":\"demo-edges\"}");
    tally.line("authority", "{\"outcome\":\"reject\"}");
    assertThat(words(tally.atEdges()))
        .isEqualTo(Map.of("by a copy", 1L, "by a rule alone", 1L, "rejected", 1L, "handed on", 2L));
    assertThat(words(tally.handedOn())).isEqualTo(Map.of("miss", 1L, "no-rule", 1L));
    assertThat(words(tally.routes())).isEqualTo(Map.of("taught", 2L, "used and refreshed", 1L));
    assertThat(words(tally.atAuthority()))
        .isEqualTo(
            Map.of(
                "to a cell", 1L, "rejected", 1L, "of a proven edge", 1L, "of somebody else", 1L));
    assertThat(tally.takeRecent().count()).isEqualTo(5);
    assertThat(tally.takeRecent().count()).isZero();
    assertThat(TierBoard.lines(tally, new TierCourse()))
        .hasSize(11)
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(78));
  }

  private static Map<String, Long> words(Counts counts) {
    return counts.top(9).stream()
        .collect(Collectors.toMap(Counts.Count::word, Counts.Count::times));
  }

  @Test
  void forgedRequests_speakAsRoutersInEverySpelling_andOfOneFieldAlone() throws IOException {
    List<Recorded> recording = Examples.payments().recording();
    List<Recorded> forged = Forged.of(recording, "v1");
    List<List<String>> names =
        forged.stream()
            .map(
                one ->
                    one.headers().stream()
                        .map(Field::name)
                        .filter(name -> name.toLowerCase(Locale.ROOT).startsWith("turnout"))
                        .toList())
            .toList();
    assertThat(names).allMatch(list -> list.size() == 36 || list.size() == 6);
    assertThat(names).anyMatch(list -> list.contains("TURNOUT_HOPS"));
    for (String name : List.of("Turnout-Key", "Turnout-Client", "Turnout-Hops", "Turnout-Route")) {
      assertThat(names).anyMatch(list -> list.size() == 6 && list.contains(name));
    }
  }

  @Test
  void findings_areKeptUntilTheyAreTaken() {
    TierCourse course = new TierCourse();
    for (int i = 0; i < 7; i++) {
      course.wrong("number " + i);
    }
    TierCourse.Findings findings = course.takeWrong();
    assertThat(findings.count()).isEqualTo(7);
    assertThat(findings.first()).hasSize(5).startsWith("number 0");
    assertThat(course.takeWrong().count()).isZero();
  }

  @Test
  void filesOfTheTiers_areWhatTheGatewayReads() throws IOException {
    TierFiles files = new TierFiles(folder);
    files.copy(Examples.payments());
    Map<String, Integer> cells = Map.of("us-1", 1, "us-2", 2, "eu-1", 3, "ap-1", 4);
    for (Path config :
        List.of(
            files.authority(cells, 0, 0),
            files.edge("edge-1", cells, 0, new TierFiles.Behind(5, 6)))) {
      var read = io.turnout.gateway.config.GatewayConfig.load(config);
      assertThat(read.cells()).hasSize(4);
      assertThat(read.warnings()).isEmpty();
    }
    assertThat(Files.readString(files.rules())).contains("demo-edges");
  }
}
