// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.endpoints;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Tells of changes of one cell's endpoints in few lines: at most one in a while, with numbers and a
 * few examples. For one thread at a time.
 */
final class ChangeLog {

  /** Between two lines there is at least this time. */
  static final long PAUSE_NANOS = 10_000_000_000L;

  /** How many changes of a kind are told in full. */
  static final int MOST_EXAMPLES = 3;

  private final Consumer<String> out;
  private final Map<Change, Told> untold = new TreeMap<>();
  private boolean told;
  private long toldAt;

  /** What can happen to an endpoint. */
  enum Change {
    ADDED("added"),
    REMOVED("removed"),
    RELABELLED("relabelled"),
    UNHEALTHY("unhealthy"),
    EJECTED("ejected"),
    BACK("used again");

    private final String text;

    Change(String text) {
      this.text = text;
    }
  }

  private static final class Told {
    private int count;
    private final List<String> examples = new ArrayList<>();
  }

  ChangeLog(Consumer<String> out) {
    this.out = out;
  }

  /** Notes a change that may be told in full. */
  void note(Change change, String example) {
    Told so = untold.computeIfAbsent(change, none -> new Told());
    so.count++;
    if (so.examples.size() < MOST_EXAMPLES) {
      so.examples.add(example);
    }
  }

  /**
   * Tells what was noted, unless it is too early for that.
   *
   * @param ending what is told last
   * @return when it will not be too early any more; empty if nothing is left to be told
   */
  OptionalLong tell(long nanos, String ending) {
    if (untold.isEmpty()) {
      return OptionalLong.empty();
    }
    if (told && nanos - toldAt < PAUSE_NANOS) {
      return OptionalLong.of(toldAt + PAUSE_NANOS);
    }
    told = true;
    toldAt = nanos;
    StringBuilder line = new StringBuilder();
    untold.forEach(
        (change, so) -> {
          line.append(so.count).append(' ').append(change.text).append(" (");
          line.append(String.join(", ", so.examples));
          line.append(so.count > so.examples.size() ? ", …); " : "); ");
        });
    untold.clear();
    out.accept(line + ending);
    return OptionalLong.empty();
  }
}
