// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.vertx.core.MultiMap;
import java.util.Map;

/** What the name of a header field may be: a token (RFC 9110, section 5.6.2). */
final class FieldName {

  private static final String BESIDE_LETTERS_AND_DIGITS = "!#$%&'*+-.^_`|~";

  private FieldName() {}

  /** Whether all names of these fields are. */
  static boolean areValid(MultiMap fields) {
    for (Map.Entry<String, String> field : fields) {
      if (!isValid(field.getKey())) {
        return false;
      }
    }
    return true;
  }

  /** Whether a name is one. */
  static boolean isValid(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean alphanumeric = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
      if (!alphanumeric && BESIDE_LETTERS_AND_DIGITS.indexOf(c) < 0) {
        return false;
      }
    }
    return !name.isEmpty();
  }
}
