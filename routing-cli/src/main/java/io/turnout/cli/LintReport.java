// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.document.Problem;
import io.turnout.rules.InvalidRulesException;
import io.turnout.rules.RuleSet;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What is to be said of a rule file.
 *
 * @param file the file as it was named
 * @param problems its mistakes; where it has none, its warnings
 * @param unsettled the names of rules that perhaps never decide
 * @param rules the rules; empty if the file was refused or not read
 * @param unread why the file could not be read; empty if it was
 */
record LintReport(
    Path file,
    List<Problem> problems,
    List<String> unsettled,
    Optional<RuleSet> rules,
    Optional<String> unread) {

  static LintReport of(Path file) {
    try {
      RuleSet rules = RuleSet.load(file);
      List<Problem> warnings = new ArrayList<>(rules.warnings());
      ShadowWarnings shadows = ShadowWarnings.of(rules);
      warnings.addAll(shadows.warnings());
      warnings.sort(Comparator.comparing(Problem::at));
      return new LintReport(
          file, warnings, shadows.unsettled(), Optional.of(rules), Optional.empty());
    } catch (InvalidRulesException e) {
      return new LintReport(file, e.problems(), List.of(), Optional.empty(), Optional.empty());
    } catch (UncheckedIOException e) {
      return new LintReport(
          file, List.of(), List.of(), Optional.empty(), Optional.of(Failures.text(e)));
    }
  }

  /** Whether the file cannot be used. */
  boolean refused() {
    return rules.isEmpty();
  }

  long mistakes() {
    return problems.stream().filter(Problem::isError).count();
  }

  long warnings() {
    return problems.size() - mistakes();
  }
}
