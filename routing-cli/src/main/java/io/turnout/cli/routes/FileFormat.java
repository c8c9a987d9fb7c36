// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.admin.RouteFormat;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How a file holds routes: as the call says, or as the file's name ends. */
final class FileFormat {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "csv (key,cell,alias-of,fresh-for,expire-after; the first line names the columns) or jsonl"
              + " (an object a line); else as the file's name ends.")
  private Optional<Name> name;

  /** The formats by name. */
  enum Name {
    /** Comma-separated values. */
    CSV,
    /** JSON lines. */
    JSONL
  }

  @SuppressWarnings("NullAway.Init")
  FileFormat() {}

  /** The format of a file; of the standard input or output where there is none. */
  RouteFormat of(Optional<Path> file) {
    String ending = file.map(it -> it.toString().toLowerCase(Locale.ROOT)).orElse("");
    if (name.isPresent()) {
      return name.get() == Name.CSV ? RouteFormat.CSV : RouteFormat.JSON_LINES;
    }
    if (ending.endsWith(".csv")) {
      return RouteFormat.CSV;
    }
    if (ending.endsWith(".jsonl") || ending.endsWith(".ndjson")) {
      return RouteFormat.JSON_LINES;
    }
    throw new ParameterException(
        command.commandLine(),
        "say --format csv or --format jsonl: "
            + file.map(it -> "the name of " + it + " ends with neither .csv nor .jsonl")
                .orElse("there is no file's name to tell by"));
  }
}
