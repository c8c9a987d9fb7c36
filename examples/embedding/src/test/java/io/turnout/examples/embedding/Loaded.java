// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.embedding;

import io.turnout.authority.FileAuthority;
import io.turnout.document.Problem;
import io.turnout.document.WatchedFileListener;
import io.turnout.rules.InvalidRulesException;
import io.turnout.rules.Keys;
import io.turnout.rules.RuleSet;
import io.turnout.spi.VirtualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What came of loading a rule file or a route file, whole or in part.
 *
 * @param mistakes the codes of its errors
 * @param warnings the codes of its warnings
 */
record Loaded(Set<String> mistakes, Set<String> warnings) {

  private static final String TOKENS =
      "jwt: { session: { token: { header: Authorization, scheme: Bearer }, verify: none } }\n";
  private static final String CELLS = "cells: [us-1, us-2, eu-1]\n";
  private static final String TAGS =
      "tags: { internal: { cidr: [10.0.0.0/8] } }\n"
          + "edges: [ { name: our-edge, cidr: [192.0.2.0/24] } ]\n";
  private static final Path FOLDER = Path.of("..", "payments", "site");
  private static final Keys KEYS =
      Keys.of(
          name ->
              name.equals("NO_SUCH_VARIABLE")
                  ? Optional.empty()
                  : Optional.of("a secret of a page, long enough: " + name));

  /** Loads a file; of a rule file also some rules or some of the file's other keys. */
  static Loaded of(String text) {
    return text.startsWith("turnout-routes:") ? routes(text) : rules(completed(text));
  }

  private static String completed(String text) {
    if (text.startsWith("turnout:")) {
      return text;
    }
    if (!text.startsWith("- ")) {
      return "turnout: 1\nrules: []\n" + text;
    }
    String tokens = text.contains("jwt:") ? TOKENS : "";
    String tags = text.contains("tag:") ? TAGS : "";
    return "turnout: 1\n" + tokens + tags + CELLS + "rules:\n" + text.indent(2);
  }

  private static Loaded rules(String text) {
    try {
      return of(RuleSet.parse(text, FOLDER, KEYS).warnings());
    } catch (InvalidRulesException e) {
      return of(e.problems());
    }
  }

  private static Loaded routes(String text) {
    Seen seen = new Seen();
    try {
      Path file = Files.createTempFile("routes", ".yaml");
      try {
        Files.writeString(file, text);
        FileAuthority.builder(file, new VirtualTime(0)).listener(seen).open().close();
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return seen.loaded;
  }

  private static Loaded of(List<Problem> problems) {
    return new Loaded(codes(problems, true), codes(problems, false));
  }

  private static Set<String> codes(List<Problem> problems, boolean errors) {
    return problems.stream()
        .filter(problem -> problem.isError() == errors)
        .map(problem -> problem.code().text())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Keeps what a watched file tells. */
  private static final class Seen implements WatchedFileListener {

    private Loaded loaded = new Loaded(Set.of("nothing was told"), Set.of());

    @Override
    public void loaded(Path file, List<Problem> warnings) {
      loaded = of(warnings);
    }

    @Override
    public void refused(Path file, List<Problem> problems) {
      loaded = of(problems);
    }
  }
}
