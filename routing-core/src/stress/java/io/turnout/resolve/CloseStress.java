// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.spi.VirtualTime;
import java.util.SplittableRandom;

/**
 * A resolver is closed while it is used in every way: who waits is answered at once, whatever the
 * layer and the authority do, and no task stays behind.
 */
final class CloseStress implements StressScene {

  private final VirtualTime time = new VirtualTime(System.currentTimeMillis());
  private final ClosingScene scene = new ClosingScene();
  private CellResolver resolver = newResolver(false);

  private CellResolver newResolver(boolean layered) {
    return scene.resolver(layered).clock(time).scheduler(time).build();
  }

  @Override
  public void begin(SplittableRandom random) {
    scene.clear();
    resolver = newResolver(random.nextBoolean());
  }

  @Override
  public void act(int thread, SplittableRandom random) {
    scene.use(resolver, thread == 0, random);
  }

  @Override
  public void end() {
    assertThat(scene.asked()).allSatisfy(asked -> assertThat(asked).isCompleted());
    time.settle();
    assertThat(resolver.underWay()).isZero();
    time.advance(NearCache.MAINTENANCE_DELAY);
    time.advance(ResolverOptions.LONGEST_TIMEOUT);
    assertThat(time.waiting()).as("tasks").isZero();
  }
}
