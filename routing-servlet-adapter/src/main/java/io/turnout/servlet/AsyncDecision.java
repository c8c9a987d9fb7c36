// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import io.turnout.RoutingAttempt;
import io.turnout.decision.Refusal;
import io.turnout.decision.RouteDecision;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Decides a request without a thread: the container tells of the body, and of the time; the request
 * comes back to the filter by a dispatch.
 *
 * <p>Of what ends it, the decision, the time and a failure, the first counts.
 */
final class AsyncDecision implements ReadListener, AsyncListener {

  private final RoutedRequest routed;
  private final RoutingAttempt attempt;
  private final AsyncContext context;
  private final long chainsTimeout;
  private final AtomicBoolean settled = new AtomicBoolean();
  private boolean bodyDone;

  private AsyncDecision(RoutedRequest routed, RoutingAttempt attempt, AsyncContext context) {
    this.routed = routed;
    this.attempt = attempt;
    this.context = context;
    this.chainsTimeout = context.getTimeout();
  }

  /** Starts to wait. The thread of the container is free when this has returned. */
  static void start(
      RoutedRequest routed,
      RoutingAttempt attempt,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    routed.leave();
    AsyncContext context = request.startAsync(request, response);
    AsyncDecision waiting = new AsyncDecision(routed, attempt, context);
    context.setTimeout(routed.settings().timeout().toMillis());
    context.addListener(waiting, request, response);
    if (attempt.needsBody()) {
      routed.body().relayTo(waiting);
    } else {
      waiting.awaitDecision();
    }
  }

  // What the container tells of the body.

  @Override
  public void onDataAvailable() throws IOException {
    while (!bodyDone && !settled.get() && routed.body().isMoreReady()) {
      ByteBuffer piece = routed.body().more();
      if (piece == null) {
        onAllDataRead();
        return;
      }
      attempt.offer(piece);
      if (!attempt.needsBody() && isFarEnough()) {
        bodyDone();
      }
    }
  }

  private boolean isFarEnough() {
    return routed.body().heldBytes() > routed.settings().readAheadBytes();
  }

  @Override
  public void onAllDataRead() {
    routed.body().end();
    attempt.end();
    bodyDone();
  }

  private void bodyDone() {
    if (!bodyDone) {
      bodyDone = true;
      awaitDecision();
    }
  }

  @Override
  public void onError(Throwable broken) {
    giveUp();
  }

  // The decision.

  private void awaitDecision() {
    var unused = attempt.decision().whenComplete((made, cancelled) -> decided(made));
  }

  private void decided(@Nullable RouteDecision made) {
    if (made == null || settled.getAndSet(true)) {
      return;
    }
    routed.body().release(routed.settings().readAheadBytes());
    routed.decide(made);
    try {
      context.setTimeout(chainsTimeout); // some containers let the chain inherit it
      context.dispatch();
    } catch (RuntimeException e) {
      dispatchToMappedPath();
    }
  }

  /** Some containers refuse to dispatch to a path as it came; what they mapped is taken by all. */
  private void dispatchToMappedPath() {
    RoutedRequest.Path path = routed.path();
    String mapped = path.info() == null ? path.servlet() : path.servlet() + path.info();
    try {
      context.dispatch(new URI(null, null, mapped, null).getRawPath());
    } catch (RuntimeException | URISyntaxException e) {
      giveUp(); // the exchange has ended
    }
  }

  // What the container tells of the exchange.

  @Override
  public void onTimeout(AsyncEvent event) throws IOException {
    if (settled.getAndSet(true)) {
      return;
    }
    Refusal refusal =
        bodyDone || !attempt.needsBody() ? Refusals.DECISION_TIMEOUT : Refusals.REQUEST_TIMEOUT;
    attempt.cancel();
    Refusals.write(
        refusal, event.getSuppliedRequest(), (HttpServletResponse) event.getSuppliedResponse());
    context.complete();
  }

  @Override
  public void onError(AsyncEvent event) {
    giveUp();
  }

  @Override
  public void onComplete(AsyncEvent event) {
    if (!settled.getAndSet(true)) {
      attempt.cancel();
    }
  }

  @Override
  public void onStartAsync(AsyncEvent event) {
    // What the chain starts is its own.
  }

  private void giveUp() {
    settled.set(true);
    attempt.cancel();
    try {
      context.complete();
    } catch (IllegalStateException e) {
      // It is complete.
    }
  }
}
