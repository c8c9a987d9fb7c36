// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import io.turnout.store.AuditEntry;
import io.turnout.store.LifeSetting;
import io.turnout.store.MoveMark;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteTarget;
import io.turnout.store.StoredRoute;
import io.turnout.store.WriteStamp;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The items of a table, and what they mean. Numbers are whole; durations and instants are in
 * milliseconds; {@code ?} marks what may be missing.
 *
 * <pre>
 * a route       pk S  business:1234        sk S  route
 *               f N  1    version N    writeId S
 *               one of: cell S           us-1
 *                       alias S          business:77   with offset N
 *                       deleted BOOL     true
 *               freshFor N ?    expireAfter N ?    longestLifeUntil N ?
 *               move M ?    { id S, from S, to S, phase S  MARKED | FLIPPED, due N }
 * the defaults  pk S  #defaults            sk S  defaults
 *               f N  1    version N    writeId S
 *               knownFreshFor N    knownExpireAfter N    unknownFreshFor N    unknownExpireAfter N
 *               longestLifeUntil N ?
 * an audit      pk S  business:1234 or #defaults        sk S  audit#ID
 *               f N  1    writeId S    step S    from S ?    to S ?    version N
 *               who S ?    why S ?    at N    state S  INTENDED | DONE | NOT_DONE
 * </pre>
 *
 * <p>{@code f} is the format. An item of a higher one is not understood, and never written over.
 * Attributes that are not listed here are left as they are by every write, so that what a newer
 * version adds without raising {@code f} survives the writes of this one.
 */
final class ItemCodec {

  static final String PARTITION = "pk";
  static final String SORT = "sk";
  static final String CELL = "cell";
  static final String ALIAS = "alias";
  static final String DELETED = "deleted";
  static final String VERSION = "version";
  static final String FORMAT = "f";
  static final String ROUTE = "route";
  static final String AUDIT = "audit#";

  /** The highest format that is understood. */
  static final int FORMAT_NUMBER = 1;

  private static final String DEFAULTS = "defaults";
  private static final String DEFAULTS_PARTITION = "#defaults";
  private static final String WRITE_ID = "writeId";
  private static final String OFFSET = "offset";
  private static final String FRESH_FOR = "freshFor";
  private static final String EXPIRE_AFTER = "expireAfter";
  private static final String LONGEST_LIFE_UNTIL = "longestLifeUntil";
  private static final String MOVE = "move";

  /** What a route may have and a write takes away where it has not. */
  private static final List<String> OPTIONAL_OF_ROUTE =
      List.of(CELL, ALIAS, OFFSET, DELETED, FRESH_FOR, EXPIRE_AFTER, LONGEST_LIFE_UNTIL, MOVE);

  private static final List<String> OPTIONAL_OF_DEFAULTS = List.of(LONGEST_LIFE_UNTIL);
  private static final List<String> OPTIONAL_OF_AUDIT = List.of("from", "to", "who", "why");

  private final String table;

  /**
   * Begins.
   *
   * @param table its name, for messages
   */
  ItemCodec(String table) {
    this.table = table;
  }

  /**
   * What a write makes of an item.
   *
   * @param key which item
   * @param set the attributes that it gets
   * @param removed the attributes that it loses if it has them
   */
  record Write(
      Map<String, AttributeValue> key, Map<String, AttributeValue> set, List<String> removed) {}

  static Map<String, AttributeValue> routeKey(RouteKey key) {
    return key(key.text(), ROUTE);
  }

  static Map<String, AttributeValue> defaultsKey() {
    return key(DEFAULTS_PARTITION, DEFAULTS);
  }

  /** The partition of a key's audit trail, or of that of the defaults. */
  static String auditPartition(Optional<RouteKey> key) {
    return key.map(RouteKey::text).orElse(DEFAULTS_PARTITION);
  }

  static Map<String, AttributeValue> key(String partition, String sort) {
    return Map.of(PARTITION, text(partition), SORT, text(sort));
  }

  static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  static AttributeValue number(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }

  /** The item of a route. */
  Write encode(StoredRoute route) {
    Map<String, AttributeValue> set = stamped(route.stamp());
    if (route.target() instanceof RouteTarget.InCell in) {
      set.put(CELL, text(in.cell()));
    } else if (route.target() instanceof RouteTarget.AliasOf alias) {
      set.put(ALIAS, text(alias.key().text()));
      set.put(OFFSET, number(alias.offset()));
    } else {
      set.put(DELETED, AttributeValue.fromBool(true));
    }
    route.life().freshFor().ifPresent(freshFor -> set.put(FRESH_FOR, millis(freshFor)));
    route.life().expireAfter().ifPresent(after -> set.put(EXPIRE_AFTER, millis(after)));
    putLongestLife(set, route.longestLifeUntil());
    route.move().ifPresent(move -> set.put(MOVE, AttributeValue.fromM(encode(move))));
    return write(routeKey(route.key()), set, OPTIONAL_OF_ROUTE);
  }

