// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.CellRouter;
import io.turnout.Handover;
import io.turnout.RoutingAttempt;
import io.turnout.decision.RouteDecision;
import io.turnout.protocol.HeaderField;
import io.turnout.request.RequestHead;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A router over a few rules: by a header, by a body, and by a key whose look-up ends when the test
 * says so.
 */
final class TestRouter implements Router, RouteAuthority, AutoCloseable {

  private static final String RULES =
      """
      turnout: 1
      rules:
        - name: header
          key: { namespace: business, from: [ { header: X-Business-Id } ] }
        - name: later
          when: { path: /later }
          key: { namespace: later, from: [ { header: Host } ] }
        - name: body
          when: { path: /body }
          key: { namespace: business, from: [ { body: { json: /id } } ] }
      """;
  private static final Duration FRESH = Duration.ofMinutes(5);
  private static final Duration EXPIRE = Duration.ofHours(1);

  private record Home(String cell, long version) {}

  private final Map<String, Home> homes =
      new ConcurrentHashMap<>(Map.of("1", new Home("us-1", 1), "2", new Home("eu-1", 1)));

  /** The cell of the key of {@code /later}. */
  final CompletableFuture<String> later = new CompletableFuture<>();

  private final CellResolver resolver =
      CellResolver.builder(this).authorityTimeout(Duration.ofMinutes(1)).build();
  private final CellRouter router = CellRouter.of(RuleSet.parse(RULES, Path.of(".")), resolver);

  @Override
  public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
    if (key.namespace().equals("later")) {
      return later.thenApply(cell -> new AuthorityAnswer.Known(key, cell, 1, FRESH, EXPIRE));
    }
    Home home = homes.get(key.value());
    return CompletableFuture.completedStage(
        home == null
            ? new AuthorityAnswer.Unknown(key, 1, FRESH, EXPIRE)
            : new AuthorityAnswer.Known(key, home.cell(), home.version(), FRESH, EXPIRE));
  }

  /** The heads that came, for as long as their requests last. */
  final BlockingQueue<RequestHead> heads = new LinkedBlockingQueue<>();

  /** Looks a key up, so that it is held. */
  void load(String key) {
    resolver.resolve(new RouteKey("business", key)).toCompletableFuture().join();
  }

  /** Lets a key live elsewhere, which is not told to anybody who does not ask. */
  void move(String key, String cell) {
    homes.compute(key, (k, home) -> new Home(cell, home == null ? 1 : home.version() + 1));
  }

  @Override
  public RoutingAttempt begin(RequestHead head) {
    heads.add(head);
    return router.begin(head);
  }

  @Override
  public Handover handOver(RequestHead head, RouteDecision decision) {
    return router.handOver(head, decision);
  }

  @Override
  public Optional<HeaderField> teaching(RouteDecision decision) {
    return router.teaching(decision);
  }

  @Override
  public CompletionStage<Optional<RouteDecision>> correct(RouteDecision decision) {
    return router.correct(decision);
  }

  @Override
  public void close() {
    resolver.close();
  }
}
