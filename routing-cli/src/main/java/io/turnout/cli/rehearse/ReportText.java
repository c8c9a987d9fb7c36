// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import io.turnout.cli.measure.Latencies;
import io.turnout.resolve.Resolution;
import io.turnout.resolve.Resolution.Unavailable.Cause;
import io.turnout.resolve.ResolverListener.LayerResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The report for people. */
final class ReportText {

  private static final int ROWS = 24;
  private static final int WIDTH = 100;
  private static final double[] QUANTILES = {0.5, 0.9, 0.99, 0.999};
  private static final String[] AGES = {
    "up to 1 s", "up to 10 s", "up to 1 min", "up to 5 min", "up to 30 min", "longer"
  };

  private final Report report;
  private final Measures measures;
  private final StringBuilder text = new StringBuilder();

  ReportText(Report report) {
    this.report = report;
    measures = report.measures();
  }

  String write() {
    head();
    answers();
    waits();
    wrong();
    behind();
    faults();
    overTime();
    return text.toString();
  }

  private void head() {
    Load load = report.load();
    Scenario.World world = report.scenario().world();
    wrapped("", report.scenario().name() + ": " + report.scenario().about());
    String asked =
        report.played().fromFile()
            ? "requests from a file"
            : "skew " + load.skew() + ", " + Figures.rate(load.perSecond()) + " requests/s";
    wrapped(
        "  ",
        Figures.count(report.played().keys())
            + " keys, "
            + asked
            + ", for "
            + Figures.time(load.length())
            + " after a warm-up of "
            + Figures.time(load.warmUp())
            + ", seed "
            + load.seed());
    String layer =
        world.layerLatency().map(time -> "a layer of " + Figures.time(time)).orElse("no layer");
    wrapped(
        "  ",
        Figures.count(world.routers())
            + (world.routers() == 1 ? " router" : " routers")
            + ", "
            + layer
            + ", an authority of "
            + Figures.time(world.authorityLatency())
            + "; fresh for "
            + Figures.time(world.freshFor())
            + ", expires after "
            + Figures.time(world.expireAfter())
            + "; "
            + Figures.count(world.movesPerMinute())
            + " moves a minute");
    int number = 1;
    for (Fault fault : report.scenario().faults()) {
      String lasts = fault.kind().lasts() ? " for " + Figures.time(fault.length()) : "";
      line("  fault " + number++ + ": at " + Figures.time(fault.at()) + lasts + " " + fault.text());
    }
  }

  private void answers() {
    long requests = report.sum(measures.requests());
    long unanswered = report.sum(measures.unanswered());
    title("REQUESTS");
    share("all", requests, requests);
    share("answered at once by the near cache", report.sum(measures.hits()), requests);
    share("answered by the layer", measures.fromLayer(), requests);
    share("answered by the authority", measures.fromAuthority(), requests);
    share("answered stale, while a refresh ran", measures.of(Resolution.Kind.STALE), requests);
    share("answered expired (serve-expired-for)", measures.of(Resolution.Kind.EXPIRED), requests);
    share("not answered", unanswered, requests);
    for (Cause cause : Cause.values()) {
      if (measures.of(cause) > 0) {
        share("  " + cause.name().toLowerCase(Locale.ROOT), measures.of(cause), requests);
      }
    }
    if (unanswered > 0) {
      share(
          "  of a key that its router had answered before", measures.unansweredBefore(), requests);
    }
  }

  private void waits() {
    title(
        String.format(
            Locale.ROOT,
            "%-32s%9s%9s%9s%9s%9s",
            "OF THE ANSWERED",
            "p50",
            "p90",
            "p99",
            "p99.9",
            "longest"));
    quantiles("waited", measures.waits());
    quantiles("waited, those that had to", measures.realWaits());
    quantiles("age of the answer", measures.ages());
  }

