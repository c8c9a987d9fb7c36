// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.decision.Reason;
import io.turnout.plan.Action;
import io.turnout.rules.RuleSet;
import io.turnout.spi.RouteKey;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What becomes of requests when one rule file replaces another, by classes of requests. Immutable.
 *
 * <p>A class is all requests that end at one rule in the old file and at one rule in the new, and
 * that are decided differently. Each class is reported that was not proved empty; so a request
 * whose decision changes is in one of them, unless the comparison is not {@linkplain #complete}. A
 * tag is taken to be on a request or not, whatever else the request is, and to be on the same
 * requests by both files; where edges or tags change, that may not be so.
 *
 * @param changes the classes, in the order of the old file's rules, then of the new one's
 * @param outcomes the outcomes of which the actions change
 * @param addedCells cells that only the new file lists
 * @param removedCells cells that only the old file lists
 * @param changedEdges the names of edges that only one of the files has, or that prove themselves
 *     otherwise, or may say something else
 * @param changedTags the names of tags that only one of the files has, or that are on other
 *     requests
 * @param changedSplits the names of splits of which something changes; {@link SplitPlan} says what
 * @param complete whether there was room for all pairs of rules and all classes
 */
public record RuleDiff(
    List<Change> changes,
    List<OutcomeChange> outcomes,
    Set<String> addedCells,
    Set<String> removedCells,
    Set<String> changedEdges,
    Set<String> changedTags,
    Set<String> changedSplits,
    boolean complete) {

  /** The most classes that are reported. */
  public static final int MOST_CHANGES = 10_000;

  /** The most steps for one class, each about one look at a condition. */
  static final int MOST_STEPS_OF_A_CLASS = 100_000;

  /** The most steps for one comparison. */
  static final long MOST_STEPS = 40_000_000;

  /** The most pairs of rules that are looked at. */
  static final long MOST_PAIRS = 20_000_000;

  /** Copies the collections. */
  public RuleDiff {
    changes = List.copyOf(changes);
    outcomes = List.copyOf(outcomes);
    addedCells = Set.copyOf(addedCells);
    removedCells = Set.copyOf(removedCells);
    changedEdges = Set.copyOf(changedEdges);
    changedTags = Set.copyOf(changedTags);
    changedSplits = Set.copyOf(changedSplits);
  }

  /** What of a decision changes. */
  public enum Aspect {
    /** Another rule decides, or none where one did, or one where none did. */
    RULE,
    /** The key comes from another source. */
    SOURCE,
    /** Another key is found, or one where none was, or none where one was. */
    KEY,
    /** The request goes to another cell. */
    CELL,
    /** Something else is done: the kind of action, a status, the answer to an unknown key. */
    OUTCOME
  }

  /**
   * Where and how a request ends.
   *
   * @param rule the rule that decides, or at which the search ends; empty if none does
   * @param source the word of the source that held the key
   * @param key the key that is looked up
   * @param action what is done; empty if that depends on what the key is found to be
   * @param unknownKey what is done where the key is unknown; empty without a key
   * @param reason why it was not a rule or a key that decided
   */
  public record End(
      Optional<String> rule,
      Optional<String> source,
      Optional<RouteKey> key,
      Optional<Action> action,
      Optional<Action> unknownKey,
      Optional<Reason> reason) {

    static End at(Optional<String> rule, Optional<Reason> reason) {
      return new End(
          rule, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), reason);
    }
  }

  /**
   * A class of requests that are decided differently.
   *
   * @param before how the example ends in the old file; without an example, no more than the rule
   * @param after how it ends in the new file
   * @param aspects what changes of the example, or may change if there is none
   * @param handsOn whether this is so on a tier only that can hand requests on
   * @param example the smallest request found of the class; empty if none was found, though it was
   *     not proved that there is none
   */
  public record Change(
      End before,
      End after,
      Set<Aspect> aspects,
      boolean handsOn,
      Optional<ExampleRequest> example) {

    /** Copies the set. */
    public Change {
      Objects.requireNonNull(before, "before");
      Objects.requireNonNull(after, "after");
      Objects.requireNonNull(example, "example");
      aspects = Set.copyOf(aspects);
    }
  }

  /**
   * An outcome of which the actions change.
   *
   * @param outcome which
   * @param before the old actions, of which a tier takes the first it can do
   * @param after the new ones
   * @param example a request with this outcome in both files; empty if none was found
   */
  public record OutcomeChange(
      Reason outcome, List<String> before, List<String> after, Optional<ExampleRequest> example) {

    /** Copies the lists. */
    public OutcomeChange {
      Objects.requireNonNull(outcome, "outcome");
      Objects.requireNonNull(example, "example");
      before = List.copyOf(before);
      after = List.copyOf(after);
    }
  }

  /** Compares two files. */
  public static RuleDiff between(RuleSet oldRules, RuleSet newRules) {
    Objects.requireNonNull(oldRules, "oldRules");
    Objects.requireNonNull(newRules, "newRules");
    return new DiffAnalysis(new Program(oldRules.plan()), new Program(newRules.plan())).diff();
  }

  /** Whether nothing changes; then it is certain only if the comparison is complete. */
  public boolean isEmpty() {
    return changes.isEmpty()
        && outcomes.isEmpty()
        && addedCells.isEmpty()
        && removedCells.isEmpty()
        && changedEdges.isEmpty()
        && changedTags.isEmpty()
        && changedSplits.isEmpty();
  }
}
