// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.resolve.Resolution.Kind;
import io.turnout.resolve.Resolution.Unavailable.Cause;
import io.turnout.resolve.ResolverListener.SnapshotResult;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteInvalidations;
import io.turnout.spi.RouteInvalidations.Subscription;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One host: its clock, its resolver, and what the resolver must keep to. */
final class SimulatedHost {

  /**
   * Why an authority that does nothing worse than to throttle leaves somebody without an answer.
   */
  private static final Set<Cause> SLOWNESS = EnumSet.of(Cause.THROTTLED, Cause.OVERLOADED);

  private final SplittableRandom random;
  private final SimulatedTruth truth;
  private final VirtualTime time;
  private final SimulationOptions options;
  private final List<RouteKey> keys;
  private final HostClock clock;
  private final SimulatedWorld world;
  private final SimulatedDisk disk;
  private final List<CompletableFuture<Resolution>> asked = new ArrayList<>();
  private final SimulatedTier behind;
  private HostMemory memory = HostMemory.empty();
  private Written written = new Written(memory, 0, 0);
  private Process process;
  private int answers;

  /** What the host knew when its snapshot was written, when that was and what its clock said. */
  private record Written(HostMemory memory, long nanos, long offMillis) {}

  /** What a host loses when it stops. */
  private record Process(
      SimulatedAuthority authority,
      HostScheduler scheduler,
      List<Subscription> subscriptions,
      List<SnapshotResult> heard,
      CellResolver resolver) {}

  SimulatedHost(SimulatedWorld world) {
    random = world.random();
    truth = world.truth();
    behind = new SimulatedTier(random, truth);
    time = truth.time();
    options = world.options();
    keys = world.keys();
    clock = new HostClock(time, off());
    this.world = world;
    disk = new SimulatedDisk(random, this::noteSnapshot);
    process = started();
  }

  private Process started() {
    SimulatedAuthority authority = new SimulatedAuthority(random, truth, options, memory.floors());
    HostScheduler scheduler = new HostScheduler(time);
    List<Subscription> subscriptions = new ArrayList<>();
    List<SnapshotResult> heard = new ArrayList<>();
    CellResolver.Builder builder =
        CellResolver.builder(authority)
            .nearCache(options.remembersAll() ? 1_000 : 1)
            .authorityTimeout(Duration.ofMillis(options.timeoutMillis()))
            .authorityConcurrency(options.concurrency())
            .authorityQueue(options.queue())
            .layerTimeout(Duration.ofMillis(SimulationOptions.LAYER_TIMEOUT_MILLIS))
            .serveExpiredFor(Duration.ofMillis(options.serveExpiredMillis()))
            .freshnessSpread(options.spreadPercent())
            .random(random)
            .clock(clock)
            .scheduler(scheduler)
            .listener(
                new ResolverListener() {
                  @Override
                  public void onCircuit(String layer, Circuit now) {
                    if (options.reliable() && layer.equals(Resolution.AUTHORITY)) {
                      authority.violations().add("a healthy authority is left alone");
                    }
                  }

                  @Override
                  public void onSnapshot(SnapshotResult result, long keys) {
                    heard.add(result);
                  }
                });
    world.layers().forEach(layer -> builder.layer(layer.seenFrom(clock)));
    if (options.maxStaleMillis() != Long.MAX_VALUE) {
      builder.maxStale(Duration.ofMillis(options.maxStaleMillis()));
    }
    if (options.pushes()) {
      builder.invalidations(new Noticed(world.channel(), subscriptions));
    }
    if (options.keepsSnapshots()) {
      builder.snapshot(disk, SimulationOptions.SNAPSHOT_INTERVAL);
    }
    return new Process(authority, scheduler, subscriptions, heard, builder.build());
  }

  private void noteSnapshot() {
    written = new Written(memory.copy(), time.nanos(), clock.offMillis());
  }

  /** Stops the process, or kills it, and starts another one. */
  private void restart() {
    List<Resolution> before = new ArrayList<>();
    Process ended = process;
    boolean orderly = random.nextBoolean();
    if (orderly) {
      keys.forEach(key -> before.add(ended.resolver().resolveNow(key)));
      stop(ended);
    } else {
      ended.subscriptions().forEach(Subscription::close);
      ended.scheduler().close();
      asked.clear();
    }
    boolean asItWas = random.nextBoolean();
    if (!asItWas) {
      spoil();
      clock.setOff(random.nextBoolean() ? off() : clock.offMillis());
      time.advance(Duration.ofMillis(random.nextInt(1_500)));
    }
    SnapshotResult expected = expectedOfTheDisk();
    memory =
        expected == SnapshotResult.READ
            ? written.memory().after(written.nanos(), backMillis() * 1_000_000)
            : HostMemory.empty();
    process = started();
    if (options.keepsSnapshots()) {
      require(process.heard().equals(List.of(expected)), process.heard() + ", not " + expected);
    }
    boolean isWritten =
        options.keepsSnapshots()
            && ended.heard().get(ended.heard().size() - 1) == SnapshotResult.WRITTEN;
    if (orderly && asItWas && isWritten) {
      before.forEach(this::requireBack);
    }
  }

