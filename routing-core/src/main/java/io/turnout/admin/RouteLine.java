// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.document.Quantities;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RoutingName;
import io.turnout.store.LifeSetting;
import io.turnout.store.RouteTarget.AliasOf;
import io.turnout.store.RouteTarget.InCell;
import io.turnout.store.StoredRoute;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One route of a file.
 *
 * @param cell where it leads, or empty for an alias
 * @param aliasOf what it is an alias of, or empty for a route
 */
record RouteLine(
    RouteKey key, Optional<String> cell, Optional<RouteKey> aliasOf, LifeSetting life) {

  static final String KEY = "key";
  static final String CELL = "cell";
  static final String ALIAS_OF = "alias-of";
  static final String FRESH_FOR = "fresh-for";
  static final String EXPIRE_AFTER = "expire-after";
  static final List<String> COLUMNS = List.of(KEY, CELL, ALIAS_OF, FRESH_FOR, EXPIRE_AFTER);

  /** Reads the columns of a line; what is not set is missing or empty. */
  static RouteLine of(Map<String, String> columns) throws BadLineException {
    RouteKey key = key(columns, KEY);
    String cell = columns.getOrDefault(CELL, "");
    boolean isAlias = !columns.getOrDefault(ALIAS_OF, "").isEmpty();
    if (cell.isEmpty() != isAlias) {
      throw new BadLineException(CELL, "either cell or alias-of must be set, and not both");
    }
    if (!isAlias && !RoutingName.isValid(cell)) {
      throw new BadLineException(CELL, "a cell is named [a-z0-9][a-z0-9-]{0,62}");
    }
    return new RouteLine(
        key,
        isAlias ? Optional.empty() : Optional.of(cell),
        isAlias ? Optional.of(key(columns, ALIAS_OF)) : Optional.empty(),
        new LifeSetting(duration(columns, FRESH_FOR), duration(columns, EXPIRE_AFTER)));
  }

  /** The columns of a record that leads somewhere. */
  static Map<String, String> columns(StoredRoute route) {
    Map<String, String> columns = new LinkedHashMap<>();
    columns.put(KEY, route.key().text());
    if (route.target() instanceof InCell in) {
      columns.put(CELL, in.cell());
    } else if (route.target() instanceof AliasOf alias) {
      columns.put(ALIAS_OF, alias.key().text());
    }
    route.life().freshFor().ifPresent(it -> columns.put(FRESH_FOR, text(it)));
    route.life().expireAfter().ifPresent(it -> columns.put(EXPIRE_AFTER, text(it)));
    return columns;
  }

  static void requireColumn(String name) throws BadLineException {
    if (!COLUMNS.contains(name)) {
      throw new BadLineException("", "a column is none of " + COLUMNS);
    }
  }

  private static RouteKey key(Map<String, String> columns, String column) throws BadLineException {
    try {
      return RouteKey.parse(columns.getOrDefault(column, ""));
    } catch (IllegalArgumentException e) {
      throw new BadLineException(
          column,
          "a key is written namespace:value, the namespace [a-z0-9][a-z0-9-]{0,62}, the value 1 to "
              + RouteKey.MAX_VALUE_BYTES
              + " bytes of UTF-8 without control characters");
    }
  }

  private static Optional<Duration> duration(Map<String, String> columns, String column)
      throws BadLineException {
    String text = columns.getOrDefault(column, "");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    OptionalLong millis = Quantities.durationMillis(text);
    if (millis.isEmpty()) {
      throw new BadLineException(
          column, "a duration is written like 90s, 5m or 24h, at most 36500d");
    }
    return Optional.of(Duration.ofMillis(millis.getAsLong()));
  }

  private static String text(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 3_600_000 == 0) {
      return millis / 3_600_000 + "h";
    }
    if (millis % 60_000 == 0) {
      return millis / 60_000 + "m";
    }
    return millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
  }
}
