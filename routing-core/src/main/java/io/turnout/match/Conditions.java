// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import io.turnout.request.HttpToken;
import java.util.List;

/**
 * Makes conditions for the rule compiler. What is wrong with an argument is told by an {@link
 * IllegalArgumentException} whose message is fit for the writer of the rule file.
 */
public final class Conditions {

  private Conditions() {}

  /** The method is one of these, compared case-sensitively. */
  public static Condition method(List<String> names) {
    requireSome(names, "method");
    for (String name : names) {
      if (!HttpToken.isToken(name)) {
        throw new IllegalArgumentException(
            "\"%s\" cannot be a method; one is written like POST".formatted(name));
      }
    }
    return new MethodIs(List.copyOf(names));
  }

  /** The host is one of these; {@code *.} at a pattern's start stands for one or more labels. */
  public static Condition host(List<String> patterns) {
    requireSome(patterns, "host");
    patterns.forEach(HostPattern::require);
    return new HostIs(List.copyOf(patterns), patterns.stream().map(HttpToken::lowerCase).toList());
  }

  /** The path fits one of these templates. */
  public static Condition path(List<PathTemplate> templates) {
    requireSome(templates, "path");
    return new PathFits(List.copyOf(templates));
  }

  /** A value of the header field passes the test; the name in any case. */
  public static Condition header(String name, TextTest test) {
    if (!HttpToken.isToken(name)) {
      throw new IllegalArgumentException(
          "\"%s\" cannot be the name of a header; it is made of letters, digits and !#$%%&'*+-.^_`|~"
              .formatted(name));
    }
    return new HeaderFits(name, HttpToken.lowerCase(name), test);
  }

  /** A value of the query's parameter passes the test; the name as decoded. */
  public static Condition query(String name, TextTest test) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a query parameter needs a name, and this one is empty");
    }
    return new QueryFits(name, test);
  }

  /** The body's media type is one of these, whatever its parameters. */
  public static Condition mediaType(List<String> types) {
    requireSome(types, "content-type");
    types.forEach(Conditions::requireMediaType);
    return new MediaTypeIs(List.copyOf(types), types.stream().map(HttpToken::lowerCase).toList());
  }

  /** One of these tags is on the request. */
  public static Condition tag(List<String> names) {
    requireSome(names, "tag");
    return new HasTag(List.copyOf(names));
  }

  private static void requireSome(List<?> things, String condition) {
    if (things.isEmpty()) {
      throw new IllegalArgumentException(
          "\"%s\" needs at least one entry, and the list is empty".formatted(condition));
    }
  }

  private static void requireMediaType(String text) {
    int slash = text.indexOf('/');
    String type = slash < 0 ? "" : text.substring(0, slash);
    String subtype = text.substring(slash + 1);
    String rest = subtype.startsWith("*+") ? subtype.substring(2) : subtype;
    if (text.indexOf(';') >= 0) {
      throw new IllegalArgumentException(
          "\"%s\" has a parameter, and types are compared without; write \"%s\""
              .formatted(text, text.substring(0, text.indexOf(';')).strip()));
    }
    if (!isName(type) || !isName(rest)) {
      throw new IllegalArgumentException(
          "\"%s\" is no media type; write one like application/json, or application/*+json for a suffix"
              .formatted(text));
    }
  }

  private static boolean isName(String text) {
    return HttpToken.isToken(text) && text.indexOf('*') < 0;
  }
}
