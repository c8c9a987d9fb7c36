// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestCommandTest {

  private static final String RULES =
      """
      turnout: 1
      rules:
        - { name: h, key: { namespace: business, from: [ { header: X-Business-Id } ] } }
      """;

  private static final String CASE =
      """
      kind: decide
      about: the header
      routes: { "business:1": us-1 }
      cases:
        - name: one value
          request: { target: /, headers: [ [X-Business-Id, "1"] ] }
          expect: { outcome: cell, cell: us-1, rule: h }
      """;

  @TempDir Path folder;
  @TempDir Path cases;

  @BeforeEach
  void writeRules() throws IOException {
    Files.writeString(folder.resolve("rules.yaml"), RULES);
  }

  private Ran test(String content, String... more) throws IOException {
    Files.writeString(cases.resolve("header.yaml"), content);
    String[] arguments = new String[more.length + 3];
    arguments[0] = "test";
    arguments[1] = folder.resolve("rules.yaml").toString();
    arguments[2] = cases.toString();
    System.arraycopy(more, 0, arguments, 3, more.length);
    return Ran.turnout(arguments);
  }

  @Test
  void casesOfTheExample_pass() {
    Path example = Ran.example();
    Ran ran =
        Ran.turnout(
            "test", example.resolve("rules.yaml").toString(), example.resolve("cases").toString());
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).endsWith("Passed.\n");
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void caseThatFails_isReadableAndInTheReport() throws IOException {
    Path xml = folder.resolve("report.xml");
    Ran ran =
        test(CASE.replace("cell: us-1, rule", "cell: eu-1, rule"), "--report", xml.toString());
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out())
        .startsWith("FAILED header.yaml#one value\n  cell is \"us-1\", expected \"eu-1\"\n")
        .doesNotContain("replay");
    assertThat(xml)
        .content()
        .contains("<testcase classname=\"header\" name=\"one value\" file=\"header.yaml\"")
        .contains("<failure message=\"cell is &quot;us-1&quot;, expected &quot;eu-1&quot;\"");
  }

  @Test
  void filter_asksOnlyWhatFits() throws IOException {
    assertThat(test(CASE, "--filter", "*one*").exitCode()).isZero();
    assertThat(test(CASE, "--filter", "two").exitCode()).isEqualTo(2);
  }

  @Test
  void caseWithRulesOfItsOwn_isRefused() throws IOException {
    refused(CASE + "rules: 'turnout: 1'\n", "must not have rules of its own");
    refused(CASE + "rules-file: shared/x.yaml\n", "must not have rules of its own");
  }

  @Test
  void whatWouldBeOverlooked_isRefused() throws IOException {
    refused(CASE.replace("headers:", "header:"), "unknown member \"header\"", "one value");
    refused(CASE.replace("expect:", "expects:"), "unknown member \"expects\"");
    refused(CASE.replace("rule: h", "rul: h"), "unknown member \"rul\"");
    refused(CASE.replace("routes:", "route:"), "unknown member \"route\"");
    refused(CASE.replace("kind: decide", "kind: timeline"), "header.yaml");
    refused(CASE.replace("kind: decide", "kind: decides"), "kind \"decides\"");
    refused(CASE.replace("one value", "one#value"), "without #");
    refused(CASE.replaceAll("(?s)cases:.*", "cases: []\n"), "must be a list of cases");
    refused("kind: [decide\n", "no YAML");
    refused("[]\n", "must be a mapping");
  }

  private void refused(String content, String... words) throws IOException {
    Ran ran = test(content);
    assertThat(ran.exitCode()).as(content).isEqualTo(2);
    assertThat(ran.err()).startsWith("turnout: fixture header.yaml").contains(words);
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void rulesWithMistakes_areRefusedWithTheirPlace() throws IOException {
    Files.writeString(folder.resolve("rules.yaml"), RULES.replace("header:", "headr:"));
    Ran ran = test(CASE);
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("rules.yaml").contains("3:").contains("headr");
  }

  @Test
  void folderWithoutCases_isNoPass() {
    Ran ran = Ran.turnout("test", folder.resolve("rules.yaml").toString(), cases.toString());
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("no case to ask");
  }
}
