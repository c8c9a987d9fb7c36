// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The report as an SVG picture: panels over one time axis, with the faults shaded. */
final class ReportPicture {

  private static final int WIDTH = 960;
  private static final int LEFT = 84;
  private static final int RIGHT = 24;
  private static final int PLOT = WIDTH - LEFT - RIGHT;
  private static final int TOP = 92;
  private static final int FAULT_ROW = 18;
  private static final int TITLE = 20;
  private static final int PANEL = 108;
  private static final int GAP = 36;
  private static final int SLICES = 400;
  private static final int MOST_FAULTS_NAMED = 8;
  private static final double MILLIS = 1e6;

  private static final String HITS = "#1b7f5c";
  private static final String CALLS = "#2b62b8";
  private static final String PEAK = "#9dbce8";
  private static final String LOST = "#c0392b";
  private static final String WRONG = "#b7730c";
  private static final String WAITED = "#6b4fa3";
  private static final String FAULT = "#f3dcd6";

  /** A curve of a panel. */
  private record Curve(String name, String colour, ToDoubleFunction<Slice> value) {}

  private final Report report;
  private final List<Slice> slices;
  private final int seconds;
  private final StringBuilder svg = new StringBuilder();
  private int top;

  ReportPicture(Report report) {
    this.report = report;
    slices = report.slices(SLICES);
    seconds = report.lengthSeconds();
  }

  String write() {
    int named = Math.min(MOST_FAULTS_NAMED, report.scenario().faults().size());
    int first = TOP + FAULT_ROW * named + (named > 0 ? TITLE : 0);
    int panels = 5;
    int bottom = first + panels * (PANEL + GAP) - GAP;
    begin(bottom + 52);
    shadeFaults(first, bottom);
    top = first;
    hitRate();
    panel(
        List.of(
            new Curve("most in one second", PEAK, slice -> slice.callsPeak()),
            new Curve("authority calls/s", CALLS, slice -> slice.perSecond(slice.calls()))));
    panel(
        List.of(
            new Curve(
                "requests/s without an answer",
                LOST,
                slice -> slice.perSecond(slice.unanswered()))));
    panel(
        List.of(
            new Curve(
                "requests/s to a cell that the key had left",
                WRONG,
                slice -> slice.perSecond(slice.wrong()))));
    panel(
        List.of(
            new Curve(
                "longest wait of a request, ms",
                WAITED,
                slice -> slice.longestWaitNanos() / MILLIS)));
    timeAxis(bottom);
    return svg.append("</svg>\n").toString();
  }

