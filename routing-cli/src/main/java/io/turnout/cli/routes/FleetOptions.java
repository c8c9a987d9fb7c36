// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.admin.FleetTimes;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What is assumed of the routers in use. */
final class FleetOptions {

  private static final String TIME = "TIME";

  @Option(
      names = "--lookup-timeout",
      paramLabel = TIME,
      converter = Times.Converter.class,
      description = "The longest look-up, all tiers together (250ms).")
  private Optional<Duration> lookupTimeout;

  @Option(
      names = "--clock-allowance",
      paramLabel = TIME,
      converter = Times.Converter.class,
      description = "By how much clocks and timers are off (2s).")
  private Optional<Duration> clockAllowance;

  @Option(
      names = "--read-lag",
      paramLabel = TIME,
      converter = Times.Converter.class,
      description =
          "How late a change is read (10s for a table, whose defaults are kept so long; 3s for a file).")
  private Optional<Duration> readLag;

  @Option(
      names = "--serve-expired-for",
      paramLabel = TIME,
      converter = Times.Converter.class,
      description = "How long expired routes are served while the authority fails (0).")
  private Optional<Duration> serveExpiredFor;

  @Option(
      names = "--max-stale",
      paramLabel = TIME,
      converter = Times.Converter.class,
      description = "How long stale routes are used; only printed, nothing is reckoned with it.")
  private Optional<Duration> maxStale;

  @Option(
      names = "--forward-timeout",
      paramLabel = TIME,
      converter = Times.Converter.class,
      description = "How long after a decision a request reaches its cell (5s).")
  private Optional<Duration> forwardTimeout;

  @Option(
      names = "--grace",
      paramLabel = TIME,
      converter = Times.Converter.class,
      description = "How long the key stays uncacheable after the flip (1m).")
  private Optional<Duration> grace;

  @SuppressWarnings("NullAway.Init")
  FleetOptions() {}

  /**
   * The times that the call gives, or else the usual ones.
   *
   * @param usualReadLag of the source of truth
   */
  FleetTimes times(Duration usualReadLag) {
    FleetTimes usual = FleetTimes.DEFAULT;
    return new FleetTimes(
        lookupTimeout.orElse(usual.lookupTimeout()),
        clockAllowance.orElse(usual.clockAllowance()),
        readLag.orElse(usualReadLag),
        serveExpiredFor.orElse(usual.serveExpiredFor()),
        maxStale,
        forwardTimeout.orElse(usual.forwardTimeout()),
        grace.orElse(usual.grace()));
  }

  /** The options as they were given, each after a space. */
  String repeated() {
    return given("--lookup-timeout", lookupTimeout)
        + given("--clock-allowance", clockAllowance)
        + given("--read-lag", readLag)
        + given("--serve-expired-for", serveExpiredFor)
        + given("--max-stale", maxStale)
        + given("--forward-timeout", forwardTimeout)
        + given("--grace", grace);
  }

  private static String given(String option, Optional<Duration> time) {
    return time.map(it -> " " + option + " " + Times.text(it)).orElse("");
  }
}