  private void stop(Process ended) {
    List<CompletableFuture<Resolution>> waiting = List.copyOf(asked);
    asked.clear();
    ended.scheduler().close();
    int told = ended.heard().size();
    ended.resolver().close();
    require(ended.heard().size() > told || !options.keepsSnapshots(), "close() writes nothing");
    require(
        waiting.stream().allMatch(CompletableFuture::isDone), "close() leaves somebody waiting");
  }

  private void spoil() {
    switch (random.nextInt(4)) {
      case 0 -> disk.damage();
      case 1 -> disk.lose();
      default -> {}
    }
  }

  private SnapshotResult expectedOfTheDisk() {
    if (disk.isEmpty() || !options.keepsSnapshots()) {
      return SnapshotResult.NONE;
    }
    long sinceMillis = (time.nanos() - written.nanos()) / 1_000_000 - backMillis();
    return disk.isDamaged() || sinceMillis < -Lives.FUTURE_TOLERANCE_MILLIS
        ? SnapshotResult.UNUSABLE
        : SnapshotResult.READ;
  }

  /** By how much the wall clock was set back since the snapshot was written. */
  private long backMillis() {
    return written.offMillis() - clock.offMillis();
  }

  /** What could be used in the moment before the restart can be used in the moment after it. */
  private void requireBack(Resolution before) {
    RouteEntry entry = entry(before);
    if (entry == null || !options.remembersAll() || Lives.isFromFuture(entry, clock)) {
      return;
    }
    RouteEntry after = entry(process.resolver().resolveNow(entry.key()));
    require(
        after != null
            && after.version() == entry.version()
            && after.cell().equals(entry.cell())
            && after.loadedAt() == entry.loadedAt(),
        "before the restart " + before + ", after it " + after);
  }

  /** Hosts' clocks differ by less than a second; alone, a clock may jump as far as it likes. */
  private long off() {
    boolean alone = options.hosts() == 1 && options.layers() == 0;
    return alone ? random.nextInt(7_200_000) - 3_600_000 : random.nextInt(900) - 450;
  }

  /** One thing that happens here. */
  void step(RouteKey key) {
    requireNoViolation();
    switch (random.nextInt(25)) {
      case 0 -> process.authority().changeMood();
      case 1 -> forget(key, Math.max(0, truth.now(key).version() + 1 - random.nextInt(3)));
      case 2 -> learn(key);
      case 3 -> invalidate(key);
      case 4 -> clock.setOff(off());
      case 5, 6, 7, 8, 9, 10 -> check(key, process.resolver().resolveNow(key), time.nanos());
      case 24 -> {
        if (random.nextBoolean()) {
          forget(key, truth.now(key).version() + 1);
        }
        restart();
        if (random.nextBoolean()) {
          learn(key);
          check(key, process.resolver().resolveNow(key), time.nanos());
        }
      }
      case 12 -> wrongCell(key);
      case 13 -> behind.handOn(process.resolver(), key);
      case 11 -> process.resolver().resolve(key).toCompletableFuture().cancel(true);
      default -> ask(key);
    }
  }

  CompletableFuture<Resolution> ask(RouteKey key) {
    long askedAt = time.nanos();
    Process asks = process;
    CompletableFuture<Resolution> checked =
        asks.resolver()
            .resolve(key)
            .toCompletableFuture()
            .thenApply(
                resolution -> {
                  if (isCurrent(asks)) {
                    check(key, resolution, askedAt);
                  }
                  return resolution;
                });
    asked.add(checked);
    if (checked.isDone()) {
      checked.join();
    }
    return checked;
  }

  /** Whether nobody stopped the process. */
  @SuppressWarnings("ReferenceEquality")
  private boolean isCurrent(Process one) {
    return one == process && !one.scheduler().isDead();
  }

  private void forget(RouteKey key, long below) {
    noteRemoval(key, below);
    process.resolver().forget(key, below);
  }

  private void noteRemoval(RouteKey key, long below) {
    process.authority().detach(List.of(key));
    memory.removed().put(key, new HostMemory.Removed(below, time.nanos()));
  }

