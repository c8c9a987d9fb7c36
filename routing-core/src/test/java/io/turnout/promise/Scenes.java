// SPDX-License-Identifier: Apache-2.0
package io.turnout.promise;

import io.turnout.CellRouter;
import io.turnout.RoutingAttempt;
import io.turnout.Tier;
import io.turnout.decision.RouteDecision;
import io.turnout.request.RequestHead;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.VirtualTime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Random rule files and requests, small enough to hit each other often. */
final class Scenes {

  private static final String EDGES =
      "edges: [ { name: e, router: true, cidr: [10.0.0.0/8] }, { name: p, cidr: [10.9.0.0/16] } ]\n";
  private static final String TOKENS =
      "jwt: { t: { token: { header: X-Token }, verify: { secret: \"env:KEY\", algorithms: [HS256] } } }\n";
  private static final List<String> NAMES = List.of("a", "b", "id", "k");
  private static final List<String> VALUES =
      List.of("1", "22", "x", "\\u0041", "é", "null", "007", "longer-value", "");

  private final Random random;

  Scenes(long seed) {
    random = new Random(seed);
  }

  /** Routes every key to a cell that its value names. */
  static CellResolver resolver(VirtualTime time) {
    RouteAuthority everything =
        (key, atLeast) ->
            CompletableFuture.completedFuture(
                new AuthorityAnswer.Known(
                    key,
                    "cell-" + Math.floorMod(key.hashCode(), 97),
                    1,
                    Duration.ofMinutes(5),
                    Duration.ofHours(1)));
    return CellResolver.builder(everything).nearCache(1000).clock(time).scheduler(time).build();
  }

  static CellRouter router(RuleSet rules, CellResolver resolver, int bodyLimitBytes) {
    return CellRouter.builder(rules, resolver).tier(Tier.EDGE).bodyLimit(bodyLimitBytes).build();
  }

  /** Decides, with the body in the given pieces. */
  static RouteDecision decide(CellRouter router, SomeRequest request, List<Integer> pieces) {
    return decide(router.begin(request), request, pieces);
  }

  /** Decides, with the body in one piece. */
  static RouteDecision decide(CellRouter router, RequestHead head, byte[] body) {
    RoutingAttempt attempt = router.begin(head);
    attempt.offer(ByteBuffer.wrap(body));
    attempt.end();
    return attempt.decisionNow();
  }

  private static RouteDecision decide(
      RoutingAttempt attempt, SomeRequest request, List<Integer> pieces) {
    int from = 0;
    for (int piece : pieces) {
      attempt.offer(ByteBuffer.wrap(request.content(), from, piece));
      from += piece;
    }
    attempt.end();
    return attempt.decisionNow();
  }

  RuleSet rules() {
    return RuleSet.parse(text("", this::source), Path.of(""));
  }

  /** Rules with a router edge, and with tokens among the sources. */
  String rulesOfTiers() {
    return text(
        EDGES + TOKENS,
        () -> random.nextInt(6) == 0 ? "{ jwt: { token: t, claim: sub } }" : source());
  }

  private String text(String head, Supplier<String> source) {
    StringBuilder text = new StringBuilder("turnout: 1\n").append(head);
    text.append("body: { limit: ").append(20 + random.nextInt(200)).append(", depth: ");
    text.append(2 + random.nextInt(4)).append(" }\nrules:\n");
    int count = 1 + random.nextInt(5);
    for (int i = 0; i < count; i++) {
      text.append("  - name: r").append(i).append('\n');
      if (random.nextInt(3) == 0) {
        text.append("    when: { ").append(condition()).append(" }\n");
      }
      if (random.nextInt(8) == 0) {
        text.append("    then: cell fixed\n");
      } else {
        text.append("    key: { namespace: n").append(i).append(", from: [ ");
        text.append(source.get());
        text.append(random.nextBoolean() ? ", " + source.get() : "").append(" ]");
        text.append(random.nextInt(4) == 0 ? ", transform: [lowercase]" : "").append(" }\n");
      }
    }
    text.append("outcomes: { unreadable-body: [authority, reject 413] }\n");
    return text.toString();
  }

  private String condition() {
    return switch (random.nextInt(3)) {
      case 0 -> "method: " + (random.nextBoolean() ? "POST" : "[GET, PUT]");
      case 1 -> "header: { X-Kind: " + (random.nextBoolean() ? "hook" : "{ present: true }") + " }";
      default -> "path: " + (random.nextBoolean() ? "/hooks/**" : "/api");
    };
  }

  private String source() {
    int kind = random.nextInt(10);
    if (kind == 0) {
      return "{ header: X-Key }";
    }
    if (kind == 1) {
      return "{ query: q }";
    }
    String limit = random.nextInt(3) == 0 ? ", limit: " + random.nextInt(20) : "";
    if (kind == 2) {
      return "{ body: { form: " + pick(NAMES) + limit + " } }";
    }
    return "{ body: { json: " + pointer() + limit + " } }";
  }

  private String pointer() {
    StringBuilder pointer = new StringBuilder();
    int depth = 1 + random.nextInt(2);
    for (int i = 0; i < depth; i++) {
      pointer.append('/').append(random.nextInt(5) == 0 ? "0" : pick(NAMES));
    }
    return pointer.toString();
  }

  SomeRequest request() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("host", "api.example.com");
    boolean form = random.nextInt(5) == 0;
    headers.put("content-type", form ? "application/x-www-form-urlencoded" : "application/json");
    if (random.nextInt(3) == 0) {
      headers.put("x-kind", pick(List.of("hook", "other")));
    }
    if (random.nextInt(6) == 0) {
      headers.put("x-key", pick(VALUES));
    }
    String target = pick(List.of("/api", "/hooks/a", "/hooks/%zz", "/other?q=1", "/api?q=&q=2"));
    return new SomeRequest(
        pick(List.of("GET", "POST", "PUT")), target, headers, bytes(form ? form() : json(3)));
  }

  private byte[] bytes(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > 0 && random.nextInt(6) == 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  private String form() {
    List<String> fields = new ArrayList<>();
    int count = random.nextInt(5);
    for (int i = 0; i < count; i++) {
      fields.add(pick(NAMES) + "=" + pick(List.of("1", "a+b", "%41", "%zz", "", "%C3%A9")));
    }
    return String.join("&", fields);
  }

  private String json(int depth) {
    int kind = random.nextInt(depth == 3 ? 4 : 9);
    if (kind >= 4 || depth == 0) {
      return scalar();
    }
    boolean array = kind == 3;
    StringBuilder text = new StringBuilder(array ? "[" : "{");
    int count = random.nextInt(5);
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : random.nextBoolean() ? "," : " , ");
      if (!array) {
        text.append('"').append(random.nextInt(6) == 0 ? "\\u0061" : pick(NAMES)).append("\":");
      }
      text.append(json(depth - 1));
    }
    return text.append(array ? "]" : "}").toString();
  }

  private String scalar() {
    return switch (random.nextInt(6)) {
      case 0 -> pick(List.of("true", "false", "null"));
      case 1 -> pick(List.of("1", "-0", "12", "1e3", "1.0", "007", "12abc"));
      default -> '"' + pick(VALUES) + '"';
    };
  }

  /** Cuts {@code length} bytes into pieces. */
  List<Integer> pieces(int length) {
    List<Integer> pieces = new ArrayList<>();
    int left = length;
    while (left > 0) {
      int piece = random.nextInt(Math.min(left, 9) + 1);
      pieces.add(piece);
      left -= piece;
    }
    return pieces;
  }

  int limit(int length) {
    return random.nextInt(length + 2);
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
