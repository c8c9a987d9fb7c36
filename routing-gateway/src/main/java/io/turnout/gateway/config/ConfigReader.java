// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.Tier;
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
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
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
          "on-miss",
          "authority-tier",
          "keys-absent",
          "turnout-to-cells",
          "health",
          "lookups",
          "decisions",
          "rules",
          "last-known-good",
          "authority",
          "layers",
          "invalidations",
          "resolver",
          "cells",
          "poll",
          "threads",
          "timeouts",
          "limits",
          "access-log");

  private final Problems problems = new Problems();
  private final ValueReader values = new ValueReader(problems);
  private final SettingsReader settings = new SettingsReader(values);
  private final Path folder;
  private final SecretReader secrets;
  private final RoutesReader routes;
  private final TierReader tiers;
  private final CellReader cells;
  private final PortReader ports;

  private ConfigReader(Path folder, SecretVariables variables) {
    this.folder = folder;
    secrets = new SecretReader(values, folder, variables);
    routes = new RoutesReader(values, settings, secrets, this::path);
    TlsReader tls = new TlsReader(values, this::path);
    OriginReader origins = new OriginReader(values, tls);
    HealthReader asking = new HealthReader(values, settings);
    tiers = new TierReader(values, asking, origins, new SignerReader(values, secrets));
    cells = new CellReader(values, settings, asking, origins, this::path);
    ports = new PortReader(values, settings, secrets, tls);
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
    Optional<TierSettings> tier = tiers.tier(map);
    Optional<Path> rules = map.require("rules", this::path);
    Optional<AuthoritySettings> authority = map.require("authority", routes::authority);
    Optional<Map<String, CellSettings>> reached = map.require("cells", cells::cells);
    if (rules.isEmpty() || authority.isEmpty() || reached.isEmpty() || tier.isEmpty()) {
      AuthoritySettings any = new AuthoritySettings.RouteFile(folder, Optional.empty());
      otherParts(map, new GatewayConfig.Builder(folder, any, List.of()));
      return Optional.empty();
    }
    GatewayConfig.Builder builder =
        new GatewayConfig.Builder(rules.get(), authority.get(), problems.warnings());
    reached.get().forEach(builder::cell);
    builder.tier(tier.get());
    otherParts(map, builder);
    if (authority.get() instanceof AuthoritySettings.RouteFile) {
      refuseCopies(map);
      refuseEdge(map, tier.get());
    }
    return Optional.of(builder);
  }

  /** Copies outside the process would outlive a change of the route file. */
  private void refuseCopies(MapReader map) {
    boolean hasSnapshot =
        map.find("resolver")
            .filter(
                entry -> entry.value() instanceof MapValue settings && has(settings, "snapshot"))
            .isPresent();
    if (map.has("layers")) {
      refuseCopies(map, "\"layers\"");
    }
    if (hasSnapshot) {
      refuseCopies(map, "\"snapshot\" of \"resolver\"");
    }
  }

  /** A second source of truth, which would contradict the authority tier's sooner or later. */
  private void refuseEdge(MapReader map, TierSettings tier) {
    if (tier.tier() == Tier.EDGE) {
      problems.error(
          map.find("authority").orElseThrow().value().at(),
          ProblemCode.CONFLICTING_KEYS,
          "\"file\" of \"authority\" and tier edge exclude each other: an edge asks the authority"
              + " tier, by \"http\"");
    }
  }

  private static boolean has(MapValue map, String key) {
    return map.entries().stream().anyMatch(entry -> entry.key().text().equals(key));
  }

  private void refuseCopies(MapReader map, String what) {
    problems.error(
        map.find("authority").orElseThrow().value().at(),
        ProblemCode.CONFLICTING_KEYS,
        "\"file\" of \"authority\" and "
            + what
            + " exclude each other: copies there would outlive a change of the route file");
  }

  private void otherParts(MapReader map, GatewayConfig.Builder builder) {
    map.read("listen", ports::listen).ifPresent(listening -> listening.put(builder));
    map.read("health", settings::health).ifPresent(builder::health);
    map.read("lookups", ports::lookups).ifPresent(builder::lookups);
    map.read("decisions", ports::decisions).ifPresent(builder::decisions);
    map.read("turnout-to-cells", values::flag)
        .filter(tells -> tells)
        .ifPresent(tells -> builder.tellCells());
    map.read("last-known-good", this::path).ifPresent(builder::lastKnownGoodRules);
    map.read("layers", routes::layers).ifPresent(layers -> layers.forEach(builder::layer));
    map.read("invalidations", routes::invalidations).ifPresent(builder::invalidations);
    map.read("resolver", routes::resolver).ifPresent(builder::resolver);
    map.read("poll", settings::span).ifPresent(interval -> builder.pollMillis(interval.toMillis()));
    map.read("threads", settings.integer(1, 1_024)).ifPresent(builder::threads);
    map.read("timeouts", settings::timeouts).ifPresent(builder::timeouts);
    Limits normal = builder.normalLimits();
    map.read("limits", (value, what) -> settings.limits(value, what, normal))
        .ifPresent(builder::limits);
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
}
