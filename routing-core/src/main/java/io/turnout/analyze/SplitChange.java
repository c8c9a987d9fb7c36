// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.split.SessionCookie;
import io.turnout.split.Split;
import io.turnout.split.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What becomes of one split, and of those whom it concerns. Immutable. */
public final class SplitChange {

  private final Optional<Split> before;
  private final Optional<Split> after;
  private final List<StageChange> stages;
  private final List<SplitNote> notes;
  private final Draw draw;

  SplitChange(Optional<Split> before, Optional<Split> after, ChangedClients clients) {
    this.before = before;
    this.after = after;
    stages = stages(before, after);
    notes = SplitNotes.of(before, after, clients);
    draw = draw(before, after);
  }

  /** What the choice of a stage rests on, compared with before. */
  public enum Draw {
    /** On the same routing IDs and the same function: only weights and stages count. */
    SAME,
    /** On the same routing IDs, for which the function gives something else. */
    REHASHED,
    /** On new routing IDs: none that was given before counts. */
    NEW_IDS,
    /** The split is in one of the files only. */
    ONE_SIDED
  }

  /** How a stage is chosen for those who come back. */
  public enum Sticky {
    /** By the weights, each time. */
    HASH,
    /** A session keeps its stage while it lives. */
    SESSION
  }

  /**
   * Some who go from one stage to another.
   *
   * @param fraction how many are expected to, as a part of 1
   */
  public record Move(String from, String to, double fraction) {}

  /**
   * What the weights give to one routing ID.
   *
   * @param before its stage by the old file; empty if that does not have the split
   * @param after its stage by the new file, if its ID stays; empty if that does not have the split
   */
  public record Listed(String id, Optional<String> before, Optional<String> after) {

    /** Whether it goes from one stage to another. */
    public boolean moves() {
      return before.isPresent() && after.isPresent() && !before.equals(after);
    }
  }

  /** The split's name, in the new file if it has the split. */
  public String split() {
    return after.or(() -> before).orElseThrow().name();
  }

  /** Its name in the old file; empty if that does not have it. */
  public Optional<String> nameBefore() {
    return before.map(Split::name);
  }

  /** Its name in the new file; empty if that does not have it. */
  public Optional<String> nameAfter() {
    return after.map(Split::name);
  }

  /** How those who come back got their stage; empty without the split. */
  public Optional<Sticky> stickyBefore() {
    return before.map(SplitChange::sticky);
  }

  /** How those who come back get their stage; empty without the split. */
  public Optional<Sticky> stickyAfter() {
    return after.map(SplitChange::sticky);
  }

  /** The stages of both files, in the order of the new one, followed by those that it lacks. */
  public List<StageChange> stages() {
    return stages;
  }

  /** What else changes, each with what it leads to. */
  public List<SplitNote> notes() {
    return notes;
  }

  /** What the choice rests on, compared with before. */
  public Draw draw() {
    return draw;
  }

  /** Whether the split stays as it is. */
  public boolean isEmpty() {
    return before.isPresent()
        && after.isPresent()
        && notes.isEmpty()
        && stages.stream().allMatch(stage -> stage.kinds().isEmpty());
  }

  /** Whether sessions that live keep their stage, unless it is closed or gone. */
  public boolean keepsSessions() {
    return draw == Draw.SAME && stickyAfter().equals(Optional.of(Sticky.SESSION));
  }

  /**
   * How many of those who go by the weights are expected to go from each stage to each other, as
   * parts of all of them, most first; none if the split is in one file only. Exact for random
   * routing IDs. Where {@linkplain #keepsSessions sessions are kept} it concerns nobody whose
   * session lives.
   */
  public List<Move> moves() {
    double[][] flows = flows();
    List<Move> moves = new ArrayList<>();
    for (int i = 0; i < flows.length; i++) {
      for (int j = 0; j < flows.length; j++) {
        if (i != j && flows[i][j] > 0) {
          moves.add(new Move(name(i), name(j), flows[i][j]));
        }
      }
    }
    return mostFirst(moves);
  }

  /** The part of those who go by the weights that goes to another stage. */
  public double moving() {
    return moves().stream().mapToDouble(Move::fraction).sum();
  }

  /** The least part that has to go to another stage, so that the new shares are reached. */
  public double least() {
    double sum = 0;
    if (before.isPresent() && after.isPresent()) {
      for (StageChange stage : stages) {
        double old = stage.before().map(StageChange.Side::share).orElse(0.0);
        double now = stage.after().map(StageChange.Side::share).orElse(0.0);
        sum += Math.max(0, now - old);
      }
    }
    return sum;
  }

