// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Something that goes wrong.
 *
 * @param kind what
 * @param at when it begins, counted from the end of the warm-up
 * @param length how long it lasts; zero for what happens at once
 * @param amount look-ups a second, or milliseconds, where the kind has such a number; else 0
 */
record Fault(Kind kind, Duration at, Duration length, long amount) {

  /** What its number says. */
  enum Amount {
    NONE,
    PER_SECOND,
    LATENCY
  }

  /** What can go wrong. */
  enum Kind {
    /** The authority refuses at once. */
    AUTHORITY_DOWN(Part.AUTHORITY, Amount.NONE),
    /** The authority takes calls and never answers. */
    AUTHORITY_SILENT(Part.AUTHORITY, Amount.NONE),
    /** The authority takes longer. */
    AUTHORITY_SLOW(Part.AUTHORITY, Amount.LATENCY),
    /** The authority answers so many look-ups a second, and refuses the rest at once. */
    AUTHORITY_THROTTLED(Part.AUTHORITY, Amount.PER_SECOND),
    /** The layer refuses at once. */
    LAYER_DOWN(Part.LAYER, Amount.NONE),
    /** The layer takes calls and never answers. */
    LAYER_SILENT(Part.LAYER, Amount.NONE),
    /** The layer takes longer. */
    LAYER_SLOW(Part.LAYER, Amount.LATENCY),
    /** The layer forgets all it holds. */
    LAYER_LOST(Part.LAYER, Amount.NONE),
    /** All routers start again with empty near caches. */
    ROUTERS_RESTARTED(Part.ROUTERS, Amount.NONE),
    /** Both: routers and layer begin with nothing. */
    EVERYTHING_LOST(Part.ROUTERS, Amount.NONE);

    private final Part part;
    private final Amount amount;

    Kind(Part part, Amount amount) {
      this.part = part;
      this.amount = amount;
    }

    Part part() {
      return part;
    }

    Amount amount() {
      return amount;
    }

    /** Whether it lasts; else it happens at once. */
    boolean lasts() {
      return part != Part.ROUTERS && this != LAYER_LOST;
    }

    /** The spelling in scenarios. */
    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static List<String> texts() {
      return Arrays.stream(values()).map(Kind::text).toList();
    }

    static Kind of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
  }

  /** What it befalls. */
  enum Part {
    AUTHORITY,
    LAYER,
    ROUTERS
  }

  int fromSecond() {
    return (int) at.toSeconds();
  }

  Duration end() {
    return at.plus(length);
  }

  /** Whether near caches begin with nothing. */
  boolean emptiesRouters() {
    return kind.part() == Part.ROUTERS;
  }

  /** What it is, in the words of a scenario. */
  String text() {
    return switch (kind.amount()) {
      case NONE -> kind.text();
      case PER_SECOND -> kind.text() + " to " + Figures.count(amount) + "/s";
      case LATENCY -> kind.text() + ", " + Figures.time(Duration.ofMillis(amount));
    };
  }
}
