// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The mistakes found so far while one file is read. For one thread. */
public final class Problems {

  private final List<Problem> found = new ArrayList<>();

  /** Adds a problem. */
  public void add(Problem problem) {
    found.add(problem);
  }

  /** Adds several problems. */
  public void addAll(List<Problem> problems) {
    found.addAll(problems);
  }

  /** Adds an error without a suggestion. */
  public void error(Position at, ProblemCode code, String message) {
    add(Problem.error(at, code, message));
  }

  /** Adds an error with a suggestion, if there is one. */
  public void error(Position at, ProblemCode code, String message, Optional<String> suggestion) {
    add(Problem.error(at, code, message).suggesting(suggestion));
  }

  /** Adds a warning. */
  public void warning(Position at, ProblemCode code, String message) {
    add(Problem.warning(at, code, message));
  }

  /** How many problems there are. */
  public int count() {
    return found.size();
  }

  /** Whether the file must be refused. */
  public boolean hasErrors() {
    return found.stream().anyMatch(Problem::isError);
  }

  /** All problems in the order of their places; one that an alias repeats is there once. */
  public List<Problem> list() {
    return found.stream().distinct().sorted(Comparator.comparing(Problem::at)).toList();
  }

  /** The warnings among them in the order of their places. */
  public List<Problem> warnings() {
    return list().stream().filter(problem -> !problem.isError()).toList();
  }
}
