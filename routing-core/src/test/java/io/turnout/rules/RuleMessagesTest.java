// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.turnout.document.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A message says what is wrong, what would be right, and which word was probably meant. */
class RuleMessagesTest {

  private static InvalidRulesException refused(String text) {
    return catchThrowableOfType(
        InvalidRulesException.class, () -> RuleSet.parse(text, Path.of("")));
  }

  private static String message(String text) {
    InvalidRulesException refused = refused(text);
    assertThat(refused.problems()).hasSize(1);
    return refused.problems().get(0).text();
  }

  private static String rule(String rest) {
    return "turnout: 1\ncells: [us-1, eu-1]\nrules: [ { name: a, " + rest + " } ]\n";
  }

  @Test
  void words_areSuggested() {
    assertThat(message(rule("when: { methd: GET }, then: authority")))
        .isEqualTo("3:29: unknown key \"methd\" in \"when\" (did you mean \"method\"?)");
    assertThat(message(rule("then: cell us-2")))
        .isEqualTo("3:27: there is no cell \"us-2\" in \"cells\" (did you mean \"cell us-1\"?)");
    assertThat(message(rule("then: rejct 404"))).endsWith("(did you mean \"reject 404\"?)");
    assertThat(message(rule("key: { namespace: b, from: [ { header: X } ], transform: [trin] }")))
        .endsWith("(did you mean \"trim\"?)");
    assertThat(
            message(
                rule(
                    "when: { path: \"/{account}\" },"
                        + " key: { namespace: b, from: [ { path: acount } ] }")))
        .endsWith("(did you mean \"account\"?)");
    assertThat(
            message(
                "turnout: 1\njwt: { session: { token: { header: A }, verify: none } }\nrules: [ {"
                    + " name: a, key: { namespace: b, from: [ { jwt: { token: sesion, claim: sub }"
                    + " } ] } } ]"))
        .endsWith("(did you mean \"session\"?)");
    assertThat(message("turnout: 1\nrules: []\noutcomes: { no-rul: reject 404 }"))
        .endsWith("(did you mean \"no-rule\"?)");
  }

  @Test
  void actions_areSuggestedInFull() {
    assertSuggestion("us-1", "cell us-1");
    assertSuggestion("US-1", "cell us-1");
    assertSuggestion("cell US-1", "cell us-1");
    assertSuggestion("Cell us-1", "cell us-1");
    assertSuggestion("cel us-1", "cell us-1");
    assertSuggestion("autority", "authority");
    assertSuggestion("\"404\"", "reject 404");
    assertSuggestion("reject404", "reject 404");
    assertSuggestion("\"reject: 404\"", "reject 404");
    for (String hopeless : new String[] {"reject", "cell", "reject 200", "to us-1", "cell us_1"}) {
      assertThat(message(rule("then: " + hopeless))).doesNotContain("did you mean");
    }
  }

  private static void assertSuggestion(String written, String meant) {
    assertThat(message(rule("then: " + written))).endsWith("(did you mean \"" + meant + "\"?)");
  }

  @Test
  void unknownTag_saysWhichThereAre() {
    assertThat(
            message(
                "turnout: 1\nedges: [ { name: cdn, tls: { san: c } } ]\ntags: { bot: { user-agent: b } }\n"
                    + "rules: [ { name: a, when: { tag: bots }, then: authority } ]"))
        .isEqualTo(
            "4:34: there is no tag \"bots\" in \"tags\", nor an edge that sets it, only \"bot\" and"
                + " \"via-cdn\" (did you mean \"bot\"?)");
  }

  @Test
  void testThatIsNoText_asksForQuotes() {
    assertThat(message(rule("when: { query: { v: 2 } }, then: authority")))
        .contains("\"2\" is an integer")
        .contains("put it in quotes");
    assertThat(message(rule("when: { query: { v: yes } }, then: authority")))
        .contains("\"yes\" is a boolean")
        .contains("put it in quotes");
  }

  @Test
  void templateInAFlowMapping_asksForQuotes() {
    assertThat(
            message("turnout: 1\nrules: [ { name: a, when: { path: /x/{id} }, then: authority } ]"))
        .contains("quote");
  }

  @Test
  void verification_saysWhatItMayBe() {
    String file = "turnout: 1\njwt: { s: { token: { header: A }, verify: %s } }\nrules: []";
    assertThat(message(file.formatted("always")))
        .contains("must be none, or a mapping with \"jwks\" or \"secret\"");
    assertThat(message(file.formatted("{ secret: my-own-secret, algorithms: [HS256] }")))
        .contains("must begin with env: or file:")
        .doesNotContain("my-own");
    assertThat(message(file.formatted("{ jwks: 'no.json', algorithms: [HS256] }")))
        .contains("the key file \"no.json\" cannot be read: there is no file \"no.json\"");
    String empty = "{ jwks: { keys: [ { kty: new } ] }, algorithms: [RS265] }";
    assertThat(message(file.formatted(empty)))
        .contains("must be one of HS256, HS384,")
        .contains("(did you mean \"RS256\"?)");
  }

  private static String unknownCells(int count) {
    return "turnout: 1\ncells: [us-1]\nrules:\n"
        + IntStream.range(0, count)
            .mapToObj(i -> "- { name: r" + i + ", then: cell us-2 }\n")
            .collect(Collectors.joining());
  }

  @Test
  void message_listsAHundredMistakes() {
    assertThat(String.valueOf(refused(unknownCells(100)).getMessage()).lines().toList())
        .hasSize(101);
    InvalidRulesException refused = refused(unknownCells(101));
    assertThat(refused.problems()).hasSize(101);
    assertThat(refused.getMessage()).endsWith("\nand 1 more");
    assertThat(String.valueOf(refused.getMessage()).lines().toList()).hasSize(102);
  }

  @Test
  void suggestions_areMadeForAHundredMistakes() {
    List<Problem> problems = refused(unknownCells(101)).problems();
    assertThat(problems.get(99).suggestion()).contains("cell us-1");
    assertThat(problems.get(100).suggestion()).isEmpty();
  }

  @Test
  void textOfTheFile_isShortenedAndOnOneLine() {
    String message =
        message(rule("when: { method: \"a\\nb" + "x".repeat(1_000) + "\" }, then: authority"));
    assertThat(message).hasSizeLessThan(350).contains("a\\u000ab").endsWith("…");
  }

  @Test
  void exception_listsEveryMistakeWithFileAndPlace() {
    InvalidRulesException refused = refused("turnout: 2\nrules: [ { name: a } ]\nrulez: 1\n");
    assertThat(refused.problems()).hasSize(3).allMatch(Problem::isError);
    assertThat(refused.fileName()).isEqualTo("rules");
    assertThat(String.valueOf(refused.getMessage()).lines().toList())
        .hasSize(4)
        .startsWith("the rule file has 3 mistakes:")
        .anyMatch(line -> line.startsWith("rules:1:10: the language version must be 1"))
        .anyMatch(line -> line.startsWith("rules:2:10: rule \"a\" needs one of \"then\""))
        .anyMatch(line -> line.startsWith("rules:3:1: unknown key \"rulez\""));
    assertThat(refused("turnout: 1").getMessage())
        .isEqualTo(
            "the rule file has a mistake:\nrules:1:1: \"rules\" is missing from the rule file");
  }
}
