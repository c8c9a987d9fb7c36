// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Seeds;
import io.turnout.naive.NaiveTemplate;
import io.turnout.request.RequestTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Templates fit the paths that a plain comparison of segments fits, and capture the same. */
class PathTemplateAgainstNaiveTest {

  private static final int ROUNDS = 200_000;

  private static final List<String> LITERALS = List.of("", "a", "b", "ab", "é", "a.b", "%41", "A");
  private static final List<String> AROUND = List.of("", "", "@", "a", ".j", "é", "aa");
  private static final List<String> REGEXES =
      List.of("", "", ":a*", ":[ab]+", ":a|ab", ":.", ":b{2}", ":(a|b)(?:c)?", ":a/b", ":");
  private static final List<String> SEGMENTS =
      List.of(
          "", "a", "b", "ab", "aa", "aaa", "@a", "@", "a.j", ".j", "@ab.j", "é", "aé", "bb", "A");
  private static final List<String> ENCODED =
      List.of("%61", "%C3%A9", "%40a", "a%2Fb", "%2525", "%2541", "a%2Ej", "%41");

  @Test
  void randomTemplates_fitAlike() {
    assertThat(Seeds.sum(ROUNDS, PathTemplateAgainstNaiveTest::fitted)).isGreaterThan(ROUNDS / 50);
  }

  private static int fitted(Random random) {
    PathTemplate template = PathTemplate.parse(template(random));
    List<String> raw = new ArrayList<>();
    for (int left = random.nextInt(4); left >= 0; left--) {
      raw.add(pick(random, random.nextInt(4) == 0 ? ENCODED : SEGMENTS));
    }
    RequestTarget target = RequestTarget.of("/" + String.join("/", latin(raw)) + "?/a");
    Optional<Map<String, String>> naive =
        NaiveTemplate.fit(
            template.text(), raw.stream().map(PathTemplateAgainstNaiveTest::decoded).toList());
    String what = "%s, %s".formatted(template, raw);
    assertThat(template.fits(target)).as(what).isEqualTo(naive.isPresent());
    if (naive.isEmpty()) {
      return 0;
    }
    Map<String, String> captured = new HashMap<>();
    template.captureNames().forEach(name -> captured.put(name, template.capture(target, name)));
    assertThat(captured).as(what).isEqualTo(naive.get());
    return 1;
  }

  private static String template(Random random) {
    StringBuilder template = new StringBuilder();
    int parts = 1 + random.nextInt(3);
    for (int i = 0; i < parts; i++) {
      template.append('/');
      switch (random.nextInt(4)) {
        case 0 -> template.append('*');
        case 1 -> template.append(pick(random, LITERALS));
        default -> {
          template.append(pick(random, AROUND)).append("{x").append(i);
          template.append(pick(random, REGEXES).replaceAll("^:$", ""));
          template.append('}').append(pick(random, AROUND));
        }
      }
    }
    return template + (random.nextInt(4) == 0 ? "/**" : "");
  }

  private static String pick(Random random, List<String> from) {
    return from.get(random.nextInt(from.size()));
  }

  private static List<String> latin(List<String> segments) {
    return segments.stream().map(segment -> segment.replace("é", "\u00c3\u00a9")).toList();
  }

  private static String decoded(String segment) {
    return segment
        .replace("%61", "a")
        .replace("%C3%A9", "é")
        .replace("%40", "@")
        .replace("%2F", "/")
        .replace("%2E", ".")
        .replaceAll("^%41$", "A")
        .replace("%25", "%");
  }
}
