// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns lines into routes and routes into lines; a line holds one whole route or is bad. */
sealed interface LineFormat {

  static LineFormat of(RouteFormat format) {
    return format == RouteFormat.CSV ? new Csv() : new Json();
  }

  /**
   * Reads the next line.
   *
   * @return empty if the line names the columns
   */
  Optional<RouteLine> read(String line) throws BadLineException;

  /** What stands before all routes; empty for nothing. */
  Optional<String> head();

  /** Writes a route's columns. */
  String write(Map<String, String> columns);

  /** Whether the names of the columns are known, if they have to be. */
  boolean isReady();

  /** Comma-separated values, as RFC 4180 has them, but a field holds no line break. */
  final class Csv implements LineFormat {

    private static final CsvMapper MAPPER =
        CsvMapper.csvBuilder().enable(CsvParser.Feature.WRAP_AS_ARRAY).build();
    private static final ObjectReader ROWS = MAPPER.readerFor(String[][].class);

    private List<String> names = List.of();

    @Override
    public Optional<RouteLine> read(String line) throws BadLineException {
      if (!names.isEmpty()) {
        return Optional.of(route(cells(line)));
      }
      List<String> found = cells(line);
      for (int i = 0; i < found.size(); i++) {
        RouteLine.requireColumn(found.get(i));
        if (found.indexOf(found.get(i)) != i) {
          throw new BadLineException(found.get(i), "a column may be named once only");
        }
      }
      if (!found.contains(RouteLine.KEY)) {
        throw new BadLineException(RouteLine.KEY, "the first line must name the columns, key too");
      }
      names = found;
      return Optional.empty();
    }

    private RouteLine route(List<String> cells) throws BadLineException {
      if (cells.size() != names.size()) {
        throw new BadLineException(
            "", cells.size() + " fields where the first line names " + names.size() + " columns");
      }
      Map<String, String> columns = new LinkedHashMap<>();
      for (int i = 0; i < cells.size(); i++) {
        columns.put(names.get(i), cells.get(i));
      }
      return RouteLine.of(columns);
    }

    private static List<String> cells(String line) throws BadLineException {
      try {
        String[][] rows = ROWS.readValue(line);
        if (rows.length == 1) {
          return List.of(rows[0]);
        }
      } catch (JsonProcessingException e) {
        // Its text quotes the line, which may hold a key.
      }
      throw new BadLineException("", "a line must be fields with commas between, quoted in pairs");
    }

    @Override
    public Optional<String> head() {
      return Optional.of(String.join(",", RouteLine.COLUMNS));
    }

    @Override
    public String write(Map<String, String> columns) {
      List<String> fields = new ArrayList<>();
      RouteLine.COLUMNS.forEach(name -> fields.add(quoted(columns.getOrDefault(name, ""))));
      return String.join(",", fields);
    }

    private static String quoted(String field) {
      boolean isPlain =
          field.chars().allMatch(c -> Character.isLetterOrDigit(c) || ":-._@+/".indexOf(c) >= 0);
      return isPlain ? field : '"' + field.replace("\"", "\"\"") + '"';
    }

    @Override
    public boolean isReady() {
      return !names.isEmpty();
    }
  }

  /** One JSON object on each line. */
  final class Json implements LineFormat {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final ObjectReader OBJECTS =
        MAPPER
            .readerFor(JsonNode.class)
            .with(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    @Override
    public Optional<RouteLine> read(String line) throws BadLineException {
      JsonNode node = node(line);
      Map<String, String> columns = new LinkedHashMap<>();
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        RouteLine.requireColumn(member.getKey());
        if (!member.getValue().isTextual()) {
          throw new BadLineException(member.getKey(), "a text in quotes is expected");
        }
        columns.put(member.getKey(), member.getValue().textValue());
      }
      return Optional.of(RouteLine.of(columns));
    }

    private static JsonNode node(String line) throws BadLineException {
      try {
        JsonNode node = OBJECTS.readValue(line);
        if (node.isObject()) {
          return node;
        }
      } catch (JsonProcessingException e) {
        // Its text quotes the line, which may hold a key.
      }
      throw new BadLineException("", "a line must be one JSON object, each member once");
    }

    @Override
    public Optional<String> head() {
      return Optional.empty();
    }

    @Override
    public String write(Map<String, String> columns) {
      try {
        return MAPPER.writeValueAsString(columns);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("texts can always be written", e);
      }
    }

    @Override
    public boolean isReady() {
      return true;
    }
  }
}
