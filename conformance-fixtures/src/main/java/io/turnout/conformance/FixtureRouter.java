// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.turnout.CellRouter;
import io.turnout.DecisionListener;
import io.turnout.OnMiss;
import io.turnout.RoutingAttempt;
import io.turnout.Tier;
import io.turnout.authority.KnownCells;
import io.turnout.decision.RouteDecision;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.InvalidRulesException;
import io.turnout.rules.Keys;
import io.turnout.rules.RuleSet;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.VirtualTime;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A router on virtual time over an authority in memory, as a {@code load} of the line protocol asks
 * for it. Its router is thread-safe; all else is for one thread at a time.
 */
public final class FixtureRouter implements AutoCloseable {

  /** When virtual time starts unless a load says otherwise. */
  public static final String START = "2026-01-01T00:00:00Z";

  /** The routing ID of every new user, so that the same request is decided the same again. */
  private static final String ROUTING_ID = "a-new-user-of-fixtures";

  private static final long NEAR_ENTRIES = 10_000;

  private final @Nullable CellRouter router;
  private final CellResolver resolver;
  private final FixtureAuthority authority;
  private final long startMillis;
  private final VirtualTime time;
  private final Set<String> cells = new TreeSet<>();

  private FixtureRouter(
      JsonNode load, @Nullable RuleSet rules, UnaryOperator<CellRouter.Builder> options) {
    startMillis = millis(load.path("start").asText(START));
    time = new VirtualTime(startMillis);
    authority = new FixtureAuthority(time);
    authority.set(load.path("routes"));
    Set<String> listed = rules == null ? Set.of() : rules.cells();
    resolver = resolver(load.path("resolver"), KnownCells.of(authority, () -> listed), time);
    router = rules == null ? null : options.apply(router(load, rules, resolver, time)).build();
    if (rules != null) {
      cells.addAll(listed);
      cells.addAll(rules.namedCells());
    }
    for (JsonNode route : load.path("routes")) {
      cells.add(route.isTextual() ? route.asText() : route.path("cell").asText());
    }
  }

  private static long millis(String start) {
    try {
      return Instant.parse(start).toEpochMilli();
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException("start \"" + start + "\" must be like " + START, e);
    }
  }

  /**
   * Makes one.
   *
   * @param load a JSON object: a {@code load} in {@code protocol.schema.json}
   * @param listeners who hears of its decisions
   * @throws IllegalArgumentException if it is not that
   * @throws InvalidRulesException if its rules have mistakes
   */
  public static FixtureRouter load(String load, DecisionListener... listeners) {
    try {
      JsonNode read = new JsonMapper().readTree(load);
      return load(read, Path.of(""), Arrays.asList(listeners));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the load is no JSON: " + e.getOriginalMessage(), e);
    }
  }

  /**
   * Makes one with what a {@code load} cannot say.
   *
   * @param load as for {@link #load}
   * @param options gives the router's builder more to do
   * @throws IllegalArgumentException if the load is none
   * @throws InvalidRulesException if its rules have mistakes
   */
  public static FixtureRouter open(String load, UnaryOperator<CellRouter.Builder> options) {
    try {
      return open(new JsonMapper().readTree(load), Path.of(""), options);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the load is no JSON: " + e.getOriginalMessage(), e);
    }
  }

  /**
   * Makes one.
   *
   * @param folder where the files are that rules name, unless the load says where
   */
  static FixtureRouter load(JsonNode load, Path folder, List<DecisionListener> listeners) {
    return open(
        load,
        folder,
        builder -> {
          listeners.forEach(builder::listener);
          return builder;
        });
  }

  private static FixtureRouter open(
      JsonNode load, Path folder, UnaryOperator<CellRouter.Builder> options) {
    Path files = load.has("folder") ? Path.of(load.get("folder").asText()) : folder;
    RuleSet rules =
        load.has("rules") ? RuleSet.parse(load.get("rules").asText(), files, keys(load)) : null;
    return new FixtureRouter(load, rules, options);
  }

  private static Keys keys(JsonNode load) {
    List<String> absent = new ArrayList<>();
    load.path("keys-absent").forEach(name -> absent.add(name.asText()));
    return Keys.of(FixtureSecrets::value).without(absent.toArray(new String[0]));
  }

  private static CellResolver resolver(
      JsonNode options, RouteAuthority authority, VirtualTime time) {
    CellResolver.Builder builder =
        CellResolver.builder(authority)
            .nearCache(NEAR_ENTRIES)
            .clock(time)
            .scheduler(time)
            .freshnessSpread(0);
    if (options.has("max-fresh")) {
      builder.maxFresh(duration(options.get("max-fresh")));
    }
    if (options.has("max-expire")) {
      builder.maxExpire(duration(options.get("max-expire")));
    }
    if (options.has("max-stale")) {
      builder.maxStale(duration(options.get("max-stale")));
    }
    if (options.has("serve-expired-for")) {
      builder.serveExpiredFor(duration(options.get("serve-expired-for")));
    }
    return builder.build();
  }

