// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import io.turnout.client.Client;
import io.turnout.decision.RouteDecision;
import io.turnout.plan.BodyWalk;
import io.turnout.plan.Judgement;
import io.turnout.plan.TierPlan;
import io.turnout.request.Request;
import io.turnout.resolve.Resolution;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** An attempt that waits for its body, a look-up, or one after the other. */
final class WaitingAttempt implements RoutingAttempt {

  private final CellRouter router;
  private final TierPlan plan;
  private final Request request;
  private final CompletableFuture<RouteDecision> decision = new CompletableFuture<>();
  private final Client client;
  private @Nullable BodyWalk walk;

  WaitingAttempt(CellRouter router, TierPlan plan, Request request, Client client) {
    this.router = router;
    this.plan = plan;
    this.request = request;
    this.client = client;
  }

  WaitingAttempt(CellRouter router, TierPlan plan, Request request, Client client, BodyWalk walk) {
    this(router, plan, request, client);
    this.walk = walk;
  }

  @Override
  public boolean needsBody() {
    return walk != null;
  }

  @Override
  public void offer(ByteBuffer piece) {
    BodyWalk open = walk;
    if (open != null) {
      Judgement judged = open.offer(piece);
      if (judged != null) {
        judged(judged, open.bodyRead());
      }
    }
  }

  @Override
  public void end() {
    BodyWalk open = walk;
    if (open != null) {
      Judgement judged = open.end();
      judged(judged, open.bodyRead());
    }
  }

  @Override
  public void cancel() {
    walk = null;
    decision.cancel(false);
  }

  @Override
  public boolean isDecided() {
    return decision.isDone() && !decision.isCompletedExceptionally();
  }

  @Override
  public RouteDecision decisionNow() {
    if (!isDecided()) {
      throw new IllegalStateException(
          decision.isCancelled() ? "the attempt was cancelled" : "the request is not decided yet");
    }
    return decision.join();
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored")
  public CompletionStage<RouteDecision> decision() {
    CompletableFuture<RouteDecision> view = new CompletableFuture<>();
    decision.whenComplete(
        (made, cancelled) -> {
          if (cancelled == null) {
            view.complete(made);
          } else {
            view.cancel(false);
          }
        });
    return view;
  }

  private void judged(Judgement judged, long bodyRead) {
    walk = null;
    if (judged instanceof Judgement.Act act) {
      complete(DecisionMapper.acted(act, bodyRead, client));
    } else {
      Judgement.Key found = (Judgement.Key) judged;
      await(router.resolve(found.key()), found, bodyRead);
    }
  }

  /** Decides when a key is resolved; a resolver that breaks down leaves it unavailable. */
  void await(CompletionStage<Resolution> resolving, Judgement.Key found, long bodyRead) {
    resolving.whenComplete(
        (resolution, failure) ->
            complete(
                failure == null
                    ? DecisionMapper.resolved(plan, found, resolution, bodyRead, client)
                    : DecisionMapper.unresolved(plan, found, bodyRead, client)));
  }

  private void complete(RouteDecision made) {
    if (decision.isDone()) {
      return; // cancelled, after which the head need not be readable
    }
    RouteDecision whole = router.staged(plan, request, made);
    if (decision.complete(whole)) {
      router.tell(request, whole);
    }
  }
}
