// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.admin.ImportReport;
import io.turnout.admin.RouteAdministration.OverLive;
import io.turnout.admin.RouteImport;
import io.turnout.cli.terminal.ExitCode;
import io.turnout.cli.terminal.Interrupts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Brings in the routes of a file. */
@Command(
    name = "import",
    header = "Bring in the routes of a file, line by line.",
    description = {
      "",
      "A line that is so already changes nothing, so an import can be run again at any time. A line"
          + " with a mistake is refused and named; the others are brought in.",
      "  turnout routes import customers.csv --table routes --dry-run",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 every line is as wanted; 1 lines were refused, or it was stopped; 2 the file"
          + " could not be read, or the source of truth could not be asked."
    })
final class ImportCommand extends StoreCommand {

  private static final long GRACE_SECONDS = 15;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The file; - for the standard input.")
  private Path file;

  @Mixin private FileFormat format;

  @Mixin private ChangeOptions options;

  @Option(
      names = "--force",
      description =
          "Bring in lines that lead keys in use to other cells, too: routers go on using copies of"
              + " the old ones until these run out.")
  private boolean force;

  @Option(names = "--stop", description = "Stop at the first line with a mistake.")
  private boolean stop;

  @Option(names = "--rate", paramLabel = "N", description = "At most N lines a second.")
  private Optional<Integer> rate;

  @Option(
      names = "--progress",
      paramLabel = "FILE",
      description =
          "Keep there how far it has come: an import that finds the file goes on from there.")
  private Optional<Path> progress;

  @SuppressWarnings("NullAway.Init")
  ImportCommand() {}

  @Override
  Change change() {
    return options.change();
  }

  @Override
  int run(Session session) {
    boolean standardInput = file.toString().equals("-");
    if (rate.filter(it -> it < 1).isPresent()) {
      throw new ParameterException(spec.commandLine(), "--rate must be 1 or more");
    }
    RouteImport.Builder builder =
        RouteImport.builder(
                session.administration(),
                format.of(standardInput ? Optional.empty() : Optional.of(file)))
            .overLive(force ? OverLive.FORCE : OverLive.REFUSE)
            .onBadLine(stop ? RouteImport.OnBadLine.STOP : RouteImport.OnBadLine.GO_ON)
            .listener(new Watcher(session));
    rate.ifPresent(builder::linesPerSecond);
    if (!change().dryRun()) {
      progress.ifPresent(builder::progressFile);
    }
    if (force
        && !session.confirmed(
            "Bring in also lines that lead keys in use to other cells, while old copies are in"
                + " use?")) {
      return ExitCode.NO;
    }
    return told(session, imported(session, builder, standardInput));
  }

  private ImportReport imported(
      Session session, RouteImport.Builder builder, boolean standardInput) {
    Interrupts interrupts = session.outside().interrupts().apply(GRACE_SECONDS);
    Thread working = Thread.currentThread();
    CompletableFuture<Void> interrupting = interrupts.requested().thenRun(working::interrupt);
    builder.time(
        session.outside().clock(),
        pause -> {
          if (session.outside().waiting().pass(pause, interrupts)) {
            throw new InterruptedException();
          }
        });
    try (InputStream in = standardInput ? session.terminal().in() : Files.newInputStream(file)) {
      return builder.build().run(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      interrupting.cancel(false);
      interrupts.finished(ExitCode.NO);
    }
  }

  private int told(Session session, ImportReport report) {
    if (session.json()) {
      session.print(fields(report));
    } else {
      session.print(text(session, report));
    }
    boolean whole = report.end() == ImportReport.End.WHOLE;
    return whole && report.refused() == 0 ? ExitCode.OK : ExitCode.NO;
  }

  private String text(Session session, ImportReport report) {
    TextTable table = new TextTable(Set.of(1), "LINES", "NUMBER");
    table.add(session.would("added", "would be added"), String.valueOf(report.added()));
    table.add(session.would("changed", "would be changed"), String.valueOf(report.changed()));
    table.add("as wanted already", String.valueOf(report.same()));
    table.add("refused", String.valueOf(report.refused()));
    String end =
        switch (report.end()) {
          case AT_A_BAD_LINE -> "It stopped at line " + report.lastLine() + ".\n";
          case INTERRUPTED, UNDER_WAY ->
              "It was stopped after line "
                  + report.lastLine()
                  + "; what was brought in stays, and the same call goes on.\n";
          case WHOLE -> "";
        };
    return table.text() + end;
  }

  private Map<String, Object> fields(ImportReport report) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("dry-run", change().dryRun());
    fields.put("first-line", report.firstLine());
    fields.put("last-line", report.lastLine());
    fields.put("added", report.added());
    fields.put("changed", report.changed());
    fields.put("same", report.same());
    fields.put("refused", report.refused());
    fields.put("refusals", report.refusals().stream().map(ImportCommand::fields).toList());
    fields.put("end", report.end().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    return fields;
  }

  private static Map<String, Object> fields(ImportReport.Refusal refusal) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("line", refusal.line());
    fields.put("column", refusal.column());
    fields.put("expected", refusal.expected());
    return fields;
  }

  /** Tells a person how it comes along. */
  private final class Watcher implements RouteImport.Listener {
    private final Session session;

    Watcher(Session session) {
      this.session = session;
    }

    @Override
    public void onProgress(ImportReport soFar) {
      if (session.terminal().interactive()) {
        session.terminal().err().print("\r\u001b[K" + soFar.lastLine() + " lines");
        session.terminal().err().flush();
      }
    }

    @Override
    public void onRefused(ImportReport.Refusal refusal) {
      String column = refusal.column().isEmpty() ? "" : refusal.column() + ": ";
      String clear = session.terminal().interactive() ? "\r\u001b[K" : "";
      session
          .terminal()
          .err()
          .println(
              clear
                  + (file + ":" + refusal.line() + ": ")
                  + Session.printable(column)
                  + refusal.expected());
    }
  }
}
