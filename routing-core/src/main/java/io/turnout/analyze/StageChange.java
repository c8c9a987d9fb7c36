// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.split.Stage;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What becomes of one stage of a split.
 *
 * @param stage its name
 * @param before how the old file has it; empty if it has not
 * @param after how the new file has it; empty if it has not
 */
public record StageChange(String stage, Optional<Side> before, Optional<Side> after) {

  /** Checks that all parts are there. */
  public StageChange {
    Objects.requireNonNull(stage, "stage");
    Objects.requireNonNull(before, "before");
    Objects.requireNonNull(after, "after");
  }

  /**
   * A stage in one file.
   *
   * @param stage what the file says
   * @param share the part of new users that it gets, 0 to 1
   */
  public record Side(Stage stage, double share) {}

  /** What changes of a stage. */
  public enum Kind {
    /** The old file does not have it. */
    ADDED,
    /** The new file does not have it. */
    REMOVED,
    /** It no longer answers. */
    CLOSED,
    /** It answers again. */
    OPENED,
    /** Its weight is another. */
    REWEIGHTED,
    /** Its labels are others. */
    RELABELLED
  }

  /** What changes of it; nothing if it stays as it is. */
  public Set<Kind> kinds() {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    if (before.isEmpty()) {
      kinds.add(Kind.ADDED);
    } else if (after.isEmpty()) {
      kinds.add(Kind.REMOVED);
    } else {
      Stage old = before.get().stage();
      Stage now = after.get().stage();
      if (old.isOpen() != now.isOpen()) {
        kinds.add(now.isOpen() ? Kind.OPENED : Kind.CLOSED);
      }
      if (old.weight() != now.weight()) {
        kinds.add(Kind.REWEIGHTED);
      }
      if (!old.labels().equals(now.labels())) {
        kinds.add(Kind.RELABELLED);
      }
    }
    return Collections.unmodifiableSet(kinds);
  }

  double weightBefore() {
    return before.map(side -> side.stage().effectiveWeight()).orElse(0.0);
  }

  double weightAfter() {
    return after.map(side -> side.stage().effectiveWeight()).orElse(0.0);
  }

  /** Whether those who have it keep it: it answers before and after. */
  boolean isKept() {
    return isOpen(before) && isOpen(after);
  }

  /** Whether it answers before, and no longer after. */
  boolean ends() {
    return isOpen(before) && !isOpen(after);
  }

  private static boolean isOpen(Optional<Side> side) {
    return side.map(there -> there.stage().isOpen()).orElse(false);
  }
}
