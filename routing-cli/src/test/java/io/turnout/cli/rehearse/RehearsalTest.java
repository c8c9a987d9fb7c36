// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.turnout.document.DocumentLimits;
import io.turnout.resolve.Resolution.Kind;
import io.turnout.resolve.Resolution.Unavailable.Cause;
import io.turnout.resolve.ResolverListener.LayerResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RehearsalTest {

  private static final long MILLI = 1_000_000;

  /** A small load: a tenth of the keys and requests of the scenarios. */
  private static Load load(int minutes, int warmUpMinutes) {
    return new Load(
        5_000, 500, Duration.ofMinutes(minutes), Duration.ofMinutes(warmUpMinutes), 0.99, 1);
  }

  private static Report shipped(String name, Load load) throws IOException {
    return Rehearsal.run(Scenarios.find(name), load, Optional.empty());
  }

  private static Report written(String text, Load load) throws IOException {
    byte[] content = ("turnout-rehearsal: 1\n" + text).getBytes(StandardCharsets.UTF_8);
    return Rehearsal.run(
        ScenarioReader.read("test", content, DocumentLimits.DEFAULT), load, Optional.empty());
  }

  private static long sum(Report report, Seconds seconds, int from, int to) {
    int warmUp = report.measures().warmUpSeconds();
    return seconds.sum(warmUp + from, warmUp + to);
  }

  private static long max(Report report, Seconds seconds, int from, int to) {
    int warmUp = report.measures().warmUpSeconds();
    return seconds.max(warmUp + from, warmUp + to);
  }

  @Test
  void shippedScenarios_keepWithinTheirConcurrencyAndTheWidthOfATerminal() throws IOException {
    for (String name : Scenarios.NAMES) {
      Report report = shipped(name, load(8, 5));
      assertThat(report.max(report.measures().atOnce()))
          .as(name)
          .isBetween(1L, (long) report.scenario().resolver().concurrency());
      assertThat(report.text().lines())
          .as(name)
          .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100))
          .noneMatch(line -> line.contains("key:"));
      assertThat(report.sum(report.measures().requests())).as(name).isBetween(230_000L, 250_000L);
    }
  }

  @Test
  void sameSeed_givesTheSameReport() throws IOException {
    for (String name : Scenarios.NAMES) {
      Report first = shipped(name, load(4, 2));
      Report second = shipped(name, load(4, 2));
      assertThat(second.text()).as(name).isEqualTo(first.text());
      assertThat(second.json()).as(name).isEqualTo(first.json());
      assertThat(second.svg()).as(name).isEqualTo(first.svg());
    }
    Load other = new Load(5_000, 500, Duration.ofMinutes(4), Duration.ofMinutes(2), 0.99, 2);
    assertThat(shipped("total-loss", other).json())
        .isNotEqualTo(shipped("total-loss", load(4, 2)).json());
  }

  @Test
  void totalLoss_takesAsLongAsArithmeticSaysWhereTheAuthorityIsTheLimit() throws IOException {
    Report report =
        written(
            """
            resolver: { authority-concurrency: 2 }
            authority: { latency: 100ms }
            faults: [ { at: 1m, what: everything-lost } ]
            """,
            load(10, 8));
    Recovery recovery = report.recoveries().get(0);
    Arithmetic arithmetic = recovery.arithmetic().orElseThrow();
    assertThat(arithmetic.lookupsPerSecond()).isEqualTo(20, within(1e-6));
    assertThat(arithmetic.byAuthority()).isGreaterThan(arithmetic.byRequests());
    int measured = recovery.backAt().orElseThrow() - 60;
    assertThat((double) measured)
        .isGreaterThanOrEqualTo(arithmetic.byAuthority() * 0.95)
        .isBetween(arithmetic.together() * 0.9, arithmetic.together() * 1.15);
    assertThat(recovery.lowest()).isLessThan(0.6);
    assertThat(report.max(report.measures().atOnce())).isEqualTo(2);
    assertThat(report.measures().of(Cause.OVERLOADED)).isPositive();
  }

  @Test
  void authorityDown_leavesNoKeyUnansweredThatWasAnsweredBefore() throws IOException {
    Report report = shipped("authority-down-20m", load(40, 10));
    assertThat(report.measures().unansweredBefore()).isZero();
    assertThat(report.recoveries().get(0).fell()).isFalse();
    long during = sum(report, report.measures().calls(), 330, 1_500);
    assertThat(during / 1_170.0).as("probes a second").isLessThan(10);
    assertThat(sum(report, report.measures().wrong(), 900, 1_500))
        .as("moves are not heard of")
        .isGreaterThan(sum(report, report.measures().wrong(), 1_800, 2_400));
  }

  @Test
  void blackHole_holdsNobodyLongerThanTheLayerMayTakeAndNobodyOnceItIsKnown() throws IOException {
    Load load = new Load(50_000, 1_000, Duration.ofMinutes(5), Duration.ofMinutes(4), 0.99, 1);
    Report report = shipped("redis-black-hole", load);
    Measures measures = report.measures();
    assertThat(measures.longestLayerReadNanos()).isEqualTo(20 * MILLI);
    assertThat(measures.of(LayerResult.TIMED_OUT)).isPositive();
    assertThat(measures.of(LayerResult.SKIPPED)).isGreaterThan(measures.of(LayerResult.TIMED_OUT));
    assertThat(max(report, measures.longestWait(), 120, 121))
        .as("who came first waited for the layer and then for the authority")
        .isBetween(35 * MILLI, 45 * MILLI);
    assertThat(max(report, measures.longestWait(), 122, 300))
        .as("then for the authority alone")
        .isLessThanOrEqualTo(25 * MILLI);
    assertThat(report.sum(measures.unanswered())).isZero();
  }

  @Test
  void throttled_servesWhatIsHeldAndLeavesOthersUnansweredUntilItEnds() throws IOException {
    Load load = new Load(50_000, 1_000, Duration.ofMinutes(18), Duration.ofMinutes(4), 0.99, 1);
    Report report = shipped("throttled", load);
    Measures measures = report.measures();
    assertThat(sum(report, measures.unanswered(), 360, 840)).isPositive();
    assertThat(sum(report, measures.unanswered(), 845, 1_080)).isZero();
    assertThat(measures.of(Cause.THROTTLED) + measures.of(Cause.OVERLOADED))
        .isEqualTo(report.sum(measures.unanswered()));
    assertThat(measures.of(Cause.THROTTLED)).isGreaterThan(100 * measures.of(Cause.OVERLOADED));
    long calls = sum(report, measures.calls(), 370, 430);
    long refused = sum(report, measures.throttled(), 370, 430);
    assertThat((calls - refused) / 60.0)
        .as("nearly all that the authority allows is used")
        .isBetween(95.0, 100.1);
    assertThat(calls / 60.0).as("and not much more is asked").isLessThan(130);
    Recovery restart = report.recoveries().get(1);
    assertThat(restart.fell()).isTrue();
    assertThat(restart.lowest()).isLessThan(0.5);
  }

  @Test
  void allAtOnce_isOverSoonAfterTheAuthorityIsWell() throws IOException {
    Report report = shipped("all-at-once", load(20, 5));
    assertThat(sum(report, report.measures().unanswered(), 421, 1_200)).isZero();
    assertThat(report.recoveries().get(1).backAt()).isPresent();
    assertThat(report.measures().fromLayer()).isPositive();
  }

  @Test
  void silentAuthority_isWaitedForNoLongerThanAllowed() throws IOException {
    Report report =
        written(
            """
            resolver: { authority-timeout: 100ms, authority-concurrency: 8, serve-expired-for: 0 }
            authority: { fresh-for: 10s, expire-after: 20s, keys-at-once: 10 }
            faults: [ { at: 30s, for: 2m, what: authority-silent } ]
            """,
            load(5, 2));
    Measures measures = report.measures();
    assertThat(measures.of(Cause.TIMEOUT)).isPositive();
    assertThat(report.max(measures.longestWait())).isBetween(100 * MILLI, 200 * MILLI);
    assertThat(report.max(measures.atOnce())).isLessThanOrEqualTo(8);
    assertThat(sum(report, measures.unanswered(), 160, 300)).isZero();
  }

  @Test
  void serveExpiredFor_answersWhatWouldBeUnanswered() throws IOException {
    String text =
        """
        resolver: { serve-expired-for: %s }
        authority: { fresh-for: 10s, expire-after: 30s }
        faults: [ { at: 30s, for: 2m, what: authority-down } ]
        """;
    Report without = written(text.formatted("0"), load(4, 2));
    Report with = written(text.formatted("1h"), load(4, 2));
    assertThat(without.sum(without.measures().unanswered())).isPositive();
    assertThat(with.measures().unansweredBefore()).isZero();
    assertThat(with.measures().of(Kind.EXPIRED)).isPositive();
  }

  @Test
  void movedKeys_areRoutedWronglyNoLongerThanTheyAreKept() throws IOException {
    Report report =
        written(
            "authority: { fresh-for: 10s, expire-after: 1m, moves-per-minute: 600 }\n", load(5, 3));
    assertThat(report.sum(report.measures().wrong())).isPositive();
    assertThat(report.measures().wrongAges().max()).isLessThanOrEqualTo(61_000 * MILLI);
    assertThat(report.recoveries()).isEmpty();
    assertThat(report.svg()).contains("none");
  }
}
