// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.document.Position;
import io.turnout.document.ProblemCode;
import io.turnout.document.Shown;
import io.turnout.match.PathTemplate;
import io.turnout.plan.Action;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reports what the parts of a rule file have wrong together: names that lead nowhere, and so on.
 */
final class RuleChecker {

  private final RuleFile file;
  private final Reading reading;
  private final Optional<Set<String>> cells;
  private final Set<String> knownTags = new LinkedHashSet<>();

  private RuleChecker(RuleFile file, Reading reading) {
    this.file = file;
    this.reading = reading;
    cells =
        file.cells().filter(RuleFile.Cells::whole).map(list -> new LinkedHashSet<>(list.values()));
    file.tags().forEach(tag -> knownTags.add(tag.name().value()));
    file.edges()
        .forEach(
            edge ->
                edge.name().ifPresent(name -> knownTags.add(TagsReader.OF_EDGES + name.value())));
  }

  /** Checks a file as far as it could be read. */
  static void check(RuleFile file, Reading reading) {
    RuleChecker checker = new RuleChecker(file, reading);
    file.cells().ifPresent(list -> checker.namedOnce(list.names(), "a cell"));
    checker.namedOnce(
        file.rules().stream().flatMap(rule -> rule.givenName().stream()).toList(), "a rule");
    checker.namedOnce(
        file.edges().stream().flatMap(edge -> edge.name().stream()).toList(), "an edge");
    checker.namedOnce(
        file.splits().stream().flatMap(split -> split.name().stream()).toList(), "a split");
    file.rules().forEach(checker::rule);
    file.splits().forEach(checker::split);
    checker.cookies();
    file.outcomes().values().forEach(actions -> actions.actions().forEach(checker::action));
  }

  private void namedOnce(List<Placed<String>> names, String what) {
    Map<String, Position> first = new HashMap<>();
    for (Placed<String> name : names) {
      Position before = first.putIfAbsent(name.value(), name.at());
      if (before != null) {
        reading
            .problems()
            .error(
                name.at(),
                ProblemCode.DUPLICATE_NAME,
                "there is "
                    + what
                    + " called "
                    + Shown.text(name.value())
                    + " in line "
                    + before.line()
                    + " already; names stand once");
      }
    }
  }

  private void rule(RuleFile.Rule rule) {
    rule.unknownKey().ifPresent(actions -> actions.actions().forEach(this::action));
    if (rule.effect() instanceof RuleFile.Then then) {
      action(then.action());
    } else if (rule.effect() instanceof RuleFile.CellFrom cell && file.cells().isEmpty()) {
      reading
          .problems()
          .error(
              cell.at(),
              ProblemCode.MISSING_KEY,
              "\"cell-from\" needs the list \"cells\" in the file, since only a cell of it counts");
    }
    for (RuleFile.Source source : rule.sources()) {
      source(rule, source);
    }
    tags(rule.when());
    tags(rule.unless());
  }

  private void split(RuleFile.WrittenSplit split) {
    tags(split.when());
    split.pin().flatMap(RuleFile.WrittenPin::tag).ifPresent(this::tag);
    namedOnce(split.stages().stream().map(RuleFile.WrittenStage::name).toList(), "a stage");
  }

  /** Splits share the cookie of an ID; a session's belongs to its split alone. */
  private void cookies() {
    Map<String, RuleFile.WrittenIdentity> first = new HashMap<>();
    for (RuleFile.WrittenSplit split : file.splits()) {
      if (split.identity().isEmpty()) {
        continue;
      }
      RuleFile.WrittenIdentity identity = split.identity().get();
      RuleFile.WrittenIdentity before = first.putIfAbsent(identity.cookie().name(), identity);
      if (before == null) {
        continue;
      }
      if (before.isSession() || identity.isSession()) {
        cookie(identity, ProblemCode.DUPLICATE_NAME, "a session's cookie belongs to one split");
      } else if (!before.cookie().equals(identity.cookie())) {
        cookie(
            identity,
            ProblemCode.CONFLICTING_KEYS,
            "splits that share a cookie give it the same \"max-age\" and \"same-site\"");
      }
    }
  }

  private void cookie(RuleFile.WrittenIdentity identity, ProblemCode code, String message) {
    reading
        .problems()
        .error(
            identity.cookieAt(),
            code,
            "another split has the cookie "
                + Shown.text(identity.cookie().name())
                + " already: "
                + message);
  }

  private void tags(RuleFile.Tests tests) {
    for (RuleFile.Test test : tests.all()) {
      if (test instanceof RuleFile.TagTest tag) {
        tag.placed().forEach(this::tag);
      }
    }
  }

  private void tag(Placed<String> name) {
    if (!knownTags.contains(name.value())) {
      reading.unknown(
          name,
          ProblemCode.UNKNOWN_TAG,
          "there is no tag "
              + Shown.text(name.value())
              + " in \"tags\", nor an edge that sets it"
              + Reading.only(List.copyOf(knownTags)),
          List.copyOf(knownTags));
    }
  }

  private void source(RuleFile.Rule rule, RuleFile.Source source) {
    if (source instanceof RuleFile.PathSource path) {
      capture(rule, path.capture());
    } else if (source instanceof RuleFile.JwtSource jwt) {
      token(jwt.token());
    } else if (source instanceof RuleFile.JsonSource json) {
      json.limitBytes().ifPresent(this::limit);
    } else if (source instanceof RuleFile.FormSource form) {
      form.limitBytes().ifPresent(this::limit);
    }
  }

  private void capture(RuleFile.Rule rule, Placed<String> name) {
    List<String> known =
        rule.when().templates().stream()
            .map(PathTemplate::captureNames)
            .flatMap(List::stream)
            .distinct()
            .toList();
    if (rule.when().allPaths() && !known.contains(name.value())) {
      reading.unknown(
          name,
          ProblemCode.UNKNOWN_CAPTURE,
          "no path template in \"when\" of this rule has a capture {"
              + name.value()
              + "}"
              + Reading.only(known),
          known);
    }
  }

  private void token(Placed<String> name) {
    if (!file.tokens().containsKey(name.value())) {
      List<String> known = List.copyOf(file.tokens().keySet());
      reading.unknown(
          name,
          ProblemCode.UNKNOWN_TOKEN,
          "\"jwt\" of the file describes no token "
              + Shown.text(name.value())
              + Reading.only(known),
          known);
    }
  }

  private void limit(Placed<Integer> limitBytes) {
    if (limitBytes.value() > file.body().limitBytes()) {
      reading
          .problems()
          .error(
              limitBytes.at(),
              ProblemCode.LIMIT_TOO_LARGE,
              "the limit of a source must be at most the file's \"body: limit\", which is "
                  + file.body().limitBytes()
                  + " bytes");
    }
  }

  private void action(Placed<Action> action) {
    if (action.value() instanceof Action.ToCell to
        && cells.isPresent()
        && !cells.get().contains(to.cell())) {
      reading
          .problems()
          .error(
              action.at(),
              ProblemCode.UNKNOWN_CELL,
              "there is no cell " + Shown.text(to.cell()) + " in \"cells\"",
              reading.nearest(to.cell(), cells.get()).map(cell -> "cell " + cell));
    }
  }
}
