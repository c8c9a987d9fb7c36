// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.admin.RouteRefusedException.Reason;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteInvalidations;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import io.turnout.spi.RoutingName;
import io.turnout.store.AuditEntry;
import io.turnout.store.AuditEntry.Author;
import io.turnout.store.LifeSetting;
import io.turnout.store.Page;
import io.turnout.store.RouteChain;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteListing;
import io.turnout.store.RouteStore;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteTarget;
import io.turnout.store.RouteTarget.AliasOf;
import io.turnout.store.RouteTarget.Deleted;
import io.turnout.store.RouteTarget.InCell;
import io.turnout.store.StoredRoute;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The administration of routes: what changes the source of truth, in every store alike.
 *
 * <p>Each change reads, writes an intent into the audit trail, writes the record on the condition
 * that it is still what was read, closes the intent, and tells routers if there is a channel. The
 * version that is given out for a key never falls and rises with each change. Copies of what was
 * true before are reckoned with as if the change were written 30 s late, since what a store is slow
 * to write is given out until then.
 *
 * <p>To bring a key that is in use into another cell is a move: {@link RouteMove}. Every method
 * waits for the store, and may throw {@link RouteStoreException}; after one from a method that
 * changes something, it is not known whether the change was made, and asking for it again is safe.
 * Thread-safe.
 */
public final class RouteAdministration {

  /** How long a change waits for its invalidations to be on their way, unless told otherwise. */
  public static final Duration DEFAULT_PUBLISH_TIMEOUT = Duration.ofSeconds(2);

  /** The longest that a change can wait for its invalidations. */
  public static final Duration MAX_PUBLISH_TIMEOUT = Duration.ofHours(1);

  /** What to do where a key that leads to a cell would lead elsewhere at once, without a move. */
  public enum OverLive {
    /** To refuse. */
    REFUSE,
    /** To do it: for a while routers will go on using copies of the old cell. */
    FORCE
  }

  private final RouteStore store;
  private final RouteWriter writer;

  private RouteAdministration(Builder builder) {
    this.store = builder.store;
    this.writer =
        new RouteWriter(
            store,
            builder.clock,
            new RouteWriter.By(builder.author, builder.ids),
            new ChangeFeed(store, builder.invalidations, builder.publishTimeout),
            builder.extent);
  }

  /**
   * Begins the administration of a store.
   *
   * @param store where the routes are
   * @param author who makes the changes, for the audit trail
   */
  public static Builder builder(RouteStore store, Author author) {
    return new Builder(store, author);
  }

  RouteWriter writer() {
    return writer;
  }

  /**
   * What is true of a key.
   *
   * @throws RouteStoreException also of the kind {@code DAMAGED}, if its aliases lead in a circle
   */
  public RouteView get(RouteKey key) {
    return writer.view(Objects.requireNonNull(key, "key"));
  }

  /**
   * Puts a key into a cell; does nothing if it is there with the same durations. An alias becomes a
   * route of its own.
   *
   * @param cell a {@linkplain RoutingName routing name}
   * @param life the durations that the route sets for itself from now on
   * @throws RouteRefusedException if the key is being moved, or leads to another cell and that is
   *     to be refused
   * @throws LostRaceException if somebody else changed the record meanwhile
   */
  public RouteWrite put(RouteKey key, String cell, LifeSetting life, OverLive overLive) {
    InCell target = new InCell(cell);
    RouteView before = unmoved(key);
    if (overLive == OverLive.REFUSE) {
      requireSameCell(before, Optional.of(cell));
    }
    return write("put", before, target, Objects.requireNonNull(life, "life"));
  }

  /**
   * Lets a key lead wherever another one leads; does nothing if it does so with the same durations.
   *
   * @param target the other key; it need not have a record
   * @param life the durations that the alias sets for itself; the shorter of its own and its
   *     target's count
   * @throws RouteRefusedException if the key is being moved, if it is in use and either leads to
   *     another cell than the target and that is to be refused or the target is being moved, or if
   *     aliases would lead in a circle or further than {@value RouteChain#MAX_ALIASES} deep
   * @throws LostRaceException if somebody else changed the record meanwhile
   */
  public RouteWrite alias(RouteKey key, RouteKey target, LifeSetting life, OverLive overLive) {
    Objects.requireNonNull(life, "life");
    RouteView before = unmoved(key);
    RouteChain leadsTo = RouteChain.read(Objects.requireNonNull(target, "target"), store::read);
    Aliases.requireStraight(store, key, leadsTo);
    if (overLive == OverLive.REFUSE) {
      requireSameCell(before, leadsTo.cell());
    }
    long now = writer.clock().wallMillis();
    boolean isInUse = Copies.until(before, now) > now;
    if (isInUse && isMoving(leadsTo)) {
      throw new RouteRefusedException(
          Reason.IN_A_MOVE,
          "what the alias would lead to is being moved, and the key of the alias has been in use:"
              + " copies of it may outlive the wait of the move; let the move end first");
    }
    boolean same =
        before.route().map(StoredRoute::target).filter(AliasOf.class::isInstance).stream()
            .anyMatch(it -> ((AliasOf) it).key().equals(target));
    AliasOf alias =
        same && before.route().orElseThrow().life().equals(life)
            ? (AliasOf) before.route().orElseThrow().target()
            : Versions.alias(before.chain(), target, leadsTo);
    RouteWrite written = write("alias", before, alias, life);
    if (isInUse && written.kind() == RouteWrite.Kind.CHANGED && !writer.isDryRun()) {
      requireUnmoved(leadsTo, before, written.route());
    }
    return written;
  }

