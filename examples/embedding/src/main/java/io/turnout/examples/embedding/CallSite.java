// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.embedding;

import io.turnout.CellRouter;
import io.turnout.RoutingAttempt;
import io.turnout.decision.RouteDecision;
import io.turnout.request.RequestHead;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import io.turnout.spi.RouteAuthority;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.concurrent.CompletionStage;

/** The whole way in a few lines. A program makes the first three objects once and keeps them. */
final class CallSite {

  private CallSite() {}

  static CompletionStage<RouteDecision> decide(
      RouteAuthority authority, RequestHead requestHead, Iterator<ByteBuffer> body) {
    // example: call-site
    RuleSet rules = RuleSet.load(Path.of("rules.yaml"));
    CellResolver resolver = CellResolver.builder(authority).nearCache(100_000).build();
    CellRouter router = CellRouter.of(rules, resolver);

    RoutingAttempt attempt = router.begin(requestHead);
    while (attempt.needsBody()) {
      if (body.hasNext()) {
        attempt.offer(body.next());
      } else {
        attempt.end();
      }
    }
    CompletionStage<RouteDecision> decision = attempt.decision();
    // end of example
    return decision.whenComplete((made, cancelled) -> resolver.close());
  }
}
