// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import io.turnout.split.RoutingIds;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Routing IDs of which each is one: where the given supplier fails, they come from elsewhere. */
final class CheckedIds implements Supplier<String> {

  private static final Logger LOG = LoggerFactory.getLogger(CheckedIds.class);

  private final Supplier<String> given;
  private final Supplier<String> sure = RoutingIds.random();
  private final AtomicBoolean failed = new AtomicBoolean();

  CheckedIds(Supplier<String> given) {
    this.given = Objects.requireNonNull(given, "given");
  }

  @Override
  public String get() {
    try {
      String id = given.get();
      if (id != null && RoutingIds.FORM.matcher(id).matches()) {
        return id;
      }
      complain("gave something that is none", null);
    } catch (RuntimeException e) {
      complain("failed", e);
    }
    return sure.get();
  }

  private void complain(String how, @Nullable RuntimeException why) {
    if (failed.compareAndSet(false, true)) {
      LOG.warn(
          "the supplier of routing IDs {}: a random one takes the place of each that it owes",
          how,
          why);
    }
  }
}
