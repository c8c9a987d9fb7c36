// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.document.Document;
import io.turnout.document.DocumentLimits;
import io.turnout.document.MapReader;
import io.turnout.document.MapValue;
import io.turnout.document.Problem;
import io.turnout.document.ProblemCode;
import io.turnout.document.Problems;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.document.ValueReader;
import io.turnout.document.ValueReading;
import io.turnout.rules.SecretVariables;
import io.turnout.spi.RoutingName;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a gateway's configuration file, and reports every mistake in it at once. */
final class ConfigReader {

  static final int VERSION = 1;

  private static final int MAX_FILE_BYTES = 1 << 20;
  private static final String WHAT = "the gateway's configuration";
  private static final List<String> KEYS =
      List.of(
          "turnout-gateway",
          "tier",
          "listen",
          "health",
          "lookups",
          "rules",
          "last-known-good",
          "authority",
          "cells",
          "near-cache",
          "poll",
          "threads",
          "timeouts",
          "limits",
          "access-log");

  private final Problems problems = new Problems();
  private final ValueReader values = new ValueReader(problems);
  private final SettingsReader settings = new SettingsReader(values);
  private final Path folder;
  private final TokenReader tokens;

  private ConfigReader(Path folder, SecretVariables variables) {
    this.folder = folder;
    tokens = new TokenReader(values, folder, variables);
  }

  /**
   * Reads the content of a file.
   *
   * @param folder what paths in it are relative to
   * @param variables where {@code env:} secrets come from
   * @throws InvalidGatewayConfigException if there are mistakes
   */
  static GatewayConfig read(
      byte[] content, String fileName, Path folder, SecretVariables variables) {
    ConfigReader reader = new ConfigReader(folder, variables);
    Document document =
        Document.parse(content, DocumentLimits.DEFAULT.withSizeBytes(MAX_FILE_BYTES));
    Optional<GatewayConfig.Builder> builder =
        reader.values.root(document, WHAT, KEYS).flatMap(reader::all);
    List<Problem> found = reader.problems.list();
    if (builder.isEmpty() || reader.problems.hasErrors()) {
      throw new InvalidGatewayConfigException(fileName, found);
    }
    return builder.get().build();
  }

  private Optional<GatewayConfig.Builder> all(MapReader map) {
    map.require("turnout-gateway", this::version);
    map.read("tier", this::tier);
    Optional<Path> rules = map.require("rules", this::path);
    Optional<MapReader> authority = map.require("authority", this::authority);
    Optional<Path> routes = authority.flatMap(part -> part.require("file", this::path));
    Optional<Map<String, Origin>> cells = map.require("cells", this::cells);
    if (rules.isEmpty() || routes.isEmpty() || cells.isEmpty()) {
      otherParts(map, new GatewayConfig.Builder(folder, folder, List.of()));
      return Optional.empty();
    }
    GatewayConfig.Builder builder =
        new GatewayConfig.Builder(rules.get(), routes.get(), problems.warnings());
    cells.get().forEach(builder::cell);
    authority
        .flatMap(part -> part.read("last-known-good", this::path))
        .ifPresent(builder::lastKnownGoodRoutes);
    otherParts(map, builder);
    return Optional.of(builder);
  }

  private void otherParts(MapReader map, GatewayConfig.Builder builder) {
    map.read("listen", settings::listen).ifPresent(builder::listen);
    map.read("health", settings::health).ifPresent(builder::health);
    ValueReading<SharedToken> token = tokens::read;
    map.read("lookups", (value, what) -> settings.lookups(value, what, token))
        .ifPresent(builder::lookups);
    map.read("last-known-good", this::path).ifPresent(builder::lastKnownGoodRules);
    map.read("near-cache", settings.integer(1, 100_000_000)).ifPresent(builder::nearCacheEntries);
    map.read("poll", settings::span).ifPresent(interval -> builder.pollMillis(interval.toMillis()));
    map.read("threads", settings.integer(1, 1_024)).ifPresent(builder::threads);
    map.read("timeouts", settings::timeouts).ifPresent(builder::timeouts);
    map.read("limits", settings::limits).ifPresent(builder::limits);
    ValueReading<Path> path = this::path;
    map.read("access-log", (value, what) -> settings.accessLog(value, what, path))
        .ifPresent(builder::accessLog);
  }

  private Optional<Long> version(Value value, String what) {
    Optional<Long> version = values.integer(value, what, 0, Integer.MAX_VALUE);
    if (version.isPresent() && version.get() != VERSION) {
      problems.error(
          value.at(),
          ProblemCode.UNSUPPORTED_VERSION,
          what
              + " must be "
              + VERSION
              + ", the version that this gateway reads, not "
              + version.get());
      return Optional.empty();
    }
    return version;
  }

  private Optional<String> tier(Value value, String what) {
    return values.word(value, what, List.of("standalone"));
  }

  private Optional<MapReader> authority(Value value, String what) {
    return values.map(value, what, List.of("file", "last-known-good"));
  }

  private Optional<Path> path(Value value, String what) {
    Optional<String> text = values.text(value, what);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      if (!text.get().isEmpty()) {
        return Optional.of(folder.resolve(text.get()));
      }
    } catch (InvalidPathException e) {
      // Reported below.
    }
    problems.error(
        value.at(),
        ProblemCode.INVALID_VALUE,
        what + " must be the path of a file, not " + Shown.text(text.get()));
    return Optional.empty();
  }

  private Optional<Map<String, Origin>> cells(Value value, String what) {
    Optional<MapValue> map = values.map(value, what);
    if (map.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Origin> cells = new LinkedHashMap<>();
    for (MapValue.Entry entry : map.get().entries()) {
      String name = entry.key().text();
      if (!RoutingName.isValid(name)) {
        problems.error(
            entry.key().at(),
            ProblemCode.INVALID_VALUE,
            "the name of a cell must be [a-z0-9][a-z0-9-]{0,62}, not " + Shown.text(name));
        continue;
      }
      origin(entry.value(), "the origin of cell \"" + name + '"')
          .ifPresent(origin -> cells.put(name, origin));
    }
    return cells.isEmpty() ? Optional.empty() : Optional.of(cells);
  }

  private Optional<Origin> origin(Value value, String what) {
    Optional<String> text = values.text(value, what);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Origin.parse(text.get()));
    } catch (IllegalArgumentException e) {
      problems.error(
          value.at(),
          ProblemCode.INVALID_VALUE,
          what + " must be http://HOST:PORT and nothing more, not " + Shown.text(text.get()));
      return Optional.empty();
    }
  }
}
