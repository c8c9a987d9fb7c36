// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes an example as small as a person would write it, and keeps what it shows. */
final class Shrinker {

  private static final List<String> SHORT = List.of("", "1", "a", "x");

  /** The most requests that are tried. */
  static final int MOST_TRIALS = 100;

  private final Predicate<ExampleRequest> shows;
  private Draft smallest;
  private int trials;

  private Shrinker(Draft draft, Predicate<ExampleRequest> shows) {
    this.smallest = draft;
    this.shows = shows;
  }

  /** The smallest request that was found by taking parts off one that shows something. */
  static ExampleRequest smallest(Draft draft, Predicate<ExampleRequest> shows) {
    Shrinker shrinker = new Shrinker(draft, shows);
    shrinker.shrink();
    return shrinker.smallest.request();
  }

  private void shrink() {
    boolean hasBody = smallest.parts().containsKey(Dimension.BODY);
    for (Dimension dimension : smallest.parts().keySet()) {
      if (hasBody && dimension.equals(Dimension.METHOD)) {
        continue;
      }
      List<String> plainest = dimension.equals(Dimension.PATH) ? List.of("") : List.of();
      if (!keeps(dimension, plainest)) {
        fewer(dimension);
        shorter(dimension);
      }
    }
  }

  /** Takes off one text after the other. */
  private void fewer(Dimension dimension) {
    for (int i = texts(dimension).size() - 1; i >= 0 && texts(dimension).size() > 1; i--) {
      List<String> fewer = new ArrayList<>(texts(dimension));
      fewer.remove(i);
      keeps(dimension, fewer);
    }
  }

  /** Replaces texts by short ones. */
  private void shorter(Dimension dimension) {
    if (dimension.equals(Dimension.METHOD)
        || dimension.equals(Dimension.BODY)
        || dimension.equals(Dimension.TAGS)) {
      return;
    }
    for (int i = 0; i < texts(dimension).size(); i++) {
      for (String text : SHORT) {
        List<String> changed = new ArrayList<>(texts(dimension));
        if (changed.get(i).equals(text)) {
          break;
        }
        changed.set(i, text);
        if (text.length() <= texts(dimension).get(i).length() && keeps(dimension, changed)) {
          break;
        }
      }
    }
  }

  private List<String> texts(Dimension dimension) {
    return smallest.parts().getOrDefault(dimension, List.of());
  }

  private boolean keeps(Dimension dimension, List<String> texts) {
    Draft changed = smallest.with(dimension, texts);
    if (++trials > MOST_TRIALS || !shows.test(changed.request())) {
      return false;
    }
    smallest = changed;
    return true;
  }
}
