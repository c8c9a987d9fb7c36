// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.authority.HttpAuthority;
import io.turnout.document.MapReader;
import io.turnout.document.ProblemCode;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.document.ValueReader;
import io.turnout.document.ValueReading;
import io.turnout.dynamo.DynamoAuthority;
import io.turnout.redis.RedisInvalidations;
import io.turnout.redis.RedisRouteCache;
import io.turnout.resolve.Resolution;
import io.turnout.spi.RoutingName;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Reads what a configuration says of where routes come from, and of how they are cached. */
final class RoutesReader {

  private static final List<String> SOURCES = List.of("file", "dynamodb", "http");
  private static final List<String> AUTHORITY =
      List.of("file", "last-known-good", "dynamodb", "http");
  private static final List<String> RESOLVER =
      List.of(
          "near-cache",
          "near-cache-bytes",
          "layer-timeout",
          "authority-timeout",
          "authority-concurrency",
          "authority-queue",
          "max-fresh",
          "max-expire",
          "max-stale",
          "serve-expired-for",
          "freshness-spread",
          "snapshot");

  private final ValueReader values;
  private final SettingsReader settings;
  private final SecretReader secrets;
  private final ValueReading<Path> path;
  private final TlsReader tls;

  RoutesReader(
      ValueReader values, SettingsReader settings, SecretReader secrets, ValueReading<Path> path) {
    tls = new TlsReader(values, path);
    this.values = values;
    this.settings = settings;
    this.secrets = secrets;
    this.path = path;
  }

  /** The source of truth: exactly one of those that there are. */
  Optional<AuthoritySettings> authority(Value value, String what) {
    Optional<MapReader> map = values.map(value, what, AUTHORITY);
    if (map.isEmpty()) {
      return Optional.empty();
    }
    MapReader part = map.get();
    List<String> given = SOURCES.stream().filter(part::has).toList();
    if (given.isEmpty()) {
      return conflict(part, what + " must have one of " + quoted(SOURCES, ", "));
    }
    if (given.size() > 1) {
      return conflict(part, quoted(given, " and ") + " of " + what + " exclude each other");
    }
    Optional<Path> copy = part.read("last-known-good", path);
    if (part.has("file")) {
      return part.read("file", path).map(file -> new AuthoritySettings.RouteFile(file, copy));
    }
    if (part.has("last-known-good")) {
      return conflict(
          part, quoted(given, "") + " and \"last-known-good\" of " + what + " exclude each other");
    }
    return part.has("dynamodb")
        ? part.read("dynamodb", this::dynamo)
        : part.read("http", this::endpoint);
  }

  private Optional<AuthoritySettings> dynamo(Value value, String what) {
    List<String> keys = List.of("table", "region", "endpoint", "consistent", "timeout");
    Optional<MapReader> map = values.map(value, what, keys);
    if (map.isEmpty()) {
      return Optional.empty();
    }
    MapReader part = map.get();
    Optional<String> table = part.require("table", this::table);
    Optional<String> region = part.read("region", this::region);
    Optional<URI> endpoint = part.read("endpoint", this::server);
    boolean consistent = part.read("consistent", values::flag).orElse(true);
    Duration longest = AuthoritySettings.DynamoTable.LONGEST_TIMEOUT;
    Duration timeout =
        part.read("timeout", settings.span(Duration.ofMillis(1), longest))
            .orElse(DynamoAuthority.DEFAULT_TIMEOUT);
    return table.map(
        name -> new AuthoritySettings.DynamoTable(name, region, endpoint, consistent, timeout));
  }

  private Optional<String> table(Value value, String what) {
    return text(
        value, what, AuthoritySettings.DynamoTable::isTable, "3 to 255 characters of A-Za-z0-9_.-");
  }

  private Optional<String> region(Value value, String what) {
    return text(
        value,
        what,
        AuthoritySettings.DynamoTable::isRegion,
        "the name of a region, such as us-east-1");
  }

  /** A server's place. What else stands in it may be secret, and is not shown. */
  private Optional<URI> server(Value value, String what) {
    Optional<String> text = values.text(value, what);
    Optional<URI> server =
        text.flatMap(RoutesReader::uri).filter(AuthoritySettings.DynamoTable::isEndpoint);
    if (text.isPresent() && server.isEmpty()) {
      invalid(value, what + " must be http://HOST:PORT or https://HOST:PORT and nothing more");
    }
    return server;
  }

