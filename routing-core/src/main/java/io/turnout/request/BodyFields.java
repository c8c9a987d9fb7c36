// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

import org.jspecify.annotations.Nullable;

/**
 * What the head says of the body. Kept apart from the request, since most requests are decided
 * without.
 *
 * @param mediaType the first {@code Content-Type}'s type and subtype in lower case, without
 *     parameters; null if there is no such field
 * @param encoded whether a {@code Content-Encoding} names a coding other than {@code identity}
 */
record BodyFields(@Nullable String mediaType, boolean encoded) {

  static BodyFields of(Request request) {
    return new BodyFields(essence(request.firstHeader("content-type")), isEncoded(request.head()));
  }

  private static @Nullable String essence(@Nullable String contentType) {
    if (contentType == null) {
      return null;
    }
    int semicolon = contentType.indexOf(';');
    int end = semicolon < 0 ? contentType.length() : semicolon;
    while (end > 0 && HeaderText.isBlank(contentType.charAt(end - 1))) {
      end--;
    }
    return HttpToken.lowerCase(contentType, 0, end);
  }

  private static boolean isEncoded(RequestHead head) {
    String line;
    for (int i = 0; (line = head.header("content-encoding", i)) != null; i++) {
      for (String coding : line.split(",", -1)) {
        String name = coding.strip();
        if (!name.isEmpty() && !name.equalsIgnoreCase("identity")) {
          return true;
        }
      }
    }
    return false;
  }
}
