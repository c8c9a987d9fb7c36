// SPDX-License-Identifier: Apache-2.0
package io.turnout.naive;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.turnout.Tier;
import io.turnout.fuzz.Mutations;
import io.turnout.naive.NaiveRequest.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Any target and header lines are read as the naive reading does. The first byte of an input picks
 * the rule file, its first line is the target, and each other line a header.
 */
class HeadFuzzTest {

  private static final List<String> RULES =
      List.of(
          path("/a/{x}/**", "/{x}/b", "/@{x}.j", "/{x:[ab]+}"),
          keyOf("{ query: q }, { query: \"\u00e9\" }, { query: \"a b\" }"),
          keyOf("{ cookie: s }, { cookie: S }, { cookie: __Host-t }"),
          keyOf("{ header: X-A }, { header: Host }, { header: Content-Type }"),
          """
          turnout: 1
          rules:
            - { name: a, when: { host: [ a.ex, "*.ex" ], content-type: application/*+json }, then: cell c1 }
            - { name: b, when: { host: "*.b.ex" }, unless: { query: { q: { present: true } } }, then: cell c2 }
            - { name: c, when: { header: { X-A: { prefix: a }, Host: { suffix: ":1" } } }, then: cell c3 }
            - { name: d, when: { path: /** }, then: cell c4 }
          """);

  private static final List<NaiveComparison> COMPARISONS =
      RULES.stream().map(rules -> new NaiveComparison(rules, Tier.EDGE, 100)).toList();

  private static String path(String... templates) {
    return """
        turnout: 1
        rules: [ { name: a, when: { path: [ "%s" ] }, key: { namespace: n, from: [ { path: x } ] } } ]
        """
        .formatted(String.join("\", \"", templates));
  }

  private static String keyOf(String sources) {
    return """
        turnout: 1
        rules: [ { name: a, key: { namespace: n, from: [ %s ] } } ]
        """
        .formatted(sources);
  }

  @FuzzTest
  @DictionaryFile(resourcePath = "Head.dict")
  void bytes(byte[] input) {
    check(input);
  }

  @Test
  void changedInputs_areReadAlike() {
    Mutations.of(getClass(), 5_000, HeadFuzzTest::check);
  }

  private static void check(byte[] input) {
    if (input.length == 0) {
      return;
    }
    NaiveComparison comparison = COMPARISONS.get((input[0] & 0xff) % COMPARISONS.size());
    String text = new String(input, 1, input.length - 1, StandardCharsets.ISO_8859_1);
    String[] lines = text.split("\n", 64);
    if (!isTarget(lines[0])) {
      return;
    }
    List<Field> fields = new ArrayList<>();
    for (int i = 1; i < lines.length; i++) {
      String[] sides = lines[i].split(":", 2);
      if (sides.length == 2 && sides[0].matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
        fields.add(new Field(sides[0], sides[1]));
      }
    }
    NaiveRequest request = new NaiveRequest("GET", lines[0], fields, new byte[0]);
    comparison.decide(request, bound -> 0);
    Allocation.within(60_000 + 100L * input.length, () -> comparison.compiled(request));
  }

  /** What is of no form of target is malformed, and not compared. */
  private static boolean isTarget(String target) {
    return target.matches("(?s)(?:[a-z]+://[^/?#\\\\]*)?/.*|[^/?#\\\\]+");
  }
}
