// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.cli.terminal.Interrupts;
import io.turnout.cli.terminal.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The recording and the near misses through a gateway, every request checked. */
class DemoTest {

  private static final Example PAYMENTS = Examples.payments();

  @Test
  void everyRequest_goesWhereItIsExpectedTwice() throws Exception {
    List<Recorded> requests = Examples.requests();
    Tally tally = new Tally();
    try (Platform platform = Platform.start(PAYMENTS, PAYMENTS.routeFile(), tally)) {
      for (int pass = 0; pass < 2; pass++) {
        new Replayer(platform, Replayer.FULL_SPEED)
            .replay(requests, (long) pass * requests.size())
            .get(5, TimeUnit.MINUTES);
      }
    }
    assertThat(tally.differences()).isEmpty();
    assertThat(tally.different()).isZero();
    assertThat(tally.done()).isEqualTo(2L * requests.size()).isGreaterThan(5_000);
    long cells = requests.stream().filter(one -> one.expected().cell().isPresent()).count();
    assertThat(tally.outcomes().of("to a cell")).isEqualTo(2 * cells);
    assertThat(tally.outcomes().of("rejected")).isEqualTo(2 * (requests.size() - cells));
    assertThat(tally.cells().top(9)).hasSize(4);
    assertThat(tally.freshness().of("fresh, near")).isGreaterThan(requests.size() / 2);
    assertThat(tally.latencies().max()).isPositive();
  }

  @Test
  void wrongExpectation_isFound() throws Exception {
    Recorded right =
        PAYMENTS.recording().stream()
            .filter(one -> one.expected().cell().isPresent())
            .findFirst()
            .orElseThrow();
    Expected wrong = new Expected(Map.of("outcome", "cell", "cell", "nowhere-1"));
    Recorded changed =
        new Recorded(
            right.name(),
            right.method(),
            right.target(),
            right.headers(),
            right.hasBody(),
            right.body(),
            wrong);
    Tally tally = new Tally();
    try (Platform platform = Platform.start(PAYMENTS, PAYMENTS.routeFile(), tally)) {
      new Replayer(platform, 1).replay(List.of(changed), 0).get(1, TimeUnit.MINUTES);
    }
    assertThat(tally.different()).isEqualTo(1);
    assertThat(tally.differences())
        .singleElement()
        .asString()
        .startsWith(right.name() + ": ")
        .contains("expected nowhere-1");
  }

  @Test
  void stoppedReplay_letsWhatIsInFlightEnd() throws Exception {
    Tally tally = new Tally();
    List<Recorded> requests = PAYMENTS.recording();
    try (Platform platform = Platform.start(PAYMENTS, PAYMENTS.routeFile(), tally)) {
      Replayer replayer = new Replayer(platform, 1);
      CompletableFuture<Void> over = replayer.replay(requests, 0);
      replayer.stop();
      over.get(1, TimeUnit.MINUTES);
    }
    assertThat(tally.done()).isLessThan(requests.size());
    assertThat(tally.different()).isZero();
  }

  @Test
  void askedToEnd_theDemoEndsWithItsSummary() throws IOException {
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out, true);
    Interrupts interrupts = new Interrupts();
    interrupts.request();
    Demo demo =
        new Demo(
            Terminal.plain(InputStream.nullInputStream(), writer, writer),
            PAYMENTS,
            new DemoRoutes.InFile(),
            new Demo.Options(400, Demo.After.REPLAY, false));
    assertThat(demo.run(interrupts)).isTrue();
    assertThat(out.toString()).contains("All as expected: ").doesNotContain("2,604 of 2,604");
  }

  @Test
  void recordings_areReadWithEveryKindOfBody() throws IOException {
    List<Recorded> requests = Examples.requests();
    assertThat(requests).anyMatch(one -> !one.hasBody());
    assertThat(requests).anyMatch(one -> one.body().length > 1_000_000);
  }
}
