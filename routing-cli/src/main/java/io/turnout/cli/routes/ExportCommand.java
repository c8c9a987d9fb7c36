// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.admin.RouteExport;
import io.turnout.admin.RouteFormat;
import io.turnout.cli.terminal.ExitCode;
import io.turnout.store.RouteListing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes routes to a file. */
@Command(
    name = "export",
    header = "Write routes to a file that \"turnout routes import\" reads.",
    description = {
      "",
      "Deleted keys, versions and moves are left out: a key in a move is written with the cell that"
          + " it is in.",
      ""
    },
    footer = {"", "Exit codes: 0 all were written; 2 they could not be read or written."})
final class ExportCommand extends StoreCommand {

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "A file that is not there yet; without one, the standard output.")
  private Optional<Path> file;

  @Mixin private FileFormat format;

  @Option(
      names = "--prefix",
      defaultValue = "",
      paramLabel = "TEXT",
      description = "Only keys that begin so, such as business:.")
  private String prefix;

  @Option(
      names = "--cell",
      paramLabel = "CELL",
      converter = CellConverter.class,
      description = "Only routes in this cell, aliases left out.")
  private Optional<String> cell;

  @SuppressWarnings("NullAway.Init")
  ExportCommand() {}

  @Override
  int run(Session session) {
    RouteFormat as = format.of(file);
    RouteListing listing =
        new RouteListing(prefix, cell, false, RouteListing.MAX_LIMIT, Optional.empty());
    try {
      if (file.isEmpty()) {
        RouteExport.write(session.administration(), listing, as, session.terminal().out());
        session.terminal().out().flush();
        return ExitCode.OK;
      }
      told(session, write(session, listing, as, file.get()));
      return ExitCode.OK;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes beside the file first, so that it is there whole or not at all. */
  private long write(Session session, RouteListing listing, RouteFormat as, Path to)
      throws IOException {
    if (Files.exists(to)) {
      throw new ParameterException(
          spec.commandLine(), "there is a file " + to + " already; name one that is not there");
    }
    Path part = to.resolveSibling(to.getFileName() + ".part");
    long written;
    try (Writer writer = Files.newBufferedWriter(part)) {
      written = RouteExport.write(session.administration(), listing, as, writer);
    }
    Files.move(part, to, StandardCopyOption.ATOMIC_MOVE);
    return written;
  }

  private static void told(Session session, long written) {
    if (session.json()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("written", written);
      session.print(fields);
    } else {
      session.print(written + (written == 1 ? " route was written\n" : " routes were written\n"));
    }
  }
}
