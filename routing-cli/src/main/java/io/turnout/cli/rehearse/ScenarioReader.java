// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import io.turnout.document.Document;
import io.turnout.document.DocumentLimits;
import io.turnout.document.MapReader;
import io.turnout.document.Problem;
import io.turnout.document.ProblemCode;
import io.turnout.document.Problems;
import io.turnout.document.Scalar;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.document.ValueReader;
import io.turnout.document.ValueReading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Reads one scenario, and finds all its mistakes. */
final class ScenarioReader {

  private static final long VERSION = 1;
  private static final int MOST_FAULTS = 1_000;
  private static final int MOST_ROUTERS = 1_000;
  private static final int MOST_MOVES = 60_000;
  private static final int MOST_AT_ONCE = 100;
  private static final long MOST_PER_SECOND = 1_000_000;
  private static final Duration LONGEST_LATENCY = Duration.ofMinutes(1);
  private static final Duration LONGEST_LIFE = Duration.ofDays(18_250);

  private static final List<String> RESOLVER_KEYS =
      List.of(
          "near-cache",
          "layer-timeout",
          "authority-timeout",
          "authority-concurrency",
          "authority-queue",
          "max-fresh",
          "max-expire",
          "max-stale",
          "serve-expired-for",
          "freshness-spread");

  private final Problems problems = new Problems();
  private final ValueReader values = new ValueReader(problems);
  private final String name;

  private ScenarioReader(String name) {
    this.name = name;
  }

  /**
   * Reads a scenario.
   *
   * @param name what it is called, also in messages
   * @throws IllegalArgumentException if something is wrong with it; the message has every mistake
   */
  static Scenario read(String name, byte[] content, DocumentLimits limits) {
    ScenarioReader reader = new ScenarioReader(name);
    Optional<Scenario> scenario = reader.scenario(Document.parse(content, limits));
    if (scenario.isEmpty() || reader.problems.hasErrors()) {
      throw new IllegalArgumentException(
          reader.problems.list().stream()
              .map(Problem::text)
              .map(text -> name + ":" + text)
              .collect(Collectors.joining("\n")));
    }
    return scenario.get();
  }

  private Optional<Scenario> scenario(Document document) {
    List<String> keys =
        List.of(
            "turnout-rehearsal",
            "about",
            "load",
            "routers",
            "resolver",
            "authority",
            "layer",
            "faults");
    return values.root(document, "the scenario", keys).map(this::content);
  }

  private Scenario content(MapReader file) {
    file.require("turnout-rehearsal", this::version);
    String about = file.read("about", values::text).orElse("");
    Load load = file.read("load", this::load).orElse(Load.STANDARD);
    int routers = integer(file, "routers", 1, MOST_ROUTERS).orElse(1);
    Optional<Duration> layer =
        file.read(
            "layer",
            (value, what) ->
                values
                    .map(value, what, List.of("latency"))
                    .flatMap(map -> map.require("latency", this::latency)));
    Scenario.World world = world(file, routers, layer);
    List<Fault> faults = file.read("faults", this::faults).orElse(List.of());
    return new Scenario(name, new Scenario.About(about, load), world, resolver(file), faults);
  }

  private Optional<Long> version(Value value, String what) {
    if (value instanceof Scalar scalar
        && scalar.kind() == Scalar.Kind.INTEGER
        && !scalar.text().equals(String.valueOf(VERSION))) {
      problems.error(
          value.at(),
          ProblemCode.UNSUPPORTED_VERSION,
          what + " must be " + VERSION + ", not " + Shown.text(scalar.text()));
      return Optional.empty();
    }
    return values.integer(value, what, VERSION, VERSION);
  }

  private Optional<Load> load(Value value, String what) {
    List<String> keys = List.of("keys", "rate", "for", "warm-up", "skew", "seed");
    return values.map(value, what, keys).map(this::load);
  }

  private Load load(MapReader map) {
    Load usual = Load.STANDARD;
    return new Load(
        integer(map, "keys", 1, Load.MOST_KEYS).orElse(usual.keys()),
        map.read("rate", this::rate).orElse(usual.perSecond()),
        map.read("for", between(Duration.ofSeconds(1), Load.LONGEST)).orElse(usual.length()),
        map.read("warm-up", between(Duration.ZERO, Load.LONGEST)).orElse(usual.warmUp()),
        map.read("skew", this::skew).orElse(usual.skew()),
        map.read("seed", (value, what) -> values.integer(value, what, 0, Long.MAX_VALUE))
            .orElse(usual.seed()));
  }

  private Optional<Double> rate(Value value, String what) {
    return number(
        value,
        what,
        Load.rate(scalar(value)),
        "a rate such as 5000/s, 90/m or 0.5/s, above 0 and at most " + Load.MOST_PER_SECOND + "/s");
  }

  private Optional<Double> skew(Value value, String what) {
    return number(value, what, Load.skew(scalar(value)), "a number such as 0.99, from 0 to 5");
  }

  private Optional<Double> number(
      Value value, String what, Optional<Double> read, String expected) {
    if (read.isEmpty()) {
      problems.error(
          value.at(),
          ProblemCode.INVALID_VALUE,
          what + " must be " + expected + ", not " + found(value));
    }
    return read;
  }

  private static String scalar(Value value) {
    return value instanceof Scalar scalar ? scalar.text() : "";
  }

  private static String found(Value value) {
    return value instanceof Scalar scalar ? Shown.text(scalar.text()) : value.description();
  }

