// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import io.turnout.spi.RouteKey;
import java.util.List;

/** Keys with all that a store could stumble over. */
final class OddKeys {

  /** Each once. */
  static final List<RouteKey> ALL =
      List.of(
          new RouteKey("business", " "),
          new RouteKey("business", " padded "),
          new RouteKey("business", "a:b::c"),
          new RouteKey("business", "{1}"),
          new RouteKey("business", "}{"),
          new RouteKey("business", "*?[a]\\"),
          new RouteKey("business", "' OR 1=1 --\"$"),
          new RouteKey("business", "../x/%2e%00"),
          new RouteKey("business", "CASE"),
          new RouteKey("business", "case"),
          new RouteKey("business", "\u00e9"),
          new RouteKey("business", "e\u0301"),
          new RouteKey("business", "\u0434\u0430\u043d\u0456 \ud83d\ude80"),
          new RouteKey("business", "\u20ac".repeat(RouteKey.MAX_VALUE_BYTES / 3)),
          new RouteKey("0", "x".repeat(RouteKey.MAX_VALUE_BYTES)),
          new RouteKey("n".repeat(63), "x"));

  private OddKeys() {}
}
