// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.cli.measure.Latencies;
import io.turnout.resolve.Resolution;
import io.turnout.resolve.Resolution.Unavailable.Cause;
import io.turnout.resolve.ResolverListener.LayerResult;
import java.util.Locale;

/** The report for programs: durations in milliseconds, times in seconds since the warm-up. */
final class ReportJson {

  private static final int SLICES = 400;
  private static final double MILLIS = 1e6;

  private final Report report;
  private final Measures measures;
  private final JsonMapper mapper =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  ReportJson(Report report) {
    this.report = report;
    measures = report.measures();
  }

  String write() {
    ObjectNode root = mapper.createObjectNode();
    Load load = report.load();
    root.put("scenario", report.scenario().name())
        .put("keys", report.played().keys())
        .put("seconds", report.lengthSeconds())
        .put("warm-up-seconds", load.warmUpSeconds())
        .put("seed", load.seed());
    if (!report.played().fromFile()) {
      root.put("requests-per-second", load.perSecond()).put("skew", load.skew());
    }
    requests(root.putObject("requests"));
    quantiles(root.putObject("waited-ms"), measures.waits());
    quantiles(root.putObject("waited-ms-of-those-that-had-to"), measures.realWaits());
    quantiles(root.putObject("answer-age-ms"), measures.ages());
    wrong(root.putObject("wrong-cell"));
    behind(root);
    root.set("faults", faults());
    root.set("over-time", overTime());
    try {
      return mapper.writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the report cannot be written as JSON", e);
    }
  }

  private void requests(ObjectNode node) {
    node.put("all", report.sum(measures.requests()))
        .put("near-cache", report.sum(measures.hits()))
        .put("layer", measures.fromLayer())
        .put("authority", measures.fromAuthority())
        .put("stale", measures.of(Resolution.Kind.STALE))
        .put("expired", measures.of(Resolution.Kind.EXPIRED))
        .put("unanswered", report.sum(measures.unanswered()))
        .put("unanswered-of-keys-answered-before", measures.unansweredBefore());
    ObjectNode causes = node.putObject("unanswered-by-cause");
    for (Cause cause : Cause.values()) {
      if (measures.of(cause) > 0) {
        causes.put(spelt(cause), measures.of(cause));
      }
    }
  }

  private static void quantiles(ObjectNode node, Latencies times) {
    node.put("p50", times.quantile(0.5) / MILLIS)
        .put("p90", times.quantile(0.9) / MILLIS)
        .put("p99", times.quantile(0.99) / MILLIS)
        .put("p99.9", times.quantile(0.999) / MILLIS)
        .put("max", times.max() / MILLIS);
  }

  private void wrong(ObjectNode node) {
    node.put("all", report.sum(measures.wrong()));
    ArrayNode ages = node.putArray("by-age");
    for (int i = 0; i < Measures.AGES_SECONDS.length; i++) {
      ObjectNode age = ages.addObject();
      if (i < Measures.AGES_SECONDS.length - 1) {
        age.put("up-to-seconds", Measures.AGES_SECONDS[i]);
      }
      age.put("requests", measures.wrongByAge(i));
    }
    node.put("longest-ms", measures.wrongAges().max() / MILLIS);
  }

  private void behind(ObjectNode root) {
    long calls = report.sum(measures.calls());
    root.putObject("authority")
        .put("calls", calls)
        .put("look-ups", measures.lookups())
        .put("throttled", report.sum(measures.throttled()))
        .put("per-second", (double) calls / report.lengthSeconds())
        .put("per-second-peak", report.max(measures.calls()))
        .put("at-once-peak", report.max(measures.atOnce()))
        .put("at-once-allowed", report.scenario().resolver().concurrency());
    if (report.scenario().world().layerLatency().isEmpty()) {
      return;
    }
    ObjectNode layer = root.putObject("layer-reads");
    for (LayerResult result : LayerResult.values()) {
      layer.put(spelt(result), measures.of(result));
    }
    layer.put("longest-ms", measures.longestLayerReadNanos() / MILLIS);
  }

  private ArrayNode faults() {
    ArrayNode faults = mapper.createArrayNode();
    for (Recovery one : report.recoveries()) {
      ObjectNode node = faults.addObject();
      node.put("what", one.fault().kind().text())
          .put("at-seconds", one.fault().at().toMillis() / 1e3)
          .put("for-seconds", one.fault().length().toMillis() / 1e3)
          .put("hit-rate-before", one.before())
          .put("hit-rate-lowest", one.lowest())
          .put("hit-rate-fell", one.fell());
      one.backAt().ifPresent(at -> node.put("hit-rate-back-at-seconds", at));
      one.arithmetic()
          .ifPresent(
              arithmetic ->
                  node.putObject("arithmetic")
                      .put("look-ups-per-second", arithmetic.lookupsPerSecond())
                      .put("keys-needed", arithmetic.keysNeeded())
                      .put("seconds-by-authority", arithmetic.byAuthority())
                      .put("seconds-by-requests", arithmetic.byRequests())
                      .put("seconds-expected", arithmetic.together()));
    }
    return faults;
  }

  private ArrayNode overTime() {
    ArrayNode rows = mapper.createArrayNode();
    for (Slice slice : report.slices(SLICES)) {
      rows.addObject()
          .put("from", slice.from())
          .put("to", slice.to())
          .put("requests", slice.requests())
          .put("near-cache", slice.hits())
          .put("authority-calls", slice.calls())
          .put("authority-calls-peak-second", slice.callsPeak())
          .put("authority-at-once", slice.atOnce())
          .put("unanswered", slice.unanswered())
          .put("wrong-cell", slice.wrong())
          .put("longest-wait-ms", slice.longestWaitNanos() / MILLIS);
    }
    return rows;
  }

  private static String spelt(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
