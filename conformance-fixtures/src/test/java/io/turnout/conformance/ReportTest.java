// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.turnout.conformance.CaseResult.Status;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

class ReportTest {

  /** What an implementation or a fixture may say to get out of the place where it is shown. */
  private static final String HOSTILE =
      "</pre></script><script>alert(1)</script>]]>\"' onload=x &amp; \u001b[2J\u0000\ufffe\ud800\u202e";

  private static final JsonMapper JSON = new JsonMapper();

  @TempDir Path folder;

  private static CaseResult result(String id, Status status, List<Failure> failures) {
    String reason =
        status == Status.SKIPPED || status == Status.EXPECTED_FAILURE ? "why " + HOSTILE : "";
    return new CaseResult(id, "decide", "about " + HOSTILE, status, failures, reason, 1_500);
  }

  private static Report report() {
    JsonNode expected = JSON.createObjectNode().put("cell", "us-1").put("rule", "a");
    JsonNode came = JSON.createObjectNode().put("cell", HOSTILE).put("rule", "a");
    List<Failure> failures =
        List.of(
            new Failure(
                "cell is " + HOSTILE, expected, came, List.of("{\"op\":\"hello\"}", HOSTILE)),
            Failure.unanswered("it ended " + HOSTILE, List.of()));
    return new Report(
        new Hello(HOSTILE, "1.0", 1, List.of("decide")),
        new Fixtures("7", List.of()),
        List.of(
            result("a/b/accept-x.yaml#one " + HOSTILE, Status.FAILED, failures),
            result("a/b/accept-x.yaml#two", Status.PASSED, List.of()),
            result("a/c/accept-y.yaml#three", Status.EXPECTED_FAILURE, failures),
            result("a/c/accept-y.yaml", Status.SKIPPED, List.of())),
        List.of(new StaleEntry(HOSTILE, "it fits no case")));
  }

  private String written(String name) throws IOException {
    Path file = folder.resolve("new/folder").resolve(name);
    report().write(file);
    return Files.readString(file);
  }

  @Test
  void json_followsItsSchema() throws IOException {
    JsonNode report = JSON.readTree(written("report.json"));
    try (InputStream in =
        Objects.requireNonNull(
            ReportTest.class.getResourceAsStream("/fixtures/report.schema.json"), "schema")) {
      assertThat(
              SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                  .getSchema(in)
                  .validate(report))
          .isEmpty();
    }
    assertThat(report.at("/summary/decide/failed").asInt()).isEqualTo(1);
    assertThat(report.at("/cases/0/id").asText()).startsWith("a/b/accept-x.yaml#one ");
    assertThat(report.at("/cases/0/failures/0/came/cell").asText()).isEqualTo(HOSTILE);
    assertThat(report.at("/passed").asBoolean()).isFalse();
  }

  @Test
  void json_isTheSameForTheSameAnswers() throws IOException {
    assertThat(written("one.json")).isEqualTo(written("two.json"));
  }

  @Test
  void xml_countsWhatItHolds() throws IOException, ParserConfigurationException, SAXException {
    written("report.xml");
    Document xml =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(folder.resolve("new/folder/report.xml").toFile());
    Element all = xml.getDocumentElement();
    assertThat(all.getTagName()).isEqualTo("testsuites");
    List<Element> suites = elements(all, "testsuite");
    assertThat(suites)
        .extracting(suite -> suite.getAttribute("name"))
        .containsExactly("a/b", "a/c", "expected failures");
    suites.add(all);
    for (Element suite : suites) {
      counted(suite, "tests", "testcase");
      counted(suite, "failures", "failure");
      counted(suite, "skipped", "skipped");
    }
    Element first = elements(all, "testcase").get(0);
    assertThat(first.getAttribute("classname")).isEqualTo("a.b.accept-x");
    assertThat(first.getAttribute("file")).isEqualTo("a/b/accept-x.yaml");
    assertThat(first.getAttribute("time")).isEqualTo("1.500");
    assertThat(first.getTextContent()).contains("{\"op\":\"hello\"}").contains("expected: ");
  }

  private static void counted(Element suite, String attribute, String element) {
    assertThat(suite.getAttribute(attribute))
        .isEqualTo(String.valueOf(elements(suite, element).size()));
  }

  private static List<Element> elements(Element in, String name) {
    NodeList found = in.getElementsByTagName(name);
    return new ArrayList<>(
        IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList());
  }

  @Test
  void html_showsTextAsText() throws IOException {
    String page = written("report.html");
    assertThat(page)
        .doesNotContain("<script>alert")
        .doesNotContain("\" onload")
        .doesNotContain("' onload")
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
        .contains("&quot;&#39; onload=x &amp;amp;")
        .doesNotContain("\u001b")
        .doesNotContain("\u202e");
    assertThat(page.split("<script", -1)).hasSize(2);
  }

  @Test
  void html_needsNothingFromElsewhere() throws IOException {
    String page = written("report.html");
    assertThat(page)
        .contains("default-src 'none'")
        .doesNotContain("http://")
        .doesNotContain("https://")
        .doesNotContain("<link")
        .doesNotContain("src=");
    Matcher policy = Pattern.compile("script-src 'sha256-([^']+)'").matcher(page);
    assertThat(policy.find()).isTrue();
    assertThat(policy.group(1)).hasSize(44);
  }

  @Test
  void html_opensWhatFailedAndMarksWhatDiffers() throws IOException {
    String page = written("report.html");
    assertThat(page)
        .contains("<details class=\"case\" open data-status=\"failed\"")
        .contains("<mark>cell: &quot;us-1&quot;</mark>")
        .contains("\nrule: &quot;a&quot;\n");
  }

  @Test
  void text_movesNoCursor() {
    assertThat(report().text().chars())
        .noneMatch(one -> one != '\n' && Character.isISOControl(one))
        .doesNotContain(0x202e);
  }

  @Test
  void formatThatIsUnknown_isRefused() {
    assertThatThrownBy(() -> report().write(folder.resolve("report.pdf")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("report.pdf")
        .hasMessageContaining(".html");
    assertThat(folder.resolve("report.pdf")).doesNotExist();
  }
}
