// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.CellRouter;
import io.turnout.DecisionListener;
import io.turnout.Handover;
import io.turnout.OnMiss;
import io.turnout.RoutingAttempt;
import io.turnout.SplitCounters;
import io.turnout.authority.KnownCells;
import io.turnout.decision.RouteDecision;
import io.turnout.gateway.config.AuthorityTierSettings;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.protocol.HeaderField;
import io.turnout.protocol.LookupJson;
import io.turnout.redis.RedisRouteCache;
import io.turnout.request.RequestHead;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.Keys;
import io.turnout.rules.RuleSet;
import io.turnout.rules.WatchedRules;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteInvalidations;
import io.turnout.spi.RouteScheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What decides in a gateway: rule file, source of routes, resolver and router. */
final class Routing implements Router, AutoCloseable {

  private static final Logger logger = LoggerFactory.getLogger(Routing.class);

  private final FileState rulesState = new FileState("rule file", () -> {});
  private final Closers closers;
  private final boolean handsOn;
  private final RouteSource source;
  private final CellResolver resolver;
  private final @Nullable RouteLookups lookups;
  private final CellRouter router;
  private final CellRouter bodilessRouter;
  private final SplitCounters splits = new SplitCounters();

  private Routing(GatewayConfig config, List<DecisionListener> listeners, Closers closers) {
    this.closers = closers;
    Sources sources = new Sources(config, closers);
    handsOn = config.tier().onMiss() == OnMiss.HAND_ON;
    List<RedisRouteCache> layers = sources.layers();
    Optional<RouteInvalidations> channel = sources.channel();
    source = sources.source(layers, this::expireRoutes);
    ResolverParts parts = new ResolverParts(config.resolver(), layers, channel, source.listener());
    RouteAuthority known = KnownCells.of(source.authority(), this::listedCells);
    lookups = lookups(config, known, parts);
    resolver = parts.forRequests(known);
    closers.add(resolver::close);
    WatchedRules rules = rules(config, Duration.ofMillis(config.pollMillis()));
    CellRouter.Builder routing =
        CellRouter.builder(rules.start(), resolver)
            .tier(config.tier().tier())
            .onMiss(config.tier().onMiss());
    listeners.forEach(routing::listener);
    routing.listener(splits);
    config.tier().authorityTier().flatMap(AuthorityTierSettings::signer).ifPresent(routing::signer);
    router = routing.bodyLimit(config.limits().bodyHeldBytes()).build();
    bodilessRouter = config.decisions().isPresent() ? routing.bodyLimit(0).build() : router;
    rules.handTo(this::use);
    warnOfUnlistedCells(config, router.rules());
  }

  /**
   * Reads the files and begins to watch them, and opens what is not a file.
   *
   * @throws RuntimeException if there are no rules that can be used, or a client cannot be made;
   *     nothing is left running
   */
  static Routing open(GatewayConfig config, List<DecisionListener> listeners) {
    Closers closers = new Closers();
    try {
      return new Routing(config, listeners, closers);
    } catch (RuntimeException e) {
      closers.close();
      throw e;
    }
  }

  private @Nullable RouteLookups lookups(
      GatewayConfig config, RouteAuthority known, ResolverParts parts) {
    if (config.lookups().isEmpty()) {
      return null;
    }
    RouteLookups opened =
        new RouteLookups(known, new SteadyClock(RouteClock.system()), parts::common);
    closers.add(opened::close);
    return opened;
  }

  private WatchedRules rules(GatewayConfig config, Duration interval) {
    RouteScheduler scheduler = RouteScheduler.newThread("turnout-rules");
    closers.add(scheduler::close);
    Set<String> reachable = config.cells().keySet();
    WatchedRules.Builder builder =
        WatchedRules.builder(config.rules(), scheduler)
            .interval(interval)
            .keys(Keys.ofProcess().without(config.tier().keysAbsent().toArray(String[]::new)))
            .listener(rulesState)
            .check(rules -> unreachable(rules, reachable));
    config.lastKnownGoodRules().ifPresent(builder::lastKnownGood);
    WatchedRules watched = builder.build();
    closers.add(watched::close);
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

  private void use(RuleSet rules) {
    router.swap(rules);
    if (bodilessRouter != router) {
      bodilessRouter.swap(rules);
    }
  }

  /** Decides as a tier that reads nothing of any body. */
  RoutingAttempt decide(RequestHead head) {
    return bodilessRouter.begin(head);
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

  /** What another router is told of a key. */
  CompletionStage<LookupJson.Answer> answer(Lookup lookup) {
    RouteLookups answering = lookups;
    return answering == null
        ? CompletableFuture.completedStage(LookupJson.Answer.failed(lookup.key(), "closed"))
        : answering.answer(lookup);
  }

  /** How many requests each stage of each split got. */
  List<SplitCounters.Count> splits() {
    return splits.snapshot();
  }

  /** The version of the rules in use. */
  String rulesVersion() {
    return router.rules().version();
  }

  /** How the rule file is doing, in one word. */
  String rulesWord() {
    return rulesState.word();
  }

  /** How the source of routes is doing, in one word. */
  String routesWord() {
    return source.word();
  }

  /** How each layer is doing, in one word. */
  Map<String, String> layerWords() {
    return source.layerWords();
  }

  /** Whether look-ups can be answered, or could be once. */
  boolean hasRoutes() {
    return source.isReady();
  }

  /** Completes when a start need not wait for routes any more; does not fail. */
  CompletionStage<Void> firstAnswer() {
    return handsOn ? CompletableFuture.completedStage(null) : source.firstAnswer();
  }

  @Override
  public void close() {
    closers.close();
  }
}
