// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.gateway.config.CellSettings;
import io.turnout.gateway.config.CellSettings.NoMatch;
import io.turnout.gateway.config.CellSettings.Pace;
import io.turnout.gateway.config.EjectionSettings;
import io.turnout.gateway.config.EndpointFailure;
import io.turnout.gateway.config.LabelledOrigin;
import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.OriginHealth;
import io.turnout.spi.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EndpointSetTest {

  private static final Map<String, String> ANY = Map.of();
  private static final Map<String, String> NEW = Map.of("version", "new");
  private static final Map<String, String> OLD = Map.of("version", "old");
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final OriginHealth HEALTH =
      new OriginHealth("/up", OptionalInt.empty(), SECOND, SECOND, 2);
  private static final EjectionSettings EJECTION =
      new EjectionSettings(
          3,
          Set.of(EndpointFailure.CONNECT, EndpointFailure.TIMEOUT),
          Duration.ofSeconds(10),
          Duration.ofSeconds(35));
  private static final CellSettings SETTINGS =
      CellSettings.of(
              new CellSettings.Watched(
                  Path.of("e.yaml"), Optional.empty(), Optional.empty(), false))
          .asking(HEALTH)
          .ejecting(EJECTION);

  private final VirtualTime time = new VirtualTime(0);
  private final List<String> lines = new ArrayList<>();
  private final List<Endpoint> removed = new ArrayList<>();

  private EndpointSet set(CellSettings settings, List<LabelledOrigin> first) {
    EndpointSet set = new EndpointSet(settings, surroundings());
    set.onRemoved(removed::addAll);
    set.use(first);
    return set;
  }

  private EndpointSet.Surroundings surroundings() {
    return new EndpointSet.Surroundings(time, time::nanos, bound -> 0, lines::add);
  }

  private static Origin at(int port) {
    return new Origin("a", port);
  }

  private static LabelledOrigin labelled(int port, Map<String, String> labels) {
    return new LabelledOrigin(at(port), labels);
  }

  private static List<LabelledOrigin> some(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(port -> labelled(port, ANY)).toList();
  }

  private static Endpoint chosen(EndpointSet set, Map<String, String> asked) {
    return set.choose(asked, Set.of()).orElseThrow();
  }

  private void fail(EndpointSet set, Endpoint endpoint, int times) {
    for (int i = 0; i < times; i++) {
      set.failed(endpoint, EndpointFailure.CONNECT);
    }
    time.settle();
  }

  @Test
  void labels_selectTheSubset_andNoneOfThemFallsBackAsConfigured() {
    List<LabelledOrigin> all = List.of(labelled(1, OLD), labelled(2, NEW));
    EndpointSet any = set(SETTINGS, all);
    assertThat(chosen(any, NEW).origin()).isEqualTo(at(2));
    assertThat(chosen(any, OLD).origin()).isEqualTo(at(1));
    Map<String, String> nobodys = Map.of("version", "lost");
    assertThat(any.choose(nobodys, Set.of())).isPresent();
    EndpointSet old = set(SETTINGS.otherwise(NoMatch.asking(OLD)), all);
    assertThat(chosen(old, nobodys).origin()).isEqualTo(at(1));
    EndpointSet none = set(SETTINGS.otherwise(NoMatch.REJECT), all);
    assertThat(none.choose(nobodys, Set.of())).isEmpty();
    EndpointSet neither = set(SETTINGS.otherwise(NoMatch.asking(nobodys)), all);
    assertThat(neither.choose(Map.of("zone", "a"), Set.of())).isEmpty();
  }

  @Test
  void oneEndpointWithoutLabels_isRefusedAsConfigured() {
    CellSettings one = CellSettings.of(at(1));
    EndpointSet any = new EndpointSet(one, surroundings());
    assertThat(chosen(any, NEW).origin()).isEqualTo(at(1));
    for (NoMatch refused : List.of(NoMatch.REJECT, NoMatch.asking(OLD))) {
      EndpointSet set = new EndpointSet(one.otherwise(refused), surroundings());
      assertThat(set.choose(NEW, Set.of())).isEmpty();
      assertThat(chosen(set, ANY).origin()).isEqualTo(at(1));
    }
  }

  @Test
  void changesOfOneInterval_areAppliedTogether() {
    EndpointSet set = set(SETTINGS, some(10));
    set.use(some(8));
    assertThat(set.usable(ANY)).isEqualTo(10);
    time.advance(SECOND.minusNanos(1));
    set.use(some(6));
    time.settle();
    assertThat(set.usable(ANY)).isEqualTo(10);
    time.advance(Duration.ofNanos(1));
    assertThat(set.usable(ANY)).isEqualTo(6);
    assertThat(removed).hasSize(4).allMatch(Endpoint::isRemoved);
    assertThat(time.waiting()).isEqualTo(1); // the line in the log that is still due
  }

  @Test
  void changeAfterAWhile_isAppliedAtOnce() {
    EndpointSet set = set(SETTINGS, some(10));
    time.advance(SECOND);
    set.use(some(8));
    time.settle();
    assertThat(set.usable(ANY)).isEqualTo(8);
  }

  @Test
  void fleetThatFlaps_isAppliedOncePerInterval() {
    EndpointSet set = set(SETTINGS, some(1_000));
    time.advance(SECOND);
    int most = 0;
    for (int round = 0; round < 100; round++) {
      for (int port = 1; port <= 1_000; port++) {
        set.unwell(at(port), "it answers 503");
        set.unwell(at(port), "it answers 503");
        set.well(at(port));
      }
      most = Math.max(most, time.waiting());
      time.advance(Duration.ofMillis(10));
    }
    assertThat(most).isEqualTo(1);
    assertThat(set.counts().healthy()).isEqualTo(1_000);
    assertThat(lines.size()).isLessThanOrEqualTo(1);
  }

  @Test
  void unhealthyEndpoint_getsNothing_untilItSaysThatItIsWell() {
    EndpointSet set = set(SETTINGS, some(2));
    time.advance(SECOND);
    set.unwell(at(1), "it answers 503");
    time.settle();
    assertThat(set.usable(ANY)).isEqualTo(2);
    set.unwell(at(1), "it answers 503");
    time.settle();
    assertThat(set.usable(ANY)).isEqualTo(1);
    assertThat(chosen(set, ANY).origin()).isEqualTo(at(2));
    assertThat(set.counts()).isEqualTo(new EndpointCounts(1, 1, 0, 0, 0));
    set.well(at(1));
    time.advance(SECOND);
    assertThat(set.usable(ANY)).isEqualTo(2);
    set.unwell(at(9), "nobody knows it");
    set.well(at(9));
    time.settle();
    assertThat(set.usable(ANY)).isEqualTo(2);
  }

  @Test
  void failuresInARow_eject_forLongerEachTime_upToABound() {
    EndpointSet set = set(SETTINGS, some(2));
    Endpoint one = chosen(set, ANY);
    time.advance(SECOND);
    fail(set, one, 2);
    set.succeeded(one);
    fail(set, one, 2);
    set.failed(one, EndpointFailure.BROKEN_OFF);
    time.settle();
    assertThat(set.counts().ejected()).isZero();
    for (int seconds : new int[] {10, 20, 35, 35}) {
      fail(set, one, 3);
      time.advance(SECOND);
      assertThat(set.counts().ejected()).as("%s s", seconds).isEqualTo(1);
      time.advance(Duration.ofSeconds(seconds - 1).minusNanos(1));
      assertThat(set.counts().ejected()).as("%s s", seconds).isEqualTo(1);
      time.advance(Duration.ofNanos(1));
      assertThat(set.counts()).as("%s s", seconds).isEqualTo(new EndpointCounts(2, 0, 0, 0, 0));
      time.advance(SECOND);
    }
    time.advance(Duration.ofSeconds(35));
    fail(set, one, 3);
    time.advance(Duration.ofSeconds(10));
    assertThat(set.counts().ejected()).isZero();
  }

  @Test
  void answerThatDoesNotCountAsFailure_endsTheRow() {
    EndpointSet set = set(SETTINGS, some(2));
    Endpoint one = chosen(set, ANY);
    time.advance(SECOND);
    fail(set, one, 2);
    set.failed(one, EndpointFailure.STATUS);
    fail(set, one, 2);
    assertThat(set.counts().ejected()).isZero();
  }

  @Test
  void lastHalf_isNeverLeftOut() {
    EndpointSet set = set(SETTINGS, some(4));
    time.advance(SECOND);
    fail(set, set.choose(ANY, Set.of()).orElseThrow(), 3);
    time.advance(SECOND);
    set.unwell(at(4), "no");
    set.unwell(at(4), "no");
    time.advance(SECOND);
    assertThat(set.counts()).isEqualTo(new EndpointCounts(2, 1, 1, 0, 0));
    assertThat(set.usable(ANY)).isEqualTo(2);
    set.unwell(at(3), "no");
    set.unwell(at(3), "no");
    time.advance(SECOND);
    assertThat(set.counts()).isEqualTo(new EndpointCounts(1, 2, 1, 0, 0));
    assertThat(set.usable(ANY)).isEqualTo(4);
  }

  @Test
  void removedEndpoint_getsNoMoreRequests_andIsToldOfWhileItHasSome() {
    EndpointSet set = set(SETTINGS, some(2));
    Endpoint one = chosen(set, ANY);
    one.begun();
    time.advance(SECOND);
    set.use(List.of(labelled(2, ANY)));
    time.settle();
    assertThat(removed).containsExactly(one);
    assertThat(chosen(set, ANY).origin()).isEqualTo(at(2));
    assertThat(set.counts()).isEqualTo(new EndpointCounts(1, 0, 0, 1, 1));
    time.advance(SETTINGS.pace().drain().minusNanos(1));
    assertThat(set.counts().draining()).isEqualTo(1);
    time.advance(Duration.ofNanos(1));
    assertThat(set.counts().draining()).isZero();
    one.ended();
    set.use(some(2));
    time.advance(SECOND);
    assertThat(chosen(set, ANY)).isNotSameAs(one);
  }

  @Test
  void endpointThatIsOver_isNotToldOf() {
    EndpointSet set = set(SETTINGS, some(2));
    Endpoint one = chosen(set, ANY);
    one.begun();
    time.advance(SECOND);
    set.use(List.of(labelled(2, ANY)));
    time.settle();
    one.ended();
    assertThat(set.counts()).isEqualTo(new EndpointCounts(1, 0, 0, 0, 0));
  }

  @Test
  void relabelledEndpoint_staysWhatItIs() {
    EndpointSet set = set(SETTINGS, List.of(labelled(1, OLD), labelled(2, OLD)));
    Endpoint one = chosen(set, OLD);
    one.begun();
    time.advance(SECOND);
    set.use(List.of(labelled(1, NEW), labelled(2, OLD)));
    time.settle();
    assertThat(chosen(set, NEW)).isSameAs(one);
    assertThat(set.usable(OLD)).isEqualTo(1);
    assertThat(removed).isEmpty();
  }

  @Test
  void changes_areToldInOneLine_andThenNotForAWhile() {
    EndpointSet set = set(SETTINGS, some(5));
    assertThat(lines)
        .containsExactly(
            "5 added (http://a:1, http://a:2, http://a:3, …); 5 endpoints, 5 get requests");
    for (int count = 4; count > 1; count--) {
      time.advance(SECOND);
      set.use(some(count));
      time.settle();
    }
    assertThat(lines).hasSize(1);
    time.advance(Duration.ofSeconds(10));
    assertThat(lines)
        .hasSize(2)
        .last()
        .isEqualTo("3 removed (http://a:5, http://a:4, http://a:3); 2 endpoints, 2 get requests");
  }

  @Test
  void whoeverAsks_isToldWhomToAsk() {
    EndpointSet set = set(SETTINGS, some(2));
    List<Set<Origin>> told = new ArrayList<>();
    set.askedBy(
        new Asked.Asker() {
          @Override
          public void ask(Set<Origin> origins) {
            told.add(Set.copyOf(origins));
          }

          @Override
          public void askSoon(Origin origin) {}
        });
    time.advance(SECOND);
    set.use(some(1));
    time.settle();
    assertThat(told).containsExactly(Set.of(at(1), at(2)), Set.of(at(1)));
  }

  @Test
  void everyChangeByItself_whereThatIsSaid() {
    EndpointSet set = set(SETTINGS.paced(new Pace(3, Duration.ZERO, SECOND)), some(3));
    set.use(some(2));
    time.settle();
    set.use(some(1));
    time.settle();
    assertThat(set.usable(ANY)).isEqualTo(1);
  }

  @Test
  void whatGetsRequests_isAsANaiveReadingSays() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    EndpointSet set = set(SETTINGS.otherwise(NoMatch.REJECT), some(1));
    Map<Integer, Map<String, String>> members = new HashMap<>();
    Set<Integer> sick = new HashSet<>();
    for (int round = 0; round < 300; round++) {
      if (random.nextInt(4) == 0) {
        members.clear();
        for (int port = 1; port <= 1 + random.nextInt(9); port++) {
          members.put(port, List.of(OLD, NEW, ANY).get(random.nextInt(3)));
        }
        sick.retainAll(members.keySet());
        List<LabelledOrigin> all = new ArrayList<>();
        members.forEach((port, labels) -> all.add(labelled(port, labels)));
        set.use(all);
        time.advance(SECOND);
      }
      int port = 1 + random.nextInt(9);
      boolean well = random.nextBoolean();
      for (int i = 0; i < HEALTH.failures() && !well; i++) {
        set.unwell(at(port), "no");
      }
      if (well) {
        set.well(at(port));
        sick.remove(port);
      } else if (members.containsKey(port)) {
        sick.add(port);
      }
      time.advance(SECOND);
      for (Map<String, String> asked :
          members.isEmpty() ? List.<Map<String, String>>of() : List.of(ANY, OLD, NEW)) {
        List<Integer> having =
            members.keySet().stream()
                .filter(one -> asked.equals(ANY) || asked.equals(members.get(one)))
                .toList();
        long out = having.stream().filter(sick::contains).count();
        long right = 2 * out > having.size() ? having.size() : having.size() - out;
        assertThat(set.usable(asked)).as("seed %s, round %s", seed, round).isEqualTo((int) right);
      }
    }
  }
}
