// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.gateway.config.Origin;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EndpointIndexTest {

  private static EndpointIndex index(Map<Endpoint, Map<String, String>> labels) {
    return EndpointIndex.empty().of(EndpointIndex.kins(labels));
  }

  private static int size(EndpointIndex index, Map<String, String> asked) {
    return Objects.requireNonNull(index.find(asked)).size();
  }

  @Test
  void labels_selectThoseThatHaveAllOfThem() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Map<Endpoint, Map<String, String>> labels = new LinkedHashMap<>();
    for (int port = 1; port <= 200; port++) {
      labels.put(new Endpoint(new Origin("a", port)), someLabels(random));
    }
    EndpointIndex index = index(labels);
    for (int i = 0; i < 300; i++) {
      Map<String, String> asked = someLabels(random);
      long right =
          labels.values().stream()
              .filter(has -> has.entrySet().containsAll(asked.entrySet()))
              .count();
      if (index.find(asked) == null) {
        index = index.knowing(asked.keySet());
      }
      assertThat(size(index, asked)).as("seed %s, %s", seed, asked).isEqualTo((int) right);
    }
  }

  private static Map<String, String> someLabels(Random random) {
    Map<String, String> labels = new HashMap<>();
    for (String name : Set.of("version", "zone", "tier")) {
      if (random.nextBoolean()) {
        labels.put(name, "v" + random.nextInt(3));
      }
    }
    return labels;
  }

  @Test
  void namesThatWereNeverAskedFor_areNotGuessed() {
    EndpointIndex index = index(Map.of(new Endpoint(new Origin("a", 1)), Map.of("v", "1")));
    assertThat(index.find(Map.of("v", "1"))).isNull();
    EndpointIndex knowing = index.knowing(Set.of("v"));
    assertThat(size(knowing, Map.of("v", "1"))).isEqualTo(1);
    assertThat(size(knowing, Map.of("v", "2"))).isZero();
    assertThat(size(knowing, Map.of())).isEqualTo(1);
  }

  @Test
  void oneSetOfNamesBeyondTheMost_forgetsTheFirst() {
    EndpointIndex index = index(Map.of(new Endpoint(new Origin("a", 1)), Map.of("n1", "x")));
    for (int i = 1; i <= EndpointIndex.MOST_NAMES; i++) {
      index = index.knowing(Set.of("n" + i));
    }
    assertThat(size(index, Map.of("n1", "x"))).isEqualTo(1);
    EndpointIndex beyond = index.knowing(Set.of("one more"));
    assertThat(beyond.find(Map.of("n1", "x"))).isNull();
    assertThat(size(beyond, Map.of("n2", "x"))).isZero();
    assertThat(size(beyond.knowing(Set.of("n1")), Map.of("n1", "x"))).isEqualTo(1);
  }

  @Test
  void namesThatAreNew_leaveTheOthersAsTheyAre() {
    EndpointIndex index =
        index(Map.of(new Endpoint(new Origin("a", 1)), Map.of("v", "1", "zone", "x")))
            .knowing(Set.of("v"));
    EndpointIndex more = index.knowing(Set.of("zone"));
    assertThat(more.find(Map.of("v", "1"))).isSameAs(index.find(Map.of("v", "1")));
    assertThat(more.find(Map.of())).isSameAs(index.find(Map.of()));
    assertThat(size(more, Map.of("zone", "x"))).isEqualTo(1);
    assertThat(index.find(Map.of("zone", "x"))).isNull();
  }
}
