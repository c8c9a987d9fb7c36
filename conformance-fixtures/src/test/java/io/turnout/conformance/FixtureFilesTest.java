// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FixtureFilesTest {

  private final List<Fixture> fixtures = new FixtureReader().readOwn().all();

  @Test
  void files_followTheirSchema() throws IOException {
    Schema schema = schema("/fixtures/fixture.schema.json");
    List<String> broken = new ArrayList<>();
    for (Fixture fixture : fixtures) {
      for (Error error : schema.validate(asWritten(fixture))) {
        broken.add(fixture.path() + ": " + error.getInstanceLocation() + " " + error.getMessage());
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void schema_refusesWhatIsNoFixture() throws IOException {
    Schema schema = schema("/fixtures/fixture.schema.json");
    JsonNode sample = asWritten(fixtures.get(0)).deepCopy();
    ((ObjectNode) sample).put("kinds", "decide");

    assertThat(schema.validate(sample)).isNotEmpty();
  }

  @Test
  void ids_areUnique() {
    Set<String> seen = new HashSet<>();
    for (Fixture fixture : fixtures) {
      for (JsonNode one : fixture.content().path("cases")) {
        String id = fixture.path() + "#" + one.path("name").asText();
        assertThat(seen.add(id)).as(id).isTrue();
      }
    }
    assertThat(seen).hasSizeGreaterThanOrEqualTo(500);
  }

  @Test
  void refusedSide_isAtLeastAsLargeAsTheAcceptedOne() {
    int accepted = 0;
    int refused = 0;
    long invalid = count("invalid");
    for (Fixture fixture : fixtures) {
      for (JsonNode one : fixture.content().path("cases")) {
        String outcome = one.path("expect").path("outcome").asText();
        accepted += outcome.equals("cell") ? 1 : 0;
        refused += outcome.equals("reject") ? 1 : 0;
      }
    }
    assertThat(refused + invalid).isGreaterThanOrEqualTo(accepted);
  }

  @Test
  void kinds_haveFixturesEnough() {
    assertThat(count("invalid")).isGreaterThanOrEqualTo(150);
    assertThat(count("timeline")).isGreaterThanOrEqualTo(30);
  }

  private long count(String kind) {
    return fixtures.stream().filter(fixture -> fixture.kind().equals(kind)).count();
  }

  @Test
  void onlyWhatMayBeChosen_isLeftOpen() {
    for (Fixture fixture : fixtures) {
      assertThat(isOpen(fixture))
          .as("%s leaves something open", fixture.path())
          .isEqualTo(fixture.path().contains("/either-"));
    }
  }

  /** Whether it has a list of expectations, or errors of which not all is expected. */
  private static boolean isOpen(Fixture fixture) {
    JsonNode content = fixture.content();
    if (fixture.kind().equals("invalid")) {
      JsonNode errors = content.path("expect").path("errors");
      boolean open = errors.isEmpty();
      for (JsonNode error : errors) {
        boolean syntax = error.path("code").asText().equals("yaml");
        open |= !error.has("code") || !error.has("at") && !syntax;
      }
      return open;
    }
    boolean open = false;
    for (String list : List.of("cases", "steps")) {
      for (JsonNode one : content.path(list)) {
        open |= one.path("expect").isArray();
      }
    }
    return open;
  }

  @Test
  void sectionsOfTheReference_haveFixturesOrAReason() throws IOException {
    Set<String> excused = excused();
    excused.removeIf(line -> line.startsWith("code "));

    assertThat(Unproved.sections(Path.of(".."))).containsExactlyInAnyOrderElementsOf(excused);
  }

  @Test
  void codesOfMistakes_haveFixturesOrAReason() throws IOException {
    Set<String> expected = new HashSet<>(excused());
    for (Fixture fixture : fixtures) {
      fixture
          .content()
          .path("expect")
          .path("errors")
          .forEach(error -> expected.add("code " + error.path("code").asText()));
    }

    for (JsonNode code : resource("/fixtures/fixture.schema.json").at("/$defs/code/enum")) {
      assertThat(expected).contains("code " + code.asText());
    }
  }

  /** The lines of the list of what needs no fixture, without their reasons. */
  private static Set<String> excused() throws IOException {
    Set<String> names = new HashSet<>();
    for (String line : Files.readAllLines(Path.of("src", "test", "resources", "unproved.txt"))) {
      if (!line.startsWith("#")) {
        assertThat(line).as("a name, a bar and a reason").matches(".+ \\| .+");
        names.add(line.substring(0, line.indexOf(" | ")));
      }
    }
    return names;
  }

  @Test
  void headingsOfTheReference_areUnique() throws IOException {
    assertThat(headings("rules.md")).doesNotHaveDuplicates();
  }

  @Test
  void provenSections_areHeadingsOfThePages() throws IOException {
    Map<String, List<String>> headings =
        Map.of(
            "rules", headings("rules.md"),
            "resolution", headings("resolution.md"),
            "protocol", headings("protocol.md"));
    List<String> missing = new ArrayList<>();
    for (Fixture fixture : fixtures) {
      for (JsonNode proven : fixture.content().path("proves")) {
        String[] parts = proven.asText().split(": ", 2);
        if (headings.containsKey(parts[0]) && !headings.get(parts[0]).contains(parts[1])) {
          missing.add(fixture.path() + ": " + proven.asText());
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  private static List<String> headings(String page) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("..", "docs", page))) {
      return lines
          .filter(line -> line.startsWith("#"))
          .map(line -> line.replaceFirst("^#+ ", ""))
          .toList();
    }
  }

  /** The content without the text of the rule file that the reader adds. */
  private static JsonNode asWritten(Fixture fixture) {
    ObjectNode copy = (ObjectNode) fixture.content().deepCopy();
    if (copy.has("rules-file")) {
      copy.remove("rules");
    }
    return copy;
  }

  private static JsonNode resource(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(FixtureFilesTest.class.getResourceAsStream(name), name)) {
      return new JsonMapper().readTree(in);
    }
  }

  private static Schema schema(String resource) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(FixtureFilesTest.class.getResourceAsStream(resource), resource)) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(in);
    }
  }
}