  private static Optional<URI> uri(String text) {
    try {
      return Optional.of(new URI(text).parseServerAuthority());
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private Optional<AuthoritySettings> endpoint(Value value, String what) {
    Optional<MapReader> map = values.map(value, what, List.of("url", "token", "timeout", "tls"));
    if (map.isEmpty()) {
      return Optional.empty();
    }
    MapReader part = map.get();
    Optional<URI> url = part.require("url", this::server);
    Optional<SharedToken> token = part.read("token", secrets::token);
    Duration longest = HttpAuthority.LONGEST_CALL_TIMEOUT;
    Duration timeout =
        part.read("timeout", settings.span(Duration.ofMillis(1), longest))
            .orElse(HttpAuthority.DEFAULT_CALL_TIMEOUT);
    Optional<OriginTls> spoken = part.read("tls", tls::endpoint);
    if (part.has("token") && token.isEmpty() || part.has("tls") && spoken.isEmpty()) {
      return Optional.empty();
    }
    if (spoken.isPresent() && url.filter(place -> place.getScheme().equals("http")).isPresent()) {
      return conflict(part, "\"tls\" of " + part.what() + " needs a \"url\" of https");
    }
    return url.map(place -> new AuthoritySettings.Endpoint(place, token, timeout, spoken));
  }

  /** The layers below the near cache, from the top. */
  Optional<List<RedisLayer>> layers(Value value, String what) {
    Optional<List<Value>> items = values.list(value, what);
    if (items.isEmpty()) {
      return Optional.empty();
    }
    if (items.get().size() > GatewayConfig.MOST_LAYERS) {
      invalid(
          value,
          what
              + " must have at most "
              + GatewayConfig.MOST_LAYERS
              + " items, not "
              + items.get().size());
      return Optional.empty();
    }
    Set<String> names = new HashSet<>(Set.of(Resolution.NEAR, Resolution.AUTHORITY));
    List<RedisLayer> layers = new ArrayList<>();
    for (Value item : items.get()) {
      Optional<RedisLayer> layer =
          values
              .map(item, "an item of " + what, List.of("redis"))
              .flatMap(map -> map.require("redis", this::layer));
      layer.filter(one -> isNew(names, one, item, what)).ifPresent(layers::add);
    }
    return Optional.of(layers);
  }

  private boolean isNew(Set<String> names, RedisLayer layer, Value item, String what) {
    boolean added = names.add(layer.name());
    if (!added) {
      values
          .problems()
          .error(
              item.at(),
              ProblemCode.DUPLICATE_NAME,
              "the name \""
                  + layer.name()
                  + "\" of an item of "
                  + what
                  + " must differ from all others, and from near and authority");
    }
    return added;
  }

  private Optional<RedisLayer> layer(Value value, String what) {
    List<String> keys = List.of("uri", "password", "name", "prefix", "timeout");
    return values
        .map(value, what, keys)
        .flatMap(
            map -> {
              String name = map.read("name", this::layerName).orElse(RedisLayer.DEFAULT_NAME);
              String prefix =
                  map.read("prefix", values::text).orElse(RedisRouteCache.DEFAULT_PREFIX);
              Duration timeout = redisTimeout(map);
              return place(map).map(uri -> new RedisLayer(uri, name, prefix, timeout));
            });
  }

  private Optional<String> layerName(Value value, String what) {
    return text(value, what, RoutingName::isValid, "[a-z0-9][a-z0-9-]{0,62}");
  }

  private Duration redisTimeout(MapReader map) {
    return map.read("timeout", settings.span(Duration.ofMillis(1), RedisLayer.LONGEST_TIMEOUT))
        .orElse(RedisRouteCache.DEFAULT_TIMEOUT);
  }

  /** Where a Redis is, with its password if there is one: it must not go missing. */
  private Optional<RedisUri> place(MapReader map) {
    Optional<RedisUri> uri = map.require("uri", secrets::redis);
    if (!map.has("password")) {
      return uri;
    }
    Optional<String> password = map.read("password", secrets::password);
    if (uri.isEmpty() || password.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(uri.get().withPassword(password.get()));
    } catch (IllegalArgumentException e) {
      return conflict(map, "\"uri\" and \"password\" of " + map.what() + ": " + e.getMessage());
    }
  }

  /** The channel on which changes are heard. */
  Optional<RedisChannel> invalidations(Value value, String what) {
    return values
        .map(value, what, List.of("redis"))
        .flatMap(map -> map.require("redis", this::channel));
  }

  private Optional<RedisChannel> channel(Value value, String what) {
    return values
        .map(value, what, List.of("uri", "password", "channel", "timeout"))
        .flatMap(
            map -> {
              String name =
                  map.read("channel", this::channelName).orElse(RedisInvalidations.DEFAULT_CHANNEL);
              Duration timeout = redisTimeout(map);
              return place(map).map(uri -> new RedisChannel(uri, name, timeout));
            });
  }

  private Optional<String> channelName(Value value, String what) {
    return text(value, what, name -> !name.isEmpty(), "the name of a channel");
  }

  /** How routes are cached, and asked for. */
  Optional<ResolverSettings> resolver(Value value, String what) {
    return values.map(value, what, RESOLVER).map(map -> resolver(map, what));
  }

  private ResolverSettings resolver(MapReader map, String what) {
    ResolverSettings normal = ResolverSettings.DEFAULT;
    Duration shortest = Duration.ofMillis(1);
    ValueReading<Duration> wait = settings.span(shortest, ResolverSettings.LONGEST_TIMEOUT);
    ValueReading<Duration> life = settings.span(Duration.ZERO, ResolverSettings.LONGEST_LIFE);
    return new ResolverSettings(
        nearCache(map, what),
        map.read("layer-timeout", wait).orElse(normal.layerTimeout()),
        map.read("authority-timeout", wait).orElse(normal.authorityTimeout()),
        map.read("authority-concurrency", settings.integer(1, ResolverSettings.MOST_CALLS))
            .orElse(normal.authorityConcurrency()),
        map.read("authority-queue", settings.integer(0, ResolverSettings.LONGEST_QUEUE))
            .orElse(normal.authorityQueue()),
        map.read("max-fresh", life).orElse(normal.maxFresh()),
        map.read("max-expire", life).orElse(normal.maxExpire()),
        map.read("max-stale", life).orElse(normal.maxStale()),
        map.read("serve-expired-for", life).orElse(normal.serveExpiredFor()),
        map.read("freshness-spread", settings.integer(0, ResolverSettings.WIDEST_SPREAD))
            .orElse(normal.freshnessSpread()),
        map.read("snapshot", this::snapshot));
  }

  private NearCacheBound nearCache(MapReader map, String what) {
    if (map.has("near-cache") && map.has("near-cache-bytes")) {
      conflict(map, "\"near-cache\" and \"near-cache-bytes\" of " + what + " exclude each other");
    }
    NearCacheBound.Unit keys = NearCacheBound.Unit.KEYS;
    NearCacheBound.Unit bytes = NearCacheBound.Unit.BYTES;
    Function<Long, NearCacheBound> ofKeys = most -> new NearCacheBound(keys, most);
    Function<Long, NearCacheBound> ofBytes = most -> new NearCacheBound(bytes, most);
    Optional<NearCacheBound> byKeys =
        map.read("near-cache", (v, w) -> values.integer(v, w, keys.least(), keys.most()))
            .map(ofKeys);
    Optional<NearCacheBound> byBytes =
        map.read("near-cache-bytes", settings.size(bytes.least(), bytes.most())).map(ofBytes);
    return byKeys.or(() -> byBytes).orElse(NearCacheBound.DEFAULT);
  }

  private Optional<SnapshotSettings> snapshot(Value value, String what) {
    Optional<MapReader> map = values.map(value, what, List.of("file", "every"));
    if (map.isEmpty()) {
      return Optional.empty();
    }
    Duration every =
        map.get()
            .read("every", settings.span(SnapshotSettings.SHORTEST, SnapshotSettings.LONGEST))
            .orElse(SnapshotSettings.DEFAULT_EVERY);
    return map.get().require("file", path).map(file -> new SnapshotSettings(file, every));
  }

  private static String quoted(List<String> keys, String between) {
    return String.join(between, keys.stream().map(key -> '"' + key + '"').toList());
  }

  private <T> Optional<T> conflict(MapReader map, String message) {
    values.problems().error(map.at(), ProblemCode.CONFLICTING_KEYS, message);
    return Optional.empty();
  }

  /** A text that fits; of any other it is said what it must be. */
  private Optional<String> text(Value value, String what, Predicate<String> fits, String expected) {
    Optional<String> text = values.text(value, what);
    if (text.isPresent() && !fits.test(text.get())) {
      invalid(value, what + " must be " + expected + ", not " + Shown.text(text.get()));
      return Optional.empty();
    }
    return text;
  }

  private void invalid(Value value, String message) {
    values.problems().error(value.at(), ProblemCode.INVALID_VALUE, message);
  }
}
