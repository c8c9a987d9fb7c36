// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.CellRouter;
import io.turnout.authority.MemoryAuthority;
import io.turnout.decision.Reason;
import io.turnout.decision.RouteDecision;
import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Routing without a socket and without waiting. */
class RoutingInVirtualTimeTest {

  private static final RouteKey KEY = new RouteKey("business", "1");
  private static final RequestHead REQUEST =
      new SomeHead("GET", "/", Map.of("x-business-id", "1"), BodyPresence.NONE);

  private final RuleSet rules = RuleSet.load(Path.of("rules.yaml"));

  // example: virtual-time
  @Test
  void moved_business_is_followed_after_one_stale_answer() {
    VirtualTime time = new VirtualTime(0);
    MemoryAuthority authority = new MemoryAuthority(time);
    CellResolver resolver =
        CellResolver.builder(authority).clock(time).scheduler(time).freshnessSpread(0).build();
    CellRouter router = CellRouter.of(rules, resolver);

    authority.put(KEY, "us-1"); // fresh for 5 minutes, expired after 24 hours
    assertThat(router.begin(REQUEST).decisionNow().cell()).hasValue("us-1");

    authority.put(KEY, "eu-1");
    time.advance(Duration.ofMinutes(5));
    assertThat(router.begin(REQUEST).decisionNow().cell()).hasValue("us-1"); // stale, and refreshed

    time.settle(); // the refresh runs
    assertThat(router.begin(REQUEST).decisionNow().cell()).hasValue("eu-1");
  }

  // end of example

  @Test
  void directory_that_knows_a_key_answers() {
    RouteDecision decision =
        decide((namespace, value) -> Optional.of(new DirectoryAuthority.Home("eu-1", 7)));

    assertThat(decision.cell()).hasValue("eu-1");
  }

  @Test
  void directory_that_knows_no_such_key_leaves_it_unknown() {
    assertThat(decide((namespace, value) -> Optional.empty()).reason())
        .hasValue(Reason.UNKNOWN_KEY);
  }

  @Test
  void directory_that_cannot_be_read_leaves_the_key_unavailable_and_not_unknown() {
    RouteDecision decision =
        decide(
            (namespace, value) -> {
              throw new IOException("the directory is away");
            });

    assertThat(decision.reason()).hasValue(Reason.UNAVAILABLE);
    assertThat(decision.status()).hasValue(503);
  }

  @Test
  void call_site_of_the_readme_decides_by_the_body() {
    MemoryAuthority authority = new MemoryAuthority(new VirtualTime(0));
    authority.put(KEY, "us-1");
    RequestHead webhook =
        new SomeHead("POST", "/webhooks/payments", Map.of(), BodyPresence.UNKNOWN);
    Iterator<ByteBuffer> pieces =
        List.of(bytes("{\"data\":{\"busi"), bytes("ness_id\":\"1\"}}")).iterator();

    CompletionStage<RouteDecision> decision = CallSite.decide(authority, webhook, pieces);

    assertThat(decision.toCompletableFuture().join().cell()).hasValue("us-1");
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private RouteDecision decide(DirectoryAuthority.Directory directory) {
    VirtualTime time = new VirtualTime(0);
    CellResolver resolver =
        CellResolver.builder(new DirectoryAuthority(directory, Runnable::run))
            .clock(time)
            .scheduler(time)
            .build();
    return CellRouter.of(rules, resolver).begin(REQUEST).decisionNow();
  }
}
