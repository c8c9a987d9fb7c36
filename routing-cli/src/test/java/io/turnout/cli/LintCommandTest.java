// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.turnout.cli.terminal.ExitCode;
import io.turnout.document.Position;
import io.turnout.document.Problem;
import io.turnout.document.ProblemCode;
import io.turnout.rules.RuleSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LintCommandTest {

  private static final String CLEAN =
      """
      turnout: 1
      rules:
        - name: a
          when: { path: /a }
          then: cell us-1
      """;
  private static final String WARNS =
      """
      turnout: 1
      rules:
        - { name: all, then: reject 404 }
        - { name: never, when: { path: /a }, then: cell us-1 }
      """;
  private static final String WRONG =
      """
      turnout: 1
      rules:
        - { name: a, key: { namespace: b, from: [ { headr: X } ] } }
        - { name: a, then: cell US }
      """;

  @TempDir Path folder;

  private String file(String text) throws IOException {
    return Files.writeString(folder.resolve("rules.yaml"), text).toString();
  }

  @Test
  void rulesThatAreTooHardToSettle_areNamedAndNoWarnings() throws IOException {
    StringBuilder text = new StringBuilder("turnout: 1\nrules:\n");
    for (int i = 0; i < 9_000; i++) {
      text.append(
          "  - { name: r%d, when: { header: { A: { prefix: a%05d } } }, then: reject 404 }\n"
              .formatted(i, i));
    }
    String file = file(text.toString());
    Ran ran = Ran.turnout("lint", "--strict", file);
    assertThat(ran.out().lines().findFirst().orElseThrow())
        .startsWith(file + ": ")
        .contains(" rules may be shadowed or not, which was too hard to settle: \"r")
        .endsWith(" more");
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void rulesThatAreTooHardToSettle_areNamedToPrograms() throws IOException {
    LintReport report =
        new LintReport(
            Path.of("rules.yaml"),
            List.of(),
            List.of("a", "b"),
            Optional.of(RuleSet.parse(CLEAN, folder)),
            Optional.empty());
    JsonMapper mapper = new JsonMapper();
    JsonNode json = mapper.readTree(LintJson.of(List.of(report)));
    assertThat(json.at("/files/0/unsettled").valueStream().map(JsonNode::asText))
        .containsExactly("a", "b");
    JsonNode run = mapper.readTree(LintSarif.of(List.of(report), "1")).at("/runs/0/invocations/0");
    JsonNode note = run.at("/toolExecutionNotifications/0");
    assertThat(note.at("/level").asText()).isEqualTo("note");
    assertThat(note.at("/message/text").asText()).contains("\"a\"", "\"b\"");
    assertThat(run.at("/executionSuccessful").asBoolean()).isTrue();
  }

  @Test
  void cleanFile_isCountedAndGivesItsVersion() throws IOException {
    String file = file(CLEAN);
    Ran ran = Ran.turnout("lint", "--strict", file);
    assertThat(ran.out().strip())
        .matches(Pattern.quote(file) + ": 1 rule, 0 warnings, version [0-9a-f]{12}");
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void keyFile_isLookedForBesideTheRuleFile() throws IOException {
    String file =
        file(
            """
            turnout: 1
            jwt: { t: { token: { query: t }, verify: { jwks: keys.json, algorithms: [EdDSA] } } }
            rules:
              - { name: a, key: { namespace: n, from: [ { jwt: { token: t, claim: c } } ] } }
            """);
    Ran missing = Ran.turnout("lint", file);
    assertThat(missing.out()).contains(file + ":2:50: error: the key file \"keys.json\"");
    assertThat(missing.exitCode()).isEqualTo(ExitCode.WRONG);
    String key = "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"%s\"}";
    Files.writeString(
        folder.resolve("keys.json"),
        "{\"keys\":[" + key.formatted("BY0CegnwCgHzGtrob-U9ve-KcRcFtjP-ynntfLuYals") + "]}");
    assertThat(Ran.turnout("lint", "--strict", file).exitCode()).isZero();
  }

  @Test
  void warning_failsOnlyIfStrict() throws IOException {
    String file = file(WARNS);
    Ran ran = Ran.turnout("lint", file);
    assertThat(ran.out()).contains(file + ":4:", ": warning: ", "2 rules, 1 warning");
    assertThat(ran.exitCode()).isZero();
    assertThat(Ran.turnout("lint", file, "--strict").exitCode()).isEqualTo(1);
  }

  @Test
  void namesInFindings_moveNoCursor() throws IOException {
    String again = "  - { name: \"%s\\e[2J\", then: cell us-1 }\n";
    String file = file("turnout: 1\nrules:\n" + again.formatted("a") + again.formatted("b"));
    assertThat(Ran.turnout("lint", file).out()).contains("b<1B>[2J").doesNotContain("\u001b");
  }

  @Test
  void mistakes_areAllNamedWithPlaceSuggestionAndCode() throws IOException {
    String file = file(WRONG);
    Ran ran = Ran.turnout("lint", file);
    assertThat(ran.out().lines())
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith(file + ":3:47: error: ")
                    .contains("did you mean \"header\"?")
                    .endsWith("[unknown-key]"))
        .anySatisfy(line -> assertThat(line).startsWith(file + ":4:"))
        .last()
        .asString()
        .matches(Pattern.quote(file) + ": refused, [0-9] mistakes");
    assertThat(ran.exitCode()).isEqualTo(2);
  }

  @Test
  void severalFiles_areEachReportedAndSummedUp() throws IOException {
    String clean = Files.writeString(folder.resolve("clean.yaml"), CLEAN).toString();
    String warns = Files.writeString(folder.resolve("warns.yaml"), WARNS).toString();
    Ran ran = Ran.turnout("lint", clean, warns);
    assertThat(ran.out()).contains(clean + ": 1 rule, ", warns + ":4:");
    assertThat(ran.out().strip()).endsWith("2 files: 0 refused, 0 mistakes, 1 warning");
    assertThat(ran.exitCode()).isZero();
    assertThat(Ran.turnout("lint", "--strict", clean, warns).exitCode()).isEqualTo(1);
    assertThat(Ran.turnout("lint", "--strict", clean, file(WRONG), warns).exitCode()).isEqualTo(2);
  }

  @Test
  void fileThatIsNotThere_keepsNoOtherFromBeingReported() throws IOException {
    String file = file(WARNS);
    Ran ran = Ran.turnout("lint", folder.resolve("none.yaml").toString(), file);
    assertThat(ran.out()).contains(file + ":4:", "2 files: 1 refused, 0 mistakes, 1 warning");
    assertThat(ran.err().strip()).isEqualTo("turnout: there is no file " + folder + "/none.yaml");
    assertThat(ran.exitCode()).isEqualTo(2);
  }

  @Test
  void json_holdsWhatTheTextSays() throws IOException {
    JsonNode refused = json("lint", "--format=json", file(WRONG)).at("/files/0");
    assertThat(refused.path("refused").asBoolean()).isTrue();
    assertThat(refused.has("version")).isFalse();
    JsonNode first = refused.path("problems").path(0);
    assertThat(first.path("severity").asText()).isEqualTo("error");
    assertThat(first.path("line").asInt()).isEqualTo(3);
    assertThat(first.path("column").asInt()).isEqualTo(47);
    assertThat(first.path("code").asText()).isEqualTo("unknown-key");
    assertThat(first.path("suggestion").asText()).isEqualTo("header");

    JsonNode files = json("lint", "--format", "JSON", file(CLEAN), folder.resolve("no").toString());
    assertThat(files.at("/files/0/version").asText()).matches("[0-9a-f]{64}");
    assertThat(files.at("/files/0/rules").asInt()).isEqualTo(1);
    assertThat(files.at("/files/0/problems")).isEmpty();
    assertThat(files.at("/files/1/refused").asBoolean()).isTrue();
    assertThat(files.at("/files/1/unread").asText()).startsWith("there is no file ");
  }

  private static JsonNode json(String... arguments) throws IOException {
    return new JsonMapper().readTree(Ran.turnout(arguments).out());
  }

  @Test
  void sarif_hasRulePlaceAndLevelOfEachFinding() throws IOException {
    String wrong = file(WRONG);
    String warns = Files.writeString(folder.resolve("warns ü.yaml"), WARNS).toString();
    JsonNode log = json("lint", "--format", "sarif", wrong, warns);
    assertThat(log.path("version").asText()).isEqualTo("2.1.0");
    JsonNode run = log.at("/runs/0");
    assertThat(run.at("/tool/driver/name").asText()).isEqualTo("turnout");
    assertThat(run.path("columnKind").asText()).isEqualTo("unicodeCodePoints");
    assertThat(run.at("/invocations/0/executionSuccessful").asBoolean()).isTrue();
    JsonNode results = run.path("results");
    JsonNode first = results.path(0);
    assertThat(first.path("ruleId").asText()).isEqualTo("unknown-key");
    assertThat(first.path("level").asText()).isEqualTo("error");
    assertThat(first.at("/message/text").asText()).contains("did you mean \"header\"?");
    JsonNode place = first.at("/locations/0/physicalLocation");
    assertThat(place.at("/region/startLine").asInt()).isEqualTo(3);
    assertThat(place.at("/region/startColumn").asInt()).isEqualTo(47);
    assertThat(place.at("/artifactLocation/uri").asText())
        .isEqualTo(Path.of(wrong).toUri().toString());
    JsonNode last = results.path(results.size() - 1);
    assertThat(last.path("level").asText()).isEqualTo("warning");
    assertThat(last.at("/locations/0/physicalLocation/artifactLocation/uri").asText())
        .endsWith("/warns%20%C3%BC.yaml");
    for (JsonNode result : results) {
      JsonNode rule = run.at("/tool/driver/rules").path(result.path("ruleIndex").asInt());
      assertThat(rule.path("id")).isEqualTo(result.path("ruleId"));
      assertThat(rule.at("/shortDescription/text").asText()).endsWith(".");
    }
  }

  @Test
  void sarif_namesFilesAsTheyWereNamed() throws IOException {
    Path relative = Path.of("../examples/payments/../payments/rules.yaml");
    JsonNode clean = json("lint", "--format", "sarif", relative.toString());
    assertThat(clean.at("/runs/0/results").isArray()).isTrue();
    assertThat(clean.at("/runs/0/results")).isEmpty();
    LintReport report =
        new LintReport(
            Path.of("a b/./r.yaml"),
            List.of(Problem.warning(Position.START, ProblemCode.HOP_HEADER, "m")),
            List.of(),
            Optional.empty(),
            Optional.empty());
    JsonNode named = new JsonMapper().readTree(LintSarif.of(List.of(report), "1"));
    JsonNode place = named.at("/runs/0/results/0/locations/0/physicalLocation/artifactLocation");
    assertThat(place.path("uri").asText()).isEqualTo("a%20b/r.yaml");
    assertThat(place.path("uriBaseId").asText()).isEqualTo("%SRCROOT%");
  }

  @Test
  void sarif_tellsOfAFileThatWasNotRead() throws IOException {
    JsonNode run = json("lint", "--format", "sarif", folder.resolve("no").toString()).at("/runs/0");
    assertThat(run.at("/invocations/0/executionSuccessful").asBoolean(true)).isFalse();
    assertThat(run.at("/invocations/0/toolExecutionNotifications/0/message/text").asText())
        .startsWith("there is no file ");
  }

  @Test
  void everyCode_hasASentence() {
    for (ProblemCode code : ProblemCode.values()) {
      assertThat(CodeSentences.of(code)).endsWith(".");
    }
  }

  @Test
  void colours_areForTerminalsOnly() throws IOException {
    String file = file(WRONG);
    assertThat(Ran.turnout("lint", file).out()).doesNotContain("\u001b");
    assertThat(Ran.coloured("lint", file).out()).contains("\u001b[31merror\u001b[0m");
  }

  @Test
  void missingFile_isNamedWithoutStackTrace() {
    Ran ran = Ran.turnout("lint", folder.resolve("none.yaml").toString());
    assertThat(ran.err().strip()).isEqualTo("turnout: there is no file " + folder + "/none.yaml");
    assertThat(ran.exitCode()).isEqualTo(2);
  }

  @Test
  void folderInPlaceOfAFile_isNamedWithoutStackTrace() {
    Ran ran = Ran.turnout("lint", folder.toString());
    assertThat(ran.err().lines())
        .hasSize(1)
        .first()
        .asString()
        .startsWith("turnout: cannot read the rule file " + folder + ": ")
        .doesNotContain("Exception");
    assertThat(ran.exitCode()).isEqualTo(2);
  }

  @Test
  void exampleOfTheReadme_isClean() throws IOException {
    String readme = Files.readString(Ran.project().resolve("README.md"));
    Matcher example =
        Pattern.compile("```yaml\n(turnout: 1\n.*?)```", Pattern.DOTALL).matcher(readme);
    assertThat(example.find()).isTrue();
    Ran ran = Ran.turnout("lint", "--strict", file(example.group(1)));
    assertThat(ran.out()).contains("3 rules, 0 warnings");
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void exampleOfPayments_isClean() {
    Ran ran = Ran.turnout("lint", "--strict", Ran.example().resolve("rules.yaml").toString());
    assertThat(ran.out()).contains(" rules, 0 warnings, version ");
    assertThat(ran.exitCode()).isZero();
  }
}
