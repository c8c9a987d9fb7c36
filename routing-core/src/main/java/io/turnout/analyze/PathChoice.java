// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.match.PathFits;
import io.turnout.match.PathTemplate;
import io.turnout.match.SegmentPattern;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses a path.
 *
 * <p>Of each condition that must hold, one template is picked; then a number of segments, from the
 * fewest that the picked ones allow to one more than any template has; then each segment out of a
 * few candidates, so that every template that must not fit fails at some segment. With P the
 * longest text that a segment must begin with, S the longest that it must end with and z a
 * character that no template has, the candidates are P·z·S and the overlaps of P and S; of a
 * segment that nothing is asked of, the empty one and z. A template that one of these fits for want
 * of a better fits every other segment there could be.
 */
final class PathChoice {

  private static final String ANY = "";
  private static final int LONGER_THAN_A_KEY = 257;

  private final boolean relaxed;
  private final Effort effort;
  private final List<List<PathTemplate>> fitting = new ArrayList<>();
  private final List<PathTemplate> failing = new ArrayList<>();
  private final List<Literal.Yields> yields = new ArrayList<>();
  private final String fresh;
  private boolean opaque;

  /** The candidates of captures that go before all others, for sources that look at one. */
  private List<String> captured = List.of();

  /** The capture that {@link #captured} is for; empty for every one. */
  private String capture = ANY;

  /**
   * Sorts what is asked.
   *
   * @param relaxed whether what cannot be reasoned about is left out
   */
  PathChoice(List<Literal> literals, boolean relaxed, Effort effort) {
    this.relaxed = relaxed;
    this.effort = effort;
    List<String> texts = new ArrayList<>();
    for (Literal literal : literals) {
      if (literal instanceof Literal.Yields asked) {
        opaque = true;
        if (!relaxed) {
          yields.add(asked);
        }
        continue;
      }
      Literal.Holds holds = (Literal.Holds) literal;
      List<PathTemplate> templates = ((PathFits) holds.condition()).templates();
      if (holds.wanted()) {
        fitting.add(templates);
      } else {
        failing.addAll(templates);
      }
      for (PathTemplate template : templates) {
        for (SegmentPattern segment : template.segments()) {
          texts.add(segment.prefix());
          texts.add(segment.suffix());
          opaque |= segment.regex() != null;
        }
      }
    }
    fresh = FreshText.not(texts);
  }

  /** Whether something was asked that cannot be reasoned about. */
  boolean isOpaque() {
    return opaque;
  }

  /** The segments, decoded; none for a target without path; null if no path will do. */
  @Nullable List<String> choose() {
    List<String> path = null;
    List<List<String>> wanted = new ArrayList<>();
    for (Literal.Yields asked : yields) {
      if (asked.wanted()) {
        capture = asked.yield().source().place().name();
        YieldValues.of(asked.yield()).forEach(text -> wanted.add(List.of(text)));
      }
    }
    if (capture.equals(ANY)) {
      path = picked(new ArrayList<>(), 0);
      wanted.add(List.of("~", fresh, fresh.repeat(LONGER_THAN_A_KEY)));
      wanted.add(List.of(fresh.repeat(LONGER_THAN_A_KEY)));
    }
    for (int i = 0; path == null && !yields.isEmpty() && i < wanted.size(); i++) {
      captured = wanted.get(i);
      path = picked(new ArrayList<>(), 0);
    }
    return path;
  }

  /** Tries every choice of one template for each condition that must hold. */
  private @Nullable List<String> picked(List<PathTemplate> picked, int condition) {
    if (condition == fitting.size()) {
      return fit(picked);
    }
    for (PathTemplate template : fitting.get(condition)) {
      effort.spend(1);
      if (!failing.contains(template)) {
        picked.add(template);
        List<String> path = picked(picked, condition + 1);
        if (path != null) {
          return path;
        }
        picked.remove(picked.size() - 1);
      }
    }
    return null;
  }

  private @Nullable List<String> fit(List<PathTemplate> picked) {
    int least = 1;
    int most = 0;
    boolean closed = false;
    for (PathTemplate template : failing) {
      most = Math.max(most, template.segments().size());
    }
    for (PathTemplate template : picked) {
      least = Math.max(least, template.segments().size());
      most = Math.max(most, template.segments().size());
      closed |= !template.open();
    }
    for (int length = least; length <= (closed ? least : most + 1); length++) {
      List<String> path = ofLength(length, picked);
      if (path != null) {
        return path;
      }
    }
    return picked.isEmpty() ? checked(List.of()) : null;
  }

