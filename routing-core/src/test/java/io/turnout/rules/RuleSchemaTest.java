// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.turnout.decision.Reason;
import io.turnout.document.Problem;
import io.turnout.document.ProblemCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds the JSON Schema for editors to the reader: every word in the reader's source is tried in
 * every mapping, and those that are taken have to be those that the schema has.
 */
class RuleSchemaTest {

  private static final String RULE = "turnout: 1\nrules: [ { ";
  private static final String WHEN = RULE + "when: { ";
  private static final String SOURCE = RULE + "key: { from: [ { ";
  private static final String EDGE = "turnout: 1\nedges: [ { ";
  private static final String SPLIT = "turnout: 1\nsplits: [ { ";
  private static final String TOKEN = "turnout: 1\njwt: { t: { ";

  /** Where each mapping of the schema is: how a file begins up to its inside. */
  private static final Map<String, String> MAPPINGS = mappings();

  private static final Pattern WORD = Pattern.compile("\"([A-Za-z][A-Za-z0-9-]*)\"");

  private final JsonNode schema = schema();
  private final Set<String> words = words();

  private static Map<String, String> mappings() {
    Map<String, String> mappings = new LinkedHashMap<>();
    mappings.put("", "{ ");
    mappings.put("/properties/body", "turnout: 1\nbody: { ");
    mappings.put("/properties/outcomes", "turnout: 1\noutcomes: { ");
    mappings.put("/definitions/edge", EDGE);
    mappings.put("/definitions/edge/properties/tls", EDGE + "tls: { ");
    mappings.put("/definitions/edge/properties/signature", EDGE + "signature: { ");
    mappings.put("/definitions/edge/properties/client-ip", EDGE + "client-ip: { ");
    mappings.put("/definitions/key", EDGE + "signature: { keys: [ { ");
    mappings.put("/definitions/tag", "turnout: 1\ntags: { a: { ");
    mappings.put("/definitions/split", SPLIT);
    mappings.put("/definitions/split/properties/id", SPLIT + "id: { ");
    mappings.put("/definitions/split/properties/pin", SPLIT + "pin: { ");
    mappings.put("/definitions/split/properties/stages/items", SPLIT + "stages: [ { ");
    mappings.put("/definitions/rule", RULE);
    mappings.put("/definitions/rule/properties/key", RULE + "key: { ");
    mappings.put("/definitions/rule/properties/cell-from", RULE + "cell-from: { ");
    mappings.put("/definitions/conditions", WHEN);
    mappings.put("/definitions/test/anyOf/1", WHEN + "header: { X: { ");
    mappings.put("/definitions/source", SOURCE);
    mappings.put("/definitions/source/properties/jwt", SOURCE + "jwt: { ");
    mappings.put("/definitions/source/properties/body", SOURCE + "body: { ");
    mappings.put("/definitions/transform/anyOf/1", RULE + "key: { transform: [ { ");
    mappings.put("/definitions/token", TOKEN);
    mappings.put("/definitions/token/properties/token", TOKEN + "token: { ");
    mappings.put("/definitions/token/properties/verify/anyOf/1", TOKEN + "verify: { ");
    return mappings;
  }

  @Test
  void keys_areThoseOfTheReader() {
    Map<String, Set<String>> ofSchema = new TreeMap<>();
    Map<String, Set<String>> ofReader = new TreeMap<>();
    MAPPINGS.forEach(
        (place, before) -> {
          Set<String> taken = taken(before);
          if (!taken.equals(words)) { // a mapping that is not read takes every word
            ofSchema.put(place, names(schema.at(place + "/properties")));
            ofReader.put(place, taken);
          }
        });

    assertThat(ofReader).isEqualTo(ofSchema).hasSizeGreaterThanOrEqualTo(MAPPINGS.size() - 1);
  }

  @Test
  void mappings_areAllTried() {
    Set<String> places = new TreeSet<>();
    collectMappings(schema, "", places);

    assertThat(places).isEqualTo(new TreeSet<>(MAPPINGS.keySet()));
  }

