// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.document.Document;
import io.turnout.document.Position;
import io.turnout.document.Problem;
import io.turnout.document.Problems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A rule file in which {@code ▸} stands before each place where a problem is expected. */
record Marked(String text, List<Position> places) {

  static Marked of(String marked) {
    StringBuilder text = new StringBuilder();
    List<Position> places = new ArrayList<>();
    int line = 1;
    int column = 1;
    for (int c : marked.codePoints().toArray()) {
      if (c == '▸') {
        places.add(new Position(line, column));
        continue;
      }
      text.appendCodePoint(c);
      column++;
      if (c == '\n') {
        line++;
        column = 1;
      }
    }
    return new Marked(text.toString(), List.copyOf(places));
  }

  /** Checks that the file has these mistakes at its marks, in this order, and no others. */
  static void mistakes(String marked, String... codes) {
    mistakes(RuleLimits.DEFAULT, marked, codes);
  }

  /** The same under other limits. */
  static void mistakes(RuleLimits limits, String marked, String... codes) {
    Marked file = of(marked);
    Problems problems = new Problems();
    Surroundings nothing = Surroundings.once(Path.of(""), Keys.of(name -> Optional.empty()));
    RuleSet.read(Document.parse(file.text()), new Reading(problems, limits, nothing));
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < codes.length; i++) {
      expected.add(file.places().get(i) + " " + codes[i]);
    }
    assertThat(problems.list().stream().map(Marked::shown).distinct().toList())
        .as("%s%n%s", file.text(), problems.list())
        .containsExactlyElementsOf(expected);
    assertThat(file.places()).hasSameSizeAs(codes);
  }

  /** Checks the warnings of a file without mistakes at its marks. */
  static List<Problem> warnings(String marked, String... codes) {
    Marked file = of(marked);
    List<Problem> warnings = RuleSet.parse(file.text(), Path.of("")).warnings();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < codes.length; i++) {
      expected.add(file.places().get(i) + " " + codes[i]);
    }
    assertThat(warnings.stream().map(Marked::shown).toList())
        .as("%s%n%s", file.text(), warnings)
        .containsExactlyElementsOf(expected);
    return warnings;
  }

  private static String shown(Problem problem) {
    return problem.at() + " " + problem.code().text();
  }
}
