// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.CellRouter;
import io.turnout.DecisionListener;
import io.turnout.RoutingAttempt;
import io.turnout.authority.FileAuthority;
import io.turnout.authority.KnownCells;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.protocol.LookupJson;
import io.turnout.request.RequestHead;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import io.turnout.rules.WatchedRules;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteScheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What decides in a standalone gateway: rule file, route file, resolver and router. */
final class Routing implements Router, AutoCloseable {

  private static final Logger logger = LoggerFactory.getLogger(Routing.class);

  private final FileState rulesState = new FileState("rule file", () -> {});
  private final FileState routesState = new FileState("route file", this::expireRoutes);
  private final List<Runnable> closing;
  private final FileAuthority authority;
  private final CellResolver resolver;
  private final @Nullable RouteLookups lookups;
  private final CellRouter router;

  private Routing(GatewayConfig config, List<DecisionListener> listeners, List<Runnable> closing) {
    this.closing = closing;
    Duration interval = Duration.ofMillis(config.pollMillis());
    authority = authority(config, interval);
    RouteAuthority known = KnownCells.of(authority, this::listedCells);
    lookups = lookups(config, known);
    resolver =
        CellResolver.builder(known)
            .nearCache(config.nearCacheEntries())
            .authorityTimeout(config.timeouts().authority())
            .build();
    closing.add(0, resolver::close);
    WatchedRules rules = rules(config, interval);
    CellRouter.Builder routing =
        CellRouter.builder(rules.start(), resolver).bodyLimit(config.limits().bodyHeldBytes());
    listeners.forEach(routing::listener);
    router = routing.build();
    rules.handTo(router::swap);
    warnOfUnlistedCells(config, router.rules());
  }

  /**
   * Reads both files and begins to watch them.
   *
   * @throws RuntimeException if there are no rules that can be used; nothing is left running
   */
  static Routing open(GatewayConfig config, List<DecisionListener> listeners) {
    List<Runnable> closing = new ArrayList<>();
    try {
      return new Routing(config, listeners, closing);
    } catch (RuntimeException e) {
      closing.forEach(Runnable::run);
      throw e;
    }
  }

  private FileAuthority authority(GatewayConfig config, Duration interval) {
    RouteScheduler scheduler = RouteScheduler.newThread("turnout-routes");
    closing.add(scheduler::close);
    FileAuthority.Builder builder =
        FileAuthority.builder(config.routes(), scheduler).interval(interval).listener(routesState);
    config.lastKnownGoodRoutes().ifPresent(builder::lastKnownGood);
    FileAuthority opened = builder.open();
    closing.add(0, opened::close);
    return opened;
  }

  private @Nullable RouteLookups lookups(GatewayConfig config, RouteAuthority known) {
    if (config.lookups().isEmpty()) {
      return null;
    }
    RouteLookups opened =
        new RouteLookups(
            known, RouteClock.system(), config.nearCacheEntries(), config.timeouts().authority());
    closing.add(0, opened::close);
    return opened;
  }

  private WatchedRules rules(GatewayConfig config, Duration interval) {
    RouteScheduler scheduler = RouteScheduler.newThread("turnout-rules");
    closing.add(scheduler::close);
    Set<String> reachable = config.cells().keySet();
    WatchedRules.Builder builder =
        WatchedRules.builder(config.rules(), scheduler)
            .interval(interval)
            .listener(rulesState)
            .check(rules -> unreachable(rules, reachable));
    config.lastKnownGoodRules().ifPresent(builder::lastKnownGood);
    WatchedRules watched = builder.build();
    closing.add(0, watched::close);
    return watched;
  }

  private static List<String> unreachable(RuleSet rules, Set<String> reachable) {
    return rules.namedCells().stream()
        .filter(cell -> !reachable.contains(cell))
        .map(
            cell ->
                "they name cell \""
                    + cell
                    + "\", for which the gateway's configuration has no origin")
        .toList();
  }

  /** Lets a change of the route file count at once: what was read from it before is expired. */
  private void expireRoutes() {
    RouteLookups others = lookups;
    if (others != null) {
      others.expire();
    }
    CellResolver cached = resolver;
    if (cached != null) {
      cached.invalidate(Instant.MAX);
    }
  }

  /** The cells that the rules in use list; none as long as there are no rules. */
  private Set<String> listedCells() {
    CellRouter deciding = router;
    return deciding == null ? Set.of() : deciding.rules().cells();
  }

  private static void warnOfUnlistedCells(GatewayConfig config, RuleSet rules) {
    Set<String> unlisted = new TreeSet<>(config.cells().keySet());
    unlisted.removeAll(rules.cells());
    if (!rules.cells().isEmpty() && !unlisted.isEmpty()) {
      logger.warn(
          "the gateway's configuration has origins for {}, which the rule file's cells do not list",
          unlisted);
    }
  }

  @Override
  public RoutingAttempt begin(RequestHead head) {
    return router.begin(head);
  }

  /** What another router is told of a key. */
  CompletionStage<LookupJson.Answer> answer(Lookup lookup) {
    RouteLookups answering = lookups;
    return answering == null
        ? CompletableFuture.completedStage(LookupJson.Answer.failed(lookup.key(), "closed"))
        : answering.answer(lookup);
  }

  /** The version of the rules in use. */
  String rulesVersion() {
    return router.rules().version();
  }

  /** How the rule file is doing, in one word. */
  String rulesWord() {
    return rulesState.word();
  }

  /** How the route file is doing, in one word. */
  String routesWord() {
    return routesState.word();
  }

  /** Whether look-ups can be answered. */
  boolean hasRoutes() {
    return authority.isReady();
  }

  @Override
  public void close() {
    closing.forEach(Runnable::run);
  }
}
