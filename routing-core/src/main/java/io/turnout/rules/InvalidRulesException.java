// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.document.Problem;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Says that a rule file was refused, with every mistake in it. What ran before goes on running.
 *
 * <p>The message has a line for each mistake, {@code FILE:LINE:COLUMN: what is wrong}, and after
 * {@value #MAX_LISTED} of them the number of the others.
 */
public final class InvalidRulesException extends RuntimeException {

  /** How many mistakes the message lists; {@link #problems} has all. */
  public static final int MAX_LISTED = 100;

  private static final long serialVersionUID = 1L;

  private final String fileName;
  private final transient List<Problem> problems;

  InvalidRulesException(String fileName, List<Problem> problems) {
    super(message(fileName, problems));
    this.fileName = fileName;
    this.problems = List.copyOf(problems);
  }

  /** The name under which the file was read, for messages. */
  public String fileName() {
    return fileName;
  }

  /** The mistakes in the order of their places; at least one. */
  public List<Problem> problems() {
    return problems;
  }

  private static String message(String fileName, List<Problem> problems) {
    int more = problems.size() - MAX_LISTED;
    return problems.stream()
        .limit(MAX_LISTED)
        .map(problem -> fileName + ':' + problem.text())
        .collect(
            Collectors.joining(
                "\n",
                problems.size() == 1
                    ? "the rule file has a mistake:\n"
                    : "the rule file has " + problems.size() + " mistakes:\n",
                more > 0 ? "\nand " + more + " more" : ""));
  }
}