  private static boolean isMoving(RouteChain chain) {
    return chain.links().stream().anyMatch(link -> link.move().isPresent());
  }

  /**
   * Takes an alias back if what it leads to has begun to move, or has moved, since that was read:
   * the move may have looked for aliases before this one was there, and not wait for its copies.
   */
  private void requireUnmoved(RouteChain leadTo, RouteView before, StoredRoute alias) {
    RouteChain now = RouteChain.read(leadTo.key(), store::read);
    if (!isMoving(now) && now.cell().equals(leadTo.cell())) {
      return;
    }
    RouteView view = writer.viewToChange(alias.key());
    if (view.route().filter(alias::equals).isPresent()) {
      StoredRoute old = before.route().orElseThrow();
      RouteTarget target =
          old.target() instanceof AliasOf other
              ? Versions.alias(view.chain(), other.key(), RouteChain.read(other.key(), store::read))
              : old.target();
      long until = Math.max(old.longestLifeUntil(), alias.longestLifeUntil());
      writer.carryOut(
          writer.plan("alias undone", view, new Draft(target, old.life(), until, old.move())));
    }
    throw new RouteRefusedException(
        Reason.IN_A_MOVE,
        "what the alias would lead to was moved meanwhile, so the key leads where it led before;"
            + " let the move end first");
  }

  /**
   * Takes a key away: it becomes unknown. Its record stays, so that its versions go on growing;
   * copies of its cell stay in use until they run out.
   *
   * @throws RouteRefusedException if the key has no record, or is being moved
   * @throws LostRaceException if somebody else changed the record meanwhile
   */
  public RouteWrite delete(RouteKey key) {
    RouteView before = unmoved(key);
    if (before.route().isEmpty()) {
      throw new RouteRefusedException(Reason.LEADS_NOWHERE, "there is no record to delete");
    }
    return write("delete", before, new Deleted(), LifeSetting.DEFAULT);
  }

  /** The durations that count where a route sets none. */
  public RouteDefaults defaults() {
    return store.defaults();
  }

  /**
   * Changes the durations that count where a route sets none; does nothing if they are as wanted.
   *
   * @throws LostRaceException if somebody else changed them meanwhile
   */
  public RouteDefaults defaults(RouteLife known, RouteLife unknown) {
    Objects.requireNonNull(known, "known");
    Objects.requireNonNull(unknown, "unknown");
    RouteDefaults old = store.defaults();
    if (old.known().equals(known) && old.unknown().equals(unknown)) {
      return old;
    }
    long written = Copies.written(writer.clock().wallMillis());
    long longest =
        Math.max(
            old.longestLifeUntil(),
            Math.max(
                Copies.plus(written, old.known().expireAfter()),
                Copies.plus(written, old.unknown().expireAfter())));
    return writer.carryOut(old, new RouteDefaults(known, unknown, longest, old.stamp()));
  }

  /** One page of routes. It may lag behind the latest changes. */
  public Page<StoredRoute> list(RouteListing listing) {
    return store.list(listing);
  }

  /**
   * One page of a key's audit trail, the latest entry first.
   *
   * @param key whose; empty for that of the defaults
   * @param limit the most that come on one page, 1 to {@value RouteListing#MAX_LIMIT}
   * @param after where the page before ended; empty for the first
   */
  public Page<AuditEntry> auditOf(Optional<RouteKey> key, int limit, Optional<String> after) {
    return store.auditOf(key, limit, after);
  }

  /**
   * All keys that lead to a key by aliases, nearest first. It may lag behind the latest changes.
   */
  public List<RouteKey> aliasesOf(RouteKey key) {
    return List.copyOf(Aliases.of(store, Objects.requireNonNull(key, "key")));
  }

  private RouteView unmoved(RouteKey key) {
    RouteView view = writer.viewToChange(Objects.requireNonNull(key, "key"));
    if (view.route().flatMap(StoredRoute::move).isPresent()) {
      throw new RouteRefusedException(
          Reason.IN_A_MOVE, "the key is being moved; finish the move, or abort it, first");
    }
    return view;
  }

