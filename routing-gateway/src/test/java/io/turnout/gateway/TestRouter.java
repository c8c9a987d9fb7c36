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
  private static final Map<String, String> CELLS = Map.of("1", "us-1", "2", "eu-1");
  private static final Duration FRESH = Duration.ofMinutes(5);
  private static final Duration EXPIRE = Duration.ofHours(1);

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
    String cell = CELLS.get(key.value());
    return CompletableFuture.completedStage(
        cell == null
            ? new AuthorityAnswer.Unknown(key, 1, FRESH, EXPIRE)
            : new AuthorityAnswer.Known(key, cell, 1, FRESH, EXPIRE));
  }

  /** The heads that came, for as long as their requests last. */
  final BlockingQueue<RequestHead> heads = new LinkedBlockingQueue<>();

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
