// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.gateway.config.Origin;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SubsetTest {

  private static List<Endpoint> endpoints(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(port -> new Endpoint(new Origin("a", port)))
        .toList();
  }

  private static Subset with(List<Endpoint> members, int down) {
    for (int i = 0; i < down; i++) {
      members.get(i).apply(i % 2 == 0 ? Endpoint.Standing.UNHEALTHY : Endpoint.Standing.EJECTED);
    }
    return Subset.of(members);
  }

  @Test
  void half_mayBeDown_andWithOneMoreAllAreUsed() {
    for (int count : List.of(1, 2, 3, 4, 5, 10, 11)) {
      int half = count / 2;
      assertThat(with(endpoints(count), half).size()).as("of %s", count).isEqualTo(count - half);
      assertThat(with(endpoints(count), half + 1).size()).as("of %s", count).isEqualTo(count);
      assertThat(with(endpoints(count), count).size()).isEqualTo(count);
    }
    assertThat(Subset.of(List.of()).isEmpty()).isTrue();
    assertThat(Subset.of(List.of()).choose(bound -> 0, Set.of())).isNull();
  }

  @Test
  void ofTwoDrawn_theOneWithFewerRequestsIsChosen() {
    List<Endpoint> members = endpoints(3);
    members.get(0).begun();
    members.get(1).begun();
    members.get(1).begun();
    Subset subset = Subset.of(members);
    assertThat(subset.choose(draws(0, 0), Set.of())).isSameAs(members.get(0));
    assertThat(subset.choose(draws(1, 0), Set.of())).isSameAs(members.get(0));
    assertThat(subset.choose(draws(1, 1), Set.of())).isSameAs(members.get(2));
    members.get(1).ended();
    assertThat(subset.choose(draws(1, 0), Set.of())).isSameAs(members.get(1));
  }

  @Test
  void oneEndpoint_isChosenWithoutDrawing() {
    List<Endpoint> one = endpoints(1);
    assertThat(Subset.of(one).choose(bound -> -1, Set.of())).isSameAs(one.get(0));
  }

  @Test
  void everyEndpoint_isTriedOnce() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Endpoint> members = endpoints(9);
    Subset subset = Subset.of(members);
    Set<Endpoint> tried = new HashSet<>();
    for (int i = 0; i < 9; i++) {
      assertThat(tried.add(subset.choose(random::nextInt, tried))).as("seed %s", seed).isTrue();
    }
    assertThat(subset.choose(random::nextInt, tried)).isNull();
  }

  @Test
  void load_isEven_whereRequestsStay() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Endpoint> members = endpoints(50);
    Subset subset = Subset.of(members);
    for (int i = 0; i < 5_000; i++) {
      Objects.requireNonNull(subset.choose(random::nextInt, Set.of())).begun();
    }
    assertThat(members)
        .as("seed %s", seed)
        .allSatisfy(one -> assertThat(one.inFlight()).isBetween(90, 110));
  }

  private static IntUnaryOperator draws(int first, int second) {
    int[] calls = {0};
    return bound -> {
      int drawn = calls[0]++ == 0 ? first : second;
      assertThat(drawn).isLessThan(bound);
      return drawn;
    };
  }
}
