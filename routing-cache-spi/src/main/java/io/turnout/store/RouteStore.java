// SPDX-License-Identifier: Apache-2.0
package io.turnout.store;

import io.turnout.spi.RouteKey;
import java.util.List;
import java.util.Optional;

/**
 * The source of truth as its administration sees it: records that are read consistently and written
 * only if they still are what the writer read.
 *
 * <p>Every write is a conditional write of one record; nothing else is asked of a store. What the
 * records mean, and which versions they get, is not a store's concern. Calls wait for the store, so
 * they do not belong in the path of a request. Implementations are thread-safe.
 *
 * <p>Every method throws {@link RouteStoreException} where the store cannot be asked or holds what
 * cannot be understood.
 */
public interface RouteStore {

  /** The record of a key as the latest write left it; empty if there never was one. */
  Optional<StoredRoute> read(RouteKey key);

  /**
   * Writes a record if the one that is there still has the version that the writer read.
   *
   * @param expectedVersion the version of the record that is replaced; 0 if there must be none
   * @return whether it was written; true as well if the record that is there bears the {@link
   *     WriteStamp#writeId} of {@code route}, since then an earlier attempt has written it
   * @throws RouteStoreException if it is not known whether it was written, too
   */
  boolean write(StoredRoute route, long expectedVersion);

  /** The defaults; {@link RouteDefaults#INITIAL} if none were ever written. */
  RouteDefaults defaults();

  /** Writes the defaults, as {@link #write} writes a record. */
  boolean writeDefaults(RouteDefaults defaults, long expectedVersion);

  /** One page of routes. It may lag behind the latest writes. */
  Page<StoredRoute> list(RouteListing listing);

  /** The keys whose records are aliases of a key, directly. It may lag behind the latest writes. */
  List<RouteKey> aliasesOf(RouteKey key);

  /**
   * Writes an entry of the audit trail, or replaces the one with the same key and id.
   *
   * @param entry the entry
   */
  void audit(AuditEntry entry);

  /**
   * One page of a key's audit trail as the latest writes left it, the latest entry first.
   *
   * @param key whose; empty for that of the defaults
   * @param limit the most that come on one page, 1 to {@value RouteListing#MAX_LIMIT}
   * @param after where the page before ended; empty for the first
   */
  Page<AuditEntry> auditOf(Optional<RouteKey> key, int limit, Optional<String> after);
}
