// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.admin.FleetTimes;
import io.turnout.admin.LostRaceException;
import io.turnout.admin.RouteAdministration;
import io.turnout.admin.RouteAdministration.OverLive;
import io.turnout.admin.RouteMove;
import io.turnout.admin.RouteMove.Stage;
import io.turnout.admin.RouteRefusedException;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import io.turnout.spi.VirtualTime;
import io.turnout.store.AuditEntry.Author;
import io.turnout.store.LifeSetting;
import io.turnout.store.RouteDefaults;
import io.turnout.store.WriteStamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A key and its aliases move from one cell to another while several resolvers decide by chance:
 * durations that were lowered before, aliases that had copies of their own, reads that lag, answers
 * that come at the last moment and are joined by others, an authority that fails, layers of every
 * mood, movers that stop and are followed by others, clocks that jump.
 *
 * <p>What the certificate promises must hold: no decision for the new cell before the flip, and
 * none for the old one later than the flip and L. A seed decides everything.
 */
final class MoveSimulation {

  private static final String OLD = "old";
  private static final String NEW = "new";
  private static final RouteKey KEY = RouteKey.parse("business:1");
  private static final List<RouteKey> OTHERS =
      IntStream.range(0, 3).mapToObj(i -> RouteKey.parse("email-domain:" + i)).toList();
  private static final RouteLife UNKNOWN =
      new RouteLife(Duration.ofMillis(100), Duration.ofMillis(200));
  private static final int STEPS = 60;
  private static final int CLOCK_OFF_MILLIS = 20;
  private static final long JUMP_MILLIS = 100_000_000;

  private final SplittableRandom random;
  private final VirtualTime time = new VirtualTime(1_767_225_600_000L);
  private final LaggingRoutes routes = new LaggingRoutes(time);
  private final HostClock adminClock;
  private final SimulatedChannel channel;
  private final List<SimulatedLayer> layers = new ArrayList<>();
  private final List<HostClock> clocks = new ArrayList<>();
  private final List<CellResolver> resolvers = new ArrayList<>();
  private final List<CompletableFuture<Resolution>> asks = new ArrayList<>();
  private final FleetTimes fleet;
  private final RouteAdministration admin;
  private boolean down;
  private int ids;
  private boolean flipped;
  private long flipNanos;
  private List<RouteKey> moved = List.of(KEY);

  private MoveSimulation(long seed) {
    random = new SplittableRandom(seed);
    channel = new SimulatedChannel(random, time);
    adminClock = new HostClock(time, off());
    fleet =
        new FleetTimes(
            Duration.ofMillis(100 + random.nextInt(300)),
            Duration.ofMillis(2 * CLOCK_OFF_MILLIS + 20),
            Duration.ofMillis(random.nextBoolean() ? 0 : random.nextInt(300)),
            random.nextBoolean() ? Duration.ZERO : seconds(120),
            random.nextBoolean() ? Optional.empty() : Optional.of(seconds(20)),
            Duration.ofSeconds(5),
            seconds(2));
    RouteAdministration.Builder builder =
        RouteAdministration.builder(routes, new Author("sim", ""))
            .clock(adminClock)
            .ids(() -> "id-" + ids++);
    if (random.nextBoolean()) {
      builder.invalidations(channel);
    }
    admin = builder.build();
    for (int i = 0; i < random.nextInt(3); i++) {
      layers.add(new SimulatedLayer(random, time, "layer-" + i));
    }
    int hosts = 1 + random.nextInt(3);
    for (int i = 0; i < hosts; i++) {
      host();
    }
  }

  private void host() {
    HostClock clock = new HostClock(time, random.nextInt(900) - 450);
    CellResolver.Builder builder =
        CellResolver.builder(new Reader())
            .nearCache(1_000)
            .authorityTimeout(fleet.lookupTimeout())
            .layerTimeout(Duration.ofMillis(SimulationOptions.LAYER_TIMEOUT_MILLIS))
            .serveExpiredFor(fleet.serveExpiredFor())
            .random(random)
            .clock(clock)
            .scheduler(new HostScheduler(time));
    layers.forEach(layer -> builder.layer(layer.seenFrom(clock)));
    fleet.maxStale().ifPresent(builder::maxStale);
    if (random.nextBoolean()) {
      builder.invalidations(channel);
    }
    clocks.add(clock);
    resolvers.add(builder.build());
  }

