// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandImplementationTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final String ASKED = "{\"op\":\"decide\"}";

  @TempDir Path folder;

  private CommandImplementation shell(String script, Duration hangLimit) {
    return new CommandImplementation(
        List.of("sh", "-c", "echo started >> \"$0\"; " + script, starts().toString()), hangLimit);
  }

  private Path starts() {
    return folder.resolve("starts");
  }

  private int startCount() throws IOException {
    return Files.readAllLines(starts()).size();
  }

  @Test
  void answer_isTheLineThatTheCommandPrints() throws IOException {
    String script = "while read -r line; do echo \"{\\\"got\\\":$line}\"; done";
    try (Implementation command = shell(script, LONG)) {
      assertThat(command.answer(ASKED)).isEqualTo("{\"got\":{\"op\":\"decide\"}}");
      assertThat(command.answer("{\"n\":2}")).isEqualTo("{\"got\":{\"n\":2}}");
    }
    assertThat(startCount()).isEqualTo(1);
  }

  @Test
  void command_findsTheSecretsOfTheFixtures() {
    String script = "while read -r line; do echo \"{\\\"got\\\":\\\"$%s\\\"}\"; done";
    FixtureSecrets.ALL.forEach(
        (name, value) -> {
          try (Implementation command = shell(script.formatted(name), LONG)) {
            assertThat(command.answer(ASKED)).isEqualTo("{\"got\":\"" + value + "\"}");
          }
        });
  }

  @Test
  void commandThatDies_failsTheRequestAndIsStartedAgain() throws IOException {
    try (Implementation command = shell("read a; echo {}; read b; echo why >&2; exit 3", LONG)) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> command.answer(ASKED))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("the command ended")
            .hasMessageContaining(ASKED);
      }
    }
    assertThat(startCount()).isEqualTo(2);
  }

  @Test
  void commandThatHangs_failsTheRequestAndIsStartedAgain() throws IOException {
    try (Implementation command = shell("read a; echo {}; exec sleep 60", SHORT)) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> command.answer(ASKED))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("did not answer within 300 ms");
      }
    }
    assertThat(startCount()).isEqualTo(2);
  }

  @Test
  void commandThatChats_failsTheRequest() {
    try (Implementation command = shell("read a; echo {}; read b; echo well; read c", LONG)) {
      assertThatThrownBy(() -> command.answer(ASKED))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("no JSON object: well");
    }
  }

  @Test
  void twoObjectsOnOneLine_areNoAnswer() {
    try (Implementation command = shell("read a; echo {}; read b; echo '{} {}'; read c", LONG)) {
      assertThatThrownBy(() -> command.answer(ASKED))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("no JSON object: {} {}");
    }
  }

  @Test
  void commandThatPrintsALineTooMany_failsTheNextRequest() {
    String script = "read a; printf '{}\\n{}\\n'; read b; echo {}; read c";
    try (Implementation command = shell(script, LONG)) {
      assertThatThrownBy(() -> command.answer(ASKED))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("more than one line");
    }
  }

  @Test
  void line_mayHaveTheMostBytesAndNoMore() {
    String most = "head -c " + (ChildProcess.MAX_LINE_BYTES - 2) + " /dev/zero | tr '\\0' ' '";
    String script = "read a; echo {}; read b; printf {; " + most + "; echo %s; read c";
    try (Implementation command = shell(script.formatted("}"), LONG)) {
      assertThat(command.answer(ASKED)).hasSize(ChildProcess.MAX_LINE_BYTES);
    }
    try (Implementation command = shell(script.formatted("' }'"), LONG)) {
      assertThatThrownBy(() -> command.answer(ASKED))
          .hasMessageContaining("a line of more than " + ChildProcess.MAX_LINE_BYTES + " bytes");
    }
  }

  @Test
  void standardError_isShownOnFailure() {
    try (Implementation command = shell("echo no such thing >&2; exec 2>&-; exec sleep 1", LONG)) {
      assertThatThrownBy(() -> command.answer(ASKED))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("no such thing");
    }
  }

  @Test
  void missingProgram_isNamed() {
    Implementation command = Implementation.ofCommand(List.of("/no/such/program"));
    assertThatThrownBy(() -> command.answer(ASKED))
        .isInstanceOf(NotStartedException.class)
        .hasMessageContaining("/no/such/program");
    assertThatThrownBy(() -> Implementation.ofCommand(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void close_saysBye() throws IOException {
    Path heard = folder.resolve("heard");
    String script =
        "while read -r line; do echo \"$line\" >> '"
            + heard
            + "'; echo {}; "
            + "case $line in *bye*) exit;; esac; done";
    try (Implementation command = shell(script, LONG)) {
      command.answer(ASKED);
    }
    assertThat(Files.readAllLines(heard)).last().isEqualTo("{\"op\":\"bye\"}");
  }
}
