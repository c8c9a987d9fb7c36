// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads one claim of a JSON Web Token in compact form (RFC 7515) and verifies nothing. */
final class TokenReader {

  /** The longest token that is read, in characters, each of which is one byte. */
  static final int MAX_TOKEN_BYTES = 16 * 1024;

  /** The deepest nesting of claims that is followed; the claims themselves are level 1. */
  static final int MAX_CLAIMS_DEPTH = 64;

  /** Claims are read to their end, so no track is ever done before. */
  private static final JsonTracks.Listener NOBODY = (track, position) -> {};

  private TokenReader() {}

  /**
   * The claim's text, or null if the token is not readable or has no such claim.
   *
   * @param text holds the token from {@code start} to its end
   */
  static @Nullable String claim(String text, int start, JsonPointer claim) {
    if (text.length() - start > MAX_TOKEN_BYTES) {
      return null;
    }
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    int end = bytes.length;
    int payload = ByteRuns.until('.', bytes, start, end) + 1;
    int payloadEnd = payload < end ? ByteRuns.until('.', bytes, payload, end) : end;
    if (payloadEnd == end
        || !Base64Chars.isUrl(bytes, start, payload - 1)
        || !Base64Chars.isUrl(bytes, payloadEnd + 1, end)) {
      return null;
    }
    int length = Base64Chars.decodeUrl(bytes, payload, payloadEnd, bytes);
    return length < 0 ? null : find(bytes, length, claim);
  }

  private static @Nullable String find(byte[] claims, int length, JsonPointer claim) {
    int first = ByteRuns.blanks(claims, 0, length);
    if (first == length || claims[first] != '{') {
      return null;
    }
    JsonTrack track = new JsonTrack(claim);
    JsonTracks tracks = new JsonTracks(new JsonTrack[] {track}, NOBODY);
    JsonScanner scanner = new JsonScanner(tracks, MAX_CLAIMS_DEPTH);
    scanner.scan(claims, 0, length, 0);
    return scanner.end(length) ? track.value() : null;
  }
}
