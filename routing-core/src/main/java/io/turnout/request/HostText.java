// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

import org.jspecify.annotations.Nullable;

/** Reads the host that a request is for; what has user information before it is none. */
final class HostText {

  private HostText() {}

  static @Nullable String of(Request request) {
    String text = request.singleHeader("host");
    if (text == null || Request.isAmbiguous(text)) {
      return null;
    }
    int end = withoutPort(text);
    boolean isHost = end > 0 && text.indexOf('@') < 0;
    return !isHost ? null : HttpToken.lowerCase(text, 0, end);
  }

  /** Where the text ends once a final {@code :digits} is off. */
  private static int withoutPort(String text) {
    int i = text.length();
    while (i > 0 && text.charAt(i - 1) >= '0' && text.charAt(i - 1) <= '9') {
      i--;
    }
    boolean port = i > 0 && i < text.length() && text.charAt(i - 1) == ':';
    return port ? i - 1 : text.length();
  }
}
