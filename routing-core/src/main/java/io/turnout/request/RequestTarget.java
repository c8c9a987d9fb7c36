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

  private static final byte PLAIN = 0;
  private static final byte DOT = 1;
  private static final byte ENCODES = 2;
  private static final byte BREAKS = 3;

  /** What each character of ASCII means for how a path is written. */
  private static final byte[] KINDS = kinds();

  private final String raw;
  private final boolean malformed;
  private final @Nullable String text;
  private final int from;
  private final int to;
  private final char separator;

  private RequestTarget(String raw) {
    this.raw = raw;
    int question = raw.indexOf('?');
    int end = question < 0 ? raw.length() : question;
    int authority = authorityFrom(raw, end);
    int slash = authority < 0 ? 0 : authorityEnd(raw, authority, end);
    if (slash == end || raw.charAt(slash) != '/') {
      this.malformed = authority < 0 ? !isAuthorityOrAsterisk(raw) : slash < end;
      this.text = null;
      this.from = 0;
      this.to = 0;
      this.separator = '/';
      return;
    }
    Writing writing = writing(raw, slash + 1, end);
    boolean decodes = writing == Writing.ENCODED;
    String path = decodes ? TextDecoder.decode(raw, slash + 1, end, Form.PATH) : raw;
    this.from = decodes ? 0 : slash + 1;
    this.to = decodes && path != null ? path.length() : end;
    this.separator = decodes ? DECODED_SEPARATOR : '/';
    this.malformed =
        writing == Writing.MALFORMED || path == null || (decodes && !isWellFormed(path, separator));
    this.text = malformed ? null : path;
  }

  /** Parses a target as it came; never fails. */
  public static RequestTarget of(String raw) {
    return new RequestTarget(raw);
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

  /** Whether a segment that begins before a position of {@link #text}, or there, ends there. */
  public boolean isSegmentEnd(int end) {
    return end == to || (end < to && text().charAt(end) == separator);
  }

  /** The authority of an absolute-form target; null for every other form. */
  public @Nullable String authority() {
    int question = raw.indexOf('?');
    int end = question < 0 ? raw.length() : question;
    int from = authorityFrom(raw, end);
    return from < 0 ? null : raw.substring(from, authorityEnd(raw, from, end));
  }

  /** Where the query begins in {@link #raw}; -1 if there is none. */
  int queryFrom() {
    int question = raw.indexOf('?');
    return question < 0 ? -1 : question + 1;
  }

  /** Says what is wrong or right with it; the target itself can hold keys and tokens. */
  @Override
  public String toString() {
    return malformed ? "malformed target" : text == null ? "target without path" : "target";
  }

  /** How the path between two positions is written; what is malformed may still show later. */
  private static Writing writing(String raw, int from, int to) {
    boolean encoded = false;
    boolean dots = false;
    for (int i = from; i < to; i++) {
      char c = raw.charAt(i);
      switch (c < 0x80 ? KINDS[c] : ENCODES) {
        case ENCODES -> encoded = true;
        case DOT -> dots = true;
        case BREAKS -> {
          return Writing.MALFORMED;
        }
        default -> {}
      }
    }
    if (dots && hasDots(raw, from, to, '/')) {
      return Writing.MALFORMED;
    }
    return encoded ? Writing.ENCODED : Writing.PLAIN;
  }

  private static byte[] kinds() {
    byte[] kinds = new byte[0x80];
    for (char c = 0; c < kinds.length; c++) {
      kinds[c] = c == '\\' || c == '#' || Character.isISOControl(c) ? BREAKS : PLAIN;
    }
    kinds['%'] = ENCODES;
    kinds['.'] = DOT;
    return kinds;
  }

  /** Whether a segment between two positions is {@code .} or {@code ..}. */
  private static boolean hasDots(String path, int from, int to, char separator) {
    int start = from;
    for (int i = from; i < to; i++) {
      if (path.charAt(i) == separator) {
        if (isDots(path, start, i)) {
          return true;
        }
        start = i + 1;
      }
    }
    return isDots(path, start, to);
  }

  private static boolean isWellFormed(String path, char separator) {
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c != separator && Character.isISOControl(c)) {
        return false;
      }
    }
    return !hasDots(path, 0, path.length(), separator);
  }

  private static boolean isDots(String text, int from, int to) {
    int length = to - from;
    return (length == 1 || length == 2) && text.charAt(from) == '.' && text.charAt(to - 1) == '.';
  }

  /** Where the text after {@code scheme://} begins, or -1 if the target does not start so. */
  private static int authorityFrom(String raw, int end) {
    if (raw.startsWith("/")) {
      return -1;
    }
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

  private static int authorityEnd(String raw, int from, int end) {
    int i = from;
    while (i < end && !partsForms(raw.charAt(i))) {
      i++;
    }
    return i;
  }

  private static boolean isAuthorityOrAsterisk(String raw) {
    for (int i = 0; i < raw.length(); i++) {
      if (partsForms(raw.charAt(i)) || raw.charAt(i) == '?') {
        return false;
      }
    }
    return true;
  }

  private static boolean partsForms(char c) {
    return c == '/' || c == '\\' || c == '#';
  }

  private enum Writing {
    PLAIN,
    ENCODED,
    MALFORMED
  }
}
