// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.turnout.spi.RouteKey;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Where a page ends, as a text that is passed from page to page: the kind of list, and the primary
 * key of the last item. It holds a route key.
 */
enum Cursor {
  /** A list of all routes. */
  ALL('a'),
  /** A list of a cell's routes. */
  CELL('c'),
  /** A key's audit trail. */
  AUDIT('t');

  /** DynamoDB's longest primary key in bytes of UTF-8, in base64, with room to spare. */
  static final int MAX_CHARS = 4200;

  private static final char SEPARATOR = '\n'; // route keys have no control characters

  private final char kind;

  Cursor(char kind) {
    this.kind = kind;
  }

  /** The cursor after an item; empty if the list has ended. */
  Optional<String> after(Map<String, AttributeValue> lastKey) {
    if (lastKey.isEmpty()) {
      return Optional.empty();
    }
    Item last = new Item("where a page ends", lastKey);
    String place = last.text(ItemCodec.PARTITION) + SEPARATOR + last.text(ItemCodec.SORT);
    return Optional.of(
        kind + Base64.getUrlEncoder().withoutPadding().encodeToString(place.getBytes(UTF_8)));
  }

  /**
   * The primary key that a cursor stands for.
   *
   * @throws IllegalArgumentException if it is no cursor of this kind of list
   */
  Map<String, AttributeValue> place(String cursor) {
    if (cursor.length() > MAX_CHARS || cursor.length() < 2 || cursor.charAt(0) != kind) {
      throw wrong();
    }
    String place;
    try {
      place = new String(Base64.getUrlDecoder().decode(cursor.substring(1)), UTF_8);
    } catch (IllegalArgumentException e) {
      throw wrong();
    }
    int end = place.indexOf(SEPARATOR);
    if (end < 0) {
      throw wrong();
    }
    String partition = place.substring(0, end);
    String sort = place.substring(end + 1);
    if (!isPartition(partition) || !isSort(sort)) {
      throw wrong();
    }
    return ItemCodec.key(partition, sort);
  }

  private static boolean isPartition(String text) {
    if (text.equals(ItemCodec.auditPartition(Optional.empty()))) {
      return true;
    }
    try {
      RouteKey.parse(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private boolean isSort(String text) {
    return switch (this) {
      case CELL -> text.equals(ItemCodec.ROUTE);
      case AUDIT -> text.startsWith(ItemCodec.AUDIT);
      case ALL -> !text.isEmpty();
    };
  }

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException(
        "the place where the next page begins is none that a page of this kind of list gave ("
            + name().toLowerCase(Locale.ROOT)
            + "); begin again with the first page");
  }
}
