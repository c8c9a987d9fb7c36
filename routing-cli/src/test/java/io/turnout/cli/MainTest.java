// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.cli.terminal.Interrupts;
import io.turnout.cli.terminal.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class MainTest {

  private static final List<String> COMMANDS =
      List.of(
          "demo",
          "serve",
          "lint",
          "explain",
          "test",
          "schema",
          "rehearse",
          "conformance",
          "generate-completion");

  @Test
  void noArguments_listTheCommands() {
    Ran ran = Ran.turnout();
    assertThat(ran.exitCode()).isZero();
    COMMANDS.forEach(name -> assertThat(ran.out()).containsPattern("(?m)^  " + name + " "));
    assertThat(ran.out()).isEqualTo(Ran.turnout("--help").out());
  }

  @Test
  void help_isTheSameBothWaysAndFitsATerminal() {
    for (String name : COMMANDS) {
      Ran ran = Ran.turnout("help", name);
      assertThat(ran.exitCode()).isZero();
      assertThat(ran.out()).isEqualTo(Ran.turnout(name, "--help").out());
      assertThat(ran.out()).contains("Usage: turnout " + name).doesNotContain("\u001b");
    }
    COMMANDS.stream()
        .filter(name -> !name.equals("generate-completion"))
        .flatMap(name -> Ran.turnout("help", name).out().lines())
        .forEach(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
  }

  @Test
  void help_endsWithExitCodes() {
    for (String name : List.of("demo", "serve", "lint", "explain", "test", "rehearse")) {
      assertThat(Ran.turnout("help", name).out()).contains("\nExit codes: 0 ");
    }
  }

  @Test
  void schema_isPrinted() {
    Ran ran = Ran.turnout("schema");
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).startsWith("{").contains("\"cell-from\"").endsWith("}\n");
  }

  @Test
  void outputThatCannotBeWritten_isNoAnswer() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    StringWriter err = new StringWriter();
    Terminal terminal =
        Terminal.plain(
            InputStream.nullInputStream(), new PrintWriter(full, true), new PrintWriter(err, true));
    int exitCode = Main.run(terminal, grace -> new Interrupts(), "schema");
    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString()).isEqualTo("turnout: not all of the output could be written\n");
  }

  @Test
  void misspeltCommand_isAnsweredWithTheNearest() {
    Ran ran = Ran.turnout("lin");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).startsWith("turnout: ").contains("lint").contains("turnout --help");
  }

  @Test
  void wordWithoutAPlace_isNamed() {
    assertThat(Ran.turnout("frobnicate").err())
        .startsWith("turnout: there is no command 'frobnicate'\n");
    assertThat(Ran.turnout("cost", "a.yaml", "b.yaml").err())
        .startsWith("turnout: there is no place for the argument 'b.yaml'\n");
  }

  @Test
  void misspeltOption_isNamed() {
    Ran ran = Ran.turnout("lint", "--strikt", "x");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("--strikt").contains("\"turnout lint --help\"");
  }

  @Test
  void missingArgument_isNamed() {
    Ran ran = Ran.turnout("lint");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("FILE");
  }

  @Test
  void version_isOneLine() {
    assertThat(Ran.turnout("--version").out().lines())
        .hasSize(1)
        .first()
        .asString()
        .startsWith("turnout ");
  }

  @Test
  void completion_isAScriptForEveryCommand() {
    Ran ran = Ran.turnout("generate-completion");
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).contains("complete -F");
    COMMANDS.forEach(name -> assertThat(ran.out()).contains(name));
  }
}