  private static Map<String, AttributeValue> encode(MoveMark move) {
    return Map.of(
        "id", text(move.id()),
        "from", text(move.from()),
        "to", text(move.to()),
        "phase", text(move.phase().name()),
        "due", number(move.due()));
  }

  /** The item of the defaults. */
  Write encode(RouteDefaults defaults) {
    Map<String, AttributeValue> set = stamped(defaults.stamp());
    set.put("knownFreshFor", millis(defaults.known().freshFor()));
    set.put("knownExpireAfter", millis(defaults.known().expireAfter()));
    set.put("unknownFreshFor", millis(defaults.unknown().freshFor()));
    set.put("unknownExpireAfter", millis(defaults.unknown().expireAfter()));
    putLongestLife(set, defaults.longestLifeUntil());
    return write(defaultsKey(), set, OPTIONAL_OF_DEFAULTS);
  }

  /** The item of an entry of the audit trail. */
  Write encode(AuditEntry entry) {
    Map<String, AttributeValue> set = new HashMap<>();
    set.put(FORMAT, number(FORMAT_NUMBER));
    set.put(WRITE_ID, text(entry.writeId()));
    set.put("step", text(entry.change().step()));
    putText(set, "from", entry.change().from());
    putText(set, "to", entry.change().to());
    set.put(VERSION, number(entry.change().version()));
    putText(set, "who", entry.by().who());
    putText(set, "why", entry.by().why());
    set.put("at", number(entry.at()));
    set.put("state", text(entry.state().name()));
    return write(key(auditPartition(entry.key()), AUDIT + entry.id()), set, OPTIONAL_OF_AUDIT);
  }

  private static Write write(
      Map<String, AttributeValue> key, Map<String, AttributeValue> set, List<String> optional) {
    return new Write(key, set, optional.stream().filter(name -> !set.containsKey(name)).toList());
  }

  private static Map<String, AttributeValue> stamped(WriteStamp stamp) {
    Map<String, AttributeValue> set = new HashMap<>();
    set.put(FORMAT, number(FORMAT_NUMBER));
    set.put(VERSION, number(stamp.version()));
    set.put(WRITE_ID, text(stamp.writeId()));
    return set;
  }

  private static void putLongestLife(Map<String, AttributeValue> set, long until) {
    if (until != 0) {
      set.put(LONGEST_LIFE_UNTIL, number(until));
    }
  }

  private static void putText(Map<String, AttributeValue> set, String name, String text) {
    if (!text.isEmpty()) {
      set.put(name, text(text));
    }
  }

