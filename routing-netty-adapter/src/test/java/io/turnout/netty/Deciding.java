// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.turnout.CellRouter;
import io.turnout.DecisionListener;
import io.turnout.OnMiss;
import io.turnout.Tier;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** A router over a few rules, with an authority that answers at once, or when the test says so. */
final class Deciding implements RouteAuthority, AutoCloseable {

  static final String RULES =
      """
      turnout: 1
      rules:
        - name: closed
          when: { path: /closed }
          then: reject 403
        - name: plain
          when: { path: /plain }
          then: cell us-1
        - name: header
          key: { namespace: business, from: [ { header: X-Business-Id } ] }
        - name: body
          when: { path: /body }
          key: { namespace: business, from: [ { body: { json: /id } } ] }
      """;

  private static final Duration FRESH = Duration.ofMinutes(5);
  private static final Duration EXPIRE = Duration.ofHours(1);

  /** The routes that are answered at once. */
  final Map<String, String> routes = new ConcurrentHashMap<>(Map.of("1", "us-1", "2", "eu-1"));

  /** The look-ups that wait for the test: of keys that begin with {@code later}. */
  final Map<String, CompletableFuture<String>> later = new ConcurrentHashMap<>();

  /** Completes when such a look-up was sent. */
  final CompletableFuture<String> asked = new CompletableFuture<>();

  private final CellResolver resolver =
      CellResolver.builder(this).authorityTimeout(Duration.ofMinutes(1)).build();
  private final CellRouter router;

  private Deciding(String rules, Tier tier, OnMiss onMiss, DecisionListener... listeners) {
    CellRouter.Builder builder =
        CellRouter.builder(RuleSet.parse(rules, Path.of(".")), resolver).tier(tier).onMiss(onMiss);
    List.of(listeners).forEach(builder::listener);
    router = builder.build();
  }

  static Deciding standalone() {
    return new Deciding(RULES, Tier.STANDALONE, OnMiss.LOOK_UP);
  }

  static Deciding edge() {
    return new Deciding(RULES, Tier.EDGE, OnMiss.HAND_ON);
  }

  static Deciding by(String rules, Tier tier) {
    return new Deciding(rules, tier, OnMiss.LOOK_UP);
  }

  static Deciding listening(DecisionListener listener) {
    return new Deciding(RULES, Tier.STANDALONE, OnMiss.LOOK_UP, listener);
  }

  CellRouter router() {
    return router;
  }

  /** The look-up of a key; waits for it if it was not sent yet. */
  CompletableFuture<String> lookup(String value) {
    return later.computeIfAbsent(value, key -> new CompletableFuture<>());
  }

  @Override
  public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
    if (key.value().startsWith("later")) {
      asked.complete(key.value());
      return lookup(key.value())
          .thenApply(cell -> new AuthorityAnswer.Known(key, cell, 1, FRESH, EXPIRE));
    }
    String cell = routes.get(key.value());
    return CompletableFuture.completedStage(
        cell == null
            ? new AuthorityAnswer.Unknown(key, 1, FRESH, EXPIRE)
            : new AuthorityAnswer.Known(key, cell, atLeastVersion + 1, FRESH, EXPIRE));
  }

  @Override
  public void close() {
    resolver.close();
  }
}