  private void begin(int height) {
    Scenario scenario = report.scenario();
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
            + " role=\"img\" font-family=\"system-ui, 'DejaVu Sans', Arial, sans-serif\""
            + " font-size=\"12\" fill=\"#222\">",
        WIDTH, height, WIDTH, height);
    add("<title>%s</title>", escaped("turnout rehearse: " + scenario.name()));
    add("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>", WIDTH, height);
    add(
        "<text x=\"20\" y=\"30\" font-size=\"18\" font-weight=\"600\">%s</text>",
        escaped(scenario.name()));
    add("<text x=\"20\" y=\"50\" fill=\"#555\">%s</text>", escaped(scenario.about()));
    Scenario.World world = scenario.world();
    String facts =
        Figures.count(report.played().keys())
            + " keys, "
            + Figures.rate(report.sum(report.measures().requests()) / (double) seconds)
            + " requests/s, "
            + world.routers()
            + (world.routers() == 1 ? " router" : " routers")
            + ", fresh for "
            + Figures.time(world.freshFor())
            + ", expires after "
            + Figures.time(world.expireAfter())
            + ", "
            + report.scenario().resolver().concurrency()
            + " calls at once";
    add("<text x=\"20\" y=\"68\" fill=\"#555\">%s</text>", escaped(facts));
  }

  private void shadeFaults(int first, int bottom) {
    List<Fault> faults = report.scenario().faults();
    for (int i = 0; i < faults.size(); i++) {
      Fault fault = faults.get(i);
      double from = x(Math.min(seconds, fault.at().toMillis() / 1e3));
      double to = x(Math.min(seconds, fault.end().toMillis() / 1e3));
      if (fault.at().toSeconds() >= seconds) {
        continue;
      }
      boolean named = i < MOST_FAULTS_NAMED;
      int from0 = named ? TOP + i * FAULT_ROW - 8 : first;
      if (fault.kind().lasts()) {
        add(
            "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\" fill-opacity=\"0.7\"/>",
            from, from0, Math.max(1, to - from), bottom - from0, FAULT);
      } else {
        add(
            "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"%s\" stroke-width=\"1.5\""
                + " stroke-dasharray=\"5 3\"/>",
            from, from0, from, bottom, LOST);
      }
    }
    for (int i = 0; i < Math.min(MOST_FAULTS_NAMED, faults.size()); i++) {
      name(faults.get(i), TOP + i * FAULT_ROW + 4);
    }
  }

  /** The words of a fault, right of its beginning, or left of it where there is no room. */
  private void name(Fault fault, int y) {
    double at = x(Math.min(seconds, fault.at().toMillis() / 1e3));
    boolean right = at < LEFT + PLOT * 0.7;
    String lasts = fault.kind().lasts() ? " for " + Figures.time(fault.length()) : "";
    add(
        "<text x=\"%.1f\" y=\"%d\" fill=\"#8c2a1c\" text-anchor=\"%s\">%s</text>",
        right ? at + 5 : at - 5,
        y,
        right ? "start" : "end",
        escaped(Figures.time(fault.at()) + ": " + fault.text() + lasts));
  }

  private void hitRate() {
    double lowest = slices.stream().mapToDouble(Slice::hitRate).min().orElse(0) * 100;
    double floor = lowest >= 95 ? 95 : lowest >= 80 ? 80 : lowest >= 50 ? 50 : 0;
    Curve curve = new Curve("answered at once by the near cache, %", HITS, s -> s.hitRate() * 100);
    title(List.of(curve));
    axis(floor, 100);
    line(curve, floor, 100);
    top += PANEL + GAP;
  }

  /** A panel of numbers from 0; the last curve lies on top. */
  private void panel(List<Curve> curves) {
    double most = 0;
    for (Curve curve : curves) {
      most = Math.max(most, slices.stream().mapToDouble(curve.value()).max().orElse(0));
    }
    title(curves);
    if (most == 0) {
      axis(0, 1);
      add(
          "<text x=\"%d\" y=\"%d\" fill=\"#888\" text-anchor=\"middle\">none</text>",
          LEFT + PLOT / 2, top + PANEL / 2 + 4);
    } else {
      double end = roundUp(most);
      axis(0, end);
      for (Curve curve : curves) {
        area(curve, end);
      }
    }
    top += PANEL + GAP;
  }

  private void title(List<Curve> curves) {
    int x = LEFT;
    for (int i = curves.size() - 1; i >= 0; i--) {
      Curve curve = curves.get(i);
      add(
          "<rect x=\"%d\" y=\"%d\" width=\"11\" height=\"11\" fill=\"%s\"/>",
          x, top - 17, curve.colour());
      add(
          "<text x=\"%d\" y=\"%d\" font-weight=\"600\" paint-order=\"stroke\""
              + " stroke=\"#fff\" stroke-width=\"3\">%s</text>",
          x + 17, top - 7, curve.name());
      x += 44 + curve.name().length() * 7;
    }
  }

  private void axis(double from, double to) {
    int parts = 2;
    for (int i = 0; i <= parts; i++) {
      double value = from + (to - from) * i / parts;
      double y = top + PANEL - PANEL * (double) i / parts;
      add(
          "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"%s\"/>",
          LEFT, y, LEFT + PLOT, y, i == 0 ? "#888" : "#ddd");
      add(
          "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" fill=\"#555\">%s</text>",
          LEFT - 8, y + 4, number(value));
    }
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? Figures.count((long) value)
        : String.format(Locale.ROOT, value < 1 ? "%.2f" : "%.1f", value);
  }

  private void line(Curve curve, double from, double to) {
    add(
        "<path d=\"M%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\"/>",
        steps(curve, from, to).substring(1), curve.colour());
  }

  private void area(Curve curve, double to) {
    add(
        "<path d=\"M%d %d%sV%dZ\" fill=\"%s\"/>",
        LEFT, top + PANEL, steps(curve, 0, to), top + PANEL, curve.colour());
  }

  private String steps(Curve curve, double from, double to) {
    StringBuilder path = new StringBuilder();
    for (Slice slice : slices) {
      double share = (curve.value().applyAsDouble(slice) - from) / (to - from);
      double y = top + PANEL * (1 - Math.max(0, Math.min(1, share)));
      path.append(String.format(Locale.ROOT, "L%.1f %.1fH%.1f", x(slice.from()), y, x(slice.to())));
    }
    return path.toString();
  }

  private void timeAxis(int bottom) {
    int step = step();
    for (int at = 0; at <= seconds; at += step) {
      add(
          "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#888\"/>",
          x(at), bottom, x(at), bottom + 5);
      add(
          "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#555\">%s</text>",
          x(at), bottom + 20, Figures.seconds(at));
    }
    add(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#555\">%s</text>",
        LEFT + PLOT / 2,
        bottom + 40,
        "time since the end of the warm-up; shaded: while something is wrong; dashed: what happens"
            + " at once");
  }

  private int step() {
    int[] round = {1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400};
    for (int step : round) {
      if (seconds / step <= 12) {
        return step;
      }
    }
    return 86_400;
  }

  /** The next of 1, 2, 4, 6 and 10 times a power of ten. */
  private static double roundUp(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(value)));
    for (double factor : new double[] {1, 2, 4, 6}) {
      if (value <= factor * power) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  private double x(double second) {
    return LEFT + PLOT * second / seconds;
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