  @Test
  void transforms_areThoseOfTheReader() {
    assertThat(accepted("key: { transform: [ %s ]", ProblemCode.INVALID_VALUE))
        .isEqualTo(texts(schema.at("/definitions/transform/anyOf/0/enum")));
  }

  @Test
  void descriptions_standWithEveryKey() {
    MAPPINGS
        .keySet()
        .forEach(
            place ->
                schema
                    .at(place + "/properties")
                    .properties()
                    .forEach(
                        property ->
                            assertThat(property.getValue().path("description").asText())
                                .as(place + " " + property.getKey())
                                .isNotBlank()));
  }

  /** The words that are a known key behind {@code before}. */
  private Set<String> taken(String before) {
    int line = 2 + (int) before.chars().filter(c -> c == '\n').count();
    Set<String> taken = new TreeSet<>();
    for (String word : words) {
      String text = before + "\n  " + word + ": x\n" + closing(before);
      boolean unknown =
          problems(text).stream()
              .anyMatch(
                  problem ->
                      problem.code() == ProblemCode.UNKNOWN_KEY && problem.at().line() == line);
      if (!unknown) {
        taken.add(word);
      }
    }
    return taken;
  }

  /** The words with which a part of a rule has no problem of that kind. */
  private Set<String> accepted(String part, ProblemCode code) {
    Set<String> accepted = new TreeSet<>();
    for (String word : words) {
      String before = RULE + part.formatted(word);
      if (problems(before + closing(before)).stream().noneMatch(p -> p.code() == code)) {
        accepted.add(word);
      }
    }
    return accepted;
  }

  private static List<Problem> problems(String text) {
    try {
      RuleSet.parse(text, Path.of(""));
      return List.of();
    } catch (InvalidRulesException e) {
      assertThat(e.problems()).as(text).noneMatch(p -> p.code() == ProblemCode.YAML);
      return e.problems();
    }
  }

  /** The brackets that close those which {@code before} opens. */
  private static String closing(String before) {
    StringBuilder closing = new StringBuilder();
    for (char c : before.toCharArray()) {
      if (c == '{') {
        closing.insert(0, " }");
      } else if (c == '[') {
        closing.insert(0, " ]");
      } else if (c == '}' || c == ']') {
        closing.delete(0, 2);
      }
    }
    return closing.append('\n').toString();
  }

  private static void collectMappings(JsonNode node, String place, Set<String> places) {
    if (node.path("properties").isObject() && node.has("additionalProperties")) {
      places.add(place);
    }
    if (node.isObject()) {
      node.properties()
          .forEach(one -> collectMappings(one.getValue(), place + "/" + one.getKey(), places));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        collectMappings(node.get(i), place + "/" + i, places);
      }
    }
  }

  /** Every text in the reader's source that could be a word of the language. */
  private static Set<String> words() {
    Set<String> words = new TreeSet<>();
    Arrays.stream(Reason.values()).map(Reason::text).forEach(words::add);
    try (Stream<Path> sources = Files.list(Path.of("src/main/java/io/turnout/rules"))) {
      for (Path source : sources.filter(path -> path.toString().endsWith(".java")).toList()) {
        WORD.matcher(Files.readString(source)).results().forEach(m -> words.add(m.group(1)));
      }
    } catch (IOException e) {
      throw new IllegalStateException("the reader's source cannot be read", e);
    }
    assertThat(words).contains("turnout", "cell-from", "no-rule");
    return words;
  }

  private static Set<String> names(JsonNode properties) {
    Set<String> names = new TreeSet<>();
    properties.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static Set<String> texts(JsonNode list) {
    Set<String> texts = new TreeSet<>();
    list.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  private static JsonNode schema() {
    try (InputStream in =
        Objects.requireNonNull(RuleSet.class.getResourceAsStream("turnout-rules.schema.json"))) {
      return new JsonMapper().readTree(in);
    } catch (IOException e) {
      throw new IllegalStateException("the schema cannot be read", e);
    }
  }
}
