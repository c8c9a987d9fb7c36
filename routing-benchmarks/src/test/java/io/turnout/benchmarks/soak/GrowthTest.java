// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GrowthTest {

  private static final long MIB = 1L << 20;
  private static final Vitals BEFORE = new Vitals(20 * MIB, 200 * MIB, 100, 20);

  private static Growth growth(double heapAStep, double residentAStep, int files, int threads) {
    List<Vitals> during =
        IntStream.range(0, 20)
            .mapToObj(
                step ->
                    new Vitals(
                        (long) (20 * MIB + step * heapAStep * MIB),
                        (long) (220 * MIB + step * residentAStep * MIB),
                        180,
                        22))
            .toList();
    return new Growth("gateway", BEFORE, during, new Vitals(20 * MIB, 220 * MIB, files, threads));
  }

  @Test
  void evenCourse_holds() {
    assertThat(growth(0, 0, 108, 26).found()).isEmpty();
  }

  @Test
  void smallGrowth_holds_andMoreIsFound() {
    assertThat(growth(0.5, 0, 100, 22).found()).isEmpty();
    assertThat(growth(1, 0, 100, 22).found())
        .containsExactly(
            "gateway: the heap after a collection grew from 27.0 MiB in the second quarter to"
                + " 37.0 MiB in the last");
  }

  @Test
  void residentMemoryThatGrows_isFound() {
    assertThat(growth(0, 4, 100, 22).found()).isEmpty();
    assertThat(growth(0, 8, 100, 22).found())
        .singleElement()
        .asString()
        .startsWith("gateway: the resident memory grew from 276.0 MiB");
  }

  @Test
  void whatStaysOpen_isFound() {
    assertThat(growth(0, 0, 109, 27).found())
        .containsExactly(
            "gateway: 109 descriptors are left, at most 108 may be",
            "gateway: 27 threads are left, at most 26 may be");
  }

  @Test
  void fewLooks_tellNothingOfMemory() {
    List<Vitals> during = growth(9, 9, 100, 22).during().subList(0, 7);
    assertThat(new Growth("gateway", BEFORE, during, BEFORE).found()).isEmpty();
  }
}
