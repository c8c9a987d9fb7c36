// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever the bytes, a document is read or has problems that lie inside it. */
class DocumentFuzzTest {

  private static final String SEED_TEXT =
      """
      turnout: 1
      jwt: &a { session: { token: { header: Authorization, scheme: Bearer }, verify: none } }
      body: { limit: 64KiB, depth: 64 }
      rules:
        - name: "x\\u00e9"
          when: { path: '/x/{id}/**', host: "*.example.com", query: { v: "2" } }
          key: { namespace: a, from: [ { header: X }, *a ] }
          note: |
            two
            lines
      """;

  @Test
  void mutatedText_neverThrowsAndProblemsLieInside() {
    Seeds.each(5_000, random -> assertThat(problemsLieInside(mutated(random))).isTrue());
  }

  private static boolean problemsLieInside(byte[] content) {
    Document document = Document.parse(content, DocumentLimits.DEFAULT);
    String[] lines = new String(content, StandardCharsets.UTF_8).split("\r\n|\n|\r", -1);
    for (Problem problem : document.problems()) {
      Position at = problem.at();
      if (at.line() > lines.length
          || at.column() > lines[at.line() - 1].codePointCount(0, lines[at.line() - 1].length()) + 1
          || problem.message().isEmpty()) {
        return false;
      }
    }
    return document.root().isPresent() || document.problems().size() == 1;
  }

  private static byte[] mutated(Random random) {
    StringBuilder text = new StringBuilder(SEED_TEXT);
    String pieces = "{}[]:,-#&*!|>'\"%@` \t\n\r?~<=.0aé😀\u0000\u0085\uFEFF\u2028";
    for (int changes = 1 + random.nextInt(8); changes > 0; changes--) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(4)) {
        case 0 -> text.setCharAt(at, ' ');
        case 1 -> text.insert(at, pieces.charAt(random.nextInt(pieces.length())));
        case 2 -> text.setCharAt(at, pieces.charAt(random.nextInt(pieces.length())));
        default -> text.setLength(at + 1);
      }
    }
    byte[] content = text.toString().getBytes(StandardCharsets.UTF_8);
    if (random.nextInt(10) == 0) {
      content[random.nextInt(content.length)] = (byte) random.nextInt(256);
    }
    return content;
  }
}
