// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NearEntryTest {

  private static final RouteKey KEY = RouteKey.parse("business:1");
  private static final Optional<String> CELL = Optional.of("us-1");
  private static final long MILLI = 1_000_000;
  private static final int ROUNDS = 100_000;

  private final Backoff backoff = new Backoff(new Random(1));

  private static NearEntry held(RouteEntry entry, Life life) {
    return NearEntry.of(new Candidate(entry, life, entry, life, Candidate.UNORDERED, 0));
  }

  /** Fresh to 10 ms, used to 20 ms. */
  private static NearEntry held() {
    return held(
        new RouteEntry(KEY, CELL, 7, 1_000, 1_010, 1_020), new Life(0, 10 * MILLI, 20 * MILLI));
  }

  /** A number of any magnitude, also negative. */
  private static long any(Random random) {
    return random.nextLong() >> random.nextInt(2, Long.SIZE);
  }

  @Test
  void entry_isWordForWordWhatWasPutIn_whateverTheClocksSay() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < ROUNDS; i++) {
      long loadedAt = any(random);
      long loaded = any(random);
      long freshMillis = any(random) >> 24;
      long expireMillis = Math.max(freshMillis, any(random) >> 24);
      boolean usual = random.nextBoolean();
      long from = loadedAt + (usual ? random.nextInt(-1_100, 1_100) : any(random));
      long version = random.nextLong(RouteEntry.MAX_VERSION + 1);
      long one = from + freshMillis;
      long other = from + expireMillis;
      RouteEntry entry =
          new RouteEntry(
              KEY,
              random.nextInt(9) == 0 ? Optional.empty() : CELL,
              version,
              loadedAt,
              Math.min(one, other),
              Math.max(one, other));
      long beside = usual ? 0 : any(random);
      Life life =
          new Life(loaded, loaded + freshMillis * MILLI, loaded + expireMillis * MILLI + beside);
      NearEntry held = NearEntry.restored(KEY, version, entry, life, null);
      assertThat(held.entry()).as("seed %s, round %s", seed, i).isEqualTo(entry);
      Resolution ready = held.ready;
      assertThat(ready)
          .as("seed %s, round %s", seed, i)
          .isEqualTo(
              entry.cell().isEmpty()
                  ? new Resolution.Unknown(entry, "near")
                  : new Resolution.Fresh(entry, "near"));
      assertThat(usual && one <= other && held.entry() == entry).as("kept beside").isFalse();
    }
  }

  @Test
  void tombstone_hasNoAnswersAndNoEntry() {
    NearEntry tombstone = NearEntry.removed(KEY, 7, new Removal(8, 1, 5));
    assertThat(tombstone.isTombstone()).isTrue();
    assertThat(tombstone.ready).isNull();
    assertThat(tombstone.staleAnswer(at(0))).isNull();
    assertThat(tombstone.expiredAnswer()).isEmpty();
    assertThatThrownBy(tombstone::entry).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void staleAndExpiredAnswers_sayTheSameEntry() {
    NearEntry held = held();
    Resolution stale = held.staleAnswer(at(10 * MILLI));
    assertThat(stale).isEqualTo(new Resolution.Stale(held.entry(), "near"));
    assertThat(held.staleAnswer(at(10 * MILLI))).isSameAs(stale);
    assertThat(held.expiredAnswer()).contains(new Resolution.Expired(held.entry(), "near"));
  }

  /** A clock that stands still. */
  private static RouteClock at(long nanos) {
    return new RouteClock() {
      @Override
      public long wallMillis() {
        return 1_000 + nanos / MILLI;
      }

      @Override
      public long nanos() {
        return nanos;
      }
    };
  }

  @Test
  void entryThatIsStaleBeforeItsTime_saysThatItIsFreshNoLongerThanNow() {
    NearEntry held = held();
    Resolution stale = Objects.requireNonNull(held.staleAnswer(at(10 * MILLI - 1)));
    assertThat(stale).isInstanceOf(Resolution.Stale.class);
    RouteEntry told = stale.held().orElseThrow();
    assertThat(told.freshUntil()).isEqualTo(1_009);
    assertThat(told.expiresAt()).isEqualTo(held.entry().expiresAt());
    assertThat(told.loadedAt()).isEqualTo(held.entry().loadedAt());
  }

  @Test
  void entryThatIsStaleBeforeItsTime_isRefreshedOnce_andAgainAfterItsBackOff() {
    NearEntry held = held();
    assertThat(held.claimRefresh(5 * MILLI)).isTrue();
    assertThat(held.claimRefresh(6 * MILLI)).isFalse();
    held.refreshFailed(7 * MILLI, backoff);
    assertThat(held.claimRefresh(8 * MILLI)).isFalse();
    assertThat(held.claimRefresh(Duration.ofMinutes(1).toNanos())).isTrue();
  }

  @Test
  void refresh_isClaimedOnce_andAgainAfterItEnded() {
    NearEntry held = held();
    assertThat(held.claimRefresh(10 * MILLI)).isTrue();
    assertThat(held.claimRefresh(Duration.ofDays(1).toNanos())).isFalse();
    held.refreshEnded(15 * MILLI);
    assertThat(held.claimRefresh(15 * MILLI)).isTrue();
    held.refreshFailed(16 * MILLI, backoff);
    assertThat(held.claimRefresh(16 * MILLI)).isFalse();
    assertThat(held.claimRefresh(Duration.ofMinutes(1).toNanos())).isTrue();
  }

  @Test
  void follower_hasTheSameKeyObject_andTheRemoval() {
    NearEntry held = held();
    held.remember(new Removal(5, 3, 9));
    RouteKey equal = RouteKey.parse("business:1");
    RouteEntry next = new RouteEntry(equal, CELL, 8, 0, 1, 2);
    Life life = new Life(0, MILLI, 2 * MILLI);
    NearEntry follower =
        held.followedBy(new Candidate(next, life, next, life, Candidate.UNORDERED, 0));
    assertThat(follower.key).isSameAs(KEY);
    assertThat(follower.removal()).isEqualTo(new Removal(5, 3, 9));
    assertThat(follower.entry()).isEqualTo(next);
  }

  @Test
  void evictionPolicy_hearsOfAHitOnceInEachTurn() {
    NearEntry held = held();
    held.told(0);
    assertThat(held.isToBeTold(100 * MILLI)).isFalse();
    assertThat(held.isToBeTold(200 * MILLI)).isTrue();
    assertThat(held.isToBeTold(200 * MILLI)).isFalse();
    assertThat(held.isToBeTold(-200 * MILLI)).isTrue();
  }
}
