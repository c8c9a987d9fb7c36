// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.document.Problem;
import io.turnout.rules.SecretVariables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Everything that a gateway is told before it starts. Immutable.
 *
 * <p>Read from a file with {@link #load}, or built in code with {@link #builder}.
 */
public final class GatewayConfig {

  /** How many entries the near cache holds where nothing is said. */
  public static final int DEFAULT_NEAR_CACHE_ENTRIES = 100_000;

  /** How often watched files are looked at where nothing is said, in milliseconds. */
  public static final long DEFAULT_POLL_MILLIS = 1_000;

  private final Builder from;
  private final Map<String, Origin> cells;
  private final List<Problem> warnings;

  private GatewayConfig(Builder builder) {
    from = new Builder(builder);
    cells = Map.copyOf(builder.cells);
    warnings = List.copyOf(builder.warnings);
  }

  /**
   * Reads a configuration file. Paths in it are relative to its folder.
   *
   * @throws InvalidGatewayConfigException if it has mistakes; all of them are named
   * @throws IOException if it cannot be read
   */
  public static GatewayConfig load(Path file) throws IOException {
    Objects.requireNonNull(file, "file");
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "folder");
    SecretVariables variables = SecretVariables.ofProcess();
    return ConfigReader.read(Files.readAllBytes(file), file.toString(), folder, variables);
  }

  /**
   * Starts a configuration in code.
   *
   * @param rules the rule file
   * @param routes the route file
   */
  public static Builder builder(Path rules, Path routes) {
    return new Builder(rules, routes);
  }

  /** Starts another configuration from this one. */
  public Builder toBuilder() {
    return new Builder(from);
  }

  /** Where requests come in. */
  public Address listen() {
    return from.listen;
  }

  /** Where the health endpoint is. */
  public HealthSettings health() {
    return from.health;
  }

  /** Where look-ups of other routers are answered; empty: nowhere. */
  public Optional<LookupSettings> lookups() {
    return from.lookups;
  }

  /** The rule file. */
  public Path rules() {
    return from.rules;
  }

  /** The route file, from which the embedded authority answers. */
  public Path routes() {
    return from.routes;
  }

  /** Where the last good rule file is kept; empty: nowhere. */
  public Optional<Path> lastKnownGoodRules() {
    return from.lastKnownGoodRules;
  }

  /** Where the last good route file is kept; empty: nowhere. */
  public Optional<Path> lastKnownGoodRoutes() {
    return from.lastKnownGoodRoutes;
  }

  /** The cells by name, and where each is reached; at least one. */
  public Map<String, Origin> cells() {
    return cells;
  }

  /** The most entries that the near cache holds. */
  public int nearCacheEntries() {
    return from.nearCacheEntries;
  }

  /** How often watched files are looked at, in milliseconds. */
  public long pollMillis() {
    return from.pollMillis;
  }

  /** How many event loops serve requests; 1 or more. */
  public int threads() {
    return from.threads;
  }

  /** How long it waits. */
  public Timeouts timeouts() {
    return from.timeouts;
  }

  /** How much it takes on. */
  public Limits limits() {
    return from.limits;
  }

  /** What it logs of requests. */
  public AccessLogSettings accessLog() {
    return from.accessLog;
  }

  /** What was noticed in the file and does not stop it from being used. */
  public List<Problem> warnings() {
    return warnings;
  }

  /** Collects the parts of a configuration. Not thread-safe. */
  public static final class Builder {

    private final Path rules;
    private final Path routes;
    private final Map<String, Origin> cells = new LinkedHashMap<>();
    private final List<Problem> warnings;
    private Address listen = new Address("127.0.0.1", 8080);
    private HealthSettings health = HealthSettings.DEFAULT;
    private Optional<LookupSettings> lookups = Optional.empty();
    private Optional<Path> lastKnownGoodRules = Optional.empty();
    private Optional<Path> lastKnownGoodRoutes = Optional.empty();
    private int nearCacheEntries = DEFAULT_NEAR_CACHE_ENTRIES;
    private long pollMillis = DEFAULT_POLL_MILLIS;
    private int threads = Math.max(1, Runtime.getRuntime().availableProcessors());
    private Timeouts timeouts = Timeouts.DEFAULT;
    private Limits limits = Limits.DEFAULT;
    private AccessLogSettings accessLog = AccessLogSettings.DEFAULT;

    private Builder(Path rules, Path routes) {
      this.rules = Objects.requireNonNull(rules, "rules");
      this.routes = Objects.requireNonNull(routes, "routes");
      warnings = List.of();
    }

    Builder(Path rules, Path routes, List<Problem> warnings) {
      this.rules = rules;
      this.routes = routes;
      this.warnings = warnings;
    }

    private Builder(Builder other) {
      rules = other.rules;
      routes = other.routes;
      warnings = other.warnings;
      cells.putAll(other.cells);
      listen = other.listen;
      health = other.health;
      lookups = other.lookups;
      lastKnownGoodRules = other.lastKnownGoodRules;
      lastKnownGoodRoutes = other.lastKnownGoodRoutes;
      nearCacheEntries = other.nearCacheEntries;
      pollMillis = other.pollMillis;
      threads = other.threads;
      timeouts = other.timeouts;
      limits = other.limits;
      accessLog = other.accessLog;
    }

    /** Where to listen for requests; 127.0.0.1:8080 by default. */
    public Builder listen(Address address) {
      listen = Objects.requireNonNull(address, "address");
      return this;
    }

    /** Where to answer look-ups of other routers; nowhere by default. */
    public Builder lookups(LookupSettings settings) {
      lookups = Optional.of(settings);
      return this;
    }

    /** Where to answer for the gateway's health. */
    public Builder health(HealthSettings settings) {
      health = Objects.requireNonNull(settings, "settings");
      return this;
    }

    /** Keeps the last good rule file, so that a start can do without the file itself. */
    public Builder lastKnownGoodRules(Path file) {
      lastKnownGoodRules = Optional.of(file);
      return this;
    }

    /** Keeps the last good route file, so that a start can do without the file itself. */
    public Builder lastKnownGoodRoutes(Path file) {
      lastKnownGoodRoutes = Optional.of(file);
      return this;
    }

    /** Adds a cell, or says anew where it is reached. */
    public Builder cell(String name, Origin origin) {
      cells.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(origin, "origin"));
      return this;
    }

    /** The most entries of the near cache; 1 or more. */
    public Builder nearCacheEntries(int entries) {
      nearCacheEntries = atLeastOne("nearCacheEntries", entries);
      return this;
    }

    /** How often watched files are looked at, in milliseconds; 1 or more. */
    public Builder pollMillis(long millis) {
      if (millis < 1) {
        throw new IllegalArgumentException("pollMillis " + millis + " must be 1 or more");
      }
      pollMillis = millis;
      return this;
    }

    /** How many event loops serve requests; by default one for each processor. */
    public Builder threads(int count) {
      threads = atLeastOne("threads", count);
      return this;
    }

    /** How long to wait. */
    public Builder timeouts(Timeouts values) {
      timeouts = Objects.requireNonNull(values, "values");
      return this;
    }

    /** How much to take on. */
    public Builder limits(Limits values) {
      limits = Objects.requireNonNull(values, "values");
      return this;
    }

    /** What to log of requests. */
    public Builder accessLog(AccessLogSettings settings) {
      accessLog = Objects.requireNonNull(settings, "settings");
      return this;
    }

    /**
     * Makes the configuration.
     *
     * @throws IllegalArgumentException if there is no cell
     */
    public GatewayConfig build() {
      if (cells.isEmpty()) {
        throw new IllegalArgumentException("a gateway needs at least one cell");
      }
      return new GatewayConfig(this);
    }

    private static int atLeastOne(String name, int value) {
      if (value < 1) {
        throw new IllegalArgumentException(name + " " + value + " must be 1 or more");
      }
      return value;
    }
  }
}
