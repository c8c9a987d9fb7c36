// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.decision.Reason;
import io.turnout.document.Document;
import io.turnout.document.ListValue;
import io.turnout.document.MapReader;
import io.turnout.document.MapValue;
import io.turnout.document.Position;
import io.turnout.document.ProblemCode;
import io.turnout.document.Scalar;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.document.ValueReader;
import io.turnout.plan.Action;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a document as a rule file, and reports what its parts have wrong each by itself. */
final class RuleReader {

  private static final List<String> FILE_KEYS =
      List.of("turnout", "jwt", "body", "cells", "rules", "outcomes", "edges", "tags", "splits");
  private static final List<String> RULE_KEYS =
      List.of("name", "when", "unless", "then", "key", "cell-from", "unknown-key");
  private static final List<String> EFFECTS = List.of("then", "key", "cell-from");
  private static final RuleFile.Effect NOTHING = new RuleFile.Nothing();

  private final Reading reading;
  private final ValueReader values;
  private final TestsReader tests;
  private final FindingReader findings;
  private final ActionReader actions;
  private final TokensReader tokens;
  private final EdgesReader edges;
  private final TagsReader tags;
  private final SplitsReader splits;

  RuleReader(Reading reading) {
    this.reading = reading;
    values = reading.values();
    tests = new TestsReader(reading);
    findings = new FindingReader(reading);
    actions = new ActionReader(reading);
    tokens = new TokensReader(reading);
    edges = new EdgesReader(reading);
    tags = new TagsReader(reading, tests);
    splits = new SplitsReader(reading, tests);
  }

  /** The file, or what of it could be read; empty if nothing of it could. */
  Optional<RuleFile> read(Document document) {
    document.root().ifPresent(root -> new TextCheck(reading).check(root));
    return values.root(document, "the rule file", FILE_KEYS).map(this::file);
  }

  private RuleFile file(MapReader map) {
    map.require("turnout", this::languageVersion);
    return new RuleFile(
        map.read("jwt", tokens::tokens).orElse(Map.of()),
        map.find("body").map(entry -> body(entry.value())).orElse(RuleFile.Body.DEFAULT),
        map.find("cells").map(entry -> cells(entry.value())),
        map.require("rules", this::rules).orElse(List.of()),
        outcomes(map),
        map.read("edges", edges::edges).orElse(List.of()),
        map.read("tags", tags::tags).orElse(List.of()),
        map.read("splits", splits::splits).orElse(List.of()));
  }

  private Optional<String> languageVersion(Value value, String what) {
    if (!(value instanceof Scalar scalar) || scalar.kind() != Scalar.Kind.INTEGER) {
      return values.wrongType(value, what, "the integer 1");
    }
    if (!scalar.text().equals("1")) {
      reading
          .problems()
          .error(
              value.at(),
              ProblemCode.UNSUPPORTED_VERSION,
              "the language version must be 1, not " + Shown.text(scalar.text()));
    }
    return Optional.of(scalar.text());
  }

  private RuleFile.Body body(Value value) {
    Optional<MapReader> map = values.map(value, "\"body\"", List.of("limit", "depth"));
    int most = reading.limits().bodyBytes();
    int limitBytes =
        map.flatMap(body -> body.find("limit"))
            .map(entry -> bodyLimit(entry.value()).orElse(most))
            .orElse(RuleFile.Body.DEFAULT.limitBytes());
    int depth =
        map.flatMap(
                body ->
                    body.read(
                        "depth", (v, what) -> values.integer(v, what, 1, reading.limits().depth())))
            .map(Long::intValue)
            .orElse(RuleFile.Body.DEFAULT.depth());
    return new RuleFile.Body(limitBytes, depth);
  }

  private Optional<Integer> bodyLimit(Value value) {
    int most = reading.limits().bodyBytes();
    Optional<Long> bytes = values.size(value, "\"limit\"");
    if (bytes.isPresent() && bytes.get() > most) {
      reading
          .problems()
          .error(
              value.at(),
              ProblemCode.INVALID_SIZE,
              "\"limit\" must be at most " + most + " bytes, not " + bytes.get());
      return Optional.empty();
    }
    return bytes.map(Long::intValue);
  }

  private RuleFile.Cells cells(Value value) {
    int before = reading.problems().count();
    List<Value> all = values.list(value, "\"cells\"").orElse(List.of());
    List<Placed<String>> names = new ArrayList<>();
    for (Value each : reading.atMost(reading.limits().cells(), all, Value::at, "cells")) {
      reading
          .placedText(each, "a cell")
          .flatMap(name -> reading.routingName(name, "a cell"))
          .ifPresent(names::add);
    }
    return new RuleFile.Cells(names, reading.problems().count() == before);
  }

