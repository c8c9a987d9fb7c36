// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import io.turnout.store.AuditEntry;
import io.turnout.store.AuditEntry.Author;
import io.turnout.store.AuditEntry.Change;
import io.turnout.store.AuditEntry.State;
import io.turnout.store.RouteChain;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteStore;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteTarget;
import io.turnout.store.RouteTarget.AliasOf;
import io.turnout.store.StoredRoute;
import io.turnout.store.WriteStamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Makes every write of the administration: its version, its name, its entry in the audit trail. */
final class RouteWriter {

  private static final String NONE = "none";

  /** How far a change goes. */
  enum Extent {
    WHOLE,
    DRY_RUN
  }

  /** Who writes, and where the names of writes come from. */
  record By(Author author, Supplier<String> ids) {}

  private final RouteStore store;
  private final RouteClock clock;
  private final Author author;
  private final Supplier<String> ids;
  private final ChangeFeed feed;
  private final Extent extent;

  RouteWriter(RouteStore store, RouteClock clock, By by, ChangeFeed feed, Extent extent) {
    this.store = store;
    this.clock = clock;
    this.author = by.author();
    this.ids = by.ids();
    this.feed = feed;
    this.extent = extent;
  }

  boolean isDryRun() {
    return extent == Extent.DRY_RUN;
  }

  RouteStore store() {
    return store;
  }

  RouteClock clock() {
    return clock;
  }

  String newId() {
    return ids.get();
  }

  RouteView view(RouteKey key) {
    RouteDefaults defaults = store.defaults();
    return new RouteView(RouteChain.read(key, store::read), defaults);
  }

  /**
   * A key that is about to be changed: also one whose aliases lead in a circle or too far, as two
   * writers at once can make them, so that it can be mended.
   */
  RouteView viewToChange(RouteKey key) {
    try {
      return view(key);
    } catch (RouteStoreException e) {
      if (e.kind() != RouteStoreException.Kind.DAMAGED) {
        throw e;
      }
      RouteDefaults defaults = store.defaults();
      return new RouteView(Aliases.cut(store, key, clock.wallMillis()), defaults);
    }
  }

  PlannedRoute plan(String step, RouteView before, Draft draft) {
    RouteKey key = before.chain().key();
    RouteTarget target = draft.target();
    long version = Versions.next(before, target, clock.wallMillis());
    WriteStamp stamp = new WriteStamp(version, ids.get());
    StoredRoute route =
        new StoredRoute(key, target, draft.life(), draft.longestLifeUntil(), draft.move(), stamp);
    Optional<StoredRoute> old = before.route();
    Change change = new Change(step, old.map(Draft::told).orElse(NONE), draft.told(), version);
    WriteStamp replaced = old.map(StoredRoute::stamp).orElseGet(() -> new WriteStamp(0, NONE));
    AuditEntry intent = intent(Optional.of(key), change, replaced, stamp);
    return new PlannedRoute(
        route,
        givenOut(route),
        old.isEmpty() ? RouteWrite.Kind.ADDED : RouteWrite.Kind.CHANGED,
        Optional.of(
            new PendingWrite(store, intent, replaced, expected -> store.write(route, expected))));
  }

  /** Writes, and tells routers; but for a dry run, and where nothing is to be written. */
  RouteWrite carryOut(PlannedRoute planned) {
    if (planned.write().isEmpty() || extent == Extent.DRY_RUN) {
      return planned.done(List.of());
    }
    List<String> notices = new ArrayList<>(planned.write().get().carryOut());
    notices.addAll(feed.publish(planned.route().key()));
    return planned.done(notices);
  }

  /** What is written instead of the defaults. */
  RouteDefaults carryOut(RouteDefaults old, RouteDefaults wanted) {
    WriteStamp stamp =
        new WriteStamp(
            Versions.require(Math.max(old.version() + 1, clock.wallMillis())), ids.get());
    RouteDefaults written =
        new RouteDefaults(wanted.known(), wanted.unknown(), wanted.longestLifeUntil(), stamp);
    Change change = new Change("defaults", told(old), told(written), stamp.version());
    AuditEntry intent = intent(Optional.empty(), change, old.stamp(), stamp);
    if (extent == Extent.WHOLE) {
      new PendingWrite(
              store, intent, old.stamp(), expected -> store.writeDefaults(written, expected))
          .carryOut();
    }
    return written;
  }

  private AuditEntry intent(
      Optional<RouteKey> key, Change change, WriteStamp replaced, WriteStamp stamp) {
    long now = clock.wallMillis();
    String id = AuditTrail.id(now, replaced.version(), stamp.writeId());
    return new AuditEntry(id, key, change, stamp.writeId(), author, now, State.INTENDED);
  }

  private long givenOut(StoredRoute route) {
    return route.target() instanceof AliasOf alias
        ? alias.offset() + RouteChain.read(alias.key(), store::read).version()
        : route.version();
  }

  private static String told(RouteDefaults defaults) {
    return "known "
        + defaults.known().freshFor()
        + '/'
        + defaults.known().expireAfter()
        + ", unknown "
        + defaults.unknown().freshFor()
        + '/'
        + defaults.unknown().expireAfter();
  }
}
