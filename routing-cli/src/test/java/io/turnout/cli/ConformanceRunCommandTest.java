// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConformanceRunCommandTest {

  private static final String COOKIES = "extract/cookie/*";

  /** Answers everything, and decides each request alike. */
  private static final String DULL =
      "sh -c 'while read -r line; do case $line in"
          + " *\\\"hello\\\"*) echo \"{\\\"name\\\":\\\"dull\\\",\\\"version\\\":\\\"1\\\","
          + "\\\"protocol\\\":1,\\\"kinds\\\":[\\\"decide\\\"]}\" ;;"
          + " *\\\"load\\\"*) echo \"{\\\"ok\\\":true}\" ;;"
          + " *) echo \"{\\\"outcome\\\":\\\"reject\\\",\\\"body-read\\\":0}\" ;; esac; done'";

  @TempDir Path folder;

  private static Ran run(String... more) {
    String[] arguments = new String[more.length + 2];
    arguments[0] = "conformance";
    arguments[1] = "run";
    System.arraycopy(more, 0, arguments, 2, more.length);
    return Ran.turnout(arguments);
  }

  @Test
  void library_passesAndReportsAreWritten() {
    Path json = folder.resolve("r.json");
    Path html = folder.resolve("r.html");
    Ran ran = run("--filter", COOKIES, "--report", json.toString(), "--report", html.toString());
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .startsWith("turnout-java ")
        .contains("KIND ")
        .contains("\ndecide ")
        .endsWith("Passed.\n");
    assertThat(json).content().contains("\"passed\" : true").contains("\"id\" : \"extract/cookie/");
    assertThat(html).content().startsWith("<!DOCTYPE html>");
  }

  @Test
  void command_thatDecidesOtherwise_isShownWithWhatReplaysIt() {
    Ran ran = run("--filter", COOKIES, "--command", DULL);
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out())
        .contains("FAILED extract/cookie/accept-cookie.yaml#")
        .contains("outcome is \"reject\", expected \"cell\"")
        .contains("\n{\"op\":\"hello\",\"protocol\":1}\n{\"op\":\"load\",\"rules\":\"")
        .contains("\ndull 1, fixtures ")
        .contains("\nNot passed: ");
  }

  @Test
  void kindsThatACommandLacks_areSkipped() {
    Ran ran = run("--filter", "resolve/*", "--command", DULL);
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .containsPattern("Skipped \\d+: the implementation does not have the kind \"timeline\"")
        .endsWith("Passed; what was skipped does not count.\n");
  }

  @Test
  void expectedFailures_passUntilTheyAreGone() throws IOException {
    Path known = folder.resolve("known.yaml");
    Files.writeString(known, "\"" + COOKIES + "\": no cookies yet\n");
    Ran ran = run("--filter", COOKIES, "--command", DULL, "--expected-failures", known.toString());
    assertThat(ran.exitCode()).isZero();
    Ran fixed = run("--filter", COOKIES, "--expected-failures", known.toString());
    assertThat(fixed.exitCode()).isEqualTo(1);
    assertThat(fixed.out()).contains("DID NOT FAIL AS EXPECTED " + COOKIES);
  }

  @Test
  void callThatIsWrong_isSaidAndNothingIsRun() {
    wrong("there is no file", "--expected-failures", folder.resolve("none.yaml").toString());
    wrong("none fits \"nothing\"", "--filter", "nothing");
    wrong("must end with .json, .xml or .html", "--report", "report.txt");
    wrong("the command [/no/such] cannot be started", "--command", "/no/such");
    wrong("the command ended", "--command", "sh -c 'exit 3'");
    wrong("is not closed", "--command", "sh 'a");
    wrong("--timeout 0.0 must be 1 ms or more", "--command", "cat", "--timeout", "0");
    wrong(
        "there is no file " + folder.resolve("none"),
        "--fixtures",
        folder.resolve("none").toString());
    wrong("no case to ask", "--fixtures", folder.toString());
  }

  @Test
  void reportThatCannotBeWritten_losesNoResult() {
    Path report = folder.resolve("report.json");
    assertThat(report.toFile().mkdir()).isTrue();
    Ran ran = run("--filter", COOKIES, "--report", report.toString());
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).endsWith("Passed.\n");
    assertThat(ran.err()).contains("file " + report + " cannot be read or written: ");
  }

  private static void wrong(String says, String... arguments) {
    Ran ran = run(arguments);
    assertThat(ran.exitCode()).as(says).isEqualTo(2);
    assertThat(ran.err()).startsWith("turnout: ").contains(says);
    assertThat(ran.out()).isEmpty();
  }
}
