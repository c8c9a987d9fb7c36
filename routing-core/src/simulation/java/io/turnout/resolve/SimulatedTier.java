// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.protocol.RouteAnnouncement;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** The authority tier that a host hands requests to, whose answers teach it when they come. */
final class SimulatedTier {

  private final SplittableRandom random;
  private final SimulatedTruth truth;
  private final List<Runnable> answers = new ArrayList<>();

  SimulatedTier(SplittableRandom random, SimulatedTruth truth) {
    this.random = random;
    this.truth = truth;
  }

  /** Takes a request over, or answers one that it took over before. */
  void handOn(CellResolver resolver, RouteKey key) {
    if (!answers.isEmpty() && random.nextBoolean()) {
      answers.remove(random.nextInt(answers.size())).run();
      return;
    }
    long version = Math.max(1, truth.now(key).version() - random.nextInt(3));
    long fresh = random.nextInt(1_000);
    long expire = random.nextInt(8) == 0 ? 0 : fresh + random.nextInt(1_000);
    long cut = Math.min(fresh, expire);
    truth.said(
        key,
        new SimulatedTruth.Said(
            truth.time().nanos(), version, true, cut * 1_000_000, expire * 1_000_000));
    Lesson lesson = resolver.lesson();
    RouteAnnouncement route =
        new RouteAnnouncement(
            key,
            Optional.of(SimulatedTruth.cell(version)),
            version,
            Duration.ofMillis(cut),
            Duration.ofMillis(expire));
    answers.add(() -> lesson.learn(route));
  }
}
