// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A URL as curl takes it, taken apart.
 *
 * @param user what stands before the at sign of the host; empty if nothing does
 * @param host host and port
 * @param path the path, or {@code /}
 * @param query the query with its question mark; empty if there is none
 */
record CurlUrl(String scheme, String user, String host, String path, String query) {

  private static final Pattern URL =
      Pattern.compile("(?:([A-Za-z][A-Za-z0-9+.-]*)://)?([^/?#]*)([^?#]*)(\\?[^#]*)?(?:#.*)?");
  private static final Pattern SEVERAL = Pattern.compile("\\{[^}]*,|\\[[0-9A-Za-z]+-");

  /**
   * Takes a URL apart; without a host it is a path.
   *
   * @throws IllegalArgumentException if it has neither host nor path
   */
  static CurlUrl of(String text) {
    Matcher parts = URL.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("\"" + text + "\" is no URL");
    }
    String authority = parts.group(2);
    int at = authority.lastIndexOf('@');
    String host = text.startsWith("/") ? "localhost" : authority.substring(at + 1);
    if (host.isEmpty()) {
      throw new IllegalArgumentException("\"" + text + "\" must name a host or begin with /");
    }
    return new CurlUrl(
        parts.group(1) == null ? "http" : parts.group(1).toLowerCase(Locale.ROOT),
        at < 0 ? "" : authority.substring(0, at),
        host,
        parts.group(3).isEmpty() ? "/" : parts.group(3),
        parts.group(4) == null ? "" : parts.group(4));
  }

  /** Whether curl takes it for several URLs, unless it is told not to. */
  static boolean isSeveral(String text) {
    return SEVERAL.matcher(text).find();
  }

  /** The same with more in its query. */
  CurlUrl withQuery(String more) {
    return new CurlUrl(scheme, user, host, path, (query.isEmpty() ? "?" : query + "&") + more);
  }

  /** The same without the segments {@code .} and {@code ..}, as curl sends it. */
  CurlUrl withoutDots() {
    Deque<String> kept = new ArrayDeque<>();
    String[] segments = path.substring(1).split("/", -1);
    for (int i = 0; i < segments.length; i++) {
      String segment = segments[i];
      boolean dots = segment.equals(".") || segment.equals("..");
      if (segment.equals("..")) {
        kept.pollLast();
      }
      if (!dots) {
        kept.addLast(segment);
      } else if (i == segments.length - 1) {
        kept.addLast("");
      }
    }
    return new CurlUrl(scheme, user, host, "/" + String.join("/", kept), query);
  }

  String target() {
    return path + query;
  }
}
