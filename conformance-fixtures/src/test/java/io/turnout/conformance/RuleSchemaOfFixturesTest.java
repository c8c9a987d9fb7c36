// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.turnout.document.Problem;
import io.turnout.document.ProblemCode;
import io.turnout.rules.InvalidRulesException;
import io.turnout.rules.Keys;
import io.turnout.rules.RuleSet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Holds the JSON Schema for editors to what the library says of the rule files of all fixtures. */
class RuleSchemaOfFixturesTest {

  /** The codes of mistakes that the schema always sees. */
  private static final Set<ProblemCode> SEEN =
      EnumSet.of(
          ProblemCode.UNKNOWN_KEY,
          ProblemCode.MISSING_KEY,
          ProblemCode.CONFLICTING_KEYS,
          ProblemCode.WRONG_TYPE,
          ProblemCode.UNSUPPORTED_VERSION,
          ProblemCode.INVALID_MEDIA_TYPE,
          ProblemCode.INVALID_SIZE,
          ProblemCode.INVALID_DURATION,
          ProblemCode.INVALID_POINTER);

  /** The codes of which the schema sees some mistakes. */
  private static final Set<ProblemCode> SEEN_IN_PART =
      EnumSet.of(
          ProblemCode.DUPLICATE_NAME,
          ProblemCode.INVALID_ACTION,
          ProblemCode.INVALID_PATH,
          ProblemCode.INVALID_VALUE);

  /** What YAML readers make equal before a schema is asked, or no single value shows. */
  private static final Map<String, String> UNSEEN =
      Map.of(
          "match/refuse-test-present-yes.yaml", "yes is true",
          "rules/refuse-merge-key.yaml", "what is merged stands there",
          "rules/refuse-splits-shared-cookies.yaml", "splits are compared with each other",
          "rules/refuse-version-float.yaml", "1.0 equals 1");

  private static final List<String> PAGES =
      List.of("README.md", "docs/rules.md", "docs/getting-started.md", "docs/editors.md");
  private static final Pattern EXAMPLE = Pattern.compile("(?ms)^```yaml\n(.*?)^```$");
  private static final String TOKENS =
      "jwt: { session: { token: { header: Authorization }, verify: none } }\n";
  private static final String CELLS = "cells: [us-1, us-2, eu-1]\n";

  private final Schema schema = schema();

  /** What came of one rule file: the codes of the library, and what the schema has against it. */
  private record Judged(Set<ProblemCode> codes, List<Error> errors) {}

  @Test
  void fileThatLoads_fitsTheSchema() {
    Map<String, List<Error>> refused = new TreeMap<>();
    judged()
        .forEach(
            (path, judged) -> {
              if (judged.codes().isEmpty() && !judged.errors().isEmpty()) {
                refused.put(path, judged.errors());
              }
            });

    assertThat(refused).isEmpty();
  }

  @Test
  void fileWithAMistakeOfStructure_isRefusedByTheSchema() {
    Set<String> accepted = new TreeSet<>();
    judged()
        .forEach(
            (path, judged) -> {
              if (judged.codes().stream().anyMatch(SEEN::contains) && judged.errors().isEmpty()) {
                accepted.add(path);
              }
            });

    assertThat(accepted).isEqualTo(UNSEEN.keySet());
  }

  @Test
  void mistakeThatNoSchemaSees_isNotRefusedBySchema() {
    Set<ProblemCode> refusedAlone = EnumSet.noneOf(ProblemCode.class);
    judged()
        .forEach(
            (path, judged) -> {
              if (judged.codes().size() == 1 && !judged.errors().isEmpty()) {
                refusedAlone.addAll(judged.codes());
              }
            });
    refusedAlone.removeAll(SEEN);

    assertThat(refusedAlone).isEqualTo(SEEN_IN_PART);
  }

  @Test
  void exampleOfAPage_fitsTheSchema() throws IOException {
    Map<String, List<Error>> refused = new TreeMap<>();
    int loaded = 0;
    for (String page : PAGES) {
      for (String example : examples(Files.readString(Path.of("..").resolve(page)))) {
        if (codes(example, Path.of("")).isEmpty()) {
          loaded++;
          List<Error> errors = schema.validate(asData(example).orElseThrow());
          if (!errors.isEmpty()) {
            refused.put(page + ": " + example, errors);
          }
        }
      }
    }

    assertThat(refused).isEmpty();
    assertThat(loaded).isGreaterThanOrEqualTo(15);
  }

  /** The rule files of a page; some rules, and some other keys of a file, are made one. */
  private static List<String> examples(String page) {
    return EXAMPLE
        .matcher(page)
        .results()
        .map(found -> found.group(1))
        .map(
            text ->
                text.startsWith("- ")
                    ? "turnout: 1\n" + TOKENS + CELLS + "rules:\n" + text.indent(2)
                    : text.contains("turnout:") ? text : "turnout: 1\nrules: []\n" + text)
        .toList();
  }

  @Test
  void page_namesWhatTheSchemaDoesNotSee() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "editors.md"));
    String unseen = page.substring(page.indexOf("## What an editor does not see"));

    for (ProblemCode code : ProblemCode.values()) {
      boolean isError = code.ordinal() < ProblemCode.SHADOWED_RULE.ordinal();
      assertThat(unseen.contains('`' + code.text() + '`'))
          .as(code.text())
          .isEqualTo(isError && !SEEN.contains(code));
    }
  }

  private Map<String, Judged> judged() {
    Map<String, Judged> judged = new LinkedHashMap<>();
    for (Fixture fixture : new FixtureReader().readOwn().all()) {
      String rules = fixture.content().path("rules").asText();
      Set<ProblemCode> codes = codes(rules, fixture.folder().orElse(Path.of("")));
      if (!rules.isEmpty() && !codes.contains(ProblemCode.YAML)) {
        asData(rules)
            .ifPresent(
                data -> judged.put(fixture.path(), new Judged(codes, schema.validate(data))));
      }
    }
    assertThat(judged).hasSizeGreaterThan(150);
    return judged;
  }

  private static Set<ProblemCode> codes(String rules, Path folder) {
    try {
      RuleSet.parse(rules, folder, Keys.of(FixtureSecrets::value));
      return Set.of();
    } catch (InvalidRulesException e) {
      return e.problems().stream()
          .filter(Problem::isError)
          .map(Problem::code)
          .collect(Collectors.toCollection(() -> EnumSet.noneOf(ProblemCode.class)));
    }
  }

  /** What an editor makes of the text; nothing if it is no YAML to it. */
  private static Optional<JsonNode> asData(String rules) {
    LoaderOptions options = new LoaderOptions();
    options.setWarnOnDuplicateKeys(false);
    try {
      Object data = new Yaml(new SafeConstructor(options)).load(rules);
      return Optional.of(new JsonMapper().valueToTree(withoutDates(data)));
    } catch (YAMLException e) {
      return Optional.empty();
    }
  }

  /** The same with dates as text, which they are to editors and to the library. */
  private static Object withoutDates(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new LinkedHashMap<>();
      map.forEach((key, inner) -> copy.put(key, withoutDates(inner)));
      return copy;
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      list.forEach(inner -> copy.add(withoutDates(inner)));
      return copy;
    }
    return value instanceof java.util.Date ? value.toString() : value;
  }

  private static Schema schema() {
    try (InputStream in =
        Objects.requireNonNull(RuleSet.class.getResourceAsStream("turnout-rules.schema.json"))) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7).getSchema(in);
    } catch (IOException e) {
      throw new IllegalStateException("the schema cannot be read", e);
    }
  }
}
