// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import io.turnout.client.Client;
import io.turnout.client.EdgeSigner;
import io.turnout.decision.Outcome;
import io.turnout.decision.RouteDecision;
import io.turnout.plan.BodyWalk;
import io.turnout.plan.Judgement;
import io.turnout.plan.TierPlan;
import io.turnout.plan.TierTraits;
import io.turnout.plan.TierTraits.HandingOn;
import io.turnout.protocol.FieldMistake;
import io.turnout.protocol.FieldReading;
import io.turnout.protocol.HandedClient;
import io.turnout.protocol.HandedRequest;
import io.turnout.protocol.HeaderField;
import io.turnout.protocol.ProtocolListener;
import io.turnout.protocol.RouteAnnouncement;
import io.turnout.protocol.TurnoutHeaders;
import io.turnout.request.Request;
import io.turnout.request.RequestHead;
import io.turnout.request.RequestObserver;
import io.turnout.resolve.CellResolver;
import io.turnout.resolve.Lesson;
import io.turnout.resolve.Resolution;
import io.turnout.rules.RuleSet;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.split.RoutingIds;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Decides which cell serves a request. Thread-safe; make one and keep it.
 *
 * <p>Each request is decided by one rule set from start to end; {@link #swap} concerns requests
 * that begin after it. The router owns no threads and closes nothing: the resolver is its caller's.
 */
public final class CellRouter {

  /** What is read of a body at most where neither rule file nor builder says less, in bytes. */
  public static final int DEFAULT_BODY_LIMIT_BYTES = Integer.MAX_VALUE;

  /** A request that has passed so many routers is in a loop. */
  private static final int MOST_HOPS = 4;

  private final CellResolver resolver;
  private final OnMiss onMiss;
  private final TierTraits traits;
  private final DecisionListeners listeners;
  private final ProtocolListener heard;
  private final Supplier<String> routingIds;
  private final Optional<EdgeSigner> signer;
  private volatile Active active;

  /** How many tokens are remembered as verified unless the builder says otherwise. */
  public static final int DEFAULT_VERIFIED_TOKENS = TierTraits.DEFAULT_VERIFIED_TOKENS;

  /** The most tokens that may be remembered as verified. */
  public static final int MAX_VERIFIED_TOKENS = 1_000_000;

  /** A rule set, and what was made of it for this router's tier. */
  private record Active(RuleSet rules, TierPlan plan) {}

  private CellRouter(Builder builder) {
    resolver = builder.resolver;
    onMiss = builder.onMiss;
    traits = builder.traits();
    listeners = new DecisionListeners(builder.listeners);
    heard = new ProtocolLog(builder.protocolListener, builder.clock);
    routingIds = new CheckedIds(builder.routingIds);
    signer = builder.signer;
    active = activate(builder.rules);
  }

  /** A {@linkplain Tier#STANDALONE standalone} router with all defaults. */
  public static CellRouter of(RuleSet rules, CellResolver resolver) {
    return builder(rules, resolver).build();
  }

  /** Starts a router with options. */
  public static Builder builder(RuleSet rules, CellResolver resolver) {
    return new Builder(rules, resolver);
  }

  /** Begins to decide a request; most are decided when this returns. */
  public RoutingAttempt begin(RequestHead head) {
    return begin(Request.of(head));
  }

  /**
   * Begins to decide a request, and tells {@code observer} of each rule, condition and source on
   * the way; the way is the same as without it.
   */
  public RoutingAttempt begin(RequestHead head, RequestObserver observer) {
    return begin(Request.observed(head, observer));
  }

  /**
   * Hands a request to the authority tier. Call it right before the request is sent.
   *
   * @param head the head of the request as it came
   * @param decision the decision about it, whose outcome is {@link Outcome#AUTHORITY}
   * @throws IllegalArgumentException if it is another
   */
  public Handover handOver(RequestHead head, RouteDecision decision) {
    Objects.requireNonNull(head, "head");
    if (decision.outcome() != Outcome.AUTHORITY) {
      throw new IllegalArgumentException(
          "a request is handed over by outcome authority, not " + decision.outcome().text());
    }
    Lesson lesson = resolver.lesson();
    return new Handover(RouterFields.handedOn(head, decision, signer), read -> learn(read, lesson));
  }

  private void learn(FieldReading<List<RouteAnnouncement>> read, Lesson lesson) {
    read.mistake().ifPresent(mistake -> heard.onIgnored(TurnoutHeaders.ROUTE, mistake));
    for (RouteAnnouncement route : read.value().orElse(List.of())) {
      if (route.cell().map(this::isListed).orElse(true)) {
        lesson.learn(route);
      } else {
        heard.onIgnored(TurnoutHeaders.ROUTE, FieldMistake.OUT_OF_BOUNDS);
        resolver.forget(route.key(), route.version());
      }
    }
  }

  /**
   * What the answer to a request teaches the router that handed it over: how long what it was
   * decided by may still be used. Call it when the head of the answer is written.
   *
   * @return the field to add to the answer; empty if the request came through no proven router, or
   *     nothing was resolved, or what was is expired or must not be used
   */
  public Optional<HeaderField> teaching(RouteDecision decision) {
    if (decision.client().routerEdge().isEmpty()) {
      return Optional.empty();
    }
    return decision
        .resolution()
        .flatMap(resolver::announcement)
        .filter(told -> told.cell().map(this::isListed).orElse(true))
        .map(told -> TurnoutHeaders.writeRoutes(List.of(told)))
        .map(value -> new HeaderField(TurnoutHeaders.ROUTE, value));
  }

  /** Whether a cell is one that the rule file knows; without a list of cells any is. */
  private boolean isListed(String cell) {
    Set<String> cells = active.plan().plan().cells();
    return cells.isEmpty() || cells.contains(cell);
  }

  /**
   * Finds out where a request belongs whose cell answered that it does not hold the key. The
   * version used, and what is older, is forgotten, and the authority is asked; once in a second for
   * one key, and not at all if a newer version is held already. A router that hands misses on hands
   * this request on, with its key, instead of asking.
   *
   * @param decision the decision by which the request reached the wrong cell
   * @return the decision by which it is to be sent again, once: to another cell, or to the
   *     authority tier; empty if there is no better one, so that the client gets the cell's answer.
   *     The stage never fails
   */
  public CompletionStage<Optional<RouteDecision>> correct(RouteDecision decision) {
    Optional<RouteEntry> used = decision.resolution().flatMap(Resolution::held);
    Optional<String> wrong = decision.cell();
    if (used.isEmpty() || wrong.isEmpty()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    RouteKey key = used.get().key();
    long version = used.get().version();
    if (onMiss == OnMiss.HAND_ON) {
      Resolution newer = resolver.correctNow(key, version, wrong.get());
      return CompletableFuture.completedFuture(
          newer.kind() == Resolution.Kind.MISS
              ? Optional.of(decision.handedOn())
              : corrected(decision, newer));
    }
    return resolver
        .correct(key, version, wrong.get())
        .handle(
            (known, failure) -> failure == null ? corrected(decision, known) : Optional.empty());
  }

  private Optional<RouteDecision> corrected(RouteDecision decision, Resolution known) {
    return known.cell().isEmpty()
            || known.cell().equals(decision.cell())
            || !isListed(known.cell().get())
        ? Optional.empty()
        : Optional.of(decision.corrected(known));
  }

  /**
   * Lets requests that begin from now on be decided by {@code rules}.
   *
   * @throws IllegalArgumentException if they lack the keys of a token and this router's tier cannot
   *     hand on; the rules before stay in use
   */
  public void swap(RuleSet rules) {
    active = activate(rules);
  }

  /** The rule set that decides requests that begin now. */
  public RuleSet rules() {
    return active.rules();
  }

  private Active activate(RuleSet rules) {
    Objects.requireNonNull(rules, "rules");
    Set<String> absent = rules.plan().keysAbsent();
    if (!absent.isEmpty() && !traits.canHandOn()) {
      throw new IllegalArgumentException(
          "the keys of the tokens "
              + new TreeSet<>(absent)
              + " are absent, and only a tier that can hand on (EDGE) can do without them");
    }
    return new Active(rules, TierPlan.of(rules.plan(), traits));
  }

  private RoutingAttempt begin(Request request) {
    TierPlan plan = active.plan();
    Client client = plan.plan().clients().identify(request, traits.clock());
    return client.routerEdge().isEmpty()
        ? judged(plan, request.tagged(client.tags()), client)
        : beginHandedOn(plan, request, client);
  }

  private RoutingAttempt judged(TierPlan plan, Request request, Client client) {
    return judged(plan, request, client, plan.judge(request));
  }

  /** Begins a request that comes from a router that proved itself, and so may say more. */
  private RoutingAttempt beginHandedOn(TierPlan plan, Request request, Client proven) {
    RequestHead head = request.head();
    String edge = proven.routerEdge().orElseThrow();
    Client client = proven.afterHops(HandedRequest.hops(head, heard));
    heard.onHandedOn(edge, HandedRequest.reason(head, heard));
    if (client.hops() >= MOST_HOPS) {
      return immediate(plan, request, DecisionMapper.loop(plan, client));
    }
    if (traits.canHandOn()) {
      return judged(plan, request.tagged(client.tags()), client);
    }
    HandedRequest handed = HandedRequest.read(head, heard);
    if (handed.client().isPresent()) {
      HandedClient known = handed.client().get();
      client = client.knownAs(known.address(), known.tags(), known.stages());
    }
    Request tagged = request.tagged(client.tags());
    Judgement taken = handed.key().isEmpty() ? null : plan.judge(tagged, handed.key().get());
    if (taken == null && handed.key().isPresent()) {
      heard.onKeyNotTaken(edge);
    }
    return judged(plan, tagged, client, taken == null ? plan.judge(tagged) : taken);
  }

  private RoutingAttempt judged(TierPlan plan, Request request, Client client, Judgement judged) {
    if (judged instanceof BodyWalk walk) {
      return new WaitingAttempt(this, plan, request, client, walk);
    }
    if (judged instanceof Judgement.Act act) {
      return immediate(plan, request, DecisionMapper.acted(act, 0, client));
    }
    Judgement.Key found = (Judgement.Key) judged;
    Resolution now = resolver.resolveNow(found.key());
    if (now.kind() != Resolution.Kind.MISS || onMiss == OnMiss.HAND_ON) {
      return immediate(plan, request, DecisionMapper.resolved(plan, found, now, 0, client));
    }
    WaitingAttempt attempt = new WaitingAttempt(this, plan, request, client);
    attempt.await(resolver.resolveMissed(found.key()), found, 0);
    return attempt;
  }

  private RoutingAttempt immediate(TierPlan plan, Request request, RouteDecision made) {
    return new ImmediateAttempt(tell(request, staged(plan, request, made)));
  }

  /** The decision with the stages that answer the request. */
  RouteDecision staged(TierPlan plan, Request request, RouteDecision made) {
    return made.outcome() == Outcome.REJECT
        ? made
        : made.staged(
            plan.plan()
                .splits()
                .choose(request, made.client().stages(), traits.clock(), routingIds));
  }

  /** What becomes of a key that was found in a body. */
  CompletionStage<Resolution> resolve(RouteKey key) {
    Resolution now = resolver.resolveNow(key);
    return now.kind() != Resolution.Kind.MISS || onMiss == OnMiss.HAND_ON
        ? CompletableFuture.completedFuture(now)
        : resolver.resolveMissed(key);
  }

  /** Tells the listeners of a decision, and returns it. */
  RouteDecision tell(Request request, RouteDecision decision) {
    listeners.tell(request.head(), decision);
    return decision;
  }

  /** Options of a router. Not thread-safe. */
  public static final class Builder {

    private final RuleSet rules;
    private final CellResolver resolver;
    private final List<DecisionListener> listeners = new ArrayList<>();
    private Tier tier = Tier.STANDALONE;
    private OnMiss onMiss = OnMiss.LOOK_UP;
    private int bodyLimitBytes = DEFAULT_BODY_LIMIT_BYTES;
    private RouteClock clock = RouteClock.system();
    private int verifiedTokens = DEFAULT_VERIFIED_TOKENS;
    private ProtocolListener protocolListener = new ProtocolListener() {};
    private Supplier<String> routingIds = RoutingIds.random();
    private Optional<EdgeSigner> signer = Optional.empty();

    private Builder(RuleSet rules, CellResolver resolver) {
      this.rules = Objects.requireNonNull(rules, "rules");
      this.resolver = Objects.requireNonNull(resolver, "resolver");
    }

    /** Where the router stands; {@link Tier#STANDALONE} by default. */
    public Builder tier(Tier where) {
      tier = Objects.requireNonNull(where, "where");
      return this;
    }

    /** What it does where it does not hold a key; {@link OnMiss#LOOK_UP} by default. */
    public Builder onMiss(OnMiss what) {
      onMiss = Objects.requireNonNull(what, "what");
      return this;
    }

    /**
     * The most that is read of any body, in bytes, where the rule file does not say less; 0 or
     * more. A router with a smaller limit declines where one with a larger limit finds a key; it
     * never finds another one.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Builder bodyLimit(int bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("bodyLimit " + bytes + " must be 0 or more bytes");
      }
      bodyLimitBytes = bytes;
      return this;
    }

    /** What the times in verified tokens are held against; the system's clock by default. */
    public Builder clock(RouteClock time) {
      clock = Objects.requireNonNull(time, "time");
      return this;
    }

    /**
     * The most tokens that are remembered as verified, by their SHA-256, so that a token that comes
     * again is not verified again; {@value #DEFAULT_VERIFIED_TOKENS} by default. 0 remembers none.
     * Each takes about 80 bytes. A decision is the same with and without.
     *
     * @throws IllegalArgumentException if it is not 0 to {@value #MAX_VERIFIED_TOKENS}
     */
    public Builder verifiedTokens(int most) {
      if (most < 0 || most > MAX_VERIFIED_TOKENS) {
        throw new IllegalArgumentException(
            "verifiedTokens " + most + " must lie in 0 to " + MAX_VERIFIED_TOKENS);
      }
      verifiedTokens = most;
      return this;
    }

    /**
     * Where the routing IDs of new users come from; by default 128 random bits that nobody can
     * guess.
     *
     * @param ids gives a new one each time, 22 characters of {@code [A-Za-z0-9_-]}; thread-safe.
     *     One that fails, or gives anything else, is passed over for the default
     */
    public Builder routingIds(Supplier<String> ids) {
      routingIds = Objects.requireNonNull(ids, "ids");
      return this;
    }

    /**
     * What signs the requests that are {@linkplain #handOver handed over}, so that the authority
     * tier believes what is said with them; nothing by default. Every routing field is covered
     * besides what the signer covers. A request that lacks something to be covered goes unsigned,
     * so that the authority tier decides it from the start.
     */
    public Builder signer(EdgeSigner what) {
      signer = Optional.of(what);
      return this;
    }

    private TierTraits traits() {
      HandingOn handingOn = tier.canHandOn() ? HandingOn.POSSIBLE : HandingOn.IMPOSSIBLE;
      return new TierTraits(bodyLimitBytes, handingOn, clock, verifiedTokens);
    }

    /** Adds one who hears of every decision. */
    public Builder listener(DecisionListener listener) {
      listeners.add(Objects.requireNonNull(listener, "listener"));
      return this;
    }

    /** Who hears what other routers say, and what of it is ignored; nobody by default. */
    public Builder protocolListener(ProtocolListener listener) {
      protocolListener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * Makes the router.
     *
     * @throws IllegalArgumentException if options contradict each other, or the rules lack the keys
     *     of a token and the tier cannot hand on
     */
    public CellRouter build() {
      if (onMiss == OnMiss.HAND_ON && !tier.canHandOn()) {
        throw new IllegalArgumentException(
            "onMiss HAND_ON needs a tier that can hand on (EDGE), but the tier is " + tier);
      }
      return new CellRouter(this);
    }
  }
}
