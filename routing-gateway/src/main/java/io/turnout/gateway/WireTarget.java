// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A request target as it goes to a cell.
 *
 * <p>The engine hands a target over with one char for each byte, and writes one out as UTF-8, so
 * the bytes of a target are kept exactly if they are UTF-8.
 *
 * @param text the target in origin or asterisk form, as the engine has to be given it
 * @param host what {@code Host} has to say instead of what it says; null: it stays as it is
 */
record WireTarget(String text, @Nullable String host) {

  /** The target with one char for each byte, as HTTP/2 has it. */
  String bytes() {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /**
   * Reads a target as it came.
   *
   * @return null if it has none of the forms that a gateway serves, holds a control character or a
   *     space, or is no UTF-8
   */
  static @Nullable WireTarget of(String method, String target) {
    String text = utf8(target);
    if (text == null) {
      return null;
    }
    if (text.startsWith("/")) {
      return new WireTarget(text, null);
    }
    if (text.equals("*")) {
      return method.equals("OPTIONS") ? new WireTarget(text, null) : null;
    }
    return absolute(method, text);
  }

  private static @Nullable WireTarget absolute(String method, String text) {
    int start = schemeEnd(text);
    if (start < 0) {
      return null;
    }
    int end = start;
    while (end < text.length() && "/?#".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    String host = text.substring(start, end);
    if (host.isEmpty() || !HostField.isValid(host)) {
      return null;
    }
    String rest = text.substring(end);
    if (rest.isEmpty()) {
      return new WireTarget(method.equals("OPTIONS") ? "*" : "/", host);
    }
    return new WireTarget(rest.charAt(0) == '/' ? rest : '/' + rest, host);
  }

  private static int schemeEnd(String text) {
    for (String scheme : new String[] {"http://", "https://"}) {
      if (text.regionMatches(true, 0, scheme, 0, scheme.length())) {
        return scheme.length();
      }
    }
    return -1;
  }

  private static @Nullable String utf8(String target) {
    boolean ascii = true;
    for (int i = 0; i < target.length(); i++) {
      char c = target.charAt(i);
      if (c <= ' ' || c == 0x7f) {
        return null;
      }
      ascii &= c < 0x80;
    }
    if (ascii) {
      return target;
    }
    try {
      byte[] bytes = target.getBytes(StandardCharsets.ISO_8859_1);
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