  /**
   * Plays one seed.
   *
   * @throws AssertionError if the certificate is broken; its text names the seed
   */
  static void play(long seed) {
    try {
      new MoveSimulation(seed).play();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
  }

  private void play() {
    WriteStamp first = new WriteStamp(1, "first");
    routes.writeDefaults(
        new RouteDefaults(new RouteLife(seconds(80), seconds(400)), UNKNOWN, 0, first), 0);
    admin.put(KEY, OLD, life(), OverLive.REFUSE);
    for (int i = 0; i < STEPS; i++) {
      if (random.nextInt(4) == 0) {
        prepare();
      }
      live(seconds(16));
    }
    if (random.nextInt(4) == 0) {
      routes.beforeNextWrite(this::lengthenDefaults);
    }
    RouteMove move = RouteMove.begin(admin, KEY, NEW, fleet);
    while (!move.isOver()) {
      live(Duration.ofNanos(move.remaining().toNanos() / (1 + random.nextInt(6)) + 1));
      move = step(move);
    }
    for (int i = 0; i < STEPS; i++) {
      live(seconds(4));
    }
    require(flipped && move.stage() == Stage.SETTLED, "it ends " + move.stage());
    resolvers.forEach(CellResolver::close);
  }

  /** The next step, perhaps by another mover. */
  private RouteMove step(RouteMove move) {
    RouteMove mover = move;
    if (random.nextInt(6) == 0) {
      adminClock.setOff(off());
      mover = RouteMove.resume(admin, KEY, fleet);
    } else if (random.nextInt(3) == 0) {
      adminClock.setOff(random.nextLong(2 * JUMP_MILLIS) - JUMP_MILLIS);
    }
    if (mover.stage() == Stage.MARKED && random.nextInt(5) == 0) {
      adminClock.setOff(off());
      prepareOther();
    }
    boolean before = mover.stage() == Stage.FLIPPED;
    List<RouteKey> known = new ArrayList<>(admin.aliasesOf(KEY));
    mover.next();
    if (!before && mover.stage() == Stage.FLIPPED) {
      flipped = true;
      flipNanos = time.nanos();
      known.add(KEY);
      moved = known;
    }
    return mover;
  }

  /** Something that an administrator may do before a move. */
  private void prepare() {
    switch (random.nextInt(4)) {
      case 0 -> admin.put(KEY, OLD, life(), OverLive.REFUSE);
      case 1 ->
          admin.defaults(
              new RouteLife(seconds(80), seconds(random.nextInt(8) == 0 ? 1_600 : 160)), UNKNOWN);
      default -> prepareOther();
    }
  }

  /** Somebody lengthens the defaults while the mark is on its way. */
  private void lengthenDefaults() {
    Duration expireAfter = Duration.ofSeconds(2_400);
    admin.defaults(new RouteLife(expireAfter, expireAfter), UNKNOWN);
    live(seconds(16));
  }

  /** Something that an administrator may do to other keys, even while one is being moved. */
  private void prepareOther() {
    RouteKey other = OTHERS.get(random.nextInt(OTHERS.size()));
    try {
      switch (random.nextInt(5)) {
        case 0, 1 -> admin.put(other, OLD, life(), OverLive.REFUSE);
        case 2 -> admin.delete(other);
        default -> {
          RouteKey target = random.nextInt(3) > 0 ? KEY : OTHERS.get(random.nextInt(3));
          admin.alias(other, target, life(), OverLive.REFUSE);
        }
      }
    } catch (RouteRefusedException | LostRaceException e) {
      // It is refused, and the move goes on.
    }
  }

  /** Routers decide for a while. */
  private void live(Duration atMost) {
    long left = random.nextLong(atMost.toNanos() + 1);
    int steps = 1 + random.nextInt(6);
    for (int i = 0; i < steps; i++) {
      int host = random.nextInt(resolvers.size());
      RouteKey key = random.nextInt(3) > 0 ? KEY : OTHERS.get(random.nextInt(OTHERS.size()));
      switch (random.nextInt(12)) {
        case 0 -> down = !down;
        case 1 -> layers.forEach(SimulatedLayer::changeMood);
        case 2 -> clocks.get(host).setOff(random.nextInt(900) - 450);
        case 3, 4, 5 -> check(key, resolvers.get(host).resolveNow(key));
        default -> ask(host, key);
      }
      time.advance(Duration.ofNanos(left / steps));
    }
    asks.stream().filter(CompletableFuture::isDone).forEach(CompletableFuture::join);
    asks.removeIf(CompletableFuture::isDone);
  }

  private void ask(int host, RouteKey key) {
    CompletableFuture<Resolution> asked =
        resolvers
            .get(host)
            .resolve(key)
            .toCompletableFuture()
            .thenApply(
                resolution -> {
                  check(key, resolution);
                  return resolution;
                });
    asks.add(asked);
  }

  private void check(RouteKey key, Resolution resolution) {
    String cell = cell(resolution);
    require(flipped || !NEW.equals(cell), "a decision for the new cell before the flip");
    if (flipped && OLD.equals(cell) && moved.contains(key)) {
      Duration since = Duration.ofNanos(time.nanos() - flipNanos);
      require(
          since.compareTo(fleet.lastDecisionAfterFlip()) <= 0,
          resolution + " of " + key.text() + " is for the old cell " + since + " after the flip");
    }
  }

  private static @Nullable String cell(Resolution resolution) {
    return switch (resolution.kind()) {
      case FRESH -> ((Resolution.Fresh) resolution).entry().cell().orElse(null);
      case STALE -> ((Resolution.Stale) resolution).entry().cell().orElse(null);
      case EXPIRED -> ((Resolution.Expired) resolution).entry().cell().orElse(null);
      case UNKNOWN, UNAVAILABLE, MISS -> null;
    };
  }

  private LifeSetting life() {
    if (random.nextInt(3) == 0) {
      return LifeSetting.DEFAULT;
    }
    int most = random.nextInt(6) == 0 ? 1_200 : 120;
    return LifeSetting.of(new RouteLife(seconds(most), seconds(most)));
  }

  private int off() {
    return random.nextInt(2 * CLOCK_OFF_MILLIS + 1) - CLOCK_OFF_MILLIS;
  }

  private Duration seconds(int most) {
    return Duration.ofMillis(random.nextInt(most * 1_000));
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }

  /** A host's way to the truth: it lags as far as is assumed, and fails, and answers late. */
  private final class Reader implements RouteAuthority {
    @Override
    public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
      if (down && random.nextInt(3) > 0) {
        return CompletableFuture.failedStage(new IllegalStateException("down"));
      }
      CompletableFuture<AuthorityAnswer> stage = new CompletableFuture<>();
      int most = random.nextInt(3) == 0 ? (int) fleet.lookupTimeout().toMillis() + 20 : 40;
      long readAt = time.nanos() + random.nextInt(most) * 500_000L;
      long answerAt = readAt + random.nextInt(most) * 500_000L;
      time.schedule(
          () -> {
            AuthorityAnswer answer = read(key, atLeastVersion);
            time.schedule(
                () -> stage.complete(answer), Duration.ofNanos(Math.max(0, answerAt - readAt)));
          },
          Duration.ofNanos(readAt - time.nanos()));
      return stage;
    }

    private AuthorityAnswer read(RouteKey key, long atLeastVersion) {
      long lag = random.nextLong(fleet.readLag().toNanos() + 1);
      LaggingRoutes.Seen seen = routes.seen(key, time.nanos() - (atLeastVersion > 0 ? 0 : lag));
      return seen.chain().answer(seen.defaults());
    }
  }

  /**
   * Plays seeds from the command line.
   *
   * @param arguments how many seeds, and optionally the first
   */
  public static void main(String[] arguments) {
    long count = Long.parseLong(arguments[0]);
    long first = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
    for (long seed = first; seed < first + count; seed++) {
      play(seed);
    }
    System.out.println(count + " seeds from " + first + ": every certificate was kept");
  }
}