  private static void requireSameCell(RouteView before, Optional<String> cell) {
    Optional<String> now = before.chain().cell();
    if (now.isPresent() && !now.equals(cell)) {
      throw new RouteRefusedException(
          Reason.LEADS_ELSEWHERE,
          "the key leads to the cell "
              + now.get()
              + " and would lead to "
              + cell.map(it -> "the cell " + it).orElse("none")
              + " at once; move it, or force the change");
    }
  }

  private RouteWrite write(String step, RouteView before, RouteTarget target, LifeSetting life) {
    Optional<StoredRoute> old = before.route();
    if (old.isPresent() && old.get().target().equals(target) && old.get().life().equals(life)) {
      return new RouteWrite(old.get(), before.chain().version(), RouteWrite.Kind.SAME, List.of());
    }
    long until = Copies.until(before, Copies.written(writer.clock().wallMillis()));
    RouteWrite written =
        writer.carryOut(
            writer.plan(step, before, new Draft(target, life, until, Optional.empty())));
    return old.isPresent() && old.get().target() instanceof AliasOf alias && !writer.isDryRun()
        ? above(alias, step, written)
        : written;
  }

  /**
   * Raises the version of a record that was an alias if what it led to was written between the
   * reading and the writing of it, and had so old a version that the new one fell behind.
   */
  private RouteWrite above(AliasOf old, String step, RouteWrite written) {
    StoredRoute route = written.route();
    try {
      long givenOut = old.offset() + RouteChain.read(old.key(), store::read).version();
      if (givenOut < written.version()) {
        return written;
      }
      AliasOf was = new AliasOf(old.key(), Versions.require(givenOut));
      StoredRoute before =
          new StoredRoute(route.key(), was, route.life(), 0, route.move(), route.stamp());
      RouteChain chain = new RouteChain(route.key(), List.of(before));
      RouteTarget target =
          route.target() instanceof AliasOf to
              ? Versions.alias(chain, to.key(), RouteChain.read(to.key(), store::read))
              : route.target();
      Draft draft = new Draft(target, route.life(), route.longestLifeUntil(), route.move());
      return writer.carryOut(writer.plan(step, new RouteView(chain, store.defaults()), draft));
    } catch (LostRaceException e) {
      return written;
    } catch (RouteStoreException e) {
      if (e.kind() == RouteStoreException.Kind.DAMAGED) {
        return written;
      }
      throw e;
    }
  }

  /** Collects what a {@link RouteAdministration} is made of. */
  public static final class Builder {

    private final RouteStore store;
    private final Author author;
    private RouteClock clock = RouteClock.system();
    private Optional<RouteInvalidations> invalidations = Optional.empty();
    private Duration publishTimeout = DEFAULT_PUBLISH_TIMEOUT;
    private RouteWriter.Extent extent = RouteWriter.Extent.WHOLE;
    private Supplier<String> ids = () -> UUID.randomUUID().toString();

    private Builder(RouteStore store, Author author) {
      this.store = Objects.requireNonNull(store, "store");
      this.author = Objects.requireNonNull(author, "author");
    }

    /** Where versions and waits come from; the system's clock by default. */
    public Builder clock(RouteClock clock) {
      this.clock = Objects.requireNonNull(clock, "clock");
      return this;
    }

    /** A channel on which routers hear of each change; none by default. */
    public Builder invalidations(RouteInvalidations invalidations) {
      this.invalidations = Optional.of(invalidations);
      return this;
    }

    /**
     * How long a change waits for its invalidations to be on their way; 0 to 1 hour, {@link
     * #DEFAULT_PUBLISH_TIMEOUT} by default.
     */
    public Builder publishTimeout(Duration publishTimeout) {
      this.publishTimeout = Objects.requireNonNull(publishTimeout, "publishTimeout");
      return this;
    }

    /**
     * Where the names of writes and moves come from, each other than all before it and of 1 to 64
     * characters; random UUIDs by default.
     */
    public Builder ids(Supplier<String> ids) {
      this.ids = Objects.requireNonNull(ids, "ids");
      return this;
    }

    /**
     * Lets every change be checked and told as if it were made, while nothing is written; a move
     * cannot begin. Not so by default.
     */
    public Builder dryRun() {
      this.extent = RouteWriter.Extent.DRY_RUN;
      return this;
    }

    /**
     * Builds it; the store is not asked yet.
     *
     * @throws IllegalArgumentException if the time-out is out of range
     */
    public RouteAdministration build() {
      if (publishTimeout.isNegative() || publishTimeout.compareTo(MAX_PUBLISH_TIMEOUT) > 0) {
        throw new IllegalArgumentException(
            "publishTimeout " + publishTimeout + " must lie in 0 to " + MAX_PUBLISH_TIMEOUT);
      }
      return new RouteAdministration(this);
    }
  }
}
