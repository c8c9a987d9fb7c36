// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.Seeds;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityAnswer.Known;
import io.turnout.spi.AuthorityAnswer.Unknown;
import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MemoryAuthorityTest {

  private static final RouteKey KEY = new RouteKey("business", "1");
  private static final RouteKey OTHER = new RouteKey("business", "2");

  private final VirtualTime time = new VirtualTime(1_000);
  private final MemoryAuthority authority = new MemoryAuthority(time);

  private AuthorityAnswer answer(RouteKey key) {
    return authority.lookup(key, 0).toCompletableFuture().getNow(null);
  }

  @Test
  void unknownKey_hasTheGenerationAndTheDefaultLife() {
    assertThat(answer(KEY))
        .isEqualTo(new Unknown(KEY, 1_000, Duration.ofSeconds(30), Duration.ofMinutes(1)));
  }

  @Test
  void put_hasTheTimeAsItsVersionAndTheDefaultLife() {
    time.advance(Duration.ofSeconds(4));

    assertThat(authority.put(KEY, "us-1")).isEqualTo(5_000);
    assertThat(answer(KEY))
        .isEqualTo(new Known(KEY, "us-1", 5_000, Duration.ofMinutes(5), Duration.ofHours(24)));
  }

  @Test
  void everyChange_raisesTheVersion() {
    assertThat(authority.put(KEY, "us-1")).isEqualTo(1_001);
    assertThat(authority.put(KEY, "us-1")).isEqualTo(1_002);
    assertThat(authority.remove(KEY)).isEqualTo(1_003);
    assertThat(answer(KEY).version()).isEqualTo(1_003);
    assertThat(authority.remove(KEY)).isEqualTo(1_004);
    assertThat(authority.put(KEY, "us-1")).isEqualTo(1_005);
  }

  @Test
  void clockThatGoesBack_lowersNoVersion() {
    authority.put(KEY, "us-1");
    time.jumpWall(Duration.ofMillis(-900));

    assertThat(authority.put(KEY, "us-2")).isEqualTo(1_002);
    assertThat(authority.remove(KEY)).isEqualTo(1_003);
  }

  @Test
  void removalOfOneKey_doesNotTouchAnother() {
    long version = authority.put(OTHER, "us-1");
    authority.remove(KEY);

    assertThat(answer(OTHER).version()).isEqualTo(version);
  }

  @Test
  void ownLife_isAnswered() {
    authority.put(KEY, "us-1", new RouteLife(Duration.ofMinutes(1), Duration.ZERO));

    assertThat(answer(KEY).freshFor()).isZero();
    assertThat(answer(KEY).expireAfter()).isZero();
  }

  @Test
  void defaultLives_areTheConstructors() {
    RouteLife known = new RouteLife(Duration.ofSeconds(1), Duration.ofSeconds(2));
    RouteLife unknown = new RouteLife(Duration.ofSeconds(3), Duration.ofSeconds(4));
    MemoryAuthority own = new MemoryAuthority(time, known, unknown);
    own.put(KEY, "us-1");

    assertThat(own.lookup(KEY, 0).toCompletableFuture().getNow(null).expireAfter())
        .isEqualTo(Duration.ofSeconds(2));
    assertThat(own.lookup(OTHER, 0).toCompletableFuture().getNow(null).expireAfter())
        .isEqualTo(Duration.ofSeconds(4));
  }

  @Test
  void lookupAll_answersInOrder() {
    authority.put(KEY, "us-1");

    List<AuthorityAnswer> answers =
        authority.lookupAll(List.of(new Lookup(OTHER, 0), new Lookup(KEY, 0))).stream()
            .map(stage -> stage.toCompletableFuture().join())
            .toList();

    assertThat(answers).containsExactly(answer(OTHER), answer(KEY));
  }

  @Test
  void badCell_isRefusedAndChangesNothing() {
    assertThatThrownBy(() -> authority.put(KEY, "US 1"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(answer(KEY)).isInstanceOf(Unknown.class);
  }

  @Test
  void negativeLife_isRefused() {
    assertThatThrownBy(() -> new RouteLife(Duration.ofSeconds(-1), Duration.ZERO))
        .hasMessage("fresh-for PT-1S and expire-after PT0S must not be negative");
  }

  @Test
  void versionsOfAKey_neverFallWhateverHappens() {
    long seed = Seeds.first();
    Random random = new Random(seed);
    Map<RouteKey, Long> last = new HashMap<>();
    Map<RouteKey, String> cells = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      RouteKey key = new RouteKey("k", String.valueOf(random.nextInt(5)));
      switch (random.nextInt(4)) {
        case 0 -> authority.put(key, "c" + random.nextInt(3));
        case 1 -> authority.remove(key);
        case 2 -> time.jumpWall(Duration.ofMillis(random.nextInt(-20, 20)));
        default -> time.advance(Duration.ofMillis(random.nextInt(5)));
      }
      for (int k = 0; k < 5; k++) {
        RouteKey each = new RouteKey("k", String.valueOf(k));
        AuthorityAnswer answer = answer(each);
        String cell = answer instanceof Known known ? known.cell() : "";
        long before = last.getOrDefault(each, 0L);
        boolean moved = !cell.equals(cells.getOrDefault(each, ""));
        assertThat(answer.version())
            .as("seed %d, step %d", seed, i)
            .isGreaterThanOrEqualTo(moved ? before + 1 : before);
        last.put(each, answer.version());
        cells.put(each, cell);
      }
    }
  }
}
