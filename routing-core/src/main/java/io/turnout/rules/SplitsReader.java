// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.document.MapReader;
import io.turnout.document.MapValue;
import io.turnout.document.ProblemCode;
import io.turnout.document.Scalar;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.request.HttpToken;
import io.turnout.split.IdCookie;
import io.turnout.split.SessionCookie;
import io.turnout.split.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads {@code splits}: which version answers. */
final class SplitsReader {

  /** The longest life of a cookie: no browser keeps one longer. */
  static final Duration MOST_MAX_AGE = Duration.ofDays(400);

  private static final List<String> KEYS =
      List.of("name", "when", "id", "pin", "sticky", "keys", "stages");
  private static final String SESSION = "session";
  private static final List<String> STICKY = List.of("hash", SESSION);
  private static final List<String> SAME_SITE = List.of("strict", "lax", "none");
  private static final Pattern KEY_ID = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");
  private static final Pattern WEIGHT = Pattern.compile("[0-9]{1,9}(?:\\.[0-9]{1,9})?");
  private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]{0,62}");
  private static final Pattern LABEL_VALUE = Pattern.compile("[ -~]{1,128}");

  private final Reading reading;
  private final TestsReader tests;
  private final SharedKeysReader keys;

  SplitsReader(Reading reading, TestsReader tests) {
    this.reading = reading;
    this.tests = tests;
    keys = new SharedKeysReader(reading, KEY_ID, SessionCookie.LEAST_SECRET_BYTES);
  }

  /** The splits in file order. */
  Optional<List<RuleFile.WrittenSplit>> splits(Value value, String what) {
    return reading
        .values()
        .list(value, what)
        .map(
            values -> {
              List<RuleFile.WrittenSplit> splits = new ArrayList<>();
              for (Value each :
                  reading.atMost(reading.limits().splits(), values, Value::at, "splits")) {
                reading
                    .values()
                    .map(each, shown(each), KEYS)
                    .map(this::split)
                    .ifPresent(splits::add);
              }
              return splits;
            });
  }

  /** What messages call a split. */
  private static String shown(Value split) {
    return split instanceof MapValue map
            && map.get("name").orElse(null) instanceof Scalar name
            && !name.text().isEmpty()
        ? "split " + Shown.text(name.text())
        : "a split";
  }

  private RuleFile.WrittenSplit split(MapReader map) {
    RuleFile.Tests when =
        map.find("when")
            .map(entry -> tests.tests(entry.value(), "\"when\""))
            .orElse(RuleFile.Tests.NONE);
    reading.atMost(
        reading.limits().conditions(), when.all(), test -> map.at(), "conditions of one split");
    return new RuleFile.WrittenSplit(
        map.at(),
        map.require("name", reading::placedText)
            .flatMap(name -> reading.routingName(name, "a split")),
        when,
        identity(map),
        map.read("pin", this::pin),
        map.require("stages", this::stages).orElse(List.of()));
  }

  private Optional<RuleFile.WrittenIdentity> identity(MapReader map) {
    boolean session =
        map.read("sticky", (value, what) -> reading.values().word(value, what, STICKY))
            .map(SESSION::equals)
            .orElse(false);
    Optional<List<RuleFile.WrittenKey>> secrets = map.read("keys", keys::keys);
    if (session && !map.has("keys")) {
      reading
          .problems()
          .error(
              map.at(),
              ProblemCode.MISSING_KEY,
              "\"keys\" is missing from "
                  + map.what()
                  + ", whose sessions they authenticate; or say \"sticky: hash\"");
    } else if (!session && map.has("keys")) {
      reading
          .problems()
          .error(
              map.at(),
              ProblemCode.CONFLICTING_KEYS,
              "\"keys\" belongs to \"sticky: session\", and " + map.what() + " keeps no sessions");
    }
    return map.require("id", this::cookie)
        .map(
            cookie ->
                new RuleFile.WrittenIdentity(
                    cookie.at(), cookie.value(), session ? secrets.orElse(List.of()) : List.of()));
  }

  private Optional<Placed<IdCookie>> cookie(Value value, String what) {
    Optional<MapReader> map =
        reading.values().map(value, what, List.of("cookie", "max-age", "same-site"));
    if (map.isEmpty()) {
      return Optional.empty();
    }
    Optional<Placed<String>> name =
        map.get().require("cookie", reading::placedText).filter(this::isToken);
    Optional<Duration> maxAge =
        map.get().require("max-age", (v, w) -> Seconds.between(reading, v, w, MOST_MAX_AGE));
    String sameSite =
        map.get().read("same-site", (v, w) -> reading.values().word(v, w, SAME_SITE)).orElse("lax");
    return name.isEmpty() || maxAge.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Placed<>(
                new IdCookie(name.get().value(), maxAge.get(), capital(sameSite)),
                name.get().at()));
  }

  private static String capital(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }

  private boolean isToken(Placed<String> name) {
    boolean token = HttpToken.isToken(name.value());
    if (!token) {
      reading.invalid(name.at(), Shown.text(name.value()) + " cannot be the name of a cookie");
    }
    return token;
  }

  private Optional<RuleFile.WrittenPin> pin(Value value, String what) {
    return reading
        .values()
        .map(value, what, List.of("header", "tag"))
        .flatMap(
            map -> {
              Optional<Placed<String>> tag = map.read("tag", reading::placedText);
              return map.require("header", reading::placedText)
                  .flatMap(reading::headerName)
                  .filter(this::isHeader)
                  .map(header -> new RuleFile.WrittenPin(header, tag));
            });
  }

  private boolean isHeader(Placed<String> name) {
    boolean token = HttpToken.isToken(name.value());
    if (!token) {
      reading.invalid(
          name.at(), Shown.text(name.value()) + " cannot be the name of a header field");
    }
    return token;
  }

  private Optional<List<RuleFile.WrittenStage>> stages(Value value, String what) {
    int before = reading.problems().count();
    Optional<List<Value>> list = reading.values().list(value, what);
    List<RuleFile.WrittenStage> stages = new ArrayList<>();
    for (Value each :
        reading.atMost(
            reading.limits().stages(), list.orElse(List.of()), Value::at, "stages of one split")) {
      reading
          .values()
          .map(each, "a stage", List.of("name", "weight", "labels", "closed"))
          .flatMap(this::stage)
          .ifPresent(stages::add);
    }
    boolean whole = reading.problems().count() == before;
    if (whole && stages.stream().noneMatch(stage -> stage.stage().takesNewUsers())) {
      return reading.invalid(
          value.at(), "one stage at least must be open and have a weight above 0");
    }
    return list.map(values -> stages);
  }

  private Optional<RuleFile.WrittenStage> stage(MapReader map) {
    Optional<Placed<String>> name =
        map.require("name", reading::placedText)
            .flatMap(text -> reading.routingName(text, "a stage"));
    double weight = map.read("weight", this::weight).orElse(0.0);
    boolean closed = map.read("closed", reading.values()::flag).orElse(false);
    Map<String, String> labels = map.read("labels", this::labels).orElse(Map.of());
    return name.map(
        placed ->
            new RuleFile.WrittenStage(
                placed,
                new Stage(
                    placed.value(),
                    weight,
                    closed ? Stage.State.CLOSED : Stage.State.OPEN,
                    labels)));
  }

  private Optional<Double> weight(Value value, String what) {
    if (!(value instanceof Scalar scalar)
        || scalar.kind() != Scalar.Kind.INTEGER && scalar.kind() != Scalar.Kind.FLOAT) {
      return reading.values().wrongType(value, what, "a number");
    }
    return WEIGHT.matcher(scalar.text()).matches()
        ? Optional.of(Double.valueOf(scalar.text()))
        : reading.invalid(
            value.at(),
            what
                + " must be a number of 0 or more such as 1, 99 or 0.5, with at most nine digits on"
                + " each side of the point, not "
                + Shown.text(scalar.text()));
  }

  private Optional<Map<String, String>> labels(Value value, String what) {
    return reading
        .values()
        .map(value, what)
        .map(
            map -> {
              Map<String, String> labels = new LinkedHashMap<>();
              for (MapValue.Entry entry :
                  reading.atMost(
                      reading.limits().labels(), map.entries(), e -> e.key().at(), "labels")) {
                label(new Placed<>(entry.key().text(), entry.key().at()), entry.value())
                    .ifPresent(text -> labels.put(entry.key().text(), text));
              }
              return labels;
            });
  }

  private Optional<String> label(Placed<String> name, Value value) {
    if (!LABEL.matcher(name.value()).matches()) {
      return reading.invalid(
          name.at(),
          "a label must be called " + LABEL.pattern() + ", not " + Shown.text(name.value()));
    }
    Optional<String> text = reading.values().text(value, "label " + Shown.text(name.value()));
    if (text.isPresent() && !LABEL_VALUE.matcher(text.get()).matches()) {
      return reading.invalid(
          value.at(),
          "label " + Shown.text(name.value()) + " must be 1 to 128 printable characters of ASCII");
    }
    return text;
  }
}
