// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.match.PathTemplate;
import io.turnout.match.TextTest;
import java.util.List;
import java.util.Locale;

/**
 * Whether a request that passes one set of conditions is known to pass another. A yes is certain; a
 * no means only that it cannot be told.
 */
final class Implication {

  private Implication() {}

  /** Whether every request on which {@code rule} applies is one on which {@code other} does. */
  static boolean holds(RuleFile.Rule rule, RuleFile.Rule other) {
    return all(rule.when(), other.when())
        && (other.unless().all().isEmpty()
            || !rule.unless().all().isEmpty() && all(other.unless(), rule.unless()));
  }

  private static boolean all(RuleFile.Tests given, RuleFile.Tests wanted) {
    for (RuleFile.Test want : wanted.all()) {
      if (given.all().stream().noneMatch(test -> implies(test, want))) {
        return false;
      }
    }
    return true;
  }

  private static boolean implies(RuleFile.Test given, RuleFile.Test wanted) {
    if (given instanceof RuleFile.MethodTest a && wanted instanceof RuleFile.MethodTest b) {
      return b.names().containsAll(a.names());
    }
    if (given instanceof RuleFile.HostTest a && wanted instanceof RuleFile.HostTest b) {
      return everyCovered(a.patterns(), b.patterns(), Implication::hostCovers);
    }
    if (given instanceof RuleFile.PathTest a && wanted instanceof RuleFile.PathTest b) {
      return everyCovered(templates(a.templates()), templates(b.templates()), Template::covers);
    }
    if (given instanceof RuleFile.HeaderTest a && wanted instanceof RuleFile.HeaderTest b) {
      return a.name().value().equalsIgnoreCase(b.name().value()) && implies(a.test(), b.test());
    }
    if (given instanceof RuleFile.QueryTest a && wanted instanceof RuleFile.QueryTest b) {
      return a.name().value().equals(b.name().value()) && implies(a.test(), b.test());
    }
    if (given instanceof RuleFile.MediaTypeTest a && wanted instanceof RuleFile.MediaTypeTest b) {
      return everyCovered(a.types(), b.types(), Implication::mediaTypeCovers);
    }
    return false;
  }

  private interface Cover<T> {
    boolean covers(T wide, T narrow);
  }

  private static <T> boolean everyCovered(List<T> narrow, List<T> wide, Cover<T> cover) {
    for (T one : narrow) {
      if (wide.stream().noneMatch(other -> cover.covers(other, one))) {
        return false;
      }
    }
    return true;
  }

  private static List<Template> templates(List<PathTemplate> templates) {
    return templates.stream().map(template -> Template.of(template.text())).toList();
  }

  private static boolean hostCovers(String wide, String narrow) {
    String wideLower = wide.toLowerCase(Locale.ROOT);
    String narrowLower = narrow.toLowerCase(Locale.ROOT);
    return wideLower.equals(narrowLower)
        || wideLower.startsWith("*.")
            && narrowLower.length() > wideLower.length() - 1
            && narrowLower.endsWith(wideLower.substring(1));
  }

  private static boolean mediaTypeCovers(String wide, String narrow) {
    int star = wide.indexOf("/*+") + 1;
    if (star == 0 || wide.equalsIgnoreCase(narrow)) {
      return wide.equalsIgnoreCase(narrow);
    }
    int suffix = wide.length() - star - 1;
    return narrow.length() > star + suffix
        && narrow.regionMatches(true, 0, wide, 0, star)
        && narrow.regionMatches(true, narrow.length() - suffix, wide, star + 1, suffix);
  }

  private static boolean implies(RuleFile.WrittenTest given, RuleFile.WrittenTest wanted) {
    if (given.equals(wanted)) {
      return true;
    }
    if (given.word().equals("present") || wanted.word().equals("present")) {
      return !given.word().equals("present") && wanted.operand().equals(true);
    }
    String text = (String) given.operand();
    TextTest test = wanted.test();
    return switch (given.word()) {
      case RuleFile.WrittenTest.EQUAL -> test.passes(text);
      case "prefix" ->
          wanted.word().equals("prefix") && test.passes(text) || contained(text, wanted);
      case "suffix" ->
          wanted.word().equals("suffix") && test.passes(text) || contained(text, wanted);
      case "contains" -> contained(text, wanted);
      default -> false;
    };
  }

  private static boolean contained(String text, RuleFile.WrittenTest wanted) {
    return wanted.word().equals("contains") && text.contains((String) wanted.operand());
  }
}
