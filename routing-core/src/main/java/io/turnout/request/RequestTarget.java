// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

import io.turnout.request.TextDecoder.Form;
import org.jspecify.annotations.Nullable;

/**
 * A request target, split and decoded once. Immutable.
 *
 * <p>The path is split at {@code /} first, and each segment percent-decoded afterwards. Where
 * nothing has to be decoded, the segments are slices of the target itself; otherwise they are
 * slices of one decoded text, in which the segments are parted by NUL. Readers take the text, its
 * bounds and its separator from here, and need not know which of the two it is.
 *
 * <p>A path is malformed, which is a state and no exception, if its percent-encoding is broken, it
 * is no UTF-8, it holds a control character (encoded or not), a raw backslash or a raw {@code #} (a
 * target has no fragment, and servers disagree on where such a path ends), or one of its segments
 * is {@code .} or {@code ..}, encoded or not. So is a target of no form that RFC 9112 knows. The
 * authority form, the asterisk form and an absolute form without a path have no path and are not
 * malformed. The query is what follows the first {@code ?}, to the end.
 */
public final class RequestTarget {

  static final char DECODED_SEPARATOR = '\0';

  private final String raw;
  private final int authorityFrom;
  private final int authorityTo;
  private final int queryFrom;
  private final boolean malformed;
  private final @Nullable String text;
  private final int from;
  private final int to;
  private final char separator;

  private RequestTarget(String raw, Parts parts) {
    this.raw = raw;
    this.authorityFrom = parts.authorityFrom;
    this.authorityTo = parts.authorityTo;
    this.queryFrom = parts.queryFrom;
    if (parts.pathFrom < 0) {
      this.malformed = parts.noForm;
      this.text = null;
      this.from = 0;
      this.to = 0;
      this.separator = '/';
      return;
    }
    int first = parts.pathFrom + 1;
    boolean plain = isPlain(raw, first, parts.pathTo);
    String decoded = plain ? raw : TextDecoder.decode(raw, first, parts.pathTo, Form.PATH);
    this.separator = plain ? '/' : DECODED_SEPARATOR;
    this.from = plain ? first : 0;
    this.to = plain || decoded == null ? parts.pathTo : decoded.length();
    this.malformed =
        decoded == null
            || !isWellFormed(decoded, from, to, separator)
            || holdsRaw(raw, first, parts.pathTo);
    this.text = malformed ? null : decoded;
  }

  /** Parses a target as it came; never fails. */
  public static RequestTarget of(String raw) {
    return new RequestTarget(raw, new Parts(raw));
  }

  /** The target as it came. */
  public String raw() {
    return raw;
  }

  /** Whether there is a well-formed path. */
  public boolean hasPath() {
    return text != null;
  }

  /** Whether there is a path and it is malformed. */
  public boolean isMalformed() {
    return malformed;
  }

  /**
   * The text that holds the path's segments, between {@link #from} and {@link #to}, parted by
   * {@link #separator}.
   *
   * @throws IllegalStateException if there is no well-formed path
   */
  public String text() {
    if (text == null) {
      throw new IllegalStateException("the target has no well-formed path; ask hasPath() first");
    }
    return text;
  }

  /** Where the first segment begins in {@link #text}: after the leading slash. */
  public int from() {
    return from;
  }

  /** Where the last segment ends in {@link #text}. */
  public int to() {
    return to;
  }

  /** What parts two segments in {@link #text}; no segment holds it. */
  public char separator() {
    return separator;
  }

  /** Where the segment that begins at a position of {@link #text} ends. */
  public int segmentEnd(int start) {
    String path = text();
    int end = start;
    while (end < to && path.charAt(end) != separator) {
      end++;
    }
    return end;
  }

  /** The authority of an absolute-form target; null for every other form. */
  @Nullable String authority() {
    return authorityFrom < 0 ? null : raw.substring(authorityFrom, authorityTo);
  }

  /** Where the query begins in {@link #raw}; -1 if there is none. */
  int queryFrom() {
    return queryFrom;
  }

  @Override
  public String toString() {
    return raw;
  }

  private static boolean isPlain(String raw, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = raw.charAt(i);
      if (c == '%' || c >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static boolean holdsRaw(String raw, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = raw.charAt(i);
      if (c == '\\' || c == '#') {
        return true;
      }
    }
    return false;
  }

  private static boolean isWellFormed(String text, int from, int to, char separator) {
    int start = from;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c == separator) {
        if (isDots(text, start, i)) {
          return false;
        }
        start = i + 1;
      } else if (c < 0x20 || (c >= 0x7f && c < 0xa0)) {
        return false;
      }
    }
    return !isDots(text, start, to);
  }

  private static boolean isDots(String text, int from, int to) {
    int length = to - from;
    return (length == 1 || length == 2) && text.charAt(from) == '.' && text.charAt(to - 1) == '.';
  }

  /** Where the parts of a target are: positions in it, -1 for a part that is not there. */
  private static final class Parts {
    private int authorityFrom = -1;
    private int authorityTo = -1;
    private int pathFrom = -1;
    private int pathTo = -1;
    private int queryFrom = -1;
    private boolean noForm;

    Parts(String raw) {
      int question = raw.indexOf('?');
      int end = question < 0 ? raw.length() : question;
      if (question >= 0) {
        queryFrom = question + 1;
      }
      if (raw.startsWith("/")) {
        pathFrom = 0;
        pathTo = end;
        return;
      }
      int afterScheme = afterScheme(raw, end);
      if (afterScheme >= 0) {
        absolute(raw, afterScheme, end);
      } else {
        noForm = !isAuthorityOrAsterisk(raw);
      }
    }

    private void absolute(String raw, int afterScheme, int end) {
      authorityFrom = afterScheme;
      authorityTo = afterScheme;
      while (authorityTo < end && !endsAuthority(raw.charAt(authorityTo))) {
        authorityTo++;
      }
      if (authorityTo < end) {
        if (raw.charAt(authorityTo) == '/') {
          pathFrom = authorityTo;
          pathTo = end;
        } else {
          noForm = true;
        }
      }
    }

    private static boolean endsAuthority(char c) {
      return c == '/' || c == '\\' || c == '#';
    }

    /** Where the text after {@code scheme://} begins, or -1 if the target does not start so. */
    private static int afterScheme(String raw, int end) {
      int i = 0;
      while (i < end && isSchemeChar(raw.charAt(i), i)) {
        i++;
      }
      return i > 0 && raw.startsWith("://", i) ? i + 3 : -1;
    }

    private static boolean isSchemeChar(char c, int index) {
      int letter = c | 0x20;
      return (letter >= 'a' && letter <= 'z')
          || (index > 0 && ((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.'));
    }

    private static boolean isAuthorityOrAsterisk(String raw) {
      for (int i = 0; i < raw.length(); i++) {
        char c = raw.charAt(i);
        if (c == '/' || c == '\\' || c == '?' || c == '#') {
          return false;
        }
      }
      return true;
    }
  }
}
