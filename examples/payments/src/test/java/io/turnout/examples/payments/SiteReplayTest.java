// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.CellRouter;
import io.turnout.authority.FileAuthority;
import io.turnout.decision.RouteDecision;
import io.turnout.decision.StageChoice.How;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.InvalidRulesException;
import io.turnout.rules.RuleSet;
import io.turnout.spi.VirtualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The web site's recording through a router, at the time at which it was recorded, and after. */
class SiteReplayTest {

  private static final Path SITE = Path.of(RecordingGenerator.SITE);
  private static final Pattern RULE_NAME = Pattern.compile("(?m)^  - name: (\\S+)");
  private static final List<SiteLine> RECORDING = lines(RecordingGenerator.RECORDING);
  private static final List<SiteLine> MISSES = lines(RecordingGenerator.NEAR_MISSES);

  @TempDir Path folder;

  private final VirtualTime time = new VirtualTime(SiteRequest.NOW * 1_000);
  private final FileAuthority authority =
      FileAuthority.builder(Path.of(RecordingGenerator.ROUTES), time).clock(time).open();
  private final CellResolver resolver =
      CellResolver.builder(authority).clock(time).scheduler(time).build();

  private static List<SiteLine> lines(String file) {
    return SiteLine.read(SITE.resolve(file));
  }

  @AfterEach
  void close() {
    resolver.close();
    authority.close();
  }

  private CellRouter router(RuleSet rules) {
    return CellRouter.builder(rules, resolver).clock(time).build();
  }

  private CellRouter router() throws IOException {
    return router(RuleSet.load(SITE.resolve("rules.yaml")));
  }

  /** The site's folder with another rule file. */
  private RuleSet changed(UnaryOperator<String> change) throws IOException {
    try (Stream<Path> files = Files.walk(SITE)) {
      files.filter(Files::isRegularFile).forEach(this::copy);
    }
    Path rules = folder.resolve("rules.yaml");
    String before = Files.readString(rules);
    String after = change.apply(before);
    assertThat(after).as("the change").isNotEqualTo(before);
    Files.writeString(rules, after);
    return RuleSet.load(rules);
  }

