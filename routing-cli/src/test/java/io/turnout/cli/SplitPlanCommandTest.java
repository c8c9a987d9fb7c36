// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SplitPlanCommandTest {

  private static final String RULES =
      """
      turnout: 1
      splits:
        - name: web
          id: { cookie: rid, max-age: 30m }
          sticky: hash
          stages:
            - { name: canary, weight: 1, labels: { version: "2" } }
            - { name: prod, weight: 99 }
        - name: shop
          id: { cookie: sid, max-age: 30m }
          sticky: session
          keys: [ { id: s1, secret: "file:key" } ]
          stages: [ { name: a, weight: 3 }, { name: b, weight: 1 }, { name: c, weight: 4 } ]
      rules: []
      """;
  private static final String SECRET = "0123456789abcdef0123456789abcdef";
  private static final String SESSION = "v1.AAAAAAAAAAAAAAAAAAAAAA.prod.99.s1.bWFj";

  @TempDir Path folder;

  @BeforeEach
  void writeKey() throws IOException {
    Files.writeString(folder.resolve("key"), SECRET);
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private Ran plan(String after, String... more) throws IOException {
    return replaced(RULES, after, "", more);
  }

  private Ran replaced(String before, String after, String input, String... more)
      throws IOException {
    String[] arguments = new String[4 + more.length];
    arguments[0] = "split";
    arguments[1] = "plan";
    arguments[2] = file("old.yaml", before);
    arguments[3] = file("new.yaml", after);
    System.arraycopy(more, 0, arguments, 4, more.length);
    return Ran.withInput(input, arguments);
  }

  private static String ids(int count) {
    return IntStream.range(0, count).mapToObj(i -> "user-" + i).collect(Collectors.joining("\n"));
  }

  @Test
  void nothingChanges_isToldAndExitsWithZero() throws IOException {
    Ran ran = plan(RULES);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).contains("Split web (sticky: hash)", "Split shop (sticky: session)");
    assertThat(ran.out()).contains("Nothing changes, and nobody gets another stage.");
  }

  @Test
  void weight_isToldWithTheExpectedNumbers() throws IOException {
    Ran ran = plan(RULES.replace("weight: 1, labels", "weight: 11, labels"), "--split", "web");
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out())
        .isEqualTo(
            """
            Split web (sticky: hash)

              STAGE                        BEFORE      AFTER   WHAT CHANGES
              canary                       1.00 %    10.00 %   weight 1 -> 11
              prod                        99.00 %    90.00 %

              9.00 % of the users are expected to get another stage, the fewest that reach
              these shares.
                  9.00 %  prod -> canary
            """);
  }

  @Test
  void everyLine_fitsEightyColumns() throws IOException {
    String after =
        RULES
            .replace("weight: 1, labels: { version: \"2\" }", "weight: 5, labels: { v: \"3\" }")
            .replace("name: shop", "name: " + "x".repeat(60))
            .replace("{ name: c, weight: 4 }", "{ name: c, closed: true }");
    String listed = ids(300) + "\n" + "y".repeat(256);
    assertThat(replaced(RULES, after, listed, "--ids", "-").out().lines())
        .allMatch(line -> line.length() <= 80, "80 columns");
  }

  @Test
  void listedIds_areToldExactly() throws IOException {
    String after = RULES.replace("weight: 1, labels", "weight: 100, labels");
    Ran ran = replaced(RULES, after, ids(1_000) + "\n\nuser-0\r\n", "--ids", "-", "--split", "web");
    assertThat(ran.out()).contains("Of 1,000 listed IDs ", "prod -> canary", "--json lists");
    JsonNode split =
        new JsonMapper()
            .readTree(replaced(RULES, after, ids(1_000), "--ids", "-", "--json").out())
            .at("/splits/0");
    int going = split.at("/ids/going").asInt();
    assertThat(going).isBetween(440, 540);
    assertThat(split.at("/expected/moving").asDouble()).isBetween(0.49, 0.50);
    assertThat(split.at("/ids/ids")).hasSize(going);
    assertThat(split.at("/ids/counts/0/count").asInt()).isEqualTo(going);
    assertThat(split.at("/ids/ids/0/from").asText()).isEqualTo("prod");
    assertThat(split.at("/ids/ids/0/to").asText()).isEqualTo("canary");
  }

  @Test
  void idsOfAFile_areRead() throws IOException {
    Ran ran = plan(RULES, "--ids", file("ids.txt", "a\nb\n"), "--split", "web");
    assertThat(ran.out()).contains("Of 2 listed IDs none gets another stage.");
    assertThat(plan(RULES, "--ids", folder.resolve("none").toString()).exitCode()).isEqualTo(2);
  }

  @Test
  void sessionCookie_isRefused_andNotShown() throws IOException {
    Ran ran = replaced(RULES, RULES, "user-1\n" + SESSION + "\n", "--ids", "-");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .contains("the standard input line 2 is the value of a session's cookie")
        .doesNotContain("AAAA");
  }

  @Test
  void id_hasTheLengthThatRequestsMayBring() throws IOException {
    assertThat(replaced(RULES, RULES, "x".repeat(256), "--ids", "-").exitCode()).isZero();
    Ran ran = replaced(RULES, RULES, "a\n" + "x".repeat(257), "--ids", "-");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("line 2 must be one routing ID of at most 256");
    assertThat(replaced(RULES, RULES, "two words", "--ids", "-").err()).contains("line 1 must be");
  }

  @Test
  void ids_areBounded() throws IOException {
    assertThat(replaced(RULES, RULES, ids(RoutingIdFile.MAX_IDS), "--ids", "-").exitCode())
        .isZero();
    Ran ran = replaced(RULES, RULES, ids(RoutingIdFile.MAX_IDS + 1), "--ids", "-");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("must list 200000 IDs at most");
  }

  @Test
  void closedStage_givesUpItsSessions_andOthersKeepTheirs() throws IOException {
    Ran ran = plan(RULES.replace("{ name: c, weight: 4 }", "{ name: c, closed: true }"));
    assertThat(ran.out())
        .contains("Sessions keep their stage while they live, but for those of stages that no")
        .contains("     75.00 %  c -> a\n     25.00 %  c -> b\n");
  }

  @Test
  void keys_areToldWithoutTheirSecrets() throws IOException {
    file("other", SECRET.replace('0', 'z'));
    String after = RULES.replace("[ { id: s1", "[ { id: s2, secret: \"file:other\" }, { id: s1");
    Ran ran = plan(after, "--split", "shop");
    assertThat(ran.out().replaceAll("\\s+", " "))
        .contains("! The key s2 signs from now on; sessions that s1 signed live on");
    Ran gone = replaced(after, RULES, "", "--split", "shop", "--json");
    assertThat(new JsonMapper().readTree(gone.out()).at("/splits/0/notes"))
        .extracting(note -> note.path("kind").asText())
        .containsExactly("key-removed", "signer");
    assertThat(ran.out() + gone.out()).doesNotContain("123456789");
  }

  @Test
  void renamedSplit_isFoundByBothNames() throws IOException {
    String after = RULES.replace("name: web", "name: site");
    Ran ran = replaced(RULES, after, ids(400), "--split", "web", "--ids", "-");
    assertThat(ran.out()).startsWith("Split site").contains("It was called web");
    assertThat(ran.out()).contains("Everybody draws anew").contains("listed IDs");
    assertThat(plan(after, "--split", "site").out()).startsWith("Split site");
  }

  @Test
  void addedSplit_givesListedIdsTheirStages() throws IOException {
    Ran ran =
        replaced("turnout: 1\nrules: []\n", RULES, "a\nb\nc\n", "--split", "shop", "--ids", "-");
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out()).contains("The split is new").contains("(none) -> ");
  }

  @Test
  void filesWithoutSplits_areTold() throws IOException {
    String none = "turnout: 1\nrules: []\n";
    assertThat(replaced(none, none, "").out()).isEqualTo("Neither file has a split.\n");
    assertThat(replaced(none, none, "").exitCode()).isZero();
    assertThat(replaced(none, none, "", "--split", "web").err())
        .contains("neither file has a split \"web\"; they have none");
  }

  @Test
  void unknownSplit_isRefusedWithTheNamesThereAre() throws IOException {
    Ran ran = plan(RULES, "--split", "wb");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("neither file has a split \"wb\"; they have: web, shop");
  }

  @Test
  void wrongFile_isRefusedWithEveryMistake() throws IOException {
    Ran ran = plan("turnout: 1\nruls: []\n");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("new.yaml:2:1: ");
  }

  @Test
  void partsNearNoneAndAll_areNotShownAsSuch() {
    assertThat(SplitPlanText.percent(0)).isEqualTo("0.00 %");
    assertThat(SplitPlanText.percent(1e-9)).isEqualTo("<0.01 %");
    assertThat(SplitPlanText.percent(1 - 1e-9)).isEqualTo(">99.99 %");
    assertThat(SplitPlanText.percent(1)).isEqualTo("100.00 %");
  }

  @Test
  void splitAlone_showsItsCommands() {
    assertThat(Ran.turnout("split").out()).contains("Usage: turnout split", "plan");
  }
}