  private Scenario.World world(MapReader file, int routers, Optional<Duration> layer) {
    List<String> keys =
        List.of("latency", "keys-at-once", "fresh-for", "expire-after", "moves-per-minute");
    Optional<MapReader> map =
        file.read("authority", (value, what) -> values.map(value, what, keys));
    return new Scenario.World(
        routers,
        map.flatMap(one -> one.read("latency", this::latency)).orElse(Duration.ofMillis(20)),
        map.flatMap(one -> integer(one, "keys-at-once", 1, MOST_AT_ONCE)).orElse(1),
        layer,
        map.flatMap(one -> one.read("fresh-for", between(Duration.ZERO, LONGEST_LIFE)))
            .orElse(Duration.ofMinutes(5)),
        map.flatMap(one -> one.read("expire-after", between(Duration.ZERO, LONGEST_LIFE)))
            .orElse(Duration.ofHours(24)),
        map.flatMap(one -> integer(one, "moves-per-minute", 0, MOST_MOVES)).orElse(0));
  }

  /** The options of a resolver, with its own defaults; it says itself which are out of range. */
  private Scenario.ResolverSettings resolver(MapReader file) {
    Optional<MapReader> map =
        file.read("resolver", (value, what) -> values.map(value, what, RESOLVER_KEYS));
    Scenario.ResolverSettings settings =
        new Scenario.ResolverSettings(
            amount(map, "near-cache", 100_000),
            time(map, "layer-timeout", Duration.ofMillis(20)),
            time(map, "authority-timeout", Duration.ofMillis(250)),
            (int) amount(map, "authority-concurrency", 32),
            (int) amount(map, "authority-queue", 1_000),
            time(map, "max-fresh", LONGEST_LIFE),
            time(map, "max-expire", LONGEST_LIFE),
            time(map, "max-stale", LONGEST_LIFE),
            time(map, "serve-expired-for", Duration.ZERO),
            (int) amount(map, "freshness-spread", 10));
    map.ifPresent(reader -> check(settings, reader));
    return settings;
  }

  private void check(Scenario.ResolverSettings settings, MapReader map) {
    try {
      settings.builder((key, atLeast) -> new CompletableFuture<>()).build().close();
    } catch (IllegalArgumentException e) {
      problems.error(map.at(), ProblemCode.INVALID_VALUE, String.valueOf(e.getMessage()));
    }
  }

  private long amount(Optional<MapReader> map, String key, long usual) {
    return map.flatMap(one -> integer(one, key, 0, Integer.MAX_VALUE))
        .map(Integer::longValue)
        .orElse(usual);
  }

  private Duration time(Optional<MapReader> map, String key, Duration usual) {
    return map.flatMap(one -> one.read(key, values::duration)).orElse(usual);
  }

  private Optional<List<Fault>> faults(Value value, String what) {
    return values
        .list(value, what)
        .map(
            items -> {
              if (items.size() > MOST_FAULTS) {
                problems.error(
                    value.at(),
                    ProblemCode.INVALID_VALUE,
                    what + " must have at most " + MOST_FAULTS + " items, not " + items.size());
                return List.of();
              }
              List<Fault> faults = new ArrayList<>();
              items.forEach(item -> fault(item).ifPresent(faults::add));
              faults.sort(Comparator.comparing(Fault::at));
              return faults;
            });
  }

  private Optional<Fault> fault(Value value) {
    List<String> keys = List.of("what", "at", "for", "latency", "per-second");
    return values.map(value, "a fault", keys).flatMap(this::fault);
  }

  private Optional<Fault> fault(MapReader map) {
    Optional<Fault.Kind> kind =
        map.require("what", (value, what) -> values.word(value, what, Fault.Kind.texts()))
            .map(Fault.Kind::of);
    Optional<Duration> at = map.require("at", between(Duration.ZERO, Load.LONGEST));
    if (kind.isEmpty() || at.isEmpty()) {
      return Optional.empty();
    }
    Fault.Kind what = kind.get();
    Duration length = Duration.ZERO;
    if (what.lasts()) {
      length =
          map.require("for", between(Duration.ofMillis(1), Load.LONGEST)).orElse(Duration.ZERO);
    } else {
      refuse(map, "for", what);
    }
    long amount = 0;
    if (what.amount() == Fault.Amount.LATENCY) {
      amount = map.require("latency", this::latency).map(Duration::toMillis).orElse(0L);
    } else {
      refuse(map, "latency", what);
    }
    if (what.amount() == Fault.Amount.PER_SECOND) {
      amount =
          map.require("per-second", (one, of) -> values.integer(one, of, 0, MOST_PER_SECOND))
              .orElse(0L);
    } else {
      refuse(map, "per-second", what);
    }
    return Optional.of(new Fault(what, at.get(), length, amount));
  }

  private void refuse(MapReader map, String key, Fault.Kind kind) {
    map.find(key)
        .ifPresent(
            entry ->
                problems.error(
                    entry.key().at(),
                    ProblemCode.CONFLICTING_KEYS,
                    "\"" + key + "\" has no meaning for " + kind.text()));
  }

  private Optional<Integer> integer(MapReader map, String key, long least, long most) {
    return map.read(key, (value, what) -> values.integer(value, what, least, most))
        .map(Math::toIntExact);
  }

  private Optional<Duration> latency(Value value, String what) {
    return between(Duration.ofMillis(1), LONGEST_LATENCY).read(value, what);
  }

  private ValueReading<Duration> between(Duration least, Duration most) {
    return (value, what) ->
        values
            .duration(value, what)
            .filter(
                time -> {
                  boolean fits = time.compareTo(least) >= 0 && time.compareTo(most) <= 0;
                  if (!fits) {
                    problems.error(
                        value.at(),
                        ProblemCode.INVALID_VALUE,
                        what
                            + " must lie in "
                            + Figures.time(least)
                            + " to "
                            + Figures.time(most)
                            + ", not "
                            + found(value));
                  }
                  return fits;
                });
  }
}
