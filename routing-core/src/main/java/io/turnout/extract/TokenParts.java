// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A token in compact form (RFC 7515), cut at its dots.
 *
 * @param bytes a text that ends with the token, which is of the base64url alphabet and two dots
 * @param start where the token begins
 * @param headerEnd where the first dot stands
 * @param payloadEnd where the second dot stands
 */
@SuppressWarnings("ArrayRecordComponent") // compared with nothing
record TokenParts(byte[] bytes, int start, int headerEnd, int payloadEnd) {

  /**
   * Cuts the token that begins at {@code start}; null if it has not three parts of base64url
   * characters.
   */
  static @Nullable TokenParts of(byte[] bytes, int start) {
    int end = bytes.length;
    int headerEnd = ByteRuns.until('.', bytes, start, end);
    int payloadEnd = headerEnd < end ? ByteRuns.until('.', bytes, headerEnd + 1, end) : end;
    boolean isToken =
        payloadEnd < end
            && Base64Chars.isUrl(bytes, start, headerEnd)
            && Base64Chars.isUrl(bytes, payloadEnd + 1, end);
    return isToken ? new TokenParts(bytes, start, headerEnd, payloadEnd) : null;
  }

  /**
   * Decodes the payload to the start of the array that holds the token, which is gone then.
   *
   * @return its length in bytes; -1 if it is no base64url
   */
  int decodePayloadInPlace() {
    return Base64Chars.decodeUrl(bytes, headerEnd + 1, payloadEnd, bytes);
  }

  /** The header; null if it is no JSON object. */
  @Nullable JsonMembers header() {
    return members(start, headerEnd);
  }

  /** The claims; null if they are no JSON object. */
  @Nullable JsonMembers claims() {
    return members(headerEnd + 1, payloadEnd);
  }

  /** The signature; null if it is no base64url, or empty. */
  byte @Nullable [] signature() {
    byte[] decoded = new byte[bytes.length - payloadEnd];
    int length = Base64Chars.decodeUrl(bytes, payloadEnd + 1, bytes.length, decoded);
    return length <= 0 ? null : Arrays.copyOf(decoded, length);
  }

  private @Nullable JsonMembers members(int from, int to) {
    byte[] decoded = new byte[to - from];
    int length = Base64Chars.decodeUrl(bytes, from, to, decoded);
    return length < 0 ? null : JsonMembers.of(decoded, length);
  }
}
