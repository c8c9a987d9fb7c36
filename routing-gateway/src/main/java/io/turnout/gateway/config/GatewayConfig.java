// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.Tier;
import io.turnout.document.Problem;
import io.turnout.rules.SecretVariables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

  /** The most layers. */
  public static final int MOST_LAYERS = 8;

  /** How often watched files are looked at where nothing is said, in milliseconds. */
  public static final long DEFAULT_POLL_MILLIS = 1_000;

  private final Builder from;
  private final Map<String, CellSettings> cells;
  private final List<RedisLayer> layers;
  private final List<Problem> warnings;

  private GatewayConfig(Builder builder) {
    from = new Builder(builder);
    cells = Map.copyOf(builder.cells);
    layers = List.copyOf(builder.layers);
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
   * @param routes the route file, from which the authority answers
   */
  public static Builder builder(Path rules, Path routes) {
    return builder(rules, new AuthoritySettings.RouteFile(routes, Optional.empty()));
  }

  /**
   * Starts a configuration in code.
   *
   * @param rules the rule file
   * @param authority where routes come from
   */
  public static Builder builder(Path rules, AuthoritySettings authority) {
    return new Builder(rules, authority);
  }

  /** Starts another configuration from this one. */
  public Builder toBuilder() {
    return new Builder(from);
  }

  /** Where requests come in. */
  public Address listen() {
    return from.listen;
  }

  /** How the port of the requests speaks TLS; empty: it does not. */
  public Optional<ServerTls> tls() {
    return from.tls;
  }

  /** Whether the port of the requests also speaks HTTP/2. */
  public boolean http2() {
    return from.http2;
  }

  /** Where the health endpoint is. */
  public HealthSettings health() {
    return from.health;
  }

  /** Where look-ups of other routers are answered; empty: nowhere. */
  public Optional<LookupSettings> lookups() {
    return from.lookups;
  }

  /** Where it stands between clients and cells. */
  public TierSettings tier() {
    return from.tier;
  }

  /** Where other proxies are told what it would do; empty: nowhere. */
  public Optional<DecisionSettings> decisions() {
    return from.decisions;
  }

  /** Whether what a proven router says of a request goes on to its cell. */
  public boolean tellsCells() {
    return from.tellsCells;
  }

  /** The rule file. */
  public Path rules() {
    return from.rules;
  }

  /** Where routes come from. */
  public AuthoritySettings authority() {
    return from.authority;
  }

  /** The layers of copies below the near cache, from the top. */
  public List<RedisLayer> layers() {
    return layers;
  }

  /** Where it hears that keys have changed; empty: nowhere. */
  public Optional<RedisChannel> invalidations() {
    return from.invalidations;
  }

  /** How it caches routes, and asks for them. */
  public ResolverSettings resolver() {
    return from.resolver;
  }

  /** Where the last good rule file is kept; empty: nowhere. */
  public Optional<Path> lastKnownGoodRules() {
    return from.lastKnownGoodRules;
  }

  /** The cells by name, and where each is reached; at least one. */
  public Map<String, CellSettings> cells() {
    return cells;
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
    return from.limits.orElseGet(() -> Limits.of(from.tier.tier()));
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
    private final AuthoritySettings authority;
    private final Map<String, CellSettings> cells = new LinkedHashMap<>();
    private final List<RedisLayer> layers = new ArrayList<>();
    private final List<Problem> warnings;
    private Address listen = new Address("127.0.0.1", 8080);
    private Optional<ServerTls> tls = Optional.empty();
    private boolean http2 = true;
    private HealthSettings health = HealthSettings.DEFAULT;
    private Optional<LookupSettings> lookups = Optional.empty();
    private TierSettings tier = TierSettings.STANDALONE;
    private Optional<DecisionSettings> decisions = Optional.empty();
    private boolean tellsCells;
    private Optional<Path> lastKnownGoodRules = Optional.empty();
    private Optional<RedisChannel> invalidations = Optional.empty();
    private ResolverSettings resolver = ResolverSettings.DEFAULT;
    private long pollMillis = DEFAULT_POLL_MILLIS;
    private int threads = Math.max(1, Runtime.getRuntime().availableProcessors());
    private Timeouts timeouts = Timeouts.DEFAULT;
    private Optional<Limits> limits = Optional.empty();
    private AccessLogSettings accessLog = AccessLogSettings.DEFAULT;

    private Builder(Path rules, AuthoritySettings authority) {
      this.rules = Objects.requireNonNull(rules, "rules");
      this.authority = Objects.requireNonNull(authority, "authority");
      warnings = List.of();
    }

    Builder(Path rules, AuthoritySettings authority, List<Problem> warnings) {
      this.rules = rules;
      this.authority = authority;
      this.warnings = warnings;
    }

    private Builder(Builder other) {
      rules = other.rules;
      authority = other.authority;
      warnings = other.warnings;
      cells.putAll(other.cells);
      listen = other.listen;
      tls = other.tls;
      http2 = other.http2;
      health = other.health;
      lookups = other.lookups;
      tier = other.tier;
      decisions = other.decisions;
      tellsCells = other.tellsCells;
      lastKnownGoodRules = other.lastKnownGoodRules;
      layers.addAll(other.layers);
      invalidations = other.invalidations;
      resolver = other.resolver;
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

    /** Lets the port of the requests speak TLS; it does not by default. */
    public Builder tls(ServerTls settings) {
      tls = Optional.of(settings);
      return this;
    }

    /**
     * Whether the port of the requests speaks HTTP/2 to those who ask for it, as it does by
     * default: over TLS by ALPN, otherwise with prior knowledge.
     */
    public Builder http2(boolean spoken) {
      http2 = spoken;
      return this;
    }

    /** Where to answer look-ups of other routers; nowhere by default. */
    public Builder lookups(LookupSettings settings) {
      lookups = Optional.of(settings);
      return this;
    }

    /** Where it stands; standalone by default. */
    public Builder tier(TierSettings settings) {
      tier = Objects.requireNonNull(settings, "settings");
      return this;
    }

    /** Where to tell other proxies what it would do; nowhere by default. */
    public Builder decisions(DecisionSettings settings) {
      decisions = Optional.of(settings);
      return this;
    }

    /**
     * Lets the {@code Turnout-*} fields of a request that came through a proven router go on to its
     * cell. By default they are taken off; those of anybody else always are.
     */
    public Builder tellCells() {
      tellsCells = true;
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

    /** Adds a layer below those there are, at most {@value #MOST_LAYERS}; none by default. */
    public Builder layer(RedisLayer layer) {
      layers.add(Objects.requireNonNull(layer, "layer"));
      return this;
    }

    /** Where to hear that keys have changed; nowhere by default. */
    public Builder invalidations(RedisChannel channel) {
      invalidations = Optional.of(channel);
      return this;
    }

    /** How to cache routes, and to ask for them. */
    public Builder resolver(ResolverSettings settings) {
      resolver = Objects.requireNonNull(settings, "settings");
      return this;
    }

    /** Adds a cell, or says anew where it is reached. */
    public Builder cell(String name, Origin origin) {
      return cell(name, CellSettings.of(Objects.requireNonNull(origin, "origin")));
    }

    /** Adds a cell of several endpoints, or says anew where it is reached. */
    public Builder cell(String name, CellSettings settings) {
      cells.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(settings, "settings"));
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

    /** What is taken on where nothing is said. */
    Limits normalLimits() {
      return Limits.of(tier.tier());
    }

    /** How much to take on; by default {@link Limits#of what its tier takes}. */
    public Builder limits(Limits values) {
      limits = Optional.of(values);
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
     * @throws IllegalArgumentException if there is no cell, if there are too many layers, if a
     *     route file is the authority and there are layers or a snapshot, where copies would
     *     outlive a change of it, or if it is the authority of an edge
     */
    public GatewayConfig build() {
      if (cells.isEmpty()) {
        throw new IllegalArgumentException("a gateway needs at least one cell");
      }
      if (layers.size() > MOST_LAYERS) {
        throw new IllegalArgumentException(
            "layers " + layers.size() + " must lie in 0 to " + MOST_LAYERS);
      }
      boolean keepsCopies = !layers.isEmpty() || resolver.snapshot().isPresent();
      if (authority instanceof AuthoritySettings.RouteFile && keepsCopies) {
        throw new IllegalArgumentException(
            "a route file excludes layers and a snapshot: copies there would outlive its changes");
      }
      if (authority instanceof AuthoritySettings.RouteFile && tier.tier() == Tier.EDGE) {
        throw new IllegalArgumentException(
            "an edge has no route file of its own: it asks the authority tier");
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
