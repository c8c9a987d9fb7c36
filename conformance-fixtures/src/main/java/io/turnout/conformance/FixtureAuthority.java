// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.turnout.authority.MemoryAuthority;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An authority that knows what a fixture says, and is down when the fixture says so. */
final class FixtureAuthority implements RouteAuthority {

  private final MemoryAuthority memory;
  private final List<Runnable> waiting = new ArrayList<>();
  private boolean down;
  private boolean held;

  FixtureAuthority(RouteClock clock) {
    memory = new MemoryAuthority(clock);
  }

  /** Takes over routes as fixtures write them: a cell, a mapping with durations, or null. */
  void set(JsonNode routes) {
    for (Map.Entry<String, JsonNode> route : routes.properties()) {
      RouteKey key = RouteKey.parse(route.getKey());
      JsonNode value = route.getValue();
      if (value.isNull()) {
        memory.remove(key);
      } else if (value.isTextual()) {
        memory.put(key, value.asText());
      } else {
        memory.put(key, value.required("cell").asText(), life(value));
      }
    }
  }

  /**
   * Lets it answer or not.
   *
   * @param state {@code up} or {@code down}
   */
  void turn(String state) {
    if (!state.equals("up") && !state.equals("down")) {
      throw new IllegalArgumentException("state \"" + state + "\" must be up or down");
    }
    down = state.equals("down");
  }

  /** Lets no look-up end until {@link #release}. */
  synchronized void hold() {
    held = true;
  }

  /** Lets look-ups end again, those that waited on the caller's thread. */
  void release() {
    List<Runnable> ending;
    synchronized (this) {
      held = false;
      ending = List.copyOf(waiting);
      waiting.clear();
    }
    ending.forEach(Runnable::run);
  }

  private static RouteLife life(JsonNode route) {
    return new RouteLife(
        duration(route, "fresh-for", RouteLife.KNOWN.freshFor()),
        duration(route, "expire-after", RouteLife.KNOWN.expireAfter()));
  }

  private static Duration duration(JsonNode route, String name, Duration otherwise) {
    return route.has(name) ? Duration.ofMillis(Sizes.millis(route.get(name).asText())) : otherwise;
  }

  @Override
  public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
    CompletableFuture<AuthorityAnswer> later = new CompletableFuture<>();
    synchronized (this) {
      if (held) {
        waiting.add(() -> answer(key, atLeastVersion).thenAccept(later::complete));
        return later;
      }
    }
    return answer(key, atLeastVersion);
  }

  private CompletionStage<AuthorityAnswer> answer(RouteKey key, long atLeastVersion) {
    return down
        ? CompletableFuture.failedFuture(new IllegalStateException("the authority is down"))
        : memory.lookup(key, atLeastVersion);
  }
}