  private void quantiles(String what, Latencies times) {
    StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "  %-30s", what));
    for (double quantile : QUANTILES) {
      row.append(cell(times.quantile(quantile)));
    }
    line(row.append(cell(times.max())).toString());
  }

  private static String cell(long nanos) {
    return String.format(Locale.ROOT, " %10s", Figures.measured(nanos)).substring(0, 11);
  }

  private void wrong() {
    long wrong = report.sum(measures.wrong());
    title("ROUTED TO A CELL THAT THE KEY HAD LEFT");
    share("all", wrong, report.sum(measures.requests()));
    if (wrong == 0) {
      return;
    }
    for (int age = 0; age < AGES.length; age++) {
      if (measures.wrongByAge(age) > 0) {
        share(
            "  wrong " + (age == AGES.length - 1 ? "for " : "") + AGES[age],
            measures.wrongByAge(age),
            wrong);
      }
    }
    line("    longest wrong: " + Figures.measured(measures.wrongAges().max()));
  }

  private void behind() {
    int seconds = report.lengthSeconds();
    long calls = report.sum(measures.calls());
    title("BEHIND THE ROUTERS");
    line(
        "  authority: "
            + Figures.count(calls)
            + " calls, "
            + Figures.rate((double) calls / seconds)
            + "/s on average, "
            + Figures.count(report.max(measures.calls()))
            + "/s at most; at once "
            + Figures.count(report.max(measures.atOnce()))
            + " of the "
            + Figures.count(report.scenario().resolver().concurrency())
            + " allowed");
    long throttled = report.sum(measures.throttled());
    if (throttled > 0) {
      line(
          "  of which it refused for getting too many: "
              + Figures.count(throttled)
              + ", "
              + Figures.count(report.max(measures.throttled()))
              + "/s at most");
    }
    if (report.scenario().world().layerLatency().isEmpty()) {
      return;
    }
    List<String> results = new ArrayList<>();
    long reads = 0;
    for (LayerResult result : LayerResult.values()) {
      long count = measures.of(result);
      if (count > 0) {
        results.add(
            Figures.count(count) + " " + result.name().toLowerCase(Locale.ROOT).replace('_', ' '));
      }
      reads += result == LayerResult.SKIPPED ? 0 : count;
    }
    wrapped(
        "  ",
        "layer: "
            + Figures.count(reads)
            + " reads, the longest "
            + Figures.measured(measures.longestLayerReadNanos())
            + (results.isEmpty() ? "" : ": " + String.join(", ", results)));
  }

  private void faults() {
    int number = 1;
    for (Recovery one : report.recoveries()) {
      title("HIT RATE AFTER FAULT " + number++ + " (" + one.fault().text() + ")");
      line(
          "  before the first fault "
              + Figures.percent(one.before())
              + ", lowest "
              + Figures.percent(one.lowest())
              + ", "
              + back(one));
      one.arithmetic().ifPresent(arithmetic -> arithmetic(arithmetic, one));
    }
  }

  private static String back(Recovery one) {
    if (!one.fell()) {
      return "never below 99 % of that";
    }
    if (one.backAt().isEmpty()) {
      return "not back at 99 % of that in time";
    }
    int at = one.backAt().getAsInt();
    String after = Figures.seconds(at - one.fault().fromSecond());
    return "back at 99 % of that after " + after;
  }

  private void arithmetic(Arithmetic arithmetic, Recovery one) {
    Scenario scenario = report.scenario();
    int keys = scenario.world().keysAtOnce();
    line("  what arithmetic allows while all else is well:");
    line(
        "    "
            + scenario.resolver().concurrency()
            + " calls"
            + (keys == 1 ? "" : " of " + keys + " keys")
            + " / "
            + Figures.time(scenario.world().authorityLatency())
            + " = "
            + Figures.count((long) arithmetic.lookupsPerSecond())
            + " look-ups/s of one router");
    line(
        "    "
            + Figures.count(arithmetic.keysNeeded())
            + " keys make up that hit rate; the authority needs for them "
            + seconds(arithmetic.byAuthority()));
    line(
        "    requests have asked for enough of them, if look-ups took no time, after "
            + seconds(arithmetic.byRequests()));
    line(
        "    both together: "
            + seconds(arithmetic.together())
            + " expected, "
            + (one.backAt().isEmpty()
                ? "not back when measured"
                : seconds(one.backAt().getAsInt() - one.fault().fromSecond()) + " measured"));
  }

  private static String seconds(double seconds) {
    return Figures.measured((long) (seconds * Measures.NANOS_PER_SECOND));
  }

  private void overTime() {
    title(
        String.format(
            Locale.ROOT,
            "%-10s%9s%12s%10s%10s%12s%9s%12s%s",
            "FROM",
            "hit rate",
            "authority/s",
            "peak/s",
            "at once",
            "unanswered",
            "wrong",
            "waited",
            "   fault"));
    for (Slice slice : report.slices(ROWS)) {
      String row =
          String.format(
              Locale.ROOT,
              "  %-8s%9s%12s%10s%10s%12s%9s%12s   %s",
              Figures.seconds(slice.from()),
              Figures.percent(slice.hitRate()),
              Figures.rate(slice.perSecond(slice.calls())),
              Figures.count(slice.callsPeak()),
              Figures.count(slice.atOnce()),
              Figures.count(slice.unanswered()),
              Figures.count(slice.wrong()),
              Figures.measured(slice.longestWaitNanos()),
              marks(slice));
      line(row.stripTrailing());
    }
  }

  /** The numbers of the faults that fall into a slice. */
  private String marks(Slice slice) {
    List<String> marks = new ArrayList<>();
    List<Fault> faults = report.scenario().faults();
    Duration from = Duration.ofSeconds(slice.from());
    Duration to = Duration.ofSeconds(slice.to());
    for (int i = 0; i < faults.size(); i++) {
      Fault fault = faults.get(i);
      boolean begins = fault.at().compareTo(from) >= 0 && fault.at().compareTo(to) < 0;
      boolean goesOn = fault.at().compareTo(from) < 0 && fault.end().compareTo(from) > 0;
      if (begins || goesOn) {
        marks.add(String.valueOf(i + 1));
      }
    }
    return String.join(" ", marks);
  }

  private void title(String title) {
    text.append('\n').append(title).append('\n');
  }

  private void share(String what, long count, long all) {
    String share = all == 0 ? "" : Figures.percent((double) count / all);
    line(String.format(Locale.ROOT, "  %-48s%15s%12s", what, Figures.count(count), share));
  }

  private void line(String line) {
    text.append(line.length() <= WIDTH ? line : line.substring(0, WIDTH - 3) + "...").append('\n');
  }

  /** A text in as many lines as it needs, those after the first indented. */
  private void wrapped(String indent, String words) {
    StringBuilder row = new StringBuilder(indent);
    for (String word : words.split(" ", -1)) {
      if (row.length() + word.length() >= WIDTH && !row.toString().isBlank()) {
        line(row.toString().stripTrailing());
        row = new StringBuilder(indent + "  ");
      }
      row.append(word).append(' ');
    }
    line(row.toString().stripTrailing());
  }
}
