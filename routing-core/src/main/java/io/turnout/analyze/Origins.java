// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.extract.RouteKeyExtractor;
import io.turnout.extract.Transform;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Finds texts from which a rule makes a value, by going through its transforms backwards. */
final class Origins {

  /** The most texts that are looked at, at each transform. */
  private static final int MOST_TEXTS = 64;

  /** The most texts that are given. */
  private static final int MOST_ORIGINS = 8;

  private static final List<String> PLAIN = List.of("1", "a", "A1");

  private Origins() {}

  /** Texts of which {@code counts} is true, the plainest first. */
  static List<String> of(RouteKeyExtractor extractor, Set<String> cells, Predicate<String> counts) {
    Set<String> texts = new LinkedHashSet<>(new TreeSet<>(cells));
    extractor.match().ifPresent(regex -> texts.addAll(RegexSamples.of(regex)));
    texts.addAll(PLAIN);
    List<Transform> transforms = extractor.transforms();
    Collection<String> found = texts;
    for (int i = transforms.size() - 1; i >= 0; i--) {
      found = before(transforms.get(i), found);
    }
    return found.stream()
        .filter(text -> !text.isEmpty() && counts.test(text))
        .limit(MOST_ORIGINS)
        .toList();
  }

  private static Collection<String> before(Transform transform, Collection<String> texts) {
    Set<String> before = new LinkedHashSet<>();
    for (String text : texts) {
      if (before.size() < MOST_TEXTS) {
        before.addAll(before(transform, text));
      }
    }
    if (transform.word().equals("capture")) {
      before.addAll(RegexSamples.of(transform.operand()));
    }
    return before;
  }

  private static List<String> before(Transform transform, String text) {
    return switch (transform.word()) {
      case "strip-prefix" -> List.of(text, transform.operand() + text);
      case "capture" -> RegexSamples.around(transform.operand(), text);
      case "base64" ->
          List.of(
              Base64.getUrlEncoder()
                  .withoutPadding()
                  .encodeToString(text.getBytes(StandardCharsets.UTF_8)));
      case "email-domain" -> List.of("a@" + text, "a@" + text + ".example");
      case "lowercase" -> List.of(text, text.toUpperCase(Locale.ROOT));
      default -> List.of(text);
    };
  }
}
