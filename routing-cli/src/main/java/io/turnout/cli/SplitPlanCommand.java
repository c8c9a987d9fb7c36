// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.analyze.SplitChange;
import io.turnout.analyze.SplitPlan;
import io.turnout.cli.terminal.ExitCode;
import io.turnout.cli.terminal.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Says which users get another stage when one rule file replaces another. */
@Command(
    name = "plan",
    header = "Say which users get another stage by another rule file, and how many.",
    description = {
      "",
      "Prints for each split the share of each stage before and after, how many users are expected"
          + " to go from each stage to each, and what else changes. Of listed routing IDs it says"
          + " exactly which go. Requests that name their stage (pin) are not counted.",
      ""
    },
    footer = {
      "",
      "An ID is what the cookie holds with \"sticky: hash\", and the second of the parts of a"
          + " session's cookie. The whole value of a session's cookie is not taken: it"
          + " lets whoever has it be that user.",
      "",
      "Exit codes: 0 nothing changes; 1 something does; 2 a file is wrong, or the call is."
    })
final class SplitPlanCommand implements Callable<Integer> {

  @ParentCommand private SplitCommand split;

  @Parameters(index = "0", paramLabel = "OLD", description = "The rule file in use.")
  private Path oldFile;

  @Parameters(index = "1", paramLabel = "NEW", description = "The rule file to replace it.")
  private Path newFile;

  @Option(names = "--split", paramLabel = "NAME", description = "This split alone.")
  private Optional<String> name;

  @Option(
      names = "--ids",
      paramLabel = "FILE",
      description =
          "Routing IDs, one a line, at most "
              + RoutingIdFile.MAX_IDS
              + "; - is the standard input.")
  private Optional<String> ids;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @SuppressWarnings("NullAway.Init")
  SplitPlanCommand() {}

  @Override
  public Integer call() throws IOException {
    SplitPlan plan = SplitPlan.between(RuleFiles.load(oldFile), RuleFiles.load(newFile));
    List<SplitChange> changes = wanted(plan);
    Terminal terminal = split.turnout().terminal();
    Optional<Set<String>> listed =
        ids.isEmpty()
            ? Optional.empty()
            : Optional.of(RoutingIdFile.read(ids.get(), terminal.in()));
    List<PlannedSplit> planned =
        changes.stream().map(change -> PlannedSplit.of(change, listed)).toList();
    PrintWriter out = terminal.out();
    if (json) {
      out.println(SplitPlanJson.of(planned));
    } else {
      out.print(new SplitPlanText(planned, terminal).text());
    }
    out.flush();
    return changes.stream().allMatch(SplitChange::isEmpty) ? ExitCode.OK : ExitCode.NO;
  }

  private List<SplitChange> wanted(SplitPlan plan) {
    if (name.isEmpty()) {
      return plan.changes();
    }
    List<SplitChange> wanted =
        plan.changes().stream()
            .filter(change -> names(change).anyMatch(name.get()::equals))
            .toList();
    if (wanted.isEmpty()) {
      String there =
          plan.changes().stream()
              .flatMap(SplitPlanCommand::names)
              .distinct()
              .collect(Collectors.joining(", "));
      throw new IllegalArgumentException(
          "neither file has a split \""
              + name.get()
              + "\"; "
              + (there.isEmpty() ? "they have none" : "they have: " + there));
    }
    return wanted;
  }

  private static Stream<String> names(SplitChange change) {
    return Stream.concat(change.nameAfter().stream(), change.nameBefore().stream());
  }
}
