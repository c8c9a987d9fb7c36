// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The option by which every command says how it is called. */
final class HelpOption {

  @SuppressWarnings("unused") // picocli looks at the annotation alone
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Say how this is called.")
  private boolean wanted;

  HelpOption() {}

  /** Gives the option to a command and all below it, but to those that have one already. */
  static void addTo(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    if (spec.findOption("--help") == null) {
      spec.addMixin("help", CommandSpec.forAnnotatedObject(new HelpOption()));
    }
    command.getSubcommands().values().forEach(HelpOption::addTo);
  }
}
