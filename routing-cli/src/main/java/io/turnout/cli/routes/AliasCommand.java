// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.admin.RouteAdministration.OverLive;
import io.turnout.cli.terminal.ExitCode;
import io.turnout.spi.RouteKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lets a key lead wherever another one leads. */
@Command(
    name = "alias",
    header = "Let a key lead wherever another one leads, also when that is moved.",
    description = {"", "At most three aliases lead from one to the next.", ""})
final class AliasCommand extends ChangeCommand {

  @Parameters(
      index = "1",
      paramLabel = "OTHER",
      converter = KeyConverter.class,
      description = "The key that it shall follow.")
  private RouteKey other;

  @Mixin private LifeOptions life;

  @Option(
      names = "--force",
      description =
          "Do it even if the key is in use in another cell: routers go on using copies of the old"
              + " one until these run out.")
  private boolean force;

  @SuppressWarnings("NullAway.Init")
  AliasCommand() {}

  @Override
  int run(Session session) {
    if (force
        && !session.confirmed(
            "Let "
                + key().text()
                + " follow "
                + other.text()
                + " at once, while old copies are in use?")) {
      return ExitCode.NO;
    }
    OverLive overLive = force ? OverLive.FORCE : OverLive.REFUSE;
    return report(session, session.administration().alias(key(), other, life.setting(), overLive));
  }
}
