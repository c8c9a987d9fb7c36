// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What deciding costs a proxy.
 *
 * @param runs how each row did at its best
 * @param conditions under which it was measured, in a few words
 */
record ProxyTable(Map<ProxyField.Row, ProxyRun> runs, String conditions) implements Table {

  private static final double GOAL = 0.95;
  private static final String HEAD =
      """
      | proxy | requests/s | of the fixed | goal | holds | p50 | p99 | processor a request |
      | --- | --: | --: | --: | --- | --: | --: | --: |
      """;

  @Override
  public String name() {
    return "proxy";
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder(HEAD);
    runs.forEach((row, run) -> text.append(line(row, run)));
    return text.append("\nMeasured with ").append(conditions).append(".\n").toString();
  }

  private String line(ProxyField.Row row, ProxyRun run) {
    boolean ours = row.name().startsWith("gateway") && !row.fixed().isEmpty();
    double share = row.fixed().isEmpty() ? 1 : run.perSecond() / fixed(row).perSecond();
    return String.format(
        Locale.ROOT,
        "| %s | %,.0f | %s | %s | %s | %.0f µs | %.0f µs | %.1f µs |%n",
        row.name(),
        run.perSecond(),
        row.fixed().isEmpty() ? "" : String.format(Locale.ROOT, "%.3f", share),
        ours ? "≥ " + GOAL : "–",
        ours ? share >= GOAL ? "yes" : "no" : "–",
        run.p50(),
        run.p99(),
        run.cpu());
  }

  private ProxyRun fixed(ProxyField.Row row) {
    return runs.entrySet().stream()
        .filter(one -> one.getKey().name().equals(row.fixed()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow();
  }

  @Override
  public List<String> failures() {
    return List.of();
  }
}
