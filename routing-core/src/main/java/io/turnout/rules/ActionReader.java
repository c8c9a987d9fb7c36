// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.decision.Reason;
import io.turnout.document.ListValue;
import io.turnout.document.NearestWord;
import io.turnout.document.Position;
import io.turnout.document.ProblemCode;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.plan.Action;
import io.turnout.spi.RoutingName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads actions: {@code cell NAME}, {@code authority}, {@code reject STATUS}. */
final class ActionReader {

  private static final Action TO_AUTHORITY = new Action.ToAuthority();
  private static final Action WITHOUT_AUTHORITY = new Action.Reject(503);
  private static final List<String> VERBS = List.of("cell", "authority", "reject");
  private static final Pattern REJECT = Pattern.compile("reject ([45][0-9]{2})");
  private static final Pattern STATUS =
      Pattern.compile("(?:reject)?[ :=-]*([45][0-9]{2})", Pattern.CASE_INSENSITIVE);
  private static final String CELL = "cell ";

  private final Reading reading;

  ActionReader(Reading reading) {
    this.reading = reading;
  }

  /** One action. */
  Optional<Placed<Action>> action(Value value, String what) {
    return reading
        .placedText(value, what)
        .flatMap(text -> parse(text, what).map(action -> new Placed<>(action, text.at())));
  }

  /** One action or a list, of which the last can be done on every tier. */
  Optional<RuleFile.ActionList> actions(Value value, String what) {
    return reading.values().oneOrList(value, what).flatMap(values -> list(value, values, what));
  }

  /** The actions of an outcome, of which not all can do everything. */
  Optional<RuleFile.ActionList> outcome(Value value, Reason outcome) {
    String what = '"' + outcome.text() + '"';
    Optional<RuleFile.ActionList> actions = actions(value, what);
    if (outcome == Reason.UNREADABLE_BODY) {
      actions.ifPresent(list -> list.actions().forEach(this::refuseCellForUnreadableBody));
    }
    return actions;
  }

  private void refuseCellForUnreadableBody(Placed<Action> action) {
    if (action.value() instanceof Action.ToCell) {
      mistake(
          action.at(),
          "\"unreadable-body\" cannot name a cell, since a tier that reads more could find"
              + " another; write \"authority\" or \"reject STATUS\"",
          Optional.empty());
    }
  }

  private Optional<RuleFile.ActionList> list(Value value, List<Value> values, String what) {
    List<Placed<Action>> actions = new ArrayList<>();
    Optional<Placed<Action>> last = Optional.empty();
    for (Value each : reading.atMost(reading.limits().actions(), values, Value::at, "actions")) {
      last = action(each, what);
      last.ifPresent(actions::add);
    }
    if (last.isPresent() && last.get().value().equals(TO_AUTHORITY)) {
      if (value instanceof ListValue) {
        mistake(
            last.get().at(),
            what + " must end with an action that every tier can do, such as \"reject 503\"",
            Optional.empty());
      } else {
        actions.add(new Placed<>(WITHOUT_AUTHORITY, last.get().at()));
      }
    }
    return actions.isEmpty() ? Optional.empty() : Optional.of(new RuleFile.ActionList(actions));
  }

  private Optional<Action> parse(Placed<String> text, String what) {
    if (text.value().equals("authority")) {
      return Optional.of(TO_AUTHORITY);
    }
    Matcher reject = REJECT.matcher(text.value());
    if (reject.matches()) {
      return Optional.of(new Action.Reject(Integer.parseInt(reject.group(1))));
    }
    if (text.value().startsWith(CELL)
        && RoutingName.isValid(text.value().substring(CELL.length()))) {
      return Optional.of(new Action.ToCell(text.value().substring(CELL.length())));
    }
    mistake(
        text.at(),
        what
            + " must be \"cell NAME\" with a name of [a-z0-9][a-z0-9-]{0,62}, \"authority\" or"
            + " \"reject STATUS\" with a status from 400 to 599, not "
            + Shown.text(text.value()),
        meant(text.value()));
    return Optional.empty();
  }

  /**
   * The action that was probably meant: one whose verb is misspelt, a status without its verb, a
   * cell without its verb or in upper case.
   */
  private static Optional<String> meant(String text) {
    Matcher status = STATUS.matcher(text);
    if (status.matches()) {
      return Optional.of("reject " + status.group(1));
    }
    int end = text.indexOf(' ') < 0 ? text.length() : text.indexOf(' ');
    String verb = text.substring(0, end);
    String cell =
        text.substring(text.startsWith(CELL) ? CELL.length() : 0).toLowerCase(Locale.ROOT);
    if (!VERBS.contains(verb)) {
      Optional<String> nearest = NearestWord.of(verb, VERBS);
      if (nearest.isPresent()) {
        return nearest.map(right -> right + text.substring(end));
      }
    }
    return RoutingName.isValid(cell) && !VERBS.contains(cell)
        ? Optional.of(CELL + cell)
        : Optional.empty();
  }

  private void mistake(Position at, String message, Optional<String> suggestion) {
    reading.problems().error(at, ProblemCode.INVALID_ACTION, message, suggestion);
  }
}
