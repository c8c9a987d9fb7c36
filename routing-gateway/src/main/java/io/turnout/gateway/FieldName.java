// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.request.HttpToken;
import io.vertx.core.MultiMap;
import java.util.Map;

/** What the name of a header field may be: a token (RFC 9110, section 5.6.2). */
final class FieldName {

  private FieldName() {}

  /** Whether all names of these fields are. */
  static boolean areValid(MultiMap fields) {
    for (Map.Entry<String, String> field : fields) {
      if (!HttpToken.isToken(field.getKey())) {
        return false;
      }
    }
    return true;
  }
}
