// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.turnout.spi.RouteKey;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class CellResolverAllocationTest {

  private static final int CALLS = 100_000;
  private static final int KEYS = 64;

  private final ThreadMXBean threads =
      (ThreadMXBean) ManagementFactory.getPlatformMXBean(java.lang.management.ThreadMXBean.class);
  private final RouteKey[] keys = new RouteKey[KEYS];

  private long allocatedBytes(CellResolver resolver) {
    long before = threads.getCurrentThreadAllocatedBytes();
    int fresh = 0;
    for (int i = 0; i < CALLS; i++) {
      if (resolver.resolveNow(keys[i & (KEYS - 1)]).kind() == Resolution.Kind.FRESH) {
        fresh++;
      }
    }
    long after = threads.getCurrentThreadAllocatedBytes();
    assertThat(fresh).isEqualTo(CALLS);
    return after - before;
  }

  @Test
  void freshHit_allocatesNothing() {
    ResolverBench bench =
        new ResolverBench(o -> o.listener(new ResolverListener() {}).nearCache(10_000));
    for (int i = 0; i < KEYS; i++) {
      keys[i] = RouteKey.parse("business:" + i);
      bench.ask(keys[i]);
      bench.authority.last().known("us-1", 1);
    }
    bench.time.advance(NearCache.MAINTENANCE_DELAY);
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 10 && least > 0; round++) {
      least = Math.min(least, allocatedBytes(bench.resolver));
    }
    assertThat(least).isZero();
  }
}
