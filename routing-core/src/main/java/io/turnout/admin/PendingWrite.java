// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.spi.RouteKey;
import io.turnout.store.AuditEntry;
import io.turnout.store.RouteStore;
import io.turnout.store.RouteStoreException;
import io.turnout.store.WriteStamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One conditional write and its entry in the audit trail, which can be carried out again until its
 * outcome is known: the same write under the same name.
 */
final class PendingWrite {

  /** Writes, and says whether what is there now is this write. */
  @FunctionalInterface
  interface Attempt {
    boolean write(long expectedVersion);
  }

  private final RouteStore store;
  private final AuditTrail trail;
  private final AuditEntry intent;
  private final WriteStamp replaced;
  private final Attempt attempt;
  private final List<String> notices = new ArrayList<>();
  private boolean attempted;

  PendingWrite(RouteStore store, AuditEntry intent, WriteStamp replaced, Attempt attempt) {
    this.store = store;
    this.trail = new AuditTrail(store);
    this.intent = intent;
    this.replaced = replaced;
    this.attempt = attempt;
  }

  /**
   * Intends, writes, closes.
   *
   * @return what did not work beside the write
   * @throws LostRaceException if something else was written instead
   * @throws RouteStoreException if it is not known whether it was written
   */
  List<String> carryOut() {
    if (!attempted) {
      trail.closeMaker(intent.key(), replaced);
      store.audit(intent);
      attempted = true;
    }
    if (written()) {
      quietly("closed", () -> store.audit(intent.closed(AuditEntry.State.DONE)));
      return notices;
    }
    long found = stamp().version();
    quietly("closed", () -> trail.closeRefused(intent));
    throw new LostRaceException(replaced.version(), found);
  }

  String writeId() {
    return intent.writeId();
  }

  private boolean written() {
    try {
      return attempt.write(replaced.version());
    } catch (RouteStoreException unclear) {
      WriteStamp now = stampOr(unclear);
      if (now.writeId().equals(intent.writeId())) {
        return true;
      }
      if (now.version() == replaced.version()) {
        throw unclear;
      }
      return false;
    }
  }

  private WriteStamp stampOr(RouteStoreException unclear) {
    try {
      return stamp();
    } catch (RouteStoreException e) {
      unclear.addSuppressed(e);
      throw unclear;
    }
  }

  private WriteStamp stamp() {
    return stampOf(store, intent.key());
  }

  /** What made the record of a key, or the defaults; version 0 if there is none. */
  static WriteStamp stampOf(RouteStore store, Optional<RouteKey> key) {
    Supplier<WriteStamp> none = () -> new WriteStamp(0, "none");
    return key.isPresent()
        ? store.read(key.get()).map(route -> route.stamp()).orElseGet(none)
        : store.defaults().stamp();
  }

  private void quietly(String what, Runnable task) {
    try {
      task.run();
    } catch (RouteStoreException e) {
      notices.add("the entry of the audit trail could not be " + what + ": " + e.getMessage());
    }
  }
}
