// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.cli.terminal.Interrupts;
import io.turnout.cli.terminal.Terminal;
import io.turnout.spi.RouteClock;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * What the commands take from outside: where they print, what time it is and how it passes.
 *
 * @param terminal where they read and print
 * @param interrupts makes what tells a command to end, given the seconds that it may take then
 * @param clock what time it is
 * @param waiting how time passes
 * @param ids where the names of writes and moves come from, each other than all before it
 * @param user who calls, unless the call says otherwise
 */
public record Outside(
    Terminal terminal,
    LongFunction<Interrupts> interrupts,
    RouteClock clock,
    Waiting waiting,
    Supplier<String> ids,
    String user) {

  /** The system's time, and random names. */
  public static Outside ofProcess(Terminal terminal, LongFunction<Interrupts> interrupts) {
    return new Outside(
        terminal,
        interrupts,
        RouteClock.system(),
        Waiting.SYSTEM,
        () -> UUID.randomUUID().toString(),
        System.getProperty("user.name", "unknown"));
  }
}