  private void learn(RouteKey key) {
    long agoMillis = random.nextInt(300);
    long loadedAt = clock.wallMillis() - agoMillis;
    long fresh = random.nextInt(1_000);
    long expire = fresh + random.nextInt(1_000);
    long version = Math.max(1, truth.now(key).version() - random.nextInt(3));
    truth.said(
        key,
        new SimulatedTruth.Said(
            time.nanos() - agoMillis * 1_000_000,
            version,
            true,
            fresh * 1_000_000,
            expire * 1_000_000));
    process
        .resolver()
        .learn(
            new RouteEntry(
                key,
                Optional.of(SimulatedTruth.cell(version)),
                version,
                loadedAt,
                loadedAt + fresh,
                loadedAt + expire));
  }

  /** A cell says that it does not hold what it was used for; it may well be mistaken. */
  private void wrongCell(RouteKey key) {
    RouteEntry used = entry(process.resolver().resolveNow(key));
    if (used == null || used.cell().isEmpty()) {
      return;
    }
    long askedAt = time.nanos();
    Process asks = process;
    String cell = used.cell().get();
    process.authority().detach(List.of(key));
    if (random.nextInt(3) == 0) {
      process.resolver().correctNow(key, used.version(), cell);
      return;
    }
    asked.add(
        asks.resolver()
            .correct(key, used.version(), cell)
            .toCompletableFuture()
            .thenApply(
                resolution -> {
                  if (isCurrent(asks) && isAnswer(resolution)) {
                    check(key, resolution, askedAt - options.timeoutMillis() * 1_000_000L);
                  }
                  return resolution;
                }));
  }

  /** Whether it says something of the key, and not only that it was asked for too often. */
  private static boolean isAnswer(Resolution resolution) {
    return resolution.kind() != Resolution.Kind.MISS
        && !resolution.equals(new Resolution.Unavailable(Cause.OVERLOADED));
  }

  private void invalidate(RouteKey key) {
    Instant now = Instant.ofEpochMilli(clock.wallMillis());
    noteInvalidation();
    if (random.nextBoolean()) {
      process.resolver().invalidate(now);
    } else {
      process.resolver().invalidate(key.namespace(), now);
    }
  }

  private void noteInvalidation() {
    process.authority().detach(keys);
    keys.forEach(each -> memory.invalidated().put(each, time.nanos()));
  }

  private void check(RouteKey key, Resolution resolution, long askedAt) {
    answers++;
    RouteEntry entry = entry(resolution);
    if (entry == null) {
      require(mayBeMissing(resolution), "a healthy authority, and yet " + resolution);
      return;
    }
    require(entry.key().equals(key), "an answer about another key");
    long now = time.nanos();
    boolean lie = entry.cell().equals(Optional.of(SimulatedLayer.LIE));
    if (!lie) {
      require(
          entry.cell().isEmpty() || entry.cell().get().equals(SimulatedTruth.cell(entry.version())),
          "version " + entry.version() + " with " + entry.cell());
      boolean justified =
          truth.allSaid(key).stream()
              .anyMatch(said -> justifies(said, resolution, entry, askedAt, now));
      require(
          justified,
          resolution
              + (" at " + now + " asked at " + askedAt + " of " + truth.allSaid(key))
              + (" after " + memory.removed().get(key) + " and " + memory.invalidated().get(key))
              + (" in doubt since " + memory.doubted().get(key)));
    }
    require(!lie || entry.version() > 1, "a lie that can be seen through");
    if (options.remembersAll()) {
      long floor = process.authority().floor(key);
      require(entry.version() >= floor, "version " + entry.version() + " after " + floor);
      process.authority().seen(key, entry.version());
    }
  }

  /** Whether the authority is such that an answer can be missing for that reason. */
  private boolean mayBeMissing(Resolution resolution) {
    return !(resolution instanceof Resolution.Unavailable unavailable)
        || !options.reliable()
        || (options.throttles() && SLOWNESS.contains(unavailable.cause()));
  }

  /** Whether something that was said allows to answer so, now, somebody who asked then. */
  private boolean justifies(
      SimulatedTruth.Said said, Resolution resolution, RouteEntry entry, long askedAt, long now) {
    if (said.version() != entry.version() || said.known() != entry.cell().isPresent()) {
      return false;
    }
    long seems = memory.nowFor(said.sentNanos(), now);
    boolean askedBefore = said.sentNanos() >= askedAt;
    if (!askedBefore && !maySurvive(said, resolution.layer(), entry.key(), askedAt)) {
      return false;
    }
    return switch (resolution.kind()) {
      case FRESH ->
          (said.isFreshAt(seems) && !memory.isDoubted(said, entry.key(), askedAt)) || askedBefore;
      case STALE, UNKNOWN ->
          (livesAt(said, seems, 0) && memory.doubtIsBearable(said, entry.key(), askedAt, options))
              || askedBefore;
      case EXPIRED -> livesAt(said, seems, options.serveExpiredMillis());
      case UNAVAILABLE, MISS -> false;
    };
  }

