// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import io.turnout.conformance.CaseResult.Status;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A report in the XML of JUnit, which CI servers read: a suite for each folder of fixtures, a class
 * for each file. A failure that is expected is a skipped test, an expected failure that did not
 * come a failed one.
 */
final class JUnitReport {

  private final XMLStreamWriter xml;

  private JUnitReport(XMLStreamWriter xml) {
    this.xml = xml;
  }

  static String of(Report report) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      new JUnitReport(xml).suites(report);
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("XML can always be written to a text", e);
    }
    return text + "\n";
  }

  private void suites(Report report) throws XMLStreamException {
    Map<String, List<CaseResult>> folders =
        report.results().stream()
            .collect(
                Collectors.groupingBy(CaseResult::folder, LinkedHashMap::new, Collectors.toList()));
    start("testsuites");
    attribute("name", report.implementation().name() + " " + report.implementation().version());
    counts(report.results(), report.stale().size());
    for (Map.Entry<String, List<CaseResult>> folder : folders.entrySet()) {
      start("testsuite");
      attribute("name", folder.getKey().isEmpty() ? "fixtures" : folder.getKey());
      counts(folder.getValue(), 0);
      for (CaseResult result : folder.getValue()) {
        test(result);
      }
      end();
    }
    if (!report.stale().isEmpty()) {
      stale(report.stale());
    }
    end();
  }

  private void counts(List<CaseResult> results, int more) throws XMLStreamException {
    long bad = results.stream().filter(result -> result.status() == Status.FAILED).count();
    long skipped = results.stream().filter(JUnitReport::isSkipped).count();
    attribute("tests", String.valueOf(results.size() + more));
    attribute("failures", String.valueOf(bad + more));
    attribute("errors", "0");
    attribute("skipped", String.valueOf(skipped));
    attribute("time", seconds(results.stream().mapToLong(CaseResult::millis).sum()));
  }

  private static boolean isSkipped(CaseResult result) {
    return result.status() == Status.SKIPPED || result.status() == Status.EXPECTED_FAILURE;
  }

  private void test(CaseResult result) throws XMLStreamException {
    String file = result.file();
    int name = result.id().indexOf('#');
    start("testcase");
    attribute("classname", file.replaceFirst("\\.ya?ml$", "").replace('.', '_').replace('/', '.'));
    attribute("name", name < 0 ? about(result) : result.id().substring(name + 1));
    attribute("file", file);
    attribute("time", seconds(result.millis()));
    if (isSkipped(result)) {
      start("skipped");
      attribute("message", result.status().words() + ": " + result.reason());
      end();
    } else if (result.status() == Status.FAILED) {
      failure(
          result.failures().get(0).what(),
          result.id()
              + result.failures().stream()
                  .map(TextReport::failure)
                  .collect(Collectors.joining("\n", "\n", "")));
    }
    end();
  }

  private static String about(CaseResult result) {
    return result.about().isEmpty() ? result.file() : result.about();
  }

  private void stale(List<StaleEntry> stale) throws XMLStreamException {
    start("testsuite");
    attribute("name", "expected failures");
    counts(List.of(), stale.size());
    for (StaleEntry entry : stale) {
      start("testcase");
      attribute("classname", "expected-failures");
      attribute("name", entry.id());
      attribute("time", seconds(0));
      failure("did not fail as expected", "Take it off the expected failures: " + entry.why());
      end();
    }
    end();
  }

  private void failure(String message, String text) throws XMLStreamException {
    start("failure");
    attribute("message", message);
    attribute("type", "conformance");
    xml.writeCharacters(Printable.lines(text));
    end();
  }

  private void start(String name) throws XMLStreamException {
    xml.writeCharacters("\n");
    xml.writeStartElement(name);
  }

  private void end() throws XMLStreamException {
    xml.writeEndElement();
  }

  private void attribute(String name, String value) throws XMLStreamException {
    xml.writeAttribute(name, Printable.line(value));
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.3f", millis / 1000.0);
  }
}
