// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RouteAnnouncementTest {

  private static final RouteKey KEY = new RouteKey("business", "1");
  private static final RouteEntry ENTRY =
      new RouteEntry(KEY, Optional.of("us-1"), 17, 10_000, 20_000, 30_000);

  private static RouteAnnouncement told(long freshMillis, long expireMillis) {
    return new RouteAnnouncement(
        KEY,
        Optional.of("us-1"),
        17,
        Duration.ofMillis(freshMillis),
        Duration.ofMillis(expireMillis));
  }

  @Test
  void entry_isToldWithWhatRemains() {
    assertThat(RouteAnnouncement.of(ENTRY, 10_000)).hasValue(told(10_000, 20_000));
    assertThat(RouteAnnouncement.of(ENTRY, 19_999)).hasValue(told(1, 10_001));
    assertThat(RouteAnnouncement.of(ENTRY, 20_000)).hasValue(told(0, 10_000));
    assertThat(RouteAnnouncement.of(ENTRY, 29_999)).hasValue(told(0, 1));
  }

  @Test
  void expiredEntry_isNotTold() {
    assertThat(RouteAnnouncement.of(ENTRY, 30_000)).isEmpty();
    assertThat(RouteAnnouncement.of(ENTRY, Long.MAX_VALUE)).isEmpty();
  }

  @Test
  void uncacheableEntry_isToldWithoutALife_alsoLater() {
    RouteEntry moving = new RouteEntry(KEY, Optional.of("us-1"), 17, 10_000, 10_000, 10_000);
    assertThat(RouteAnnouncement.of(moving, 10_000)).hasValue(told(0, 0));
    assertThat(RouteAnnouncement.of(moving, 10_500)).hasValue(told(0, 0));
    assertThat(RouteAnnouncement.of(moving, 9_000)).hasValue(told(0, 0));
  }

  @Test
  void entryWithoutEnd_isToldWithTheLongestLife() {
    RouteEntry endless =
        new RouteEntry(KEY, Optional.of("us-1"), 17, 0, Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(RouteAnnouncement.of(endless, -1))
        .hasValueSatisfying(
            one -> assertThat(one.expireAfter()).isEqualTo(RouteAnnouncement.LONGEST_LIFE));
  }

  @Test
  void whatIsTaught_countsFromWhenTheRequestWasSent() {
    assertThat(told(5_000, 9_000).toEntry(1_000))
        .isEqualTo(new RouteEntry(KEY, Optional.of("us-1"), 17, 1_000, 6_000, 10_000));
  }

  @Test
  void answer_isKnownOrUnknown() {
    Duration life = Duration.ofSeconds(1);
    assertThat(told(1_000, 1_000).toAnswer())
        .isEqualTo(new AuthorityAnswer.Known(KEY, "us-1", 17, life, life));
    assertThat(new RouteAnnouncement(KEY, Optional.empty(), 17, life, life).toAnswer())
        .isEqualTo(new AuthorityAnswer.Unknown(KEY, 17, life, life));
  }

  @Test
  void freshLife_isCutOffAtTheEnd() {
    assertThat(told(9_000, 5_000)).isEqualTo(told(5_000, 5_000));
  }

  @Test
  void partsOutOfBounds_areRefused() {
    Duration longest = RouteAnnouncement.LONGEST_LIFE;
    assertThat(new RouteAnnouncement(KEY, Optional.empty(), 0, longest, longest)).isNotNull();
    assertThatThrownBy(
            () ->
                new RouteAnnouncement(
                    KEY, Optional.empty(), 0, Duration.ZERO, longest.plusMillis(1)))
        .hasMessageContaining("expire-after");
    assertThatThrownBy(() -> told(-1, 0)).hasMessageContaining("fresh-for PT-0.001S");
    assertThatThrownBy(
            () ->
                new RouteAnnouncement(
                    KEY, Optional.empty(), RouteEntry.MAX_VERSION + 1, longest, longest))
        .hasMessageContaining("version 1000000000000000");
  }
}