  private boolean livesAt(SimulatedTruth.Said said, long now, long graceMillis) {
    long staleNanos =
        options.maxStaleMillis() == Long.MAX_VALUE
            ? said.expireNanos()
            : said.freshNanos() + options.maxStaleMillis() * 1_000_000;
    long expire = Math.min(said.expireNanos(), staleNanos);
    return now < said.sentNanos() + expire + graceMillis * 1_000_000;
  }

  /** Whether what was said is not forbidden by what happened between it and the question. */
  private boolean maySurvive(SimulatedTruth.Said said, String layer, RouteKey key, long askedAt) {
    HostMemory.Removed last = memory.removed().get(key);
    boolean isRemoved =
        options.remembersAll()
            && last != null
            && last.nanos() < askedAt
            && said.sentNanos() < last.nanos()
            && (said.version() < last.belowVersion() || layer.equals(Resolution.AUTHORITY));
    Long at = memory.invalidated().get(key);
    boolean isInvalidated = at != null && at < askedAt && said.sentNanos() < at - 1_000_000;
    return !isRemoved && !isInvalidated;
  }

  /** Time has come to rest: everybody is answered, nothing is under way. */
  void requireRest() {
    require(asked.stream().allMatch(CompletableFuture::isDone), "somebody waits for ever");
    asked.forEach(CompletableFuture::join);
    require(
        process.resolver().underWay() == 0,
        process.resolver().underWay() + " under way at the end");
    require(answers > 0, "no answers");
    requireNoViolation();
  }

  private void requireNoViolation() {
    require(
        process.authority().violations().isEmpty(), process.authority().violations().toString());
  }

  /** With everything well again, a stale entry is refreshed after a while. */
  void requireRefresh(RouteKey key) {
    for (int second = 0; second < 45; second++) {
      if (process.resolver().resolveNow(key).kind() != Kind.STALE) {
        return;
      }
      time.advance(Duration.ofSeconds(1));
    }
    throw new AssertionError("a stale entry is not refreshed");
  }

  /** With everything well again, and what is cached out of the way, the truth is found. */
  void requireTruth(RouteKey key) {
    memory.invalidated().put(key, time.nanos());
    process.resolver().invalidate(Instant.ofEpochMilli(clock.wallMillis()));
    time.advance(Duration.ofMillis(1_500));
    CompletableFuture<Resolution> stage = ask(key);
    time.advance(Duration.ofSeconds(5));
    if (stage.join().equals(new Resolution.Unavailable(Cause.SUSPENDED))) {
      stage = ask(key);
      time.advance(Duration.ofSeconds(5));
    }
    RouteEntry entry = entry(stage.join());
    require(entry != null, "no answer at last: " + stage.join());
    SimulatedTruth.State state = truth.now(key);
    require(
        entry != null
            && entry.version() == state.version()
            && entry.cell().isPresent() == state.known(),
        stage.join() + " where the truth is " + state);
  }

  void recover() {
    process.authority().recover();
  }

  void close() {
    process.resolver().close();
  }

  private static @Nullable RouteEntry entry(Resolution resolution) {
    return switch (resolution.kind()) {
      case FRESH -> ((Resolution.Fresh) resolution).entry();
      case STALE -> ((Resolution.Stale) resolution).entry();
      case EXPIRED -> ((Resolution.Expired) resolution).entry();
      case UNKNOWN -> ((Resolution.Unknown) resolution).entry();
      case UNAVAILABLE, MISS -> null;
    };
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }

  /** The channel as this host hears it: what the resolver hears is noted first. */
  private final class Noticed implements RouteInvalidations {
    private final RouteInvalidations channel;

    private final List<Subscription> subscriptions;

    Noticed(RouteInvalidations channel, List<Subscription> subscriptions) {
      this.channel = channel;
      this.subscriptions = subscriptions;
    }

    @Override
    public CompletionStage<Void> publish(RouteKey key, long belowVersion) {
      return channel.publish(key, belowVersion);
    }

    @Override
    public Subscription subscribe(Listener listener) {
      Subscription subscription =
          channel.subscribe(
              new Listener() {
                @Override
                public void onInvalidated(RouteKey key, long belowVersion) {
                  noteRemoval(key, belowVersion);
                  listener.onInvalidated(key, belowVersion);
                }

                @Override
                public void onGap() {
                  keys.forEach(each -> memory.doubted().put(each, time.nanos()));
                  listener.onGap();
                }
              });
      subscriptions.add(subscription);
      return subscription;
    }
  }
}