  /**
   * Where the sessions of each stage go that no longer answers, as parts of the sessions of that
   * stage; none unless {@linkplain #keepsSessions sessions are kept}. Those of a stage which had
   * weight are taken to have been given it by the weights of the old file; of one that had none it
   * is not known by which they were, and the new shares are told.
   */
  public List<Move> endedSessions() {
    if (!keepsSessions()) {
      return List.of();
    }
    double[][] flows = flows();
    List<Move> moves = new ArrayList<>();
    for (int i = 0; i < flows.length; i++) {
      if (stages.get(i).ends()) {
        double share = stages.get(i).before().orElseThrow().share();
        for (int j = 0; j < flows.length; j++) {
          double fraction =
              share > 0
                  ? flows[i][j] / share
                  : stages.get(j).after().map(StageChange.Side::share).orElse(0.0);
          if (fraction > 0) {
            moves.add(new Move(name(i), name(j), fraction));
          }
        }
      }
    }
    return mostFirst(moves);
  }

  /**
   * What the weights give to one routing ID, exactly.
   *
   * @param id the ID as it stands in the cookie, or as it is in a session's
   */
  public Listed of(String id) {
    return new Listed(
        id,
        before.map(split -> split.byWeights(id).name()),
        after.map(split -> split.byWeights(id).name()));
  }

  private double[][] flows() {
    if (before.isEmpty() || after.isEmpty()) {
      return new double[0][];
    }
    double[] old = stages.stream().mapToDouble(StageChange::weightBefore).toArray();
    double[] now = stages.stream().mapToDouble(StageChange::weightAfter).toArray();
    return draw == Draw.SAME ? Flows.of(old, now) : Flows.ofAnotherDraw(old, now);
  }

  private String name(int stage) {
    return stages.get(stage).stage();
  }

  private static List<Move> mostFirst(List<Move> moves) {
    moves.sort((one, other) -> Double.compare(other.fraction(), one.fraction()));
    return Collections.unmodifiableList(moves);
  }

  private static Sticky sticky(Split split) {
    return split.identity().sessions().isPresent() ? Sticky.SESSION : Sticky.HASH;
  }

  private static Draw draw(Optional<Split> before, Optional<Split> after) {
    if (before.isEmpty() || after.isEmpty()) {
      return Draw.ONE_SIDED;
    }
    Split.Identity old = before.get().identity();
    Split.Identity now = after.get().identity();
    boolean renamed = !before.get().name().equals(after.get().name());
    boolean sessions = old.sessions().isPresent();
    if (!old.cookie().name().equals(now.cookie().name())
        || sessions != now.sessions().isPresent()
        || sessions && (renamed || shared(old, now).isEmpty())) {
      return Draw.NEW_IDS;
    }
    return renamed ? Draw.REHASHED : Draw.SAME;
  }

  /** The keys of session cookies that are in both files. */
  static Set<SessionCookie.Key> shared(Split.Identity old, Split.Identity now) {
    Set<SessionCookie.Key> shared = new LinkedHashSet<>();
    old.sessions().ifPresent(sessions -> shared.addAll(sessions.keys()));
    shared.retainAll(now.sessions().map(SessionCookie::keys).orElse(List.of()));
    return shared;
  }

  private static List<StageChange> stages(Optional<Split> before, Optional<Split> after) {
    Map<String, StageChange.Side> old = before.map(SplitChange::byName).orElse(Map.of());
    Map<String, StageChange.Side> now = after.map(SplitChange::byName).orElse(Map.of());
    Set<String> names = new LinkedHashSet<>(now.keySet());
    names.addAll(old.keySet());
    return names.stream()
        .map(name -> new StageChange(name, optional(old.get(name)), optional(now.get(name))))
        .toList();
  }

  private static Optional<StageChange.Side> optional(StageChange.@Nullable Side side) {
    return Optional.ofNullable(side);
  }

  /** The stages of a split, each with its share, in the order of the file. */
  static Map<String, StageChange.Side> byName(Split split) {
    List<Stage> stages = split.stages();
    double[] shares = Flows.shares(stages.stream().mapToDouble(Stage::effectiveWeight).toArray());
    Map<String, StageChange.Side> byName = new LinkedHashMap<>();
    for (int i = 0; i < shares.length; i++) {
      byName.put(stages.get(i).name(), new StageChange.Side(stages.get(i), shares[i]));
    }
    return byName;
  }
}
