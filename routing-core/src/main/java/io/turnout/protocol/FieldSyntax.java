// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import io.turnout.request.Delimiters;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.greenbytes.http.sfv.DecimalItem;
import org.greenbytes.http.sfv.IntegerItem;
import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.ListElement;
import org.greenbytes.http.sfv.Parameters;
import org.greenbytes.http.sfv.Parser;
import org.greenbytes.http.sfv.StringItem;
import org.greenbytes.http.sfv.TokenItem;
import org.jspecify.annotations.Nullable;

/**
 * Structured fields within bounds. The parser takes time and memory in proportion to the length for
 * each text, and lets the last of two parameters of one name win; so what is parsed is counted
 * before.
 */
final class FieldSyntax {

  /** The longest field, all its lines together, in characters. */
  static final int MAX_CHARS = 16_384;

  /** The most parameters for each member. */
  static final int MAX_PARAMETERS = 8;

  private FieldSyntax() {}

  /**
   * Reads a list; several lines are one.
   *
   * @param lines without blank ones, at least one
   */
  static List<ListElement<?>> list(List<String> lines, int maxMembers) throws UnreadableException {
    requireShort(lines);
    Delimiters count = Delimiters.of(lines);
    if (count.commas() >= maxMembers) {
      throw new UnreadableException(
          FieldMistake.TOO_MANY, "there must be at most " + maxMembers + " members");
    }
    requireFewParameters(count, maxMembers);
    List<ListElement<?>> members;
    try {
      members = new Parser(lines).parseList().get();
    } catch (IllegalArgumentException e) {
      throw broken();
    }
    int parameters = 0;
    for (ListElement<?> member : members) {
      parameters += member.getParams().size();
    }
    requireDistinct(count, parameters);
    return members;
  }

  /** Reads an item, which has exactly one line. */
  static Item<?> item(List<String> lines) throws UnreadableException {
    requireShort(lines);
    if (lines.size() > 1) {
      throw new UnreadableException(FieldMistake.REPEATED, "the field must be there once");
    }
    Delimiters count = Delimiters.of(lines);
    requireFewParameters(count, 1);
    Item<?> item;
    try {
      item = new Parser(lines).parseItem();
    } catch (IllegalArgumentException e) {
      throw broken();
    }
    requireDistinct(count, item.getParams().size());
    return item;
  }

  private static void requireShort(List<String> lines) throws UnreadableException {
    long length = 0;
    for (String line : lines) {
      length += line.length();
    }
    if (length > MAX_CHARS) {
      throw new UnreadableException(
          FieldMistake.TOO_LONG,
          "the field must have at most " + MAX_CHARS + " characters, not " + length);
    }
  }

  private static void requireFewParameters(Delimiters count, int members)
      throws UnreadableException {
    if (count.semicolons() > members * MAX_PARAMETERS) {
      throw new UnreadableException(FieldMistake.TOO_MANY, "there are too many parameters");
    }
  }

  private static void requireDistinct(Delimiters count, int parameters) throws UnreadableException {
    // What the parser takes has semicolons before parameters only, inner lists aside.
    if (count.semicolons() != parameters) {
      throw new UnreadableException(FieldMistake.REPEATED, "a parameter must be there once");
    }
  }

  private static UnreadableException broken() {
    return new UnreadableException(FieldMistake.SYNTAX, "the field is no structured field");
  }

  /** The text of a member or parameter that must be a string, percent-decoded. */
  static String text(Object item, String what) throws UnreadableException {
    if (!(item instanceof StringItem string)) {
      throw new UnreadableException(FieldMistake.WRONG_TYPE, what + " must be a string");
    }
    String text = PercentText.ofString(string.get());
    if (text == null) {
      throw new UnreadableException(
          FieldMistake.SYNTAX, what + " must be percent-encoded UTF-8, decoded once");
    }
    return text;
  }

  /** A token. */
  static String token(Object item, String what) throws UnreadableException {
    if (!(item instanceof TokenItem token)) {
      throw new UnreadableException(FieldMistake.WRONG_TYPE, what + " must be a token");
    }
    return token.get();
  }

  /** An integer from 0 on. */
  static long natural(Object item, String what) throws UnreadableException {
    if (!(item instanceof IntegerItem integer)) {
      throw new UnreadableException(FieldMistake.WRONG_TYPE, what + " must be an integer");
    }
    if (integer.getAsLong() < 0) {
      throw new UnreadableException(FieldMistake.OUT_OF_BOUNDS, what + " must not be negative");
    }
    return integer.getAsLong();
  }

  /** A life, in seconds. */
  static Duration life(Object item, String what) throws UnreadableException {
    if (item instanceof IntegerItem integer) {
      long seconds = integer.getAsLong();
      boolean huge = seconds > RouteAnnouncement.LONGEST_LIFE.toSeconds();
      return Seconds.ofMillis(huge ? Long.MAX_VALUE : seconds * 1_000);
    }
    if (item instanceof DecimalItem decimal) {
      return Seconds.ofMillis(decimal.getAsLong());
    }
    throw new UnreadableException(FieldMistake.WRONG_TYPE, what + " must be a number of seconds");
  }

  /** A parameter that must be there. */
  static Item<?> required(Parameters parameters, String name) throws UnreadableException {
    Item<?> value = parameters.get(name);
    if (value == null) {
      throw new UnreadableException(FieldMistake.MISSING, name + " is missing");
    }
    return value;
  }

  /** A parameter that may be left out. */
  static Optional<Item<?>> optional(Parameters parameters, String name) {
    @Nullable Item<?> value = parameters.get(name);
    return Optional.ofNullable(value);
  }
}
