// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import java.util.Optional;
import picocli.CommandLine.Option;

/** What every change takes. */
final class ChangeOptions {

  @Option(
      names = "--who",
      paramLabel = "NAME",
      description = "Who makes the change, for the audit trail; else the user of this system.")
  private Optional<String> who;

  @Option(names = "--why", paramLabel = "TEXT", description = "Why, for the audit trail.")
  private Optional<String> why;

  @Option(
      names = "--invalidate",
      paramLabel = "URI",
      description = "Tell routers of the change there: redis://host:port, as they are configured.")
  private Optional<String> invalidate;

  @Option(
      names = "--channel",
      paramLabel = "NAME",
      description = "The channel at --invalidate, if it is not the usual one.")
  private Optional<String> channel;

  @Option(names = "--dry-run", description = "Say what would be done, and write nothing.")
  private boolean dryRun;

  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask before what cannot be undone.")
  private boolean yes;

  @SuppressWarnings("NullAway.Init")
  ChangeOptions() {}

  Change change() {
    return new Change(who, why.orElse(""), new Change.Feed(invalidate, channel), dryRun, yes);
  }
}
