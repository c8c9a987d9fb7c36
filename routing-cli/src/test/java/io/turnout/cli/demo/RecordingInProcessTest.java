// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.CellRouter;
import io.turnout.RoutingAttempt;
import io.turnout.authority.FileAuthority;
import io.turnout.decision.RouteDecision;
import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import io.turnout.spi.VirtualTime;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The recording and the near misses through a router alone, whole and in pieces. */
class RecordingInProcessTest {

  private static final long SEED = 20_261_130L;
  private static final int MAX_PIECE_BYTES = 4096;

  @Test
  void everyRequest_isDecidedAsExpectedHoweverItIsCut() throws IOException {
    List<String> differences = new ArrayList<>();
    Random random = new Random(SEED);
    VirtualTime time = new VirtualTime(0);
    try (FileAuthority authority =
            FileAuthority.builder(Examples.payments().routes(), time).clock(time).open();
        CellResolver resolver =
            CellResolver.builder(authority).clock(time).scheduler(time).build()) {
      CellRouter router = CellRouter.of(RuleSet.load(Examples.payments().rules()), resolver);
      for (Recorded recorded : Examples.requests()) {
        for (int largest : new int[] {Integer.MAX_VALUE, MAX_PIECE_BYTES, 7}) {
          RouteDecision decision = decide(router, recorded, largest, random);
          recorded
              .expected()
              .differences(decision)
              .forEach(found -> differences.add(recorded.name() + ": " + found));
        }
      }
    }
    assertThat(differences).as("seed " + SEED).isEmpty();
  }

  private static RouteDecision decide(
      CellRouter router, Recorded recorded, int largest, Random random) {
    RoutingAttempt attempt = router.begin(new Head(recorded));
    byte[] body = recorded.body();
    int from = 0;
    while (attempt.needsBody() && from < body.length) {
      int most = Math.min(largest, body.length - from);
      int piece = largest == Integer.MAX_VALUE ? most : 1 + random.nextInt(most);
      attempt.offer(ByteBuffer.wrap(body, from, piece));
      from += piece;
    }
    attempt.end();
    return attempt.decision().toCompletableFuture().join();
  }

  /** A recorded request, as the router sees it. */
  private record Head(Recorded recorded) implements RequestHead {

    @Override
    public String method() {
      return recorded.method();
    }

    @Override
    public String target() {
      return recorded.target();
    }

    @Override
    public String scheme() {
      return "https";
    }

    @Override
    public @Nullable String authority() {
      return null;
    }

    @Override
    public Iterable<String> headerNames() {
      return recorded.headers().stream().map(Field::name).distinct().toList();
    }

    @Override
    public @Nullable String header(String name, int index) {
      return recorded.headers().stream()
          .filter(field -> field.name().equalsIgnoreCase(name))
          .skip(index)
          .map(Field::value)
          .findFirst()
          .orElse(null);
    }

    @Override
    public @Nullable InetSocketAddress remoteAddress() {
      return null;
    }

    @Override
    public List<String> peerNames() {
      return List.of();
    }

    @Override
    public BodyPresence body() {
      return recorded.hasBody() ? BodyPresence.UNKNOWN : BodyPresence.NONE;
    }
  }
}
