// SPDX-License-Identifier: Apache-2.0
package io.turnout.split;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The routing IDs that are made for one request, one for each cookie. For one thread. */
final class FreshIds {

  private final Supplier<String> ids;
  private final Map<String, String> made = new HashMap<>();

  FreshIds(Supplier<String> ids) {
    this.ids = ids;
  }

  /** A new ID that no other split shares. */
  String next() {
    return ids.get();
  }

  /** A new ID for a cookie, the same for all splits that share it. */
  Made of(IdCookie cookie) {
    String id = made.get(cookie.name());
    if (id != null) {
      return new Made(id, Optional.empty());
    }
    String first = ids.get();
    made.put(cookie.name(), first);
    return new Made(first, Optional.of(cookie.set(first)));
  }

  /**
   * A new ID.
   *
   * @param setCookie the {@code Set-Cookie} field that brings it back; empty if another split has
   *     it
   */
  record Made(String id, Optional<String> setCookie) {}
}
