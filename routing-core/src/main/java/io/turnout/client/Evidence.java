// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import io.turnout.request.RequestHead;
import io.turnout.request.TurnoutName;
import io.turnout.spi.RouteClock;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a request shows of where it comes from; its signatures are read once. For one thread. */
final class Evidence {

  private final RequestHead head;
  private final RouteClock clock;
  private @Nullable List<SignatureFields.Signature> signatures;

  Evidence(RequestHead head, RouteClock clock) {
    this.head = head;
    this.clock = clock;
  }

  RequestHead head() {
    return head;
  }

  /** Now, in seconds since 1970. */
  long nowSeconds() {
    return Math.floorDiv(clock.wallMillis(), 1_000L);
  }

  List<SignatureFields.Signature> signatures() {
    List<SignatureFields.Signature> read = signatures;
    if (read == null) {
      read = SignatureFields.of(head);
      signatures = read;
    }
    return read;
  }

  /** The routing fields that are present, in lower case as they are spelt. */
  Set<String> routingFields() {
    Set<String> names = new HashSet<>();
    for (String name : head.headerNames()) {
      if (TurnoutName.isOne(name)) {
        names.add(name.toLowerCase(Locale.ROOT));
      }
    }
    return names;
  }
}
