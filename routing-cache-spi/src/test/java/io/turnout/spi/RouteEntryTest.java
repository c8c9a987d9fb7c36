// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RouteEntryTest {

  private static final RouteKey KEY = RouteKey.parse("user:jane@example.com");
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static RouteEntry entry(String cell, long version, long freshUntil, long expiresAt) {
    return new RouteEntry(KEY, Optional.of(cell), version, 0, freshUntil, expiresAt);
  }

  private static void refuses(Runnable making, String... words) {
    assertThatThrownBy(making::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(words)
        .hasMessageNotContaining("jane");
  }

  @Test
  void freshness_changesAtItsBounds() {
    RouteEntry entry = entry("us-1", 1, 10, 20);
    assertThat(entry.freshness(9)).isEqualTo(Freshness.FRESH);
    assertThat(entry.freshness(10)).isEqualTo(Freshness.STALE);
    assertThat(entry.freshness(19)).isEqualTo(Freshness.STALE);
    assertThat(entry.freshness(20)).isEqualTo(Freshness.EXPIRED);
    assertThat(entry("us-1", 1, 10, 10).freshness(10)).isEqualTo(Freshness.EXPIRED);
  }

  @Test
  void parts_areChecked() {
    long highest = RouteEntry.MAX_VERSION;
    assertThat(entry("us-1", highest, 1, 1).version()).isEqualTo(highest);
    refuses(() -> entry("us-1", highest + 1, 1, 1), "version 1000000000000000", "0 to");
    refuses(() -> entry("us-1", -1, 1, 1), "version -1");
    refuses(() -> entry("US", 1, 1, 1), "cell \"US\"");
    refuses(() -> entry("us-1", 1, 2, 1), "freshUntil 2", "expiresAt 1");
    refuses(() -> new RouteAuthority.Lookup(KEY, -1), "version -1");
    refuses(
        () -> new AuthorityAnswer.Known(KEY, "us-1", 1, MINUTE.negated(), MINUTE),
        "fresh-for PT-1M");
    refuses(
        () -> new AuthorityAnswer.Unknown(KEY, 1, MINUTE, MINUTE.negated()), "expire-after PT-1M");
    refuses(() -> new AuthorityAnswer.Known(KEY, "", 1, MINUTE, MINUTE), "cell \"\"");
  }

  @Test
  @SuppressWarnings("NullAway")
  void nothing_isRefusedByName() {
    assertThatThrownBy(() -> new RouteEntry(null, Optional.empty(), 0, 0, 0, 0)).hasMessage("key");
    assertThatThrownBy(() -> new RouteEntry(KEY, null, 0, 0, 0, 0)).hasMessage("cell");
    assertThatThrownBy(() -> new AuthorityAnswer.Unknown(KEY, 1, null, MINUTE))
        .hasMessage("freshFor");
    assertThatThrownBy(() -> new AuthorityAnswer.Unknown(KEY, 1, MINUTE, null))
        .hasMessage("expireAfter");
    assertThatThrownBy(() -> new RouteAuthority.Lookup(null, 0)).hasMessage("key");
  }

  @Test
  void toString_leavesTheValueOfTheKeyOut() {
    assertThat(entry("us-1", 1, 1, 1).toString()).contains("us-1").doesNotContain("jane");
    assertThat(new AuthorityAnswer.Known(KEY, "us-1", 1, MINUTE, MINUTE).toString())
        .contains("us-1")
        .doesNotContain("jane");
  }
}
