// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import io.turnout.store.LifeSetting;
import io.turnout.store.MoveMark;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteTarget.AliasOf;
import io.turnout.store.RouteTarget.Deleted;
import io.turnout.store.RouteTarget.InCell;
import io.turnout.store.StoredRoute;
import io.turnout.store.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/**
 * How a record is written in a route file: in braces, on one line.
 *
 * @param json whether every name is quoted, as JSON wants it
 */
record RouteText(boolean json) {

  /** What YAML takes for a text whoever reads it. */
  private static final Pattern PLAIN = Pattern.compile("[a-z]+-[a-z0-9-]*[a-z0-9]");

  /** The longest duration of a route file. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  /** A unit of durations, in milliseconds. */
  private record Unit(String name, long millis) {}

  private static final List<Unit> UNITS =
      List.of(
          new Unit("d", 86_400_000),
          new Unit("h", 3_600_000),
          new Unit("m", 60_000),
          new Unit("s", 1_000),
          new Unit("ms", 1));

  /** A key, or a name at the top of the file. */
  String key(RouteKey key) {
    return quoted(key.text());
  }

  String name(String name) {
    return json ? quoted(name) : name;
  }

  String record(StoredRoute route) {
    Fields fields = new Fields();
    if (route.target() instanceof InCell in) {
      fields.add(RouteRecordReader.CELL, text(in.cell()));
    } else if (route.target() instanceof AliasOf alias) {
      fields.add(RouteRecordReader.ALIAS_OF, key(alias.key()));
      fields.add(RouteRecordReader.OFFSET, String.valueOf(alias.offset()));
    } else if (route.target() instanceof Deleted) {
      fields.add(RouteRecordReader.DELETED, "true");
    }
    fields.life(route.life());
    fields.stamp(route.stamp(), route.longestLifeUntil());
    route.move().ifPresent(move -> fields.add(RouteRecordReader.MOVING, move(move)));
    return fields.text();
  }

  String defaults(RouteDefaults defaults) {
    Fields fields = new Fields();
    fields.life(LifeSetting.of(defaults.known()));
    fields.stamp(defaults.stamp(), defaults.longestLifeUntil());
    return fields.text();
  }

  String unknown(RouteLife life) {
    Fields fields = new Fields();
    fields.life(LifeSetting.of(life));
    return fields.text();
  }

  private String move(MoveMark move) {
    Fields fields = new Fields();
    fields.add(RouteRecordReader.ID, quoted(move.id()));
    fields.add(RouteRecordReader.FROM, text(move.from()));
    fields.add(RouteRecordReader.TO, text(move.to()));
    fields.add(RouteRecordReader.PHASE, word(move.phase().name().toLowerCase(Locale.ROOT)));
    if (move.due() != MoveMark.NOT_KNOWN_YET) {
      fields.add(RouteRecordReader.DUE, instant(move.due()));
    }
    return fields.text();
  }

  private String text(String text) {
    return !json && PLAIN.matcher(text).matches() ? text : quoted(text);
  }

  private String word(String word) {
    return json ? quoted(word) : word;
  }

  private static String instant(long millis) {
    return quoted(Instant.ofEpochMilli(millis).toString());
  }

  /**
   * A duration as the file has it.
   *
   * @throws IllegalArgumentException if the file cannot hold it
   */
  static String duration(Duration duration) {
    if (duration.compareTo(LONGEST) > 0 || duration.toNanosPart() % 1_000_000 != 0) {
      throw new IllegalArgumentException(
          "a route file holds durations in whole milliseconds up to "
              + LONGEST.toDays()
              + "d, not "
              + duration);
    }
    long millis = duration.toMillis();
    StringBuilder text = new StringBuilder();
    for (Unit unit : UNITS) {
      if (millis >= unit.millis()) {
        text.append(millis / unit.millis()).append(unit.name());
        millis %= unit.millis();
      }
    }
    return text.isEmpty() ? "0" : text.toString();
  }

  /** A text in double quotes, as JSON and YAML both read it. */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c >= ' ' && c < 0x7f || Character.isLetterOrDigit(c) || isPair(text, i)) {
        quoted.append(c);
      } else {
        quoted.append(String.format("\\u%04x", (int) c));
      }
    }
    return quoted.append('"').toString();
  }

  private static boolean isPair(String text, int at) {
    char c = text.charAt(at);
    return Character.isHighSurrogate(c)
            && at + 1 < text.length()
            && Character.isLowSurrogate(text.charAt(at + 1))
        || Character.isLowSurrogate(c) && at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
  }

  /** The fields of one mapping. */
  private final class Fields {
    private final StringJoiner joined = new StringJoiner(", ", "{ ", " }");

    void add(String name, String value) {
      joined.add(name(name) + ": " + value);
    }

    void life(LifeSetting life) {
      add(RouteRecordReader.FRESH_FOR, life.freshFor());
      add(RouteRecordReader.EXPIRE_AFTER, life.expireAfter());
    }

    private void add(String name, Optional<Duration> duration) {
      duration.map(RouteText::duration).ifPresent(text -> add(name, word(text)));
    }

    void stamp(WriteStamp stamp, long longestLifeUntil) {
      add(RouteRecordReader.VERSION, String.valueOf(stamp.version()));
      if (longestLifeUntil > 0) {
        add(RouteRecordReader.LONGEST_LIFE_UNTIL, instant(longestLifeUntil));
      }
      add(RouteRecordReader.WRITE, quoted(stamp.writeId()));
    }

    String text() {
      return joined.toString();
    }
  }
}
