// SPDX-License-Identifier: Apache-2.0
package io.turnout.split;

import io.turnout.decision.StageChoice;
import io.turnout.request.Request;
import io.turnout.spi.RouteClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The splits of a rule file. Immutable. */
public final class Splits {

  /** No split. */
  public static final Splits NONE = new Splits(List.of());

  private final List<Split> inOrder;
  private final Map<String, Split> byName;

  private Splits(List<Split> splits) {
    inOrder = List.copyOf(splits);
    byName = new HashMap<>();
    inOrder.forEach(split -> byName.put(split.name(), split));
  }

  /** These splits, each name once, in the order of the rule file. */
  public static Splits of(List<Split> splits) {
    return splits.isEmpty() ? NONE : new Splits(splits);
  }

  /** The splits in the order of the rule file. */
  public List<Split> all() {
    return inOrder;
  }

  /**
   * The stages for a request: those that a router before this one told, or one of each split that
   * concerns it.
   *
   * @param told the stage of each split; empty where no router before this one chose
   * @param clock what says when sessions end
   * @param ids where routing IDs come from
   */
  public List<StageChoice> choose(
      Request request, Optional<Map<String, String>> told, RouteClock clock, Supplier<String> ids) {
    if (told.isPresent()) {
      return told(told.get());
    }
    if (inOrder.isEmpty()) {
      return List.of();
    }
    long nowSeconds = Math.floorDiv(clock.wallMillis(), 1_000L);
    List<StageChoice> chosen = new ArrayList<>(inOrder.size());
    FreshIds fresh = new FreshIds(ids);
    for (Split split : inOrder) {
      split.choose(request, nowSeconds, fresh).ifPresent(chosen::add);
    }
    return chosen;
  }

  private List<StageChoice> told(Map<String, String> stages) {
    List<StageChoice> told = new ArrayList<>(stages.size());
    stages.forEach(
        (name, stage) -> {
          Split split = byName.get(name);
          told.add(split == null ? StageChoice.told(name, stage) : split.told(stage));
        });
    return told;
  }
}
