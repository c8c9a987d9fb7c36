// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A compiled RFC 6901 pointer, or a claim's name: the way from a document's root to one value. */
final class JsonPointer {

  /** An index for a segment that is none. */
  private static final long NO_INDEX = -1;

  private final String text;
  private final byte[][] names;
  private final long[] indexes;
  private final boolean[] stars;
  private final boolean lastCounts;

  private JsonPointer(String text, List<String> segments, boolean lastCounts) {
    this.text = text;
    this.lastCounts = lastCounts;
    int length = segments.size();
    names = new byte[length][];
    indexes = new long[length];
    stars = new boolean[length];
    for (int i = 0; i < length; i++) {
      String segment = segments.get(i);
      names[i] = utf8(segment, text);
      indexes[i] = index(segment);
      stars[i] = !lastCounts && segment.equals("*");
    }
  }

  /**
   * Reads a pointer into a body: {@code *} stands for every element of an array, and the first
   * occurrence of a member name counts.
   *
   * @throws IllegalArgumentException if {@code text} is no pointer, or the empty one
   */
  static JsonPointer inBody(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException(
          "the JSON pointer \"\" is the whole document, which cannot be a key;"
              + " name a member of it, as in /id");
    }
    return new JsonPointer(text, segments(text), false);
  }

  /**
   * Reads a claim: a pointer if it starts with a slash, else the name of a top-level claim. {@code
   * *} is a name like any other, and the last occurrence of a member name counts.
   *
   * @throws IllegalArgumentException if {@code text} is empty or starts with a slash and is no
   *     pointer
   */
  static JsonPointer inClaims(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException(
          "the claim \"\" has no name; write a name, as in sub, or a JSON pointer, as in /org/id");
    }
    return new JsonPointer(text, text.startsWith("/") ? segments(text) : List.of(text), true);
  }

  private static List<String> segments(String text) {
    if (text.charAt(0) != '/') {
      throw new IllegalArgumentException(
          "the JSON pointer \"" + text + "\" must start with a slash: /" + text);
    }
    String[] segments = text.substring(1).split("/", -1);
    for (int i = 0; i < segments.length; i++) {
      segments[i] = unescape(segments[i], text);
    }
    return List.of(segments);
  }

  private static String unescape(String segment, String text) {
    for (int at = segment.indexOf('~'); at >= 0; at = segment.indexOf('~', at + 1)) {
      char next = at + 1 < segment.length() ? segment.charAt(at + 1) : ' ';
      if (next != '0' && next != '1') {
        throw new IllegalArgumentException(
            "the JSON pointer \""
                + text
                + "\" holds a ~ that begins neither ~0 nor ~1; write ~0 for a tilde and ~1 for a"
                + " slash inside a name");
      }
    }
    return segment.replace("~1", "/").replace("~0", "~");
  }

  private static byte[] utf8(String segment, String text) {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(segment));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "the name in \"" + text + "\" holds half of a surrogate pair, which no name equals", e);
    }
  }

  private static long index(String segment) {
    boolean isIndex =
        !segment.isEmpty()
            && segment.chars().allMatch(c -> c >= '0' && c <= '9')
            && (segment.length() == 1 || segment.charAt(0) != '0');
    if (!isIndex) {
      return NO_INDEX;
    }
    return segment.length() > 18 ? Long.MAX_VALUE : Long.parseLong(segment);
  }

  int length() {
    return names.length;
  }

  /** Whether, of several members of one name, the last counts instead of the first. */
  boolean lastCounts() {
    return lastCounts;
  }

  boolean hasStar() {
    return starBefore(names.length) > 0;
  }

  /** The number of segments up to and including the last {@code *} of the first {@code count}. */
  int starBefore(int count) {
    int i = count;
    while (i > 0 && !stars[i - 1]) {
      i--;
    }
    return i;
  }

  /** Whether segment {@code i} can lead on in an object. */
  boolean isName(int i) {
    return !stars[i];
  }

  /** Whether segment {@code i} can lead on in an array. */
  boolean isElement(int i) {
    return stars[i] || indexes[i] != NO_INDEX;
  }

  boolean fitsName(int i, byte[] name, int from, int to) {
    byte[] wanted = names[i];
    return to - from == wanted.length
        && Arrays.equals(name, from, to, wanted, 0, wanted.length)
        && !stars[i];
  }

  boolean fitsElement(int i, long element) {
    return stars[i] || indexes[i] == element;
  }

  /** The length of the longest name, in bytes of UTF-8. */
  int longestNameBytes() {
    int longest = 0;
    for (byte[] name : names) {
      longest = Math.max(longest, name.length);
    }
    return longest;
  }

  @Override
  public String toString() {
    return text;
  }
}
