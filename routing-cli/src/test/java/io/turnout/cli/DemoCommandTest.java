// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {

  private static final String REQUEST =
      "{\"name\":\"%s\",\"request\":{\"method\":\"GET\",\"target\":\"/a\",\"headers\":[[\"Host\",\"h\"]]},"
          + "\"expect\":{\"outcome\":\"cell\",\"cell\":\"%s\"}}\n";

  @TempDir Path folder;

  private Ran demo(String recording) throws IOException {
    Files.writeString(
        folder.resolve("rules.yaml"),
        "turnout: 1\nrules: [ { name: a, when: { path: /a }, then: cell us-1 } ]\n");
    Files.writeString(folder.resolve("routes.yaml"), "turnout-routes: 1\nroutes: {}\n");
    Files.writeString(folder.resolve("recording.jsonl"), recording);
    return Ran.turnout("demo", "--rate", "0", "--example", folder.toString());
  }

  @Test
  void everyRequestAsExpected_endsWithZero() throws IOException {
    Ran ran = demo(REQUEST.formatted("one", "us-1").repeat(3));
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .contains("3 of 3 requests, 3 as expected, 0 different")
        .contains("All as expected: 3 requests in ")
        .doesNotContain("\u001b")
        .doesNotContain("still runs");
  }

  @Test
  void requestElsewhere_endsWithOneAndIsNamed() throws IOException {
    Ran ran = demo(REQUEST.formatted("one", "us-1") + REQUEST.formatted("two", "eu-1"));
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out())
        .contains("Not as expected: 1 of 2 requests")
        .contains("  two: cell of the decision is us-1, expected eu-1");
  }

  @Test
  void tiers_goWithNothingElse() {
    Ran ran = Ran.turnout("demo", "--tiers", "--loop");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("--tiers goes with --rate, --once and --plain");
  }

  @Test
  void brokenRecording_isNamedByLine() throws IOException {
    Ran ran = demo(REQUEST.formatted("one", "us-1") + "{\"name\":\"two\"}\n");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err().lines())
        .hasSize(1)
        .first()
        .asString()
        .contains("recording.jsonl:2: ")
        .contains("request");
  }

  @Test
  void missingExample_saysWhatToDo() {
    Ran ran = Ran.turnout("demo", "--example", folder.resolve("none").toString());
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err().lines())
        .hasSize(1)
        .first()
        .asString()
        .contains("none/rules.yaml")
        .contains("--example");
  }

  @Test
  void contradictingOptions_areRefused() {
    assertThat(Ran.turnout("demo", "--once", "--loop").err()).contains("--once and --loop");
    assertThat(Ran.turnout("demo", "--endpoint", "http://localhost:8000").err())
        .contains("--endpoint belongs to --authority dynamodb");
    assertThat(Ran.turnout("demo", "--authority", "dynamodb", "--endpoint", "here").err())
        .contains("--endpoint cannot be \"here\"; it is written http://");
    assertThat(Ran.turnout("demo", "--authority", "redis").err()).contains("redis");
    for (String rate : List.of("-1", "1000001", "many")) {
      Ran ran = Ran.turnout("demo", "--rate", rate);
      assertThat(ran.exitCode()).isEqualTo(2);
      assertThat(ran.err()).contains(rate);
    }
  }
}