  private @Nullable List<String> ofLength(int length, List<PathTemplate> picked) {
    for (PathTemplate template : picked) {
      if (!allows(template, length)) {
        return null;
      }
    }
    List<List<SegmentPattern>> asked = new ArrayList<>();
    List<List<String>> candidates = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      List<SegmentPattern> patterns = new ArrayList<>();
      for (PathTemplate template : picked) {
        if (i < template.segments().size()) {
          patterns.add(template.segments().get(i));
        }
      }
      List<String> segments = candidates(patterns, length == 1);
      if (segments.isEmpty()) {
        return null;
      }
      asked.add(patterns);
      candidates.add(segments);
    }
    List<PathTemplate> inPlay = new ArrayList<>();
    for (PathTemplate template : failing) {
      if (allows(template, length)) {
        inPlay.add(template);
      }
    }
    List<String> path = new ArrayList<>();
    candidates.forEach(segments -> path.add(segments.get(0)));
    return avoiding(new Problem(asked, candidates, inPlay), path, new boolean[length]);
  }

  private record Problem(
      List<List<SegmentPattern>> asked,
      List<List<String>> candidates,
      List<PathTemplate> avoided) {}

  private static boolean allows(PathTemplate template, int length) {
    int segments = template.segments().size();
    return template.open() ? segments <= length : segments == length;
  }

  /** Changes segments that are not fixed until no template fits that must not. */
  private @Nullable List<String> avoiding(Problem problem, List<String> path, boolean[] fixed) {
    PathTemplate fits = null;
    for (PathTemplate template : problem.avoided()) {
      effort.spend(1);
      if (fits(template, path, problem)) {
        fits = template;
        break;
      }
    }
    if (fits == null) {
      return checked(List.copyOf(path));
    }
    for (int i = 0; i < fits.segments().size(); i++) {
      if (fixed[i]) {
        continue;
      }
      String before = path.get(i);
      fixed[i] = true;
      for (String segment : problem.candidates().get(i)) {
        effort.spend(1);
        if (!fits(fits.segments().get(i), segment, problem.asked().get(i))) {
          path.set(i, segment);
          List<String> found = avoiding(problem, path, fixed);
          if (found != null) {
            return found;
          }
        }
      }
      path.set(i, before);
      fixed[i] = false;
    }
    return null;
  }

  private boolean fits(PathTemplate template, List<String> path, Problem problem) {
    for (int i = 0; i < template.segments().size(); i++) {
      if (!fits(template.segments().get(i), path.get(i), problem.asked().get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Whether a pattern that must not fit does; relaxed, an expression fits only where it must. */
  private boolean fits(SegmentPattern pattern, String segment, List<SegmentPattern> asked) {
    if (!relaxed || pattern.regex() == null || isGiven(asked)) {
      return pattern.fits(segment);
    }
    return asked.stream()
        .anyMatch(
            must ->
                Objects.equals(pattern.regex(), must.regex())
                    && pattern.prefix().equals(must.prefix())
                    && pattern.suffix().equals(must.suffix()));
  }

  private @Nullable List<String> checked(List<String> path) {
    if (yields.isEmpty()) {
      return path;
    }
    ExampleRequest request = Draft.only(Dimension.PATH, path);
    return yields.stream().allMatch(asked -> asked.isTrueOf(request)) ? path : null;
  }

  /** The candidates of one segment, the plainest first. */
  private List<String> candidates(List<SegmentPattern> patterns, boolean whole) {
    if (patterns.isEmpty()) {
      return whole ? List.of("", fresh) : List.of(fresh, "");
    }
    Set<String> all = new LinkedHashSet<>();
    String prefix = "";
    String suffix = "";
    for (SegmentPattern pattern : patterns) {
      if (pattern.literal()) {
        all.add(pattern.prefix());
        continue;
      }
      prefix = longer(prefix, pattern.prefix());
      suffix = longer(suffix, pattern.suffix());
      if (capture.equals(ANY) || capture.equals(pattern.name())) {
        captured.forEach(text -> all.add(pattern.prefix() + text + pattern.suffix()));
      }
      if (pattern.regex() != null) {
        RegexSamples.of(pattern.regex().toString())
            .forEach(text -> all.add(pattern.prefix() + text + pattern.suffix()));
      }
    }
    if (all.isEmpty() || patterns.stream().noneMatch(SegmentPattern::literal)) {
      all.add(prefix + "1" + suffix);
      all.add(prefix + fresh + suffix);
      if (patterns.size() > 1) {
        all.addAll(TextChoice.overlaps(prefix, suffix));
      }
    }
    all.removeIf(segment -> !isPossible(segment) || !fitsAll(patterns, segment));
    return List.copyOf(all);
  }

  private static String longer(String one, String other) {
    return other.length() > one.length() ? other : one;
  }

  private boolean fitsAll(List<SegmentPattern> patterns, String segment) {
    for (SegmentPattern pattern : patterns) {
      SegmentPattern asked =
          relaxed && !isGiven(patterns)
              ? new SegmentPattern(
                  pattern.literal(), pattern.prefix(), pattern.suffix(), pattern.name(), null)
              : pattern;
      if (!asked.fits(segment)) {
        return false;
      }
    }
    return true;
  }

  /** Whether only one text fits. */
  private static boolean isGiven(List<SegmentPattern> patterns) {
    return patterns.stream().anyMatch(SegmentPattern::literal);
  }

  private static boolean isPossible(String segment) {
    return !segment.equals(".")
        && !segment.equals("..")
        && segment.chars().noneMatch(Character::isISOControl);
  }
}
