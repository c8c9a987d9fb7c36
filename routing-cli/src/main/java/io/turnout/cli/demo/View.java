// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import java.time.Duration;

/** What is seen of a replay while it runs. One thread at a time. */
interface View {

  /** How much time lies between two showings. */
  Duration interval();

  /** Shows how far it has come. */
  void show(Progress progress);

  /** Shows it for the last time. */
  void end(Progress progress);
}
