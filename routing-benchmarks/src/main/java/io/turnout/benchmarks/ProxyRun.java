// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a proxy did.
 *
 * @param perSecond requests a second
 * @param p50 half of the requests took so long at most, in microseconds
 * @param p99 99 % of them
 * @param cpu processor time of the proxy for a request, in microseconds
 */
record ProxyRun(double perSecond, double p50, double p99, double cpu) {

  /** Worse than any. */
  static final ProxyRun NONE =
      new ProxyRun(0, Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE);

  private static final int CONNECTIONS = 32;
  private static final double MICROS_PER_TICK = 10_000; // Linux tells in hundredths of a second

  /** Lets wrk ask for some seconds. */
  static ProxyRun of(ProxyField.Row row, Path folder, int seconds)
      throws IOException, InterruptedException {
    long before = ticks(row.pid());
    Process wrk =
        new ProcessBuilder(
                "wrk",
                "-t1",
                "-c" + CONNECTIONS,
                "-d" + seconds + "s",
                "--latency",
                "--timeout",
                "30s",
                "-s",
                row.script().toString(),
                "http://127.0.0.1:" + row.port())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String told = new String(wrk.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    wrk.waitFor();
    long spent = ticks(row.pid()) - before;
    if (told.contains("Non-2xx") || told.contains("Socket errors")) {
      throw new IllegalStateException(row.name() + " did not answer every request: " + told);
    }
    double requests = number(told, "(\\d+) requests in");
    return new ProxyRun(
        number(told, "Requests/sec:\\s+([0-9.]+)"),
        micros(told, "50%"),
        micros(told, "99%"),
        spent * MICROS_PER_TICK / requests);
  }

  private static double number(String told, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(told);
    if (!found.find()) {
      throw new IllegalStateException("wrk does not tell " + pattern + ": " + told);
    }
    return Double.parseDouble(found.group(1));
  }

  private static double micros(String told, String share) {
    Matcher found = Pattern.compile(share + "\\s+([0-9.]+)(us|ms|s)").matcher(told);
    if (!found.find()) {
      throw new IllegalStateException("wrk does not tell " + share + ": " + told);
    }
    double value = Double.parseDouble(found.group(1));
    return switch (found.group(2)) {
      case "us" -> value;
      case "ms" -> value * 1e3;
      default -> value * 1e6;
    };
  }

  /** The processor time of a process so far. */
  private static long ticks(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
    return Long.parseLong(fields.get(11)) + Long.parseLong(fields.get(12));
  }

  /** The best of both: what disturbs a machine only takes away. */
  ProxyRun better(ProxyRun other) {
    return new ProxyRun(
        Math.max(perSecond, other.perSecond),
        Math.min(p50, other.p50),
        Math.min(p99, other.p99),
        Math.min(cpu, other.cpu));
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,.0f a second, p50 %.0f us, p99 %.0f us, %.1f us of processor each",
        perSecond,
        p50,
        p99,
        cpu);
  }
}
