// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RoutingName;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The request target that asks for one key: {@code
 * /.well-known/turnout/routes/business/1234?at-least=17}. The value is percent-encoded UTF-8;
 * {@code at-least} is left out where any version will do.
 */
public final class LookupTarget {

  /** The path below which keys are asked for, and to which many are posted. */
  public static final String PATH = "/.well-known/turnout/routes";

  private static final String AT_LEAST = "at-least=";
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,15}");

  private LookupTarget() {}

  /** The target that asks for a key. */
  public static String write(Lookup lookup) {
    RouteKey key = lookup.key();
    String path = PATH + '/' + key.namespace() + '/' + PercentText.forSegment(key.value());
    return lookup.atLeastVersion() == 0 ? path : path + '?' + AT_LEAST + lookup.atLeastVersion();
  }

  /** Whether a target asks for a key, or tries to: its path lies below {@link #PATH}. */
  public static boolean isOne(String target) {
    return target.startsWith(PATH + '/');
  }

  /**
   * Reads a target.
   *
   * @throws UnreadableException if it is none; the text says what is wrong with it, and nothing of
   *     the key
   */
  public static Lookup read(String target) throws UnreadableException {
    int question = target.indexOf('?');
    String path = question < 0 ? target : target.substring(0, question);
    long atLeast = question < 0 ? 0 : atLeast(target.substring(question + 1));
    if (!isOne(path)) {
      throw new UnreadableException(
          FieldMistake.SYNTAX, "the path must be " + PATH + "/NAMESPACE/VALUE");
    }
    String rest = path.substring(PATH.length() + 1);
    int slash = rest.indexOf('/');
    if (slash < 0 || rest.indexOf('/', slash + 1) >= 0) {
      throw new UnreadableException(
          FieldMistake.SYNTAX,
          "after " + PATH + " there must be a namespace and a value, slashes in it encoded");
    }
    return new Lookup(key(rest.substring(0, slash), rest.substring(slash + 1)), atLeast);
  }

  private static RouteKey key(String namespace, String encoded) throws UnreadableException {
    if (!RoutingName.isValid(namespace)) {
      throw new UnreadableException(
          FieldMistake.OUT_OF_BOUNDS, "the namespace must be [a-z0-9][a-z0-9-]{0,62}");
    }
    @Nullable String value = PercentText.ofSegment(encoded);
    if (value == null) {
      throw new UnreadableException(FieldMistake.SYNTAX, "the value must be percent-encoded UTF-8");
    }
    if (!RouteKey.isValue(value)) {
      throw new UnreadableException(
          FieldMistake.OUT_OF_BOUNDS,
          "the value must be 1 to "
              + RouteKey.MAX_VALUE_BYTES
              + " bytes of UTF-8 without control characters");
    }
    return new RouteKey(namespace, value);
  }

  private static long atLeast(String query) throws UnreadableException {
    if (!query.startsWith(AT_LEAST)) {
      throw new UnreadableException(
          FieldMistake.SYNTAX, "the query must be " + AT_LEAST + "VERSION and nothing more");
    }
    String version = query.substring(AT_LEAST.length());
    if (!DIGITS.matcher(version).matches()) {
      throw new UnreadableException(
          FieldMistake.OUT_OF_BOUNDS,
          "at-least must be an integer of 0 to " + RouteEntry.MAX_VERSION);
    }
    return Long.parseLong(version);
  }
}
