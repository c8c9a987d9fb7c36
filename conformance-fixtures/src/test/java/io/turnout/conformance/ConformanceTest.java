// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

class ConformanceTest {

  private static final String TIMELINE =
      """
      kind: timeline
      about: an authority that fails
      steps:
        - { at: 0s, authority: down }
        - { route: "business:1", expect: { cell: null } }
      """;

  @TempDir Path folder;

  private void run(Implementation implementation) throws Throwable {
    Files.writeString(folder.resolve("accept-one.yaml"), TIMELINE);
    DynamicContainer file =
        (DynamicContainer)
            Conformance.of(() -> implementation).in(folder).tests().findFirst().orElseThrow();
    ((DynamicTest) file.getChildren().findFirst().orElseThrow()).getExecutable().execute();
  }

  private static String hello(String kind) {
    return "{\"name\":\"n\",\"version\":\"1\",\"protocol\":1,\"kinds\":[\"" + kind + "\"]}";
  }

  @Test
  void kindThatIsNotThere_isSkipped() {
    assertThatThrownBy(() -> run(line -> hello("decide")))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("\"timeline\"");
  }

  @Test
  void skippedQuestion_skipsTheCase() {
    assertThatThrownBy(
            () ->
                run(line -> line.contains("hello") ? hello("timeline") : "{\"skip\":\"no time\"}"))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("no time");
  }

  @Test
  void changeThatIsNotMade_failsTheCase() {
    assertThatThrownBy(
            () ->
                run(
                    line ->
                        line.contains("authority")
                            ? "{\"error\":\"which?\"}"
                            : line.contains("hello") ? hello("timeline") : "{\"ok\":true}"))
        .isNotInstanceOf(TestAbortedException.class)
        .hasMessageContaining("which?");
  }

  @Test
  void libraryItself_passes() throws Throwable {
    run(Implementation.ofLibrary());
  }
}
