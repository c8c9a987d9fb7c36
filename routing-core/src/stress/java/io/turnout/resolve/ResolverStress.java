// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/**
 * Lets real threads meet in the resolver's parts, thousands of times. A seed decides what each of
 * them does, and the machine in what order.
 */
final class ResolverStress {

  /** What is put under stress. */
  enum Scene {
    NEAR_CACHE(NearCacheStress::new),
    FLIGHTS(FlightStress::new),
    GATE(GateStress::new),
    LAYER(LayerStress::new),
    INVALIDATION(InvalidationStress::new),
    CLOSE(CloseStress::new),
    CLOSE_OF_THREADS(ThreadStress::new);

    @SuppressWarnings("ImmutableEnumChecker") // a constructor
    private final Supplier<StressScene> made;

    Scene(Supplier<StressScene> made) {
      this.made = made;
    }
  }

  private final Scene scene;
  private final long seed;
  private final StressScene played;
  private final StressBarrier barrier = new StressBarrier(StressScene.THREADS);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean over;

  private ResolverStress(Scene scene, long seed) {
    this.scene = scene;
    this.seed = seed;
    played = scene.made.get();
  }

  /**
   * Plays rounds of a scene as long as {@code goesOn} of their number holds, and returns how many.
   *
   * @throws AssertionError if a promise is broken; its text names the seed and the round
   */
  static long play(Scene scene, long seed, LongPredicate goesOn) {
    return new ResolverStress(scene, seed).play(goesOn);
  }

  private long play(LongPredicate goesOn) {
    for (int i = 1; i < StressScene.THREADS; i++) {
      int number = i;
      Thread thread = new Thread(() -> follow(number), "stress-" + number);
      thread.setDaemon(true);
      thread.start();
    }
    long round = 0;
    try {
      for (; failure.get() == null && goesOn.test(round); round++) {
        played.begin(random(round, StressScene.THREADS));
        barrier.await();
        act(0, round);
        barrier.await();
        if (failure.get() == null) {
          played.end();
        }
      }
    } catch (RuntimeException | AssertionError e) {
      failure.compareAndSet(null, e);
    }
    over = true;
    barrier.await();
    Throwable first = failure.get();
    if (first != null) {
      throw new AssertionError(
          "%s, seed %d, round %d: %s".formatted(scene, seed, round, first.getMessage()), first);
    }
    return round;
  }

  private void follow(int thread) {
    for (long round = 0; ; round++) {
      barrier.await();
      if (over) {
        return;
      }
      act(thread, round);
      barrier.await();
    }
  }

  private void act(int thread, long round) {
    try {
      played.act(thread, random(round, thread));
    } catch (RuntimeException | AssertionError e) {
      failure.compareAndSet(null, e);
    }
  }

  private SplittableRandom random(long round, int thread) {
    return new SplittableRandom(seed + (round << 3) + thread);
  }

  /**
   * Plays scenes in turn.
   *
   * @param arguments how many seconds in all; then, if wanted, the seed, and the one scene to play
   */
  public static void main(String[] arguments) {
    long seconds = Long.parseLong(arguments[0]);
    long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : System.nanoTime();
    List<Scene> scenes =
        arguments.length > 2 ? List.of(Scene.valueOf(arguments[2])) : List.of(Scene.values());
    long each = Duration.ofSeconds(seconds).toNanos() / scenes.size();
    for (Scene scene : scenes) {
      long end = System.nanoTime() + each;
      long rounds = play(scene, seed, round -> System.nanoTime() - end < 0);
      System.out.printf("%s: %,d rounds, seed %d: nothing found%n", scene, rounds, seed);
    }
  }
}
