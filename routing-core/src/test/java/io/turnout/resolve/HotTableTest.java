// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HotTableTest {

  private final HotTable table = new HotTable(1);

  private static NearEntry entry(RouteKey key, long version) {
    RouteEntry entry = new RouteEntry(key, Optional.of("us-1"), version, 0, 10, 20);
    Life life = new Life(0, 10, 20);
    Candidate candidate = new Candidate(entry, life, entry, life, Candidate.UNORDERED, 0);
    return NearEntry.of(candidate);
  }

  /** Keys that share their first place. */
  private static List<RouteKey> rivals(int count) {
    List<RouteKey> rivals = new ArrayList<>();
    for (int i = 0; rivals.size() < count; i++) {
      RouteKey key = RouteKey.parse("business:" + i);
      if ((HotTable.hash(key) & (HotTable.FEWEST_PLACES - 1)) == 0) {
        rivals.add(key);
      }
    }
    return rivals;
  }

  private boolean holds(NearEntry entry) {
    return table.find(entry.key, entry.hash) == entry;
  }

  @Test
  void entry_isFoundUntilItIsRetired() {
    NearEntry entry = entry(RouteKey.parse("business:1"), 1);
    assertThat(holds(entry)).isFalse();
    table.put(entry);
    assertThat(holds(entry)).isTrue();
    entry.retired = true;
    assertThat(table.find(entry.key, entry.hash)).isNull();
  }

  @Test
  void keyOfAnotherName_isNeverConfused() {
    List<RouteKey> keys = rivals(2);
    table.put(entry(keys.get(0), 1));
    assertThat(table.find(keys.get(1), HotTable.hash(keys.get(1)))).isNull();
    assertThat(table.find(keys.get(1), HotTable.hash(keys.get(0)))).isNull();
  }

  @Test
  void newerEntryOfAKey_isFoundInsteadOfTheRetiredOne() {
    RouteKey key = RouteKey.parse("business:1");
    NearEntry old = entry(key, 1);
    NearEntry next = entry(key, 2);
    table.put(old);
    old.retired = true;
    table.put(next);
    assertThat(holds(next)).isTrue();
  }

  @Test
  void lateReaderThatPutsARetiredEntryBack_hidesNothingForGood() {
    RouteKey key = RouteKey.parse("business:1");
    NearEntry old = entry(key, 1);
    NearEntry next = entry(key, 2);
    old.retired = true;
    table.put(next);
    table.put(old);
    assertThat(table.find(key, old.hash)).isNull();
    table.put(next);
    assertThat(holds(next)).isTrue();
  }

  @Test
  void twoRivals_stayTogether_andAThirdTakesThePlaceOfTheOlder() {
    List<NearEntry> rivals = rivals(3).stream().map(key -> entry(key, 1)).toList();
    table.put(rivals.get(0));
    table.put(rivals.get(1));
    assertThat(rivals.subList(0, 2)).allMatch(this::holds);
    table.put(rivals.get(2));
    assertThat(holds(rivals.get(0))).isFalse();
    assertThat(rivals.subList(1, 3)).allMatch(this::holds);
  }

  @Test
  void clear_takesOutTheEntryAndNoOther() {
    RouteKey key = RouteKey.parse("business:1");
    NearEntry old = entry(key, 1);
    NearEntry next = entry(key, 2);
    table.put(next);
    table.clear(old);
    assertThat(holds(next)).isTrue();
    table.clear(next);
    assertThat(holds(next)).isFalse();
  }
}
