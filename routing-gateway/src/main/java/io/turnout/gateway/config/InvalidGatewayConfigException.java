// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.document.Problem;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Says that a gateway's configuration file was refused, with every mistake in it.
 *
 * <p>The message has a line for each mistake, {@code FILE:LINE:COLUMN: what is wrong}.
 */
public final class InvalidGatewayConfigException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  InvalidGatewayConfigException(String fileName, List<Problem> problems) {
    super(
        problems.stream()
            .map(problem -> fileName + ':' + problem.text())
            .collect(Collectors.joining("\n", "the gateway's configuration is refused:\n", "")));
    this.problems = List.copyOf(problems);
  }

  /** The mistakes in the order of their places; at least one. */
  public List<Problem> problems() {
    return problems;
  }
}
