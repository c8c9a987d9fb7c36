// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.spi.RouteKey;
import io.turnout.store.AuditEntry;
import io.turnout.store.AuditEntry.State;
import io.turnout.store.Page;
import io.turnout.store.RouteStore;
import io.turnout.store.WriteStamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The audit trail, kept so that it tells the truth whoever stops where.
 *
 * <p>An intent is written before its write, and whoever replaces a record first closes the intent
 * of the write that made it. So an intent whose write is not in the record, where the record has
 * gone past the version that the write was meant to replace, was never carried out and never will
 * be. An entry's id holds that version.
 */
final class AuditTrail {

  private static final int PAGE = 50;
  private static final int DIGITS = 15;

  /** The most entries of one key that are looked through for open intents, the latest first. */
  private static final int MOST_LOOKED_THROUGH = 1_000;

  private final RouteStore store;

  AuditTrail(RouteStore store) {
    this.store = store;
  }

  /** The id of an entry: sorted by time, then by the version that is to be replaced. */
  static String id(long nowMillis, long expectedVersion, String writeId) {
    return padded(Math.max(0, nowMillis)) + '-' + padded(expectedVersion) + '-' + writeId;
  }

  private static String padded(long number) {
    String digits = Long.toString(number);
    return "0".repeat(Math.max(0, DIGITS - digits.length())) + digits;
  }

  /** Closes the intent of the write that made a record, which is about to be replaced. */
  void closeMaker(Optional<RouteKey> key, WriteStamp stamp) {
    if (stamp.version() == 0) {
      return;
    }
    for (AuditEntry entry : find(key, entry -> entry.writeId().equals(stamp.writeId()), 1)) {
      if (entry.state() != State.DONE) {
        store.audit(entry.closed(State.DONE));
      }
    }
  }

  /**
   * Closes every intent of which the record tells what became of it.
   *
   * @param stamp of the record, read before this call; version 0 if there is none
   * @return the intents that are open still, since their writes may yet arrive
   */
  List<AuditEntry> repair(Optional<RouteKey> key, WriteStamp stamp) {
    List<AuditEntry> open = new ArrayList<>();
    for (AuditEntry entry :
        find(key, entry -> entry.state() == State.INTENDED, Integer.MAX_VALUE)) {
      if (entry.writeId().equals(stamp.writeId())) {
        store.audit(entry.closed(State.DONE));
      } else if (expectedVersion(entry) < stamp.version()) {
        store.audit(entry.closed(State.NOT_DONE));
      } else {
        open.add(entry);
      }
    }
    return open;
  }

  /** Closes an intent whose write was refused, unless somebody has seen the write come true. */
  void closeRefused(AuditEntry intent) {
    boolean done =
        find(intent.key(), entry -> entry.id().equals(intent.id()), 1).stream()
            .anyMatch(entry -> entry.state() == State.DONE);
    if (!done) {
      store.audit(intent.closed(State.NOT_DONE));
    }
  }

  private static long expectedVersion(AuditEntry entry) {
    String[] parts = entry.id().split("-", 3);
    try {
      return parts.length == 3 ? Long.parseLong(parts[1]) : Long.MAX_VALUE;
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  private List<AuditEntry> find(Optional<RouteKey> key, Predicate<AuditEntry> wanted, int atMost) {
    List<AuditEntry> found = new ArrayList<>();
    Optional<String> after = Optional.empty();
    for (int seen = 0; seen < MOST_LOOKED_THROUGH; seen += PAGE) {
      Page<AuditEntry> page = store.auditOf(key, PAGE, after);
      for (AuditEntry entry : page.items()) {
        if (wanted.test(entry)) {
          found.add(entry);
        }
      }
      after = page.next();
      if (after.isEmpty() || found.size() >= atMost) {
        break;
      }
    }
    return found;
  }
}
