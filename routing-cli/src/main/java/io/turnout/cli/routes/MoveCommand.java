// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.admin.CutOverCertificate;
import io.turnout.admin.FleetTimes;
import io.turnout.admin.RouteMove;
import io.turnout.cli.terminal.ExitCode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Moves a key, and all its aliases, into another cell. */
@Command(
    name = "move",
    header = "Move a key that is in use into another cell, without a request to the wrong one.",
    description = {
      "",
      "Marks the key (nobody may keep its route any more), waits until all copies have run out,"
          + " flips it to the new cell, and settles it after a grace. First it prints what is"
          + " promised, and of which assumptions about the routers that depends. Data is copied"
          + " during the wait; until the flip, --abort undoes it.",
      "",
      "  turnout routes move business:1234 --to eu-1 --table routes",
      "",
      "Ctrl-C during the wait changes nothing: the key stays marked, and --resume goes on."
          + " --step does not wait at all: each call takes the step that is due.",
      ""
    },
    sortOptions = false,
    footer = {
      "",
      "Exit codes: 0 the move is over: settled, or aborted where that was asked for; 1 it is not"
          + " over, was refused or not confirmed; 2 the call is wrong, or the source of truth"
          + " could not be asked."
    })
final class MoveCommand extends ChangeCommand {

  @Spec private CommandSpec spec;

  @Option(
      names = "--to",
      paramLabel = "CELL",
      converter = CellConverter.class,
      description = "Begin a move into this cell.")
  private Optional<String> to;

  @Option(names = "--resume", description = "Go on with the move that the key is in.")
  private boolean resume;

  @Option(names = "--abort", description = "Undo the move, which has not flipped yet.")
  private boolean abort;

  @Option(
      names = "--step",
      description = "Take the step that is due, with --to the mark, and do not wait.")
  private boolean step;

  @Mixin private FleetOptions fleet;

  @SuppressWarnings("NullAway.Init")
  MoveCommand() {}

  @Override
  int run(Session session) {
    long asked = Stream.of(to.isPresent(), resume, abort).filter(it -> it).count();
    if (asked > 1 || (asked == 0 && !step)) {
      throw new ParameterException(
          spec.commandLine(),
          "say one of --to CELL, --resume and --abort, or --step for the next step of a move");
    }
    FleetTimes times = fleet.times(session.place().readLag());
    if (to.isPresent()) {
      return begin(session, to.get(), times);
    }
    if (change().dryRun()) {
      throw new ParameterException(
          spec.commandLine(), "--dry-run goes with --to; \"turnout routes get\" shows a move");
    }
    RouteMove move = RouteMove.resume(session.administration(), key(), times);
    MoveRun run = new MoveRun(session, move, fleet.repeated());
    return abort ? aborted(session, move) : step ? run.step() : run.resume();
  }

  private int begin(Session session, String cell, FleetTimes times) {
    CutOverCertificate certificate =
        RouteMove.foresee(session.administration(), key(), cell, times);
    if (change().dryRun()) {
      if (session.json()) {
        session.print(foreseen(certificate));
      } else {
        session.print(heading(certificate) + certificate.text());
      }
      return ExitCode.OK;
    }
    String shown = heading(certificate) + certificate.text();
    if (session.json()) {
      session.terminal().err().print(shown);
    } else {
      session.print(shown);
    }
    if (!session.confirmed("Begin this move?")) {
      return ExitCode.NO;
    }
    RouteMove move = RouteMove.begin(session.administration(), key(), cell, times);
    MoveRun run = new MoveRun(session, move, fleet.repeated());
    run.begun();
    return step ? run.report() : run.untilOver();
  }

  private String heading(CutOverCertificate certificate) {
    return subject()
        + "if the move began now, "
        + (certificate.copiesUntil() == certificate.flip() ? "" : "at the earliest ")
        + "this is what would hold:\n";
  }

  private Map<String, Object> foreseen(CutOverCertificate certificate) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("key", key().text());
    fields.put("dry-run", true);
    fields.put("certificate", certificate.fields());
    return fields;
  }

  private int aborted(Session session, RouteMove move) {
    move.abort();
    if (session.json()) {
      session.print(MoveRun.fields(move));
    } else {
      session.print(subject() + "the move was undone; it stays in cell " + move.from() + "\n");
    }
    return ExitCode.OK;
  }
}
