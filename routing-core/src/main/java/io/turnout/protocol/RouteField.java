// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.ListElement;
import org.greenbytes.http.sfv.Parameters;
import org.greenbytes.http.sfv.StringItem;

/**
 * The form of {@code Turnout-Route}: {@code
 * "business:1234";cell="us-1";fresh-for=300;expire-after=86400;version=17}, and more after commas.
 */
final class RouteField {

  static final String CELL = "cell";
  static final String FRESH_FOR = "fresh-for";
  static final String EXPIRE_AFTER = "expire-after";
  static final String VERSION = "version";

  private RouteField() {}

  /** Numbers are written here: the library would make 0.28 of 0.028, a longer life. */
  static String write(List<RouteAnnouncement> routes) {
    StringBuilder out = new StringBuilder();
    for (RouteAnnouncement route : routes) {
      out.append(out.isEmpty() ? "" : ", ").append(string(route.key().text()));
      route.cell().ifPresent(cell -> parameter(out, CELL, string(cell)));
      parameter(out, FRESH_FOR, Seconds.written(route.freshFor()).toPlainString());
      parameter(out, EXPIRE_AFTER, Seconds.written(route.expireAfter()).toPlainString());
      parameter(out, VERSION, Long.toString(route.version()));
    }
    return out.toString();
  }

  private static String string(String text) {
    return StringItem.valueOf(PercentText.forString(text)).serialize();
  }

  private static void parameter(StringBuilder out, String name, String value) {
    out.append(';').append(name).append('=').append(value);
  }

  static List<RouteAnnouncement> read(List<String> lines, int maxMembers)
      throws UnreadableException {
    List<RouteAnnouncement> routes = new ArrayList<>();
    Set<RouteKey> keys = new HashSet<>();
    for (ListElement<?> member : FieldSyntax.list(lines, maxMembers)) {
      RouteAnnouncement route = announcement(member);
      if (!keys.add(route.key())) {
        throw new UnreadableException(FieldMistake.REPEATED, "a key must be there once");
      }
      routes.add(route);
    }
    return routes;
  }

  private static RouteAnnouncement announcement(ListElement<?> member) throws UnreadableException {
    String key = FieldSyntax.text(member, "a member");
    Parameters parameters = member.getParams();
    Optional<Item<?>> cell = FieldSyntax.optional(parameters, CELL);
    Optional<String> name =
        cell.isPresent() ? Optional.of(FieldSyntax.text(cell.get(), CELL)) : Optional.empty();
    long version = FieldSyntax.natural(FieldSyntax.required(parameters, VERSION), VERSION);
    Duration fresh = FieldSyntax.life(FieldSyntax.required(parameters, FRESH_FOR), FRESH_FOR);
    Duration expire =
        FieldSyntax.life(FieldSyntax.required(parameters, EXPIRE_AFTER), EXPIRE_AFTER);
    return announcement(key, name, version, fresh, expire);
  }

  /** Puts the parts together, if each is in its bounds. */
  static RouteAnnouncement announcement(
      String key, Optional<String> cell, long version, Duration fresh, Duration expire)
      throws UnreadableException {
    try {
      return new RouteAnnouncement(RouteKey.parse(key), cell, version, fresh, expire);
    } catch (IllegalArgumentException e) {
      throw new UnreadableException(
          FieldMistake.OUT_OF_BOUNDS, "a key, a cell or a version is none that there can be");
    }
  }
}
