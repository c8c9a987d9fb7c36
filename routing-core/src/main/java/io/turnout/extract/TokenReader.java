// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import org.jspecify.annotations.Nullable;

/** Reads one claim of a JSON Web Token in compact form (RFC 7515) and verifies nothing. */
final class TokenReader {

  /** The longest token that is read, in characters, each of which is one byte. */
  static final int MAX_TOKEN_BYTES = 16 * 1024;

  /** The deepest nesting of claims that is followed; the claims themselves are level 1. */
  static final int MAX_CLAIMS_DEPTH = 64;

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
    int payload = text.indexOf('.', start) + 1;
    int payloadEnd = text.indexOf('.', payload);
    boolean threeParts =
        payload > 0
            && payloadEnd > payload
            && Base64Chars.isUrl(text, start, payload - 1)
            && Base64Chars.isUrl(text, payloadEnd + 1, text.length());
    byte[] claims = threeParts ? Base64Chars.decodeUrl(text, payload, payloadEnd) : null;
    return claims == null ? null : find(claims, claim);
  }

  private static @Nullable String find(byte[] claims, JsonPointer claim) {
    int first = ByteRuns.blanks(claims, 0, claims.length);
    if (first == claims.length || claims[first] != '{') {
      return null;
    }
    JsonTrack track = new JsonTrack(claim);
    JsonTracks tracks = new JsonTracks(new JsonTrack[] {track}, (settled, position) -> {});
    JsonScanner scanner = new JsonScanner(tracks, MAX_CLAIMS_DEPTH);
    scanner.scan(claims, 0, claims.length, 0);
    return scanner.end(claims.length) ? track.value() : null;
  }
}
