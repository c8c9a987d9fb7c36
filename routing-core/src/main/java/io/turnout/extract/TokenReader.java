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

  /** The bytes of a text that ends with a token; null if the token is too long to be read. */
  static byte @Nullable [] bytes(String text, int start) {
    return text.length() - start > MAX_TOKEN_BYTES
        ? null
        : text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * The claim's text, or null if the token is not readable or has no such claim.
   *
   * @param text ends with the token; is something else afterwards
   * @param start where the token begins
   */
  static @Nullable String claim(byte[] text, int start, JsonPointer claim) {
    TokenParts parts = TokenParts.of(text, start);
    if (parts == null) {
      return null;
    }
    JsonTrack track = new JsonTrack(claim);
    return follow(track, text, parts.decodePayloadInPlace()) ? track.value() : null;
  }

  /**
   * Follows a track through the first {@code length} bytes; false if these are not one JSON object
   * in UTF-8.
   */
  static boolean follow(JsonTrack track, byte[] text, int length) {
    int first = length < 0 ? length : ByteRuns.blanks(text, 0, length);
    if (first == length || text[first] != '{') {
      return false;
    }
    JsonTracks tracks = new JsonTracks(new JsonTrack[] {track}, NOBODY);
    JsonScanner scanner = new JsonScanner(tracks, MAX_CLAIMS_DEPTH);
    scanner.scan(text, 0, length, 0);
    return scanner.end(length);
  }
}
