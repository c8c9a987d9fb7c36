// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import io.turnout.CellRouter;
import io.turnout.decision.RouteDecision;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A router over rules of a few lines, and an authority that answers when it is told to. */
final class TestRouting implements AutoCloseable {

  static final String RULES =
      """
      turnout: 1
      body: { limit: 64KiB }
      rules:
        - name: header
          when: { path: /header/** }
          key: { namespace: business, from: [ { header: X-Business-Id } ] }
        - name: body
          when: { path: /body/** }
          key: { namespace: business, from: [ { body: { json: /id } }, { body: { form: id } } ] }
        - name: small
          when: { path: /small/** }
          key: { namespace: business, from: [ { body: { json: /id, limit: 16 } } ] }
        - name: query
          when: { path: /query/** }
          key: { namespace: business, from: [ { query: id } ] }
        - name: path
          when: { path: "/path/{id}/**" }
          key: { namespace: business, from: [ { path: id } ] }
        - name: host
          when: { path: /host/**, host: 127.0.0.1 }
          then: cell us-1
        - name: fixed
          when: { path: /fixed/** }
          then: cell us-1
        - name: refused
          when: { path: /refused/** }
          then: reject 403
      outcomes:
        no-rule: reject 404
        unreadable-body: reject 413
      """;

  final List<RouteDecision> decisions = new CopyOnWriteArrayList<>();
  final List<Long> asked = new CopyOnWriteArrayList<>();
  private final CellResolver resolver;
  private final CellRouter router;

  TestRouting(RouteAuthority authority, UnaryOperator<CellRouter.Builder> options) {
    this(RULES, authority, options);
  }

  TestRouting(String rules, RouteAuthority authority, UnaryOperator<CellRouter.Builder> options) {
    resolver = CellResolver.builder(new Counted(authority)).authorityTimeout(TIMEOUT).build();
    router =
        options
            .apply(CellRouter.builder(RuleSet.parse(rules, Path.of("")), resolver))
            .listener((head, decision) -> decisions.add(decision))
            .build();
  }

  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  CellRouter router() {
    return router;
  }

  CellResolver resolver() {
    return resolver;
  }

  /** Key {@code 1} is in us-1, {@code 2} in eu-1; nobody knows another. */
  static CompletionStage<AuthorityAnswer> twoCells(RouteKey key, long atLeast) {
    return CompletableFuture.completedFuture(
        switch (key.value()) {
          case "1" -> known(key, "us-1", 1);
          case "2" -> known(key, "eu-1", 1);
          default ->
              new AuthorityAnswer.Unknown(key, 0, Duration.ofMinutes(5), Duration.ofMinutes(5));
        });
  }

  static AuthorityAnswer known(RouteKey key, String cell, long version) {
    return new AuthorityAnswer.Known(
        key, cell, version, Duration.ofMinutes(5), Duration.ofHours(24));
  }

  /** A copy that is as good as new. */
  static RouteEntry entry(RouteKey key, String cell, long version) {
    long now = System.currentTimeMillis();
    return new RouteEntry(key, Optional.of(cell), version, now, now + 300_000, now + 3_000_000);
  }

  @Override
  public void close() {
    resolver.close();
  }

  private final class Counted implements RouteAuthority {
    private final RouteAuthority authority;

    private Counted(RouteAuthority authority) {
      this.authority = authority;
    }

    @Override
    public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
      asked.add(atLeastVersion);
      return authority.lookup(key, atLeastVersion);
    }
  }
}