  private static Duration duration(JsonNode text) {
    return Duration.ofMillis(Sizes.millis(text.asText()));
  }

  private static CellRouter.Builder router(
      JsonNode load, RuleSet rules, CellResolver resolver, VirtualTime time) {
    CellRouter.Builder builder =
        CellRouter.builder(rules, resolver).clock(time).routingIds(() -> ROUTING_ID);
    builder.tier(Tier.valueOf(load.path("tier").asText("edge").toUpperCase(Locale.ROOT)));
    if (load.path("on-miss").asText("look-up").equals("hand-on")) {
      builder.onMiss(OnMiss.HAND_ON);
    }
    JsonNode limit = load.path("limits").path("body");
    if (limit.isIntegralNumber()) {
      builder.bodyLimit((int) Math.min(limit.asLong(), Integer.MAX_VALUE));
    }
    return builder;
  }

  /**
   * The router.
   *
   * @throws IllegalStateException if no rules were loaded
   */
  public CellRouter router() {
    if (router == null) {
      throw new IllegalStateException("no rules are loaded");
    }
    return router;
  }

  /** The cells that its rules and routes name. */
  public Set<String> cells() {
    return Set.copyOf(cells);
  }

  /** Runs what waits for its time and is due: look-ups, above all. */
  public void settle() {
    time.settle();
  }

  /** Lets no look-up end until {@link #release}. */
  public void hold() {
    authority.hold();
  }

  /** Lets look-ups end again, those that waited on the caller's thread. */
  public void release() {
    authority.release();
  }

  /** Lets a key live in another cell. */
  public void move(String key, String cell) {
    authority.set(JsonNodeFactory.instance.objectNode().put(key, cell));
  }

  /** Moves the time on to a duration since the start. */
  void moveTo(Duration sinceStart) {
    time.advance(sinceStart.minusMillis(time.wallMillis() - startMillis));
  }

  CellResolver resolver() {
    return resolver;
  }

  FixtureAuthority authority() {
    return authority;
  }

  /** Decides a request whose head says how long its body is, and whose body comes in one piece. */
  public RouteDecision decide(WrittenRequest request) {
    RoutingAttempt attempt = router().begin(FixtureRequest.whole(request));
    attempt.offer(ByteBuffer.wrap(request.body(0, request.bodyLength())));
    return decided(attempt);
  }

  /**
   * Decides a request whose head does not say how long its body is.
   *
   * @param pieces the lengths of the body's pieces; together that of the body
   */
  public RouteDecision decide(WrittenRequest request, List<Integer> pieces) {
    requireWhole(pieces, request.bodyLength());
    RoutingAttempt attempt = router().begin(FixtureRequest.inPieces(request));
    int from = 0;
    for (int length : pieces) {
      if (!attempt.needsBody()) {
        break;
      }
      attempt.offer(piece(request.body(from, from + length)));
      from += length;
    }
    return decided(attempt);
  }

  /** Whether the head and so many bytes of the body leave nothing more to be read. */
  public boolean isSettledBy(WrittenRequest request, int bytes) {
    RoutingAttempt attempt = router().begin(FixtureRequest.whole(request));
    attempt.offer(ByteBuffer.wrap(request.body(0, bytes)));
    boolean settled = !attempt.needsBody();
    attempt.cancel();
    settle();
    return settled;
  }

  /** The fields that a request gets on its way to the authority tier. */
  public List<WrittenRequest.Field> handOver(WrittenRequest request, RouteDecision decision) {
    return router().handOver(FixtureRequest.whole(request), decision).fields().stream()
        .map(field -> new WrittenRequest.Field(field.name(), field.value()))
        .toList();
  }

  /** The fields that an answer gets on its way to the client. */
  public List<WrittenRequest.Field> teaching(RouteDecision decision) {
    return router().teaching(decision).stream()
        .map(field -> new WrittenRequest.Field(field.name(), field.value()))
        .toList();
  }

  private RouteDecision decided(RoutingAttempt attempt) {
    if (attempt.needsBody()) {
      attempt.end();
    }
    settle();
    return attempt.decisionNow();
  }

  private static void requireWhole(List<Integer> pieces, int length) {
    long sum = pieces.stream().mapToLong(Integer::longValue).sum();
    if (sum != length) {
      throw new IllegalArgumentException(
          "the chunks have " + sum + " bytes, and the body has " + length);
    }
  }

  /** A piece in a buffer of either kind, which must make no difference. */
  private static ByteBuffer piece(byte[] bytes) {
    if (bytes.length % 2 == 0) {
      return ByteBuffer.wrap(bytes);
    }
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length);
    return direct.put(bytes).flip();
  }

  @Override
  public void close() {
    resolver.close();
  }
}
