// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.Seeds;
import io.turnout.decision.Reason;
import io.turnout.extract.BodySource;
import io.turnout.extract.Source;
import io.turnout.plan.Action;
import io.turnout.plan.PlannedRule;
import io.turnout.plan.RuleEffect;
import io.turnout.plan.RulePlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuleSetTest {

  private static final String FILE =
      """
      turnout: 1
      jwt:
        session: { token: { header: Authorization, scheme: Bearer }, verify: none }
      body: { limit: 32KiB, depth: 8 }
      cells: [us-1, us-2]
      rules:
        - name: webhook
          when:
            method: [POST]
            host: "*.example.com"
            path: "/webhooks/{account}/**"
            header: { X-Event: { prefix: payment. } }
            query: { v: "2" }
            content-type: application/json
          unless: { header: { X-Test: { present: true } } }
          key:
            namespace: account
            from:
              - path: account
              - query: account_id
              - jwt: { token: session, claim: /business/id }
              - body: { json: /data/id, limit: 16KiB }
              - body: { form: id }
            transform: [trim, lowercase]
            match: "[0-9a-z_]{1,40}"
          unknown-key: cell us-1
        - name: named
          cell-from: { from: [ { cookie: cell } ], transform: [ { capture: "^c_(.+)$" }, base64 ] }
        - { name: status, when: { path: /status }, then: cell us-2 }
      outcomes:
        no-rule: authority
      """;

  @TempDir Path folder;

  private static RulePlan plan(String text) {
    return RuleSet.parse(text, Path.of("")).plan();
  }

  @Test
  void plan_holdsRulesInOrder() {
    RulePlan plan = plan(FILE);
    assertThat(plan.rules())
        .extracting(PlannedRule::name)
        .containsExactly("webhook", "named", "status");
    assertThat(plan.cells()).containsExactlyInAnyOrder("us-1", "us-2");
    assertThat(plan.bodyDepth()).isEqualTo(8);
    assertThat(plan.version()).isEqualTo(RuleSet.parse(FILE, Path.of("")).version());
    assertThat(plan.rules().get(2).effect())
        .isEqualTo(new RuleEffect.Then(new Action.ToCell("us-2")));
  }

  @Test
  void plan_holdsConditions() {
    PlannedRule rule = plan(FILE).rules().get(0);
    assertThat(rule.when()).hasSize(6);
    assertThat(rule.when().get(2).looksAtPath()).isTrue();
    assertThat(rule.unless()).hasSize(1);
    assertThat(plan(FILE).rules().get(1).when()).isEmpty();
  }

  @Test
  void plan_holdsSourcesWithTheirLimits() {
    RuleEffect.FindKey key = (RuleEffect.FindKey) plan(FILE).rules().get(0).effect();
    List<Source> sources = key.extractor().sources();
    assertThat(key.extractor().namespace()).isEqualTo("account");
    assertThat(sources)
        .extracting(Source::word)
        .containsExactly("path", "query", "jwt", "body", "body");
    assertThat(((BodySource) sources.get(3)).limitBytes()).isEqualTo(16 << 10);
    assertThat(((BodySource) sources.get(4)).limitBytes()).isEqualTo(32 << 10);
    assertThat(key.unknownKey()).contains(List.of(new Action.ToCell("us-1")));
    RuleEffect.FindCell cell = (RuleEffect.FindCell) plan(FILE).rules().get(1).effect();
    assertThat(cell.extractor().namespace()).isEmpty();
    assertThat(cell.cells()).containsExactlyInAnyOrder("us-1", "us-2");
  }

  @Test
  void outcomesThatAreLeftOut_areThoseOfTheLanguage() {
    Action authority = new Action.ToAuthority();
    assertThat(plan(FILE).outcomes())
        .containsEntry(Reason.NO_RULE, List.of(authority, new Action.Reject(503)))
        .containsEntry(Reason.AMBIGUOUS, List.of(new Action.Reject(400)))
        .containsEntry(Reason.MALFORMED, List.of(new Action.Reject(400)))
        .containsEntry(Reason.UNREADABLE_BODY, List.of(authority, new Action.Reject(413)))
        .containsEntry(Reason.UNKNOWN_KEY, List.of(new Action.Reject(404)))
        .containsEntry(Reason.UNAVAILABLE, List.of(new Action.Reject(503)))
        .hasSize(6);
    RulePlan least = plan("turnout: 1\nrules: []");
    assertThat(least.outcomes())
        .containsEntry(Reason.NO_RULE, List.of(authority, new Action.Reject(404)));
    assertThat(least.bodyDepth()).isEqualTo(64);
    assertThat(least.cells()).isEmpty();
  }

  @Test
  void load_readsAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("routes.yaml"), FILE);
    assertThat(RuleSet.load(file).version()).isEqualTo(RuleSet.parse(FILE, folder).version());
    assertThat(RuleSet.load(file))
        .hasToString("RuleSet[3 rules, version " + plan(FILE).version() + "]");
  }

  @Test
  void load_namesTheFile() throws IOException {
    Path file = Files.writeString(folder.resolve("routes.yaml"), "turnout: 2\nrules: []\n");
    assertThatThrownBy(() -> RuleSet.load(file))
        .isInstanceOf(InvalidRulesException.class)
        .hasMessageContaining(file + ":1:10: ");
    Path none = folder.resolve("none.yaml");
    assertThatThrownBy(() -> RuleSet.load(none))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("rule file " + none + ": ")
        .hasMessageContaining("NoSuchFileException");
  }

  @Test
  void load_refusesWhatIsTooLargeOrNoText() throws IOException {
    Path large = Files.writeString(folder.resolve("large.yaml"), "#" + "x".repeat(5 << 20));
    assertThatThrownBy(() -> RuleSet.load(large)).isInstanceOf(InvalidRulesException.class);
    Path binary = Files.write(folder.resolve("binary.yaml"), new byte[] {'a', (byte) 0xff});
    assertThatThrownBy(() -> RuleSet.load(binary)).isInstanceOf(InvalidRulesException.class);
  }

  @Test
  void thousandsOfRules_load() {
    StringBuilder text = new StringBuilder("turnout: 1\ncells: [us-1, us-2]\nrules:\n");
    for (int i = 0; i < 5_000; i++) {
      text.append("- name: rule-").append(i).append('\n');
      text.append("  when: { method: POST, path: \"/v1/r").append(i % 2_500).append("/{id}/**\"");
      text.append(i % 2 == 0 ? ", query: { v: \"1\" } }\n" : " }\n");
      text.append(
          i % 3 == 0
              ? "  then: cell us-1\n"
              : "  key: { namespace: b, from: [ { path: id }, { body: { json: /a/id } } ] }\n");
    }
    RuleSet rules = RuleSet.parse(text.toString(), Path.of(""));
    assertThat(rules.plan().rules()).hasSize(5_000);
  }

  @Test
  void damagedFile_isRefusedOrTakenAndNothingElse() {
    assertThat(Seeds.sum(2_000, RuleSetTest::refused)).isGreaterThan(500);
  }

  private static int refused(Random random) {
    String damaged = damage(random, FILE);
    try {
      RuleSet rules = RuleSet.parse(damaged, Path.of(""));
      assertThat(rules.version()).as(damaged).hasSize(64);
      return 0;
    } catch (InvalidRulesException e) {
      assertThat(e.problems()).as(damaged).isNotEmpty();
      return 1;
    } catch (RuntimeException e) {
      throw new AssertionError(damaged, e);
    }
  }

  private static String damage(Random random, String text) {
    StringBuilder damaged = new StringBuilder(text);
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(damaged.length());
      int length = Math.min(damaged.length() - at, 1 + random.nextInt(12));
      switch (random.nextInt(5)) {
        case 0 -> damaged.delete(at, at + length);
        case 1 -> damaged.insert(at, text, at % text.length() / 2, at % text.length() / 2 + length);
        case 2 -> damaged.setCharAt(at, "{}[]:,#&*!|>'\"%@`-?\n \t0aé".charAt(random.nextInt(25)));
        case 3 -> damaged.insert(at, (char) random.nextInt(0x10000));
        default -> damaged.setLength(Math.max(1, damaged.length() - length));
      }
    }
    return damaged.toString();
  }
}
