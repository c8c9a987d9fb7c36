// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import io.turnout.decision.RouteDecision;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An attempt that was decided when it began. */
record ImmediateAttempt(RouteDecision decisionNow) implements RoutingAttempt {

  @Override
  public boolean needsBody() {
    return false;
  }

  @Override
  public void offer(ByteBuffer piece) {}

  @Override
  public void end() {}

  @Override
  public void cancel() {}

  @Override
  public boolean isDecided() {
    return true;
  }

  @Override
  public CompletionStage<RouteDecision> decision() {
    return CompletableFuture.completedFuture(decisionNow);
  }
}