  private void copy(Path file) {
    try {
      Path to = folder.resolve(SITE.relativize(file));
      Files.createDirectories(to.getParent());
      Files.write(to, Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> differences(CellRouter router, List<SiteLine> lines) {
    List<String> found = new ArrayList<>();
    lines.forEach(line -> found.addAll(line.differences(line.decide(router))));
    return found;
  }

  private static List<SiteLine> named(String start) {
    List<SiteLine> found =
        Stream.concat(RECORDING.stream(), MISSES.stream())
            .filter(line -> line.name().startsWith(start))
            .toList();
    assertThat(found).as(start).isNotEmpty();
    return found;
  }

  @Test
  void everyRequest_isDecidedAsExpected() throws IOException {
    assertThat(RECORDING).hasSizeGreaterThan(500);
    assertThat(differences(router(), RECORDING)).isEmpty();
  }

  @Test
  void everyNearMiss_isDecidedAsExpected() throws IOException {
    assertThat(MISSES).hasSizeGreaterThan(100);
    assertThat(differences(router(), MISSES)).isEmpty();
  }

  @Test
  void rules_haveNoWarnings_andEachIsExpectedByARequest() throws IOException {
    RuleSet rules = RuleSet.load(SITE.resolve("rules.yaml"));
    assertThat(rules.warnings()).isEmpty();
    Set<String> expected = new TreeSet<>();
    RECORDING.forEach(line -> expected.add(line.expected("rule").asText()));
    Set<String> written = new TreeSet<>();
    Matcher matcher =
        RULE_NAME.matcher(
            Files.readString(SITE.resolve("rules.yaml")).replaceFirst("(?s).*\nrules:", ""));
    while (matcher.find()) {
      written.add(matcher.group(1));
    }
    assertThat(expected).isEqualTo(written);
  }

  @Test
  void aMinuteLater_whatWasSignedProvesNothing_andAddressesStillDo() throws IOException {
    time.advance(Duration.ofSeconds(61));
    CellRouter router = router();
    for (SiteLine line : RECORDING) {
      boolean signed = line.header("Signature", 0) != null;
      assertThat(line.decide(router).client().edges().isEmpty())
          .as(line.name())
          .isEqualTo(signed || !isProven(line));
    }
  }

  private static boolean isProven(SiteLine line) {
    return line.expected("client/edges").size() > 0;
  }

  @Test
  void oldKeysTakenOut_endWhatTheyProved_andNothingElse() throws IOException {
    RuleSet rotated =
        changed(
            text ->
                text.replace(", { id: bw-1, secret: \"file:keys/brightwave-1\" }", "")
                    .replace(", { id: s1, secret: \"file:keys/sessions-1\" }", ""));
    CellRouter router = router(rotated);
    for (SiteLine line : named("Brightwave, with the key that is being replaced")) {
      assertThat(line.decide(router).rule()).as(line.name()).contains("must-come-through");
    }
    for (SiteLine line : named("a session by the key that is being replaced")) {
      assertThat(line.decide(router).stages().get(0).how()).as(line.name()).isEqualTo(How.NEW);
    }
    assertThat(
            differences(
                router,
                RECORDING.stream().filter(line -> !line.name().contains("replaced")).toList()))
        .isEmpty();
  }

  @Test
  void weightsChanged_leaveEverySessionItsStage() throws IOException {
    CellRouter router =
        router(
            changed(
                text ->
                    text.replace("canary, weight: 1,", "canary, weight: 90,")
                        .replace("prod, weight: 99,", "prod, weight: 0,")));
    for (SiteLine line : RECORDING) {
      if (line.expected("splits/web/how").asText().equals("kept")) {
        assertThat(line.differences(line.decide(router))).isEmpty();
      }
    }
    for (SiteLine line : named("a page, for the first time")) {
      assertThat(line.decide(router).stages().get(0).stage()).isEqualTo("canary");
    }
  }

  @Test
  void stageClosed_givesUpItsSessionsAtOnce_andTakesNoPins() throws IOException {
    CellRouter router =
        router(changed(text -> text.replace("canary, weight: 1,", "canary, closed: true,")));
    for (SiteLine line : named("a page, in a session of canary")) {
      RouteDecision decision = line.decide(router);
      assertThat(decision.stages().get(0).stage()).isEqualTo("prod");
      assertThat(decision.stages().get(0).how()).isEqualTo(How.COMPUTED);
      assertThat(decision.setCookies()).singleElement().asString().contains(".prod.");
    }
    for (SiteLine line : named("the office tries canary")) {
      assertThat(line.decide(router).stages().get(0).how()).isEqualTo(How.KEPT);
    }
  }

  /** Why the rule that wants a proof comes before those that go by addresses. */
  @Test
  void withoutTheRuleThatWantsAProof_aConnectionFromInsideOpensTheClosedArea() throws IOException {
    List<SiteLine> lines = named("closed area: a proof that fails, on a connection from inside");
    assertThat(lines.get(0).decide(router()).rule()).contains("must-come-through");

    CellRouter open =
        router(changed(text -> text.replaceFirst("(?s)  - name: must-come.*?reject 403\n", "")));

    assertThat(lines.get(0).decide(open).rule()).contains("admin");
  }

  @Test
  void crawlersNewAddress_isKnownOnceItsListHasIt() throws IOException {
    List<SiteLine> lines = named("Findwell: 198.51.100.32");
    assertThat(lines.get(0).decide(router()).rule()).contains("liars");

    changed(text -> text + "\n# the same rules\n");
    Path list = folder.resolve("bots/findwell.json");
    Files.writeString(list, Files.readString(list).replace("198.51.100.0/27", "198.51.100.0/26"));

    RuleSet newer = RuleSet.load(folder.resolve("rules.yaml"));
    assertThat(lines.get(0).decide(router(newer)).rule()).contains("crawlers");
  }

  @Test
  void brokenListOfAddresses_isRefusedAndNamed() throws IOException {
    changed(text -> text + "\n# the same rules\n");
    Path list = folder.resolve("bots/findwell.json");
    Files.writeString(list, Files.readString(list).replace("198.51.100.0/27", "198.51.100.1/27"));

    assertThatThrownBy(() -> RuleSet.load(folder.resolve("rules.yaml")))
        .isInstanceOf(InvalidRulesException.class)
        .hasMessageContaining("bots/findwell.json")
        .hasMessageContaining("198.51.100.1/27");
  }

  @Test
  void missingOrShortSecret_isRefused_andNotTold() throws IOException {
    changed(text -> text + "\n# the same rules\n");
    Path rules = folder.resolve("rules.yaml");
    Files.writeString(folder.resolve("keys/sessions-2"), "too short to be one");
    assertThatThrownBy(() -> RuleSet.load(rules))
        .isInstanceOf(InvalidRulesException.class)
        .hasMessageNotContaining("too short to be one");
    Files.delete(folder.resolve("keys/sessions-2"));
    assertThatThrownBy(() -> RuleSet.load(rules))
        .isInstanceOf(InvalidRulesException.class)
        .hasMessageContaining("keys/sessions-2");
  }
}
