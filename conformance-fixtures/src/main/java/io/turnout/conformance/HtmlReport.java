// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.turnout.conformance.CaseResult.Status;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A report for people: one page without anything from elsewhere. Whatever fixtures and
 * implementations say is text in it, and its policy lets no script run but the page's own.
 */
final class HtmlReport {

  private final Report report;
  private final StringBuilder page = new StringBuilder();

  private HtmlReport(Report report) {
    this.report = report;
  }

  static String of(Report report) {
    HtmlReport writer = new HtmlReport(report);
    writer.head();
    writer.summary();
    writer.page.append("<div class=\"tables\">\n");
    writer.counts("Kind", CaseResult::kind);
    writer.counts("Folder", CaseResult::folder);
    writer.page.append("</div>\n");
    writer.stale();
    writer.cases();
    return writer.page.toString();
  }

  private void head() {
    String style = resource("report.css");
    String script = resource("report.js");
    Hello asked = report.implementation();
    String title = escaped("Conformance of " + asked.name() + " " + asked.version());
    page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
        .append("style-src 'sha256-")
        .append(hash(style))
        .append("'; ")
        .append("script-src 'sha256-")
        .append(hash(script))
        .append("'\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<meta name=\"color-scheme\" content=\"light dark\">\n")
        .append("<title>")
        .append(title)
        .append("</title>\n")
        .append("<style>")
        .append(style)
        .append("</style>\n")
        .append("<script defer>")
        .append(script)
        .append("</script>\n")
        .append("</head>\n<body>\n<h1>")
        .append(title)
        .append("</h1>\n");
  }

  private void summary() {
    Fixtures fixtures = report.fixtures();
    page.append("<p class=\"verdict ")
        .append(report.passed() ? "passed" : "failed")
        .append("\">")
        .append(report.passed() ? "Passed" : "Not passed")
        .append("</p>\n<p>");
    page.append(report.results().size()).append(" cases");
    if (!fixtures.version().isEmpty()) {
      page.append(" of fixtures ").append(escaped(fixtures.version()));
    }
    page.append(" <span class=\"quiet\" title=\"SHA-256 of the fixtures\">(")
        .append(fixtures.digest(), 0, 12)
        .append(")</span></p>\n<div class=\"bar\" aria-hidden=\"true\">");
    for (Status status : Status.values()) {
      long count = report.count(status);
      if (count > 0) {
        page.append("<svg class=\"")
            .append(status.text())
            .append("\" width=\"")
            .append(String.format(Locale.ROOT, "%.3f%%", 100.0 * count / report.results().size()))
            .append("\" height=\"10\"><rect width=\"100%\" height=\"100%\"/></svg>");
      }
    }
    page.append("</div>\n");
  }

  private void counts(String title, Function<CaseResult, String> group) {
    Map<String, List<CaseResult>> groups =
        report.results().stream()
            .collect(Collectors.groupingBy(group, LinkedHashMap::new, Collectors.toList()));
    page.append("<table class=\"counts\">\n<thead><tr><th scope=\"col\">")
        .append(title)
        .append("</th>");
    for (Status status : Status.values()) {
      page.append("<th scope=\"col\">").append(status.words()).append("</th>");
    }
    page.append("</tr></thead>\n<tbody>\n");
    groups.forEach((name, results) -> row(name.isEmpty() ? "(top)" : name, results));
    if (groups.size() > 1) {
      page.append("</tbody>\n<tfoot>\n");
      row("all", report.results());
      page.append("</tfoot>\n</table>\n");
    } else {
      page.append("</tbody>\n</table>\n");
    }
  }

  private void row(String name, List<CaseResult> results) {
    page.append("<tr><th scope=\"row\">").append(escaped(name)).append("</th>");
    for (Status status : Status.values()) {
      long count = results.stream().filter(result -> result.status() == status).count();
      page.append("<td class=\"").append(count == 0 ? "none" : status.text()).append("\">");
      page.append(count).append("</td>");
    }
    page.append("</tr>\n");
  }

  private void stale() {
    if (report.stale().isEmpty()) {
      return;
    }
    page.append("<h2>Did not fail as expected: to take off the expected failures</h2>\n<ul>\n");
    for (StaleEntry entry : report.stale()) {
      page.append("<li><code>").append(escaped(entry.id())).append("</code>: ");
      page.append(escaped(entry.why())).append("</li>\n");
    }
    page.append("</ul>\n");
  }

