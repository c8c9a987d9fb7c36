// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import java.util.SplittableRandom;

/** What a few threads do to one thing at the same moment, round after round. */
interface StressScene {

  /** How many threads act; the first of them begins and ends the rounds. */
  int THREADS = 3;

  /** Sets a round up, while nobody acts. */
  void begin(SplittableRandom random);

  /** One thread's part, while the others do theirs. */
  void act(int thread, SplittableRandom random);

  /** Lets the round come to its end and checks what it left, while nobody acts. */
  void end();
}
