// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.admin.RouteRefusedException.Reason;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RoutingName;
import io.turnout.store.AuditEntry;
import io.turnout.store.MoveMark;
import io.turnout.store.MoveMark.Phase;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteTarget;
import io.turnout.store.RouteTarget.AliasOf;
import io.turnout.store.RouteTarget.InCell;
import io.turnout.store.StoredRoute;
import io.turnout.store.WriteStamp;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The move of one key, and of all its aliases, from one cell to another, one step at a time.
 *
 * <ol>
 *   <li><b>mark</b>: the key stays in the old cell and may not be cached any more; then the wait is
 *       reckoned, from what is true once the mark is there;
 *   <li>the <b>wait</b>, until all copies from before the mark have run out; data is copied
 *       meanwhile;
 *   <li><b>flip</b>: the key leads to the new cell, and may not be cached yet;
 *   <li><b>settle</b>, after the grace: it may be cached.
 * </ol>
 *
 * <p>{@link #next} takes the next step once it is due; who calls it owns the waiting. Every step is
 * one write on the condition that the record is what it was, so it does not matter how many
 * processes drive a move, where they stop, or whether they hear what became of a write: {@link
 * #resume} goes on from the record. Until the flip {@link #abort} undoes the move; after it the key
 * can only be moved back, which may begin during the grace and then waits for next to nothing.
 *
 * <p>A wait is measured by the monotonic clock of the process, so a wall clock that jumps shortens
 * none. Not thread-safe.
 */
public final class RouteMove {

  /** How far a move has come. */
  public enum Stage {
    /** The key leads to the old cell and waits for the flip. */
    MARKED,
    /** The key leads to the new cell and may not be cached yet. */
    FLIPPED,
    /** It is done. */
    SETTLED,
    /** It was undone; the key is where it was. */
    ABORTED,
    /** It is over, and what became of it cannot be told from the record any more. */
    ENDED_ELSEWHERE
  }

  private final RouteWriter writer;
  private final RouteKey key;
  private final MoveMark mark;
  private final FleetTimes fleet;
  private Stage stage = Stage.MARKED;
  private long due = MoveMark.NOT_KNOWN_YET;
  private long dueNanos;
  private long copiesUntil;
  private long flippedBy;
  private @Nullable PlannedRoute pending;

  private RouteMove(RouteWriter writer, RouteKey key, MoveMark mark, FleetTimes fleet) {
    this.writer = writer;
    this.key = key;
    this.mark = mark;
    this.fleet = fleet;
  }

  /**
   * What a move would promise if it began now. Nothing is written.
   *
   * @throws RouteRefusedException if the move would be refused
   */
  public static CutOverCertificate foresee(
      RouteAdministration administration, RouteKey key, String to, FleetTimes fleet) {
    RouteWriter writer = administration.writer();
    RouteView view = writer.view(Objects.requireNonNull(key, "key"));
    String from = requireMovable(view, RoutingName.require(to, "to"));
    MoveWait wait = new MoveWait(writer, fleet);
    boolean hasFlipped = view.route().flatMap(StoredRoute::move).isPresent();
    long until = hasFlipped ? wait.untilAfterFlip(view) : wait.untilAfterMark(view);
    return new CutOverCertificate(from, to, fleet, until, until, CutOverCertificate.State.FORESEEN);
  }

  /**
   * Marks a key, and reckons how long to wait.
   *
   * @param to the new cell, a {@linkplain RoutingName routing name}
   * @param fleet what is assumed of the routers
   * @throws RouteRefusedException if the key leads to no cell, is an alias, is in that cell
   *     already, or is being moved; a key that has flipped may be moved back
   * @throws LostRaceException if somebody else changed the record meanwhile
   * @throws RouteStoreException if it is not known whether the move has begun; {@link #resume}
   *     tells
   */
  public static RouteMove begin(
      RouteAdministration administration, RouteKey key, String to, FleetTimes fleet) {
    RouteWriter writer = writer(administration);
    Objects.requireNonNull(fleet, "fleet");
    RouteView view = writer.view(Objects.requireNonNull(key, "key"));
    String from = requireMovable(view, RoutingName.require(to, "to"));
    StoredRoute old = view.route().orElseThrow();
    long due =
        old.move().isPresent()
            ? new MoveWait(writer, fleet).untilAfterFlip(view)
            : MoveMark.NOT_KNOWN_YET;
    MoveMark mark = new MoveMark(writer.newId(), from, to, Phase.MARKED, due);
    long longest = Copies.until(view, writer.clock().wallMillis());
    Draft draft = new Draft(old.target(), old.life(), longest, Optional.of(mark));
    PlannedRoute planned = writer.plan("mark", view, draft);
    RouteMove move = new RouteMove(writer, key, mark, fleet);
    writer.carryOut(planned);
    move.adopt(Optional.of(planned.route()));
    move.next();
    return move;
  }

  /**
   * Goes on with the move that a key is in, whoever began it, and closes what its audit trail left
   * open.
   *
   * @throws RouteRefusedException if the key is in no move; its audit trail is closed all the same
   */
  public static RouteMove resume(
      RouteAdministration administration, RouteKey key, FleetTimes fleet) {
    RouteWriter writer = writer(administration);
    Objects.requireNonNull(fleet, "fleet");
    Optional<StoredRoute> record = writer.store().read(Objects.requireNonNull(key, "key"));
    List<AuditEntry> open = repair(writer, key, record);
    Optional<MoveMark> mark = record.flatMap(StoredRoute::move);
    if (mark.isEmpty()) {
      if (record.isPresent() && !open.isEmpty()) {
        fence(writer, key);
      }
      throw new RouteRefusedException(Reason.IN_NO_MOVE, "the key is in no move");
    }
    RouteMove move = new RouteMove(writer, key, mark.get(), fleet);
    move.adopt(record);
    return move;
  }

  /**
   * Takes the next step if it is due.
   *
   * <p>That somebody else has taken it, or ended the move, is no error: {@link #stage} tells.
   *
   * @return what was written; empty if nothing is due, or somebody else was faster
   * @throws RouteStoreException if it is not known whether the step was taken; calling again is
   *     safe
   */
  public Optional<RouteWrite> next() {
    if (isOver() || (pending == null && !remaining().isZero())) {
      return Optional.empty();
    }
    Optional<RouteWrite> written = take();
    if (written.isPresent() && stage == Stage.SETTLED) {
      repair(writer, key, Optional.of(written.get().route()));
    }
    return written;
  }

  /**
   * Undoes the move: the key stays in the old cell, and may be cached again.
   *
   * @throws RouteRefusedException if the move has flipped, or is over and was not aborted
   * @throws RouteStoreException if it is not known whether it was undone; calling again is safe
   */
  public void abort() {
    for (int attempt = 0; stage != Stage.ABORTED; attempt++) {
      RouteView view = look();
      if (stage == Stage.ABORTED) {
        break;
      }
      if (stage != Stage.MARKED) {
        throw new RouteRefusedException(
            Reason.HAS_FLIPPED,
            "the move is " + stage + " and cannot be undone; move the key back");
      }
      StoredRoute old = view.route().orElseThrow();
      PlannedRoute undone =
          writer.plan("abort", view, Draft.of(old, old.target(), Optional.empty()));
      try {
        writer.carryOut(undone);
        adopt(Optional.of(undone.route()));
        stage = Stage.ABORTED;
      } catch (LostRaceException e) {
        if (attempt >= 3) {
          throw e;
        }
      }
    }
    repair(writer, key, writer.store().read(key));
  }

  /** How far it has come, as far as this object knows. */
  public Stage stage() {
    return stage;
  }

  /** Whether no step is left. */
  public boolean isOver() {
    return stage != Stage.MARKED && stage != Stage.FLIPPED;
  }

  /**
   * When the next step may be taken, in milliseconds of the wall clock, for people; {@link
   * MoveMark#NOT_KNOWN_YET} if the wait is not reckoned yet, which the next step does at once.
   */
  public long due() {
    return due;
  }

  /** How long it is until the next step may be taken; zero if it may be taken now. */
  public Duration remaining() {
    if (isOver() || due == MoveMark.NOT_KNOWN_YET) {
      return Duration.ZERO;
    }
    return Duration.ofNanos(Math.max(0, dueNanos - writer.clock().nanos()));
  }

  /** The key that is moved. */
  public RouteKey key() {
    return key;
  }

  /** The name of the move among all moves. */
  public String id() {
    return mark.id();
  }

  /** The old cell. */
  public String from() {
    return mark.from();
  }

  /** The new cell. */
  public String to() {
    return mark.to();
  }

  /** What the move promises, as far as it has come; its times are known once the wait is. */
  public CutOverCertificate certificate() {
    boolean waits = stage == Stage.MARKED;
    return new CutOverCertificate(
        from(),
        to(),
        fleet,
        copiesUntil,
        waits ? due : flippedBy,
        waits ? CutOverCertificate.State.WAITING : CutOverCertificate.State.FLIPPED);
  }

  private Optional<RouteWrite> take() {
    try {
      PlannedRoute step = pending;
      if (step == null) {
        RouteView view = look();
        if (isOver() || !remaining().isZero()) {
          return Optional.empty();
        }
        step = plan(view);
        pending = step;
      }
      RouteWrite written = writer.carryOut(step);
      adopt(Optional.of(step.route()));
      return Optional.of(written);
    } catch (LostRaceException e) {
      look();
      return Optional.empty();
    }
  }

  private PlannedRoute plan(RouteView view) {
    StoredRoute old = view.route().orElseThrow();
    if (stage == Stage.FLIPPED) {
      return writer.plan("settle", view, Draft.of(old, old.target(), Optional.empty()));
    }
    MoveWait wait = new MoveWait(writer, fleet);
    long until = due == MoveMark.NOT_KNOWN_YET ? wait.untilAfterMark(view) : wait.until(view);
    if (due == MoveMark.NOT_KNOWN_YET || until > due) {
      return writer.plan("wait", view, Draft.of(old, old.target(), at(Phase.MARKED, until)));
    }
    long settle = Copies.plus(writer.clock().wallMillis(), fleet.grace());
    return writer.plan("flip", view, Draft.of(old, new InCell(to()), at(Phase.FLIPPED, settle)));
  }

  private Optional<MoveMark> at(Phase phase, long due) {
    return Optional.of(new MoveMark(id(), from(), to(), phase, due));
  }

  /** Reads the record, and learns how far the move has come. */
  private RouteView look() {
    RouteView view = writer.view(key);
    adopt(view.route());
    return view;
  }

  private void adopt(Optional<StoredRoute> record) {
    pending = null;
    Optional<MoveMark> found = record.flatMap(StoredRoute::move);
    if (found.isPresent() && found.get().id().equals(id())) {
      Stage reached = found.get().phase() == Phase.MARKED ? Stage.MARKED : Stage.FLIPPED;
      if (reached != stage || found.get().due() != due) {
        waitUntil(found.get().due());
      }
      if (reached == Stage.MARKED) {
        copiesUntil = due;
      } else if (stage != Stage.FLIPPED) {
        copiesUntil = Math.max(copiesUntil, record.get().longestLifeUntil());
        flippedBy = writer.clock().wallMillis();
      }
      stage = reached;
    } else if (!isOver()) {
      stage = ended(record);
    }
  }

  private void waitUntil(long until) {
    due = until;
    long millis = Math.max(0, until - writer.clock().wallMillis());
    dueNanos =
        until == MoveMark.NOT_KNOWN_YET
            ? 0
            : writer.clock().nanos() + Math.min(millis, Long.MAX_VALUE / 4_000_000) * 1_000_000;
  }

  private Stage ended(Optional<StoredRoute> record) {
    if (stage == Stage.FLIPPED) {
      return Stage.SETTLED;
    }
    Optional<StoredRoute> unmoved = record.filter(it -> it.move().isEmpty());
    RouteTarget target = unmoved.map(StoredRoute::target).orElseGet(RouteTarget.Deleted::new);
    if (target.equals(new InCell(to()))) {
      return Stage.SETTLED;
    }
    return target.equals(new InCell(from())) ? Stage.ABORTED : Stage.ENDED_ELSEWHERE;
  }

  private static RouteWriter writer(RouteAdministration administration) {
    if (administration.writer().isDryRun()) {
      throw new IllegalArgumentException("a dry run moves nothing; foresee() tells what would be");
    }
    return administration.writer();
  }

  private static String requireMovable(RouteView view, String to) {
    StoredRoute route =
        view.route()
            .orElseThrow(
                () -> new RouteRefusedException(Reason.LEADS_NOWHERE, "the key has no record"));
    if (route.target() instanceof AliasOf) {
      throw new RouteRefusedException(
          Reason.IS_AN_ALIAS, "the key is an alias; move the key that it leads to");
    }
    if (!(route.target() instanceof InCell in)) {
      throw new RouteRefusedException(Reason.LEADS_NOWHERE, "the key was deleted");
    }
    Optional<MoveMark> ahead = route.move().filter(it -> !canTurnBack(it, to));
    if (ahead.isPresent()) {
      MoveMark other = ahead.get();
      throw new RouteRefusedException(
          Reason.IN_A_MOVE,
          "the key is being moved from "
              + (other.from() + " to " + other.to() + " already, by the move " + other.id())
              + "; finish that move, or abort it");
    }
    if (in.cell().equals(to)) {
      throw new RouteRefusedException(
          Reason.IS_THERE_ALREADY, "the key is in the cell " + to + " already");
    }
    return in.cell();
  }

  private static boolean canTurnBack(MoveMark other, String to) {
    return other.phase() == Phase.FLIPPED && other.from().equals(to);
  }

  private static List<AuditEntry> repair(
      RouteWriter writer, RouteKey key, Optional<StoredRoute> record) {
    WriteStamp stamp = record.map(StoredRoute::stamp).orElseGet(() -> new WriteStamp(0, "none"));
    return new AuditTrail(writer.store()).repair(Optional.of(key), stamp);
  }

  /** Writes a record anew as it is, so that a write that is still on its way cannot arrive. */
  private static void fence(RouteWriter writer, RouteKey key) {
    RouteView view = writer.view(key);
    StoredRoute old = view.route().orElseThrow();
    PlannedRoute same = writer.plan("fence", view, Draft.of(old, old.target(), old.move()));
    writer.carryOut(same);
    repair(writer, key, Optional.of(same.route()));
  }
}
