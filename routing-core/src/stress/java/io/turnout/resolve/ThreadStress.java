// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** The same with the system's clock and the resolver's own thread, which ends with it. */
final class ThreadStress implements StressScene {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

  private final ClosingScene scene = new ClosingScene();
  private Set<Thread> before = Set.of();
  private CellResolver resolver = scene.resolver(false).build();

  ThreadStress() {
    resolver.close();
  }

  @Override
  public void begin(SplittableRandom random) {
    scene.clear();
    before = Thread.getAllStackTraces().keySet();
    resolver = scene.resolver(random.nextBoolean()).build();
  }

  @Override
  public void act(int thread, SplittableRandom random) {
    scene.use(resolver, thread == 0, random);
  }

  @Override
  public void end() {
    assertThat(scene.asked()).allSatisfy(asked -> assertThat(asked).succeedsWithin(LONGEST_WAIT));
    CompletableFuture<Void> ended = CompletableFuture.runAsync(this::joinThreads);
    assertThat(ended).as("its threads end").succeedsWithin(LONGEST_WAIT);
    assertThat(resolver.underWay()).isZero();
  }

  private void joinThreads() {
    List<Thread> its =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> !before.contains(thread))
            .filter(thread -> thread.getName().startsWith("turnout-resolver"))
            .toList();
    for (Thread thread : its) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while " + thread + " ended", e);
      }
    }
  }
}
