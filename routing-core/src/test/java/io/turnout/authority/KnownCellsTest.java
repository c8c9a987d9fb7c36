// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.resolve.CellResolver;
import io.turnout.resolve.Resolution;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class KnownCellsTest {

  private static final RouteKey KEY = RouteKey.parse("business:s3cret");

  private final VirtualTime time = new VirtualTime(0);
  private final MemoryAuthority memory = new MemoryAuthority(time);
  private final AtomicReference<Set<String>> cells = new AtomicReference<>(Set.of("us-1"));
  private final RouteAuthority known = KnownCells.of(memory, cells::get);

  @Test
  void listedCellAndUnknownKey_count() {
    assertThat(known.lookup(KEY, 0).toCompletableFuture()).isCompleted();
    memory.put(KEY, "us-1");
    assertThat(known.lookup(KEY, 0).toCompletableFuture()).isCompleted();
  }

  @Test
  void otherCell_isAFailedLookUpThatShowsNoKey() {
    memory.put(KEY, "eu-1");

    assertThatThrownBy(() -> known.lookup(KEY, 0).toCompletableFuture().join())
        .hasMessageContaining("\"eu-1\"")
        .hasMessageContaining("us-1")
        .hasMessageNotContaining("s3cret");
    assertThat(known.lookupAll(List.of(new Lookup(KEY, 0))).get(0).toCompletableFuture())
        .isCompletedExceptionally();
  }

  @Test
  void emptyList_letsEveryCellCount() {
    memory.put(KEY, "eu-1");
    cells.set(Set.of());

    assertThat(known.lookup(KEY, 0).toCompletableFuture()).isCompleted();
  }

  @Test
  void otherCell_leavesWhatIsCached() {
    memory.put(KEY, "us-1");
    try (CellResolver resolver =
        CellResolver.builder(known).clock(time).scheduler(time).freshnessSpread(0).build()) {
      resolver.resolve(KEY);
      time.settle();
      memory.put(KEY, "eu-1");
      time.advance(Duration.ofMinutes(6));
      assertThat(resolver.resolveNow(KEY).kind()).isEqualTo(Resolution.Kind.STALE);
      time.settle();
      assertThat(resolver.resolveNow(KEY).cell()).contains("us-1");
    }
  }
}
