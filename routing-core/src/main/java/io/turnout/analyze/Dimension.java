// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.match.Condition;
import io.turnout.match.HasTag;
import io.turnout.match.HeaderFits;
import io.turnout.match.HostIs;
import io.turnout.match.MediaTypeIs;
import io.turnout.match.MethodIs;
import io.turnout.match.PathFits;
import io.turnout.match.QueryFits;
import io.turnout.request.HttpToken;
import java.util.Comparator;

/**
 * A part of a request that can be chosen whatever the others are.
 *
 * @param kind what part it is
 * @param name the name of the header field in lower case, or of the parameter; empty for the others
 */
record Dimension(Kind kind, String name) implements Comparable<Dimension> {

  enum Kind {
    METHOD,
    PATH,
    QUERY,
    HOST,
    CONTENT_TYPE,
    HEADER,
    BODY,
    TAGS
  }

  static final Dimension METHOD = new Dimension(Kind.METHOD, "");
  static final Dimension PATH = new Dimension(Kind.PATH, "");
  static final Dimension HOST = new Dimension(Kind.HOST, "");
  static final Dimension CONTENT_TYPE = new Dimension(Kind.CONTENT_TYPE, "");
  static final Dimension BODY = new Dimension(Kind.BODY, "");
  static final Dimension TAGS = new Dimension(Kind.TAGS, "");

  private static final Comparator<Dimension> ORDER =
      Comparator.comparing(Dimension::kind).thenComparing(Dimension::name);

  /** What a condition is about. Tests on Host and Content-Type are about what these fields say. */
  static Dimension of(Condition condition) {
    if (condition instanceof MethodIs) {
      return METHOD;
    }
    if (condition instanceof PathFits) {
      return PATH;
    }
    if (condition instanceof QueryFits query) {
      return query(query.name());
    }
    if (condition instanceof HostIs) {
      return HOST;
    }
    if (condition instanceof MediaTypeIs) {
      return CONTENT_TYPE;
    }
    if (condition instanceof HasTag) {
      return TAGS;
    }
    return header(((HeaderFits) condition).name());
  }

  static Dimension header(String name) {
    String lower = HttpToken.lowerCase(name);
    return switch (lower) {
      case "host" -> HOST;
      case "content-type" -> CONTENT_TYPE;
      default -> new Dimension(Kind.HEADER, lower);
    };
  }

  static Dimension query(String name) {
    return new Dimension(Kind.QUERY, name);
  }

  @Override
  public int compareTo(Dimension other) {
    return ORDER.compare(this, other);
  }
}
