// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.document.Problem;
import io.turnout.document.Severity;
import io.turnout.rules.InvalidRulesException;
import io.turnout.rules.RuleSet;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says whether a rule file is right. */
@Command(
    name = "lint",
    description = "Checks a rule file: every mistake and every warning, with line and column.",
    mixinStandardHelpOptions = true,
    footer = {"", "Exit codes: 0 clean; 1 warnings, with --strict; 2 mistakes."})
final class LintCommand implements Callable<Integer> {

  /** How the findings are printed. */
  enum Format {
    /** One line each, for people. */
    TEXT,
    /** One JSON document. */
    JSON
  }

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The rule file.")
  private Path file;

  @Option(names = "--strict", description = "Let warnings fail, too.")
  private boolean strict;

  @Option(
      names = "--format",
      defaultValue = "TEXT",
      description = "text (default) or json.",
      paramLabel = "FORMAT")
  private Format format;

  LintCommand() {}

  @Override
  public Integer call() throws IOException {
    List<Problem> problems;
    String version = "";
    int count = 0;
    try {
      RuleSet rules = RuleSet.load(file);
      problems = rules.warnings();
      version = rules.version();
      count = rules.plan().rules().size();
    } catch (InvalidRulesException e) {
      problems = e.problems();
    }
    boolean broken = problems.stream().anyMatch(one -> one.severity() == Severity.ERROR);
    if (format == Format.JSON) {
      printJson(problems, version);
    } else {
      printText(problems, broken, count, version);
    }
    if (broken) {
      return ExitCode.WRONG;
    }
    return strict && !problems.isEmpty() ? ExitCode.NO : ExitCode.OK;
  }

  private void printText(List<Problem> problems, boolean broken, int count, String version) {
    PrintWriter out = spec.commandLine().getOut();
    for (Problem problem : problems) {
      Ink ink = problem.severity() == Severity.ERROR ? Ink.RED : Ink.YELLOW;
      String word = problem.severity().name().toLowerCase(Locale.ROOT);
      out.println(
          file
              + ":"
              + problem.at()
              + ": "
              + ink.paint(word)
              + ": "
              + problem.message()
              + problem.suggestion().map(near -> " (did you mean \"" + near + "\"?)").orElse("")
              + " ["
              + problem.code().text()
              + "]");
    }
    if (broken) {
      out.println(file + ": refused, " + counted(problems.size(), "mistake"));
    } else {
      out.println(
          file
              + ": "
              + counted(count, "rule")
              + ", "
              + counted(problems.size(), "warning")
              + ", version "
              + version.substring(0, 12));
    }
  }

  private static String counted(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private void printJson(List<Problem> problems, String version) throws IOException {
    ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    ObjectNode report = json.createObjectNode().put("file", file.toString());
    if (!version.isEmpty()) {
      report.put("version", version);
    }
    ArrayNode list = report.putArray("problems");
    for (Problem problem : problems) {
      ObjectNode one =
          list.addObject()
              .put("severity", problem.severity().name().toLowerCase(Locale.ROOT))
              .put("line", problem.at().line())
              .put("column", problem.at().column())
              .put("code", problem.code().text())
              .put("message", problem.message());
      problem.suggestion().ifPresent(near -> one.put("suggestion", near));
    }
    spec.commandLine().getOut().println(json.writeValueAsString(report));
  }
}