  private void cases() {
    page.append("<h2>Cases</h2>\n<div class=\"controls\" hidden>\n")
        .append(
            "<label>Filter <input id=\"filter\" type=\"search\" placeholder=\"part of an id or a message\"></label>\n");
    for (Status status : Status.values()) {
      long count = report.count(status);
      if (count > 0) {
        page.append("<label><input type=\"checkbox\" checked value=\"")
            .append(status.text())
            .append("\"> ")
            .append(status.words())
            .append(" (")
            .append(count)
            .append(")</label>\n");
      }
    }
    page.append("<span id=\"shown\" role=\"status\"></span>\n</div>\n");
    report.results().stream()
        .filter(result -> result.status() == Status.FAILED)
        .forEach(this::open);
    Map<String, List<CaseResult>> files =
        report.results().stream()
            .filter(result -> result.status() != Status.FAILED)
            .collect(
                Collectors.groupingBy(CaseResult::file, LinkedHashMap::new, Collectors.toList()));
    files.forEach(this::file);
    page.append("</body>\n</html>\n");
  }

  /** A case that lets the run fail, with all there is to know. */
  private void open(CaseResult result) {
    page.append("<details class=\"case\" open").append(data(result)).append("><summary>");
    badge(result.status());
    page.append(" <code>").append(escaped(result.id())).append("</code></summary>\n");
    about(result);
    details(result);
    page.append("</details>\n");
  }

  private void file(String path, List<CaseResult> results) {
    page.append("<details class=\"file\"><summary><code>").append(escaped(path)).append("</code> ");
    for (Status status : Status.values()) {
      long count = results.stream().filter(result -> result.status() == status).count();
      if (count > 0) {
        page.append("<span class=\"badge ")
            .append(status.text())
            .append("\">")
            .append(count)
            .append(' ')
            .append(status.words())
            .append("</span> ");
      }
    }
    page.append("</summary>\n");
    about(results.get(0));
    page.append("<ul>\n");
    for (CaseResult result : results) {
      int name = result.id().indexOf('#');
      page.append("<li class=\"case\"").append(data(result)).append('>');
      badge(result.status());
      page.append(' ').append(escaped(name < 0 ? "(one case)" : result.id().substring(name + 1)));
      details(result);
      page.append("</li>\n");
    }
    page.append("</ul>\n</details>\n");
  }

  private static String data(CaseResult result) {
    String what = result.failures().stream().map(Failure::what).collect(Collectors.joining(" "));
    return " data-status=\""
        + result.status().text()
        + "\" data-text=\""
        + escaped((result.id() + " " + result.reason() + " " + what).toLowerCase(Locale.ROOT))
        + "\"";
  }

  private void badge(Status status) {
    page.append("<span class=\"badge ")
        .append(status.text())
        .append("\">")
        .append(status.words())
        .append("</span>");
  }

  private void about(CaseResult result) {
    if (!result.about().isEmpty()) {
      page.append("<p class=\"quiet\">").append(escaped(result.about())).append("</p>\n");
    }
  }

  private void details(CaseResult result) {
    if (!result.reason().isEmpty()) {
      page.append("<p>").append(escaped(result.reason())).append("</p>\n");
    }
    for (Failure failure : result.failures()) {
      page.append("<p class=\"what\">")
          .append(escaped(failure.what()))
          .append("</p>\n<div class=\"pair\">");
      Set<String> differing = Expectation.differing(failure.expected(), failure.came());
      side("Expected", failure.expected(), differing);
      side("Came", failure.came(), differing);
      page.append("</div>\n");
      if (!failure.replay().isEmpty()) {
        page.append(
            "<details class=\"replay\"><summary>Lines that replay it, for the program's standard input</summary><pre>");
        failure.replay().forEach(line -> page.append(escaped(line)).append('\n'));
        page.append("</pre></details>\n");
      }
    }
  }

  private void side(String title, JsonNode value, Set<String> differing) {
    page.append("<div><h3>").append(title).append("</h3><pre>");
    if (value.isMissingNode()) {
      page.append("(nothing)");
    } else if (value.isObject()) {
      members(value, differing);
    } else {
      page.append(escaped(value.toPrettyString()));
    }
    page.append("</pre></div>");
  }

  /** A line for each member; those that differ are marked. */
  private void members(JsonNode value, Set<String> differing) {
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      boolean differs = differing.contains(member.getKey());
      page.append(differs ? "<mark>" : "")
          .append(escaped(member.getKey() + ": " + member.getValue()))
          .append(differs ? "</mark>\n" : "\n");
    }
  }

  private static String escaped(String text) {
    return Printable.lines(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  private static String resource(String name) {
    try (InputStream in =
        Objects.requireNonNull(HtmlReport.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the report's part " + name + " cannot be read", e);
    }
  }

  private static String hash(String text) {
    try {
      byte[] sha256 =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(sha256);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
