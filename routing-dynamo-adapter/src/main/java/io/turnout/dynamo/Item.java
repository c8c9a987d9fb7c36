// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import io.turnout.spi.RoutingName;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteStoreException.Kind;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The attributes of one item, which say what they should have been where they are not. Numbers are
 * shown in messages, texts are not, since one in the wrong place may be a key.
 *
 * @param what which item it is, for messages; without route keys
 */
record Item(String what, Map<String, AttributeValue> attributes) {

  /** The longest number that DynamoDB writes has 38 digits, a sign, a point and an exponent. */
  private static final int MAX_NUMBER_CHARS = 64;

  /** The one of several attributes that is there. */
  String onlyOneOf(String first, String second, String third) {
    Set<String> names = Set.of(first, second, third);
    if (attributes.keySet().stream().filter(names::contains).count() != 1) {
      throw damaged("exactly one of \"" + first + "\", \"" + second + "\", \"" + third + "\"", "");
    }
    return attributes.containsKey(first) ? first : attributes.containsKey(second) ? second : third;
  }

  String text(String name) {
    return optionalText(name).orElseThrow(() -> missing(name));
  }

  /** A text; one that is not there counts as empty, since some servers do not keep empty ones. */
  String textOrEmpty(String name) {
    return optionalText(name).orElse("");
  }

  /** The name of a cell. */
  String cell(String name) {
    String text = text(name);
    if (!RoutingName.isValid(text)) {
      throw damaged("\"" + name + "\" to be a cell, [a-z0-9][a-z0-9-]{0,62}", "");
    }
    return text;
  }

  /** The name of an enum's constant. */
  <E extends Enum<E>> E oneOf(String name, Class<E> type) {
    String text = text(name);
    List<E> constants = List.of(type.getEnumConstants());
    return constants.stream()
        .filter(constant -> constant.name().equals(text))
        .findFirst()
        .orElseThrow(() -> damaged("\"" + name + "\" to be one of " + constants, ""));
  }

  private Optional<String> optionalText(String name) {
    return Optional.ofNullable(of(name, AttributeValue.Type.S)).map(AttributeValue::s);
  }

  void requireTrue(String name) {
    AttributeValue value = of(name, AttributeValue.Type.BOOL);
    if (value == null || !value.bool()) {
      throw damaged("\"" + name + "\" to be true", "");
    }
  }

  Item map(String name) {
    AttributeValue value = of(name, AttributeValue.Type.M);
    if (value == null) {
      throw missing(name);
    }
    return new Item(what + ", attribute \"" + name + "\"", value.m());
  }

  boolean has(String name) {
    return attributes.containsKey(name);
  }

  /** A whole number within bounds. */
  long number(String name, long least, long most) {
    return optionalNumber(name, least, most).orElseThrow(() -> missing(name));
  }

  OptionalLong optionalNumber(String name, long least, long most) {
    AttributeValue value = of(name, AttributeValue.Type.N);
    if (value == null) {
      return OptionalLong.empty();
    }
    String expected = "\"" + name + "\" to be a whole number from " + least + " to " + most;
    String text = value.n();
    if (text.length() > MAX_NUMBER_CHARS) {
      throw damaged(expected, ", not of " + text.length() + " characters");
    }
    long number;
    try {
      number = new BigDecimal(text).longValueExact();
    } catch (ArithmeticException | NumberFormatException e) {
      throw damaged(expected, ", not " + text);
    }
    if (number < least || number > most) {
      throw damaged(expected, ", not " + text);
    }
    return OptionalLong.of(number);
  }

  private @Nullable AttributeValue of(String name, AttributeValue.Type type) {
    AttributeValue value = attributes.get(name);
    if (value != null && value.type() != type) {
      throw damaged("\"" + name + "\" to have the type " + type, ", not " + value.type());
    }
    return value;
  }

  private RouteStoreException missing(String name) {
    return damaged("\"" + name + "\"", ", which is not there");
  }

  /** That something is not as it must be. */
  RouteStoreException damaged(String expected, String but) {
    return new RouteStoreException(Kind.DAMAGED, what + " is damaged: expected " + expected + but);
  }
}
