// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteKey;
import io.turnout.store.AuditEntry;
import io.turnout.store.Page;
import io.turnout.store.RouteChain;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteListing;
import io.turnout.store.RouteStore;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteTarget;
import io.turnout.store.StoredRoute;
import io.turnout.store.WriteStamp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A source of truth in the memory of this process: a store for the administration of routes, and
 * the authority that answers from it. For tests, simulations and trying things out.
 *
 * <p>What was deleted keeps its record, so that its versions go on growing; the audit trail is kept
 * whole. Thread-safe. Answers come at once, on the caller's thread.
 */
public final class MemoryRoutes implements RouteStore, RouteAuthority {

  private static final Comparator<RouteKey> BY_TEXT = Comparator.comparing(RouteKey::text);

  private final Object lock = new Object();
  private final NavigableMap<RouteKey, StoredRoute> routes = new TreeMap<>(BY_TEXT);
  private final Map<Optional<RouteKey>, NavigableMap<String, AuditEntry>> trails = new HashMap<>();
  private RouteDefaults defaults = RouteDefaults.INITIAL;

  @Override
  public Optional<StoredRoute> read(RouteKey key) {
    Objects.requireNonNull(key, "key");
    synchronized (lock) {
      return Optional.ofNullable(routes.get(key));
    }
  }

  @Override
  public boolean write(StoredRoute route, long expectedVersion) {
    Objects.requireNonNull(route, "route");
    synchronized (lock) {
      StoredRoute old = routes.get(route.key());
      WriteStamp found = old == null ? RouteDefaults.INITIAL.stamp() : old.stamp();
      if (found.version() != expectedVersion) {
        return old != null && found.writeId().equals(route.stamp().writeId());
      }
      routes.put(route.key(), route);
      return true;
    }
  }

  @Override
  public RouteDefaults defaults() {
    synchronized (lock) {
      return defaults;
    }
  }

  @Override
  public boolean writeDefaults(RouteDefaults written, long expectedVersion) {
    Objects.requireNonNull(written, "written");
    synchronized (lock) {
      if (defaults.version() != expectedVersion) {
        return defaults.stamp().writeId().equals(written.stamp().writeId());
      }
      defaults = written;
      return true;
    }
  }

  @Override
  public Page<StoredRoute> list(RouteListing listing) {
    List<StoredRoute> items = new ArrayList<>();
    synchronized (lock) {
      for (StoredRoute route : routes.values()) {
        String text = route.key().text();
        if (!isListed(route, listing)
            || listing.after().filter(after -> text.compareTo(after) <= 0).isPresent()) {
          continue;
        }
        if (items.size() == listing.limit()) {
          return new Page<>(items, Optional.of(items.get(items.size() - 1).key().text()));
        }
        items.add(route);
      }
    }
    return new Page<>(items, Optional.empty());
  }

  private static boolean isListed(StoredRoute route, RouteListing listing) {
    boolean isDeleted = route.target() instanceof RouteTarget.Deleted;
    boolean isInCell =
        listing.cell().isEmpty()
            || route.target() instanceof RouteTarget.InCell in
                && in.cell().equals(listing.cell().get());
    return isInCell
        && (listing.deleted() || !isDeleted)
        && route.key().text().startsWith(listing.prefix());
  }

  @Override
  public List<RouteKey> aliasesOf(RouteKey key) {
    Objects.requireNonNull(key, "key");
    synchronized (lock) {
      return routes.values().stream()
          .filter(
              route ->
                  route.target() instanceof RouteTarget.AliasOf alias && alias.key().equals(key))
          .map(StoredRoute::key)
          .toList();
    }
  }

  @Override
  public void audit(AuditEntry entry) {
    Objects.requireNonNull(entry, "entry");
    synchronized (lock) {
      trails.computeIfAbsent(entry.key(), none -> new TreeMap<>()).put(entry.id(), entry);
    }
  }

  @Override
  public Page<AuditEntry> auditOf(Optional<RouteKey> key, int limit, Optional<String> after) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(after, "after");
    RouteListing.requireLimit(limit);
    List<AuditEntry> items = new ArrayList<>();
    synchronized (lock) {
      NavigableMap<String, AuditEntry> trail = trails.getOrDefault(key, new TreeMap<>());
      NavigableMap<String, AuditEntry> older =
          after.isPresent() ? trail.headMap(after.get(), false) : trail;
      for (AuditEntry entry : older.descendingMap().values()) {
        if (items.size() == limit) {
          return new Page<>(items, Optional.of(items.get(items.size() - 1).id()));
        }
        items.add(entry);
      }
    }
    return new Page<>(items, Optional.empty());
  }

  @Override
  public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
    Objects.requireNonNull(key, "key");
    try {
      synchronized (lock) {
        return CompletableFuture.completedStage(RouteChain.read(key, this::read).answer(defaults));
      }
    } catch (RouteStoreException | IllegalStateException e) {
      return CompletableFuture.failedStage(e);
    }
  }
}
