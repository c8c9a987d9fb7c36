// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import static io.turnout.redis.Entries.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EntryCodecTest {

  private static final long REDIS_NOW = 1_700_000_000_000L;

  /** What the script answers: its time, then the value. */
  private static byte[] answer(boolean removal, Optional<String> cell) {
    ByteBuffer bytes = ByteBuffer.allocate(200);
    number(bytes, REDIS_NOW, 6);
    bytes.put((byte) 1).put((byte) (removal ? 3 : 2)).put(EntryCodec.fingerprint(KEY));
    if (removal) {
      number(bytes, 40, 7);
      number(bytes, REDIS_NOW - 5, 6);
    }
    number(bytes, RouteEntry.MAX_VERSION, 7);
    number(bytes, REDIS_NOW + 1_000, 6);
    number(bytes, REDIS_NOW + 2_000, 6);
    RouteEntry entry = new RouteEntry(KEY, cell, 1, -7, 0, 0);
    bytes.put(EntryCodec.tail(entry));
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  private static void number(ByteBuffer bytes, long value, int count) {
    for (int i = count - 1; i >= 0; i--) {
      bytes.put((byte) (value >>> (8 * i)));
    }
  }

  @Test
  void entry_hasRemainingLivesOnTheReadersClock() {
    for (boolean removal : new boolean[] {false, true}) {
      for (Optional<String> cell :
          java.util.List.of(Optional.of("us-1"), Optional.<String>empty())) {
        assertThat(EntryCodec.decode(KEY, answer(removal, cell), 500))
            .contains(new RouteEntry(KEY, cell, RouteEntry.MAX_VERSION, -7, 1_500, 2_500));
      }
    }
  }

  @Test
  void valueWithoutAnEntry_isNothing() {
    byte[] answer = answer(true, Optional.empty());
    answer[7] = 1;
    assertThat(EntryCodec.decode(KEY, Arrays.copyOf(answer, 6 + 10 + 13), 0)).isEmpty();
    assertThat(EntryCodec.decode(KEY, Arrays.copyOf(answer, 6), 0)).isEmpty();
  }

  @Test
  void otherKeysValue_isNoEntry() {
    RouteKey other = new RouteKey("business", "secret-1235");
    assertThatThrownBy(() -> EntryCodec.decode(other, answer(false, Optional.of("us-1")), 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("belongs to another key")
        .hasMessageNotContaining("secret");
  }

  @Test
  void cutOrChangedValues_areEntriesOrFailuresAndNothingElse() {
    byte[] whole = answer(true, Optional.of("us-1"));
    for (int length = 0; length < 6 + 10 + 13 + 27; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      if (length == 6) {
        assertThat(EntryCodec.decode(KEY, cut, 0)).isEmpty();
      } else {
        assertThatThrownBy(() -> EntryCodec.decode(KEY, cut, 0))
            .as("cut to %d bytes", length)
            .isInstanceOf(IllegalStateException.class);
      }
    }
    Random random = new Random(20261130);
    for (int round = 0; round < 50_000; round++) {
      byte[] changed = Arrays.copyOf(whole, whole.length + random.nextInt(80));
      for (int changes = random.nextInt(4); changes >= 0; changes--) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      }
      try {
        EntryCodec.decode(KEY, changed, 0).ifPresent(e -> assertThat(e.key()).isEqualTo(KEY));
      } catch (IllegalStateException e) {
        assertThat(e).hasMessageContaining("is no entry");
      }
    }
  }

  @Test
  void longestValue_isReadAndOneByteMoreIsNot() {
    byte[] longest = answer(true, Optional.of("x".repeat(63)));
    assertThat(EntryCodec.decode(KEY, longest, 0)).isPresent();
    assertThatThrownBy(() -> EntryCodec.decode(KEY, Arrays.copyOf(longest, longest.length + 1), 0))
        .hasMessageContaining("it has more than 113 bytes");
  }

  @Test
  void lives_areBoundedWhateverTheInstants() {
    long most = EntryCodec.MAX_LIFE_MILLIS;
    assertThat(EntryCodec.life(5, 8)).isEqualTo(3);
    assertThat(EntryCodec.life(8, 5)).isEqualTo(-3);
    assertThat(EntryCodec.life(-5, Long.MAX_VALUE)).isEqualTo(most);
    assertThat(EntryCodec.life(5, Long.MIN_VALUE)).isEqualTo(-most);
    assertThat(EntryCodec.life(0, most)).isEqualTo(most);
    assertThat(EntryCodec.life(0, most + 1)).isEqualTo(most);
  }
}