  private Map<Reason, RuleFile.ActionList> outcomes(MapReader file) {
    Map<Reason, RuleFile.ActionList> outcomes = new EnumMap<>(Reason.class);
    for (Reason outcome : Outcomes.all()) {
      List<Placed<Action>> defaults = new ArrayList<>();
      Outcomes.defaultOf(outcome)
          .forEach(action -> defaults.add(new Placed<>(action, Position.START)));
      outcomes.put(outcome, new RuleFile.ActionList(defaults));
    }
    Optional<MapReader> map =
        file.read("outcomes", (value, what) -> values.map(value, what, Outcomes.words()));
    for (Reason outcome : Outcomes.all()) {
      map.flatMap(m -> m.read(outcome.text(), (value, what) -> actions.outcome(value, outcome)))
          .ifPresent(list -> outcomes.put(outcome, list));
    }
    return outcomes;
  }

  private Optional<List<RuleFile.Rule>> rules(Value value, String what) {
    if (!(value instanceof ListValue list)) {
      return values.wrongType(value, what, "a list");
    }
    List<RuleFile.Rule> rules = new ArrayList<>();
    for (Value each : reading.atMost(reading.limits().rules(), list.items(), Value::at, "rules")) {
      values.map(each, shown(each), RULE_KEYS).map(this::rule).ifPresent(rules::add);
    }
    return Optional.of(rules);
  }

  /** What messages call a rule. */
  private static String shown(Value rule) {
    return rule instanceof MapValue map
            && map.get("name").orElse(null) instanceof Scalar name
            && !name.text().isEmpty()
        ? "rule " + Shown.text(name.text())
        : "a rule";
  }

  private RuleFile.Rule rule(MapReader map) {
    Optional<Placed<String>> name = map.require("name", reading::placedText);
    RuleFile.Tests when = tests(map, "when");
    RuleFile.Tests unless = tests(map, "unless");
    reading.atMost(
        reading.limits().conditions(),
        all(when, unless),
        test -> map.at(),
        "conditions of one rule");
    Optional<RuleFile.ActionList> unknownKey = map.read("unknown-key", actions::actions);
    if (map.has("unknown-key") && !map.has("key")) {
      map.find("unknown-key")
          .ifPresent(
              entry ->
                  reading
                      .problems()
                      .error(
                          entry.key().at(),
                          ProblemCode.CONFLICTING_KEYS,
                          "\"unknown-key\" belongs to a rule with \"key\", and this rule has"
                              + " none"));
    }
    return new RuleFile.Rule(map.at(), name, when, unless, effect(map), unknownKey);
  }

  private static List<RuleFile.Test> all(RuleFile.Tests when, RuleFile.Tests unless) {
    List<RuleFile.Test> all = new ArrayList<>(when.all());
    all.addAll(unless.all());
    return all;
  }

  private RuleFile.Tests tests(MapReader map, String key) {
    return map.find(key)
        .map(entry -> tests.tests(entry.value(), '"' + key + '"'))
        .orElse(RuleFile.Tests.NONE);
  }

  private RuleFile.Effect effect(MapReader map) {
    List<Optional<RuleFile.Effect>> read =
        List.of(
            map.read("then", (value, what) -> actions.action(value, what).map(RuleFile.Then::new)),
            map.read("key", this::key),
            map.read("cell-from", this::cellFrom));
    return reading
        .oneOf(map, EFFECTS)
        .flatMap(word -> read.stream().flatMap(Optional::stream).findFirst())
        .orElse(NOTHING);
  }

  private Optional<RuleFile.Effect> key(Value value, String what) {
    return values
        .map(value, what, List.of("namespace", "from", "transform", "match"))
        .map(
            map -> {
              Optional<String> namespace =
                  map.require("namespace", reading::placedText)
                      .flatMap(name -> reading.routingName(name, "a namespace"))
                      .map(Placed::value);
              return new RuleFile.Key(namespace.orElse(""), findings.finding(map));
            });
  }

  private Optional<RuleFile.Effect> cellFrom(Value value, String what) {
    return values
        .map(value, what, List.of("from", "transform", "match"))
        .map(map -> new RuleFile.CellFrom(value.at(), findings.finding(map)));
  }
}
