// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.CellRouter;
import io.turnout.OnMiss;
import io.turnout.RoutingAttempt;
import io.turnout.Tier;
import io.turnout.authority.KnownCells;
import io.turnout.document.Problem;
import io.turnout.resolve.CellResolver;
import io.turnout.resolve.Resolution;
import io.turnout.rules.InvalidRulesException;
import io.turnout.rules.RuleSet;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** This library's own end of the line protocol, on virtual time. */
final class LibraryImplementation implements Implementation {

  /** 2026-01-01T00:00:00Z. */
  static final long START_MILLIS = 1_767_225_600_000L;

  private static final long NEAR_ENTRIES = 10_000;
  private static final String NO_OBJECT = "{\"error\":\"the line is no JSON object\"}";

  private final JsonMapper json = new JsonMapper();
  private final Path folder;
  private @Nullable Loaded loaded;

  /** What a successful load started. */
  private record Loaded(
      @Nullable CellRouter router,
      CellResolver resolver,
      FixtureAuthority authority,
      VirtualTime time) {}

  /**
   * Makes one.
   *
   * @param folder where the files are that rules name
   */
  LibraryImplementation(Path folder) {
    this.folder = folder;
  }

  @Override
  public String answer(String line) {
    try {
      JsonNode request = json.readTree(line);
      return request.isObject() ? answer(request).toString() : NO_OBJECT;
    } catch (JsonProcessingException e) {
      return NO_OBJECT;
    } catch (IllegalArgumentException | IllegalStateException e) {
      return json.createObjectNode().put("error", e.toString()).toString();
    }
  }

  @Override
  public void close() {
    if (loaded != null) {
      loaded.resolver().close();
      loaded = null;
    }
  }

  private ObjectNode answer(JsonNode request) {
    String op = request.path("op").asText();
    return switch (op) {
      case "hello" -> hello();
      case "load" -> load(request);
      case "decide" -> decide(request);
      case "route" -> route(request);
      case "set" -> set(request);
      case "authority" -> authority(request);
      case "at" -> at(request);
      default -> json.createObjectNode().put("skip", "the op \"" + op + "\" is not known");
    };
  }

  private ObjectNode hello() {
    ObjectNode answer =
        json.createObjectNode().put("name", "turnout-java").put("version", version());
    answer.put("protocol", 1);
    answer.putArray("kinds").add("decide").add("timeline").add("invalid");
    return answer;
  }

  private static String version() {
    String version = LibraryImplementation.class.getPackage().getImplementationVersion();
    return version == null ? "unpackaged" : version;
  }

  private ObjectNode load(JsonNode request) {
    if (request.has("keys-absent")) {
      return skip("a router has every key that its rules name");
    }
    @Nullable RuleSet rules = null;
    if (request.has("rules")) {
      try {
        rules = RuleSet.parse(request.get("rules").asText(), folder, FixtureSecrets::value);
      } catch (InvalidRulesException e) {
        return refused(e);
      }
    }
    VirtualTime time = new VirtualTime(START_MILLIS);
    FixtureAuthority authority = new FixtureAuthority(time);
    authority.set(request.path("routes"));
    Set<String> cells = rules == null ? Set.of() : rules.cells();
    RouteAuthority listed = KnownCells.of(authority, () -> cells);
    CellResolver resolver = resolver(request.path("resolver"), listed, time);
    CellRouter router = rules == null ? null : router(request, rules, resolver, time);
    close();
    loaded = new Loaded(router, resolver, authority, time);
    ObjectNode answer = json.createObjectNode().put("ok", true);
    return rules == null ? answer : answer.put("rules-version", rules.version());
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

  private static CellRouter router(
      JsonNode request, RuleSet rules, CellResolver resolver, VirtualTime time) {
    CellRouter.Builder builder = CellRouter.builder(rules, resolver).clock(time);
    builder.tier(Tier.valueOf(request.path("tier").asText("edge").toUpperCase(Locale.ROOT)));
    if (request.path("on-miss").asText("look-up").equals("hand-on")) {
      builder.onMiss(OnMiss.HAND_ON);
    }
    JsonNode limit = request.path("limits").path("body");
    if (limit.isIntegralNumber()) {
      builder.bodyLimit((int) Math.min(limit.asLong(), Integer.MAX_VALUE));
    }
    return builder.build();
  }

  private ObjectNode refused(InvalidRulesException refusal) {
    ObjectNode answer = json.createObjectNode().put("ok", false);
    ArrayNode errors = answer.putArray("errors");
    for (Problem problem : refusal.problems()) {
      errors
          .addObject()
          .put("at", problem.at().toString())
          .put("code", problem.code().text())
          .put("message", problem.message());
    }
    return answer;
  }

  private ObjectNode decide(JsonNode request) {
    Loaded current = current();
    CellRouter router = current.router();
    if (router == null) {
      throw new IllegalStateException("no rules are loaded");
    }
    JsonNode chunks = request.path("chunks");
    WrittenRequest written = new WrittenRequest(request.path("request"));
    RoutingAttempt attempt =
        router.begin(
            chunks.isMissingNode()
                ? FixtureRequest.whole(written)
                : FixtureRequest.inPieces(written));
    offerAll(attempt, written, chunks);
    if (attempt.needsBody()) {
      attempt.end();
    }
    current.time().settle();
    return DecisionLine.of(attempt.decisionNow(), json.createObjectNode());
  }

  private static void offerAll(RoutingAttempt attempt, WrittenRequest written, JsonNode chunks) {
    if (chunks.isMissingNode()) {
      attempt.offer(ByteBuffer.wrap(written.body(0, written.bodyLength())));
      return;
    }
    requireWhole(chunks, written.bodyLength());
    int from = 0;
    for (JsonNode chunk : chunks) {
      if (!attempt.needsBody()) {
        return;
      }
      int to = from + chunk.asInt();
      attempt.offer(piece(written.body(from, to)));
      from = to;
    }
  }

  private static void requireWhole(JsonNode chunks, int length) {
    long sum = 0;
    for (JsonNode chunk : chunks) {
      sum += chunk.asInt();
    }
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

  private ObjectNode route(JsonNode request) {
    Loaded current = current();
    RouteKey key = RouteKey.parse(request.path("key").asText());
    Resolution now = current.resolver().resolveNow(key);
    if (now.kind() == Resolution.Kind.MISS) {
      var stage = current.resolver().resolve(key).toCompletableFuture();
      current.time().settle();
      now = stage.join();
    }
    ObjectNode answer = json.createObjectNode();
    DecisionLine.put(now, answer);
    now.cell().ifPresent(cell -> answer.put("cell", cell));
    current.time().settle();
    return answer;
  }

  private ObjectNode set(JsonNode request) {
    Loaded current = current();
    current.authority().set(request.path("routes"));
    return json.createObjectNode().put("ok", true);
  }

  private ObjectNode authority(JsonNode request) {
    Loaded current = current();
    current.authority().turn(request.path("state").asText());
    return json.createObjectNode().put("ok", true);
  }

  private ObjectNode at(JsonNode request) {
    Loaded current = current();
    long since = current.time().wallMillis() - START_MILLIS;
    current.time().advance(Duration.ofMillis(request.path("millis").asLong() - since));
    return json.createObjectNode().put("ok", true);
  }

  private Loaded current() {
    if (loaded == null) {
      throw new IllegalStateException("nothing is loaded");
    }
    return loaded;
  }

  private ObjectNode skip(String why) {
    return json.createObjectNode().put("skip", why);
  }
}
