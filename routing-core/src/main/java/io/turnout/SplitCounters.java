// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import io.turnout.decision.RouteDecision;
import io.turnout.decision.StageChoice;
import io.turnout.decision.StageChoice.How;
import io.turnout.request.RequestHead;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Counts of the requests that each stage of each split got, by how it was chosen. Thread-safe; one
 * may listen to several routers.
 *
 * <p>What is counted is bounded, since stages come and go with rule files, and other routers may
 * tell of any: where there are too many counts, those whose stage was not chosen since the rule
 * file changed give way to new ones.
 */
public final class SplitCounters implements DecisionListener {

  /** The most counts of stages that were chosen here. */
  public static final int MAX_COUNTS = 8_192;

  /** The most counts of stages of which the router before told. */
  public static final int MAX_TOLD = 2_048;

  private final Counts own = new Counts(MAX_COUNTS);
  private final Counts told = new Counts(MAX_TOLD);
  private final LongAdder leftOut = new LongAdder();

  /**
   * How many requests got a stage in one way.
   *
   * @param split the name of the split
   * @param stage the name of the stage
   * @param how how it was chosen; {@link How#NEW} are the requests without an ID
   * @param requests how many, since the counters were made; 1 or more
   */
  public record Count(String split, String stage, How how, long requests) {}

  private record Name(String split, String stage, How how) {}

  /** A count, and the rule set that chose the stage last. */
  private static final class Tally {

    private final LongAdder requests = new LongAdder();
    private volatile String rulesVersion;

    Tally(String rulesVersion) {
      this.rulesVersion = rulesVersion;
    }

    void add(String version) {
      requests.increment();
      if (!rulesVersion.equals(version)) {
        rulesVersion = version;
      }
    }
  }

  /** Counts up to a limit. */
  private static final class Counts {

    private final Map<Name, Tally> tallies = new ConcurrentHashMap<>();
    private final int most;
    private String sweptFor = "";

    Counts(int most) {
      this.most = most;
    }

    /** Counts one; whether there was room for it. */
    boolean add(Name name, String version) {
      Tally known = tallies.get(name);
      if (known == null) {
        known = made(name, version);
      }
      if (known == null) {
        return false;
      }
      known.add(version);
      return true;
    }

    private synchronized @Nullable Tally made(Name name, String version) {
      if (tallies.size() >= most && !sweptFor.equals(version)) {
        sweptFor = version;
        tallies.values().removeIf(tally -> !tally.rulesVersion.equals(version));
      }
      return tallies.size() >= most
          ? tallies.get(name)
          : tallies.computeIfAbsent(name, fresh -> new Tally(version));
    }

    Stream<Count> all() {
      return tallies.entrySet().stream()
          .map(
              entry ->
                  new Count(
                      entry.getKey().split(),
                      entry.getKey().stage(),
                      entry.getKey().how(),
                      entry.getValue().requests.sum()));
    }
  }

  @Override
  public void onDecision(RequestHead head, RouteDecision decision) {
    List<StageChoice> stages = decision.stages();
    for (int i = 0; i < stages.size(); i++) {
      StageChoice choice = stages.get(i);
      Counts counts = choice.how() == How.TOLD ? told : own;
      Name name = new Name(choice.split(), choice.stage(), choice.how());
      if (!counts.add(name, decision.rulesVersion())) {
        leftOut.increment();
      }
    }
  }

  /** What was counted up to now, in the order of split, stage and how. Immutable. */
  public List<Count> snapshot() {
    return Stream.concat(own.all(), told.all())
        .filter(count -> count.requests() > 0)
        .sorted(
            Comparator.comparing(Count::split)
                .thenComparing(Count::stage)
                .thenComparing(Count::how))
        .toList();
  }

  /** How many choices were not counted because there were too many counts. */
  public long leftOut() {
    return leftOut.sum();
  }
}