  private static AttributeValue millis(Duration duration) {
    try {
      return number(duration.toMillis());
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "a duration must be at most " + Long.MAX_VALUE + " ms, not " + duration, e);
    }
  }

  /**
   * Reads the item of a route that was asked for by its key.
   *
   * @throws RouteStoreException if it is damaged
   */
  StoredRoute route(RouteKey key, Map<String, AttributeValue> attributes) {
    Item item = item("the route of a key in \"" + key.namespace() + "\"", attributes);
    if (!item.text(PARTITION).equals(key.text()) || !item.text(SORT).equals(ROUTE)) {
      throw item.damaged("the key that was asked for", ", not another");
    }
    return route(key, item);
  }

  /**
   * Reads the item of a route that was found in a list.
   *
   * @throws RouteStoreException if it is damaged
   */
  StoredRoute listed(Map<String, AttributeValue> attributes) {
    RouteKey key = listedKey(attributes);
    return route(key, attributes);
  }

  /**
   * Reads the key of an item that was found in a list.
   *
   * @throws RouteStoreException if it is none
   */
  RouteKey listedKey(Map<String, AttributeValue> attributes) {
    Item item = item("the route of a key", attributes);
    return parsedKey(item, PARTITION);
  }

  private StoredRoute route(RouteKey key, Item item) {
    requireFormat(item);
    return valid(
        item,
        "\"" + MOVE + "\" to agree with \"" + CELL + "\"",
        () ->
            new StoredRoute(
                key,
                target(item),
                new LifeSetting(duration(item, FRESH_FOR), duration(item, EXPIRE_AFTER)),
                longestLife(item),
                item.has(MOVE) ? Optional.of(move(item.map(MOVE))) : Optional.empty(),
                stamp(item)));
  }

  private static RouteTarget target(Item item) {
    return switch (item.onlyOneOf(CELL, ALIAS, DELETED)) {
      case CELL -> {
        requireAbsent(item, OFFSET);
        yield new RouteTarget.InCell(item.cell(CELL));
      }
      case ALIAS ->
          new RouteTarget.AliasOf(
              parsedKey(item, ALIAS), item.number(OFFSET, 0, RouteEntry.MAX_VERSION));
      default -> {
        requireAbsent(item, OFFSET);
        item.requireTrue(DELETED);
        yield new RouteTarget.Deleted();
      }
    };
  }

  private static void requireAbsent(Item item, String name) {
    if (item.has(name)) {
      throw item.damaged("no \"" + name + "\" beside anything but an alias", "");
    }
  }

  private static MoveMark move(Item item) {
    return valid(
        item,
        "\"id\" not to be empty",
        () ->
            new MoveMark(
                item.text("id"),
                item.cell("from"),
                item.cell("to"),
                item.oneOf("phase", MoveMark.Phase.class),
                item.number("due", Long.MIN_VALUE, Long.MAX_VALUE)));
  }

  /**
   * Reads the item of the defaults.
   *
   * @param attributes the item; null or empty if there is none
   * @throws RouteStoreException if it is damaged
   */
  RouteDefaults defaults(@Nullable Map<String, AttributeValue> attributes) {
    if (attributes == null || attributes.isEmpty()) {
      return RouteDefaults.INITIAL;
    }
    Item item = item("the record of default durations", attributes);
    requireFormat(item);
    return new RouteDefaults(
        life(item, "knownFreshFor", "knownExpireAfter"),
        life(item, "unknownFreshFor", "unknownExpireAfter"),
        longestLife(item),
        stamp(item));
  }

  /**
   * Reads the item of an entry of the audit trail.
   *
   * @throws RouteStoreException if it is damaged
   */
  AuditEntry audit(Optional<RouteKey> key, Map<String, AttributeValue> attributes) {
    Item item = item("an entry of the audit trail", attributes);
    requireFormat(item);
    String sort = item.text(SORT);
    if (!sort.startsWith(AUDIT)) {
      throw item.damaged("\"" + SORT + "\" to begin with " + AUDIT, "");
    }
    return valid(
        item,
        "its id to have 1 to 128 characters, and its author and reason to be within their bounds",
        () ->
            new AuditEntry(
                sort.substring(AUDIT.length()),
                key,
                new AuditEntry.Change(
                    item.text("step"),
                    item.textOrEmpty("from"),
                    item.textOrEmpty("to"),
                    item.number(VERSION, Long.MIN_VALUE, Long.MAX_VALUE)),
                item.text(WRITE_ID),
                new AuditEntry.Author(item.textOrEmpty("who"), item.textOrEmpty("why")),
                item.number("at", Long.MIN_VALUE, Long.MAX_VALUE),
                item.oneOf("state", AuditEntry.State.class)));
  }

  private Item item(String what, Map<String, AttributeValue> attributes) {
    return new Item(what + " in table \"" + table + "\"", attributes);
  }

  private static void requireFormat(Item item) {
    long format = item.number(FORMAT, 1, Long.MAX_VALUE);
    if (format > FORMAT_NUMBER) {
      throw new RouteStoreException(
          RouteStoreException.Kind.DAMAGED,
          item.what()
              + " has the format "
              + format
              + ", which a newer version of this library wrote; this one understands "
              + FORMAT_NUMBER);
    }
  }

  private static RouteKey parsedKey(Item item, String name) {
    try {
      return RouteKey.parse(item.text(name));
    } catch (IllegalArgumentException e) {
      throw item.damaged("\"" + name + "\" to be a route key, namespace:value", "");
    }
  }

  /** Makes something of what was read; that its parts do not fit is a damage like any other. */
  private static <T> T valid(Item item, String expected, Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw item.damaged(expected, "");
    }
  }

  private static WriteStamp stamp(Item item) {
    long version = item.number(VERSION, 0, RouteEntry.MAX_VERSION);
    String writeId = item.text(WRITE_ID);
    return valid(
        item,
        "\"" + WRITE_ID + "\" to have 1 to " + WriteStamp.MAX_WRITE_ID_CHARS + " characters",
        () -> new WriteStamp(version, writeId));
  }

  private static long longestLife(Item item) {
    return item.optionalNumber(LONGEST_LIFE_UNTIL, 0, Long.MAX_VALUE).orElse(0);
  }

  private static Optional<Duration> duration(Item item, String name) {
    OptionalLong millis = item.optionalNumber(name, 0, Long.MAX_VALUE);
    return millis.isPresent()
        ? Optional.of(Duration.ofMillis(millis.getAsLong()))
        : Optional.empty();
  }

  private static RouteLife life(Item item, String freshFor, String expireAfter) {
    return new RouteLife(
        Duration.ofMillis(item.number(freshFor, 0, Long.MAX_VALUE)),
        Duration.ofMillis(item.number(expireAfter, 0, Long.MAX_VALUE)));
  }
}
