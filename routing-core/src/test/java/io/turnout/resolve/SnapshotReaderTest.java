// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static io.turnout.resolve.ResolverBench.KEY;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.Seeds;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class SnapshotReaderTest {

  private static final Instants NOW = new Instants(1_000_000, 5_000_000_000L);

  private final MemorySnapshot store = new MemorySnapshot();
  private final List<Object> seen = new ArrayList<>();

  private static NearEntry entry(RouteKey key, String cell) {
    RouteEntry entry = new RouteEntry(key, Optional.of(cell), 7, 999_000, 1_001_000, 1_002_000);
    Life life = new Life(4_000_000_000L, 6_000_000_000L, 7_000_000_000L);
    return NearEntry.restored(key, 7, entry, life, null);
  }

  private static NearEntry longest(char letter) {
    String key = String.valueOf(letter).repeat(256 / String.valueOf(letter).getBytes(UTF_8).length);
    NearEntry longest = entry(new RouteKey("n".repeat(63), key), "c".repeat(63));
    longest.remember(new Removal(RouteEntry.MAX_VERSION + 1, 3, 4_500_000_000L));
    return longest;
  }

  private SnapshotWriter write(long mostBytes, List<NearEntry> held) throws IOException {
    try (SnapshotWriter writer = new SnapshotWriter(store.draft(), mostBytes)) {
      for (NearEntry one : held) {
        writer.key(one, true, NOW);
      }
      writer.invalidations(new Invalidations(), NOW);
      writer.publish(NOW.wallMillis());
      return writer;
    }
  }

  private void read(byte[] bytes, long mostBytes) throws IOException {
    SnapshotReader.read(
        MemorySnapshot.content(bytes),
        mostBytes,
        new SnapshotReader.Visitor() {
          @Override
          public void everything(long beforeMillis) {
            seen.add("everything " + beforeMillis);
          }

          @Override
          public void namespace(String namespace, long beforeMillis) {
            seen.add(namespace + " " + beforeMillis);
          }

          @Override
          public void doubt(long beforeMillis) {
            seen.add("doubt " + beforeMillis);
          }

          @Override
          public void key(SnapshotKey held) {
            seen.add(held);
          }

          @Override
          public void end(long writtenAt) {
            seen.add(writtenAt);
          }
        });
  }

  private void refuses(byte[] bytes, String why) {
    seen.clear();
    assertThatThrownBy(() -> read(bytes, SnapshotFormat.MOST_BYTES))
        .isInstanceOf(IOException.class)
        .hasMessage(why);
    assertThat(seen).doesNotContain(NOW.wallMillis());
  }

  private byte[] bytes() {
    byte[] kept = store.kept;
    assertThat(kept).isNotNull();
    return kept == null ? new byte[0] : kept.clone();
  }

  /** What some bytes are with the head before and a right checksum behind them. */
  private static byte[] signed(byte[] records) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeLong(SnapshotFormat.MAGIC);
    out.writeInt(SnapshotFormat.FORMAT);
    out.write(records);
    CRC32C checksum = new CRC32C();
    checksum.update(bytes.toByteArray());
    out.writeInt((int) checksum.getValue());
    return bytes.toByteArray();
  }

  @Test
  void whatIsWritten_isRead() throws IOException {
    Invalidations invalidations = new Invalidations();
    invalidations.everything(4_000_000_000L);
    invalidations.namespace("business", 4_500_000_001L);
    invalidations.doubt(4_600_000_000L);
    NearEntry other = longest('€');
    try (SnapshotWriter writer = new SnapshotWriter(store.draft(), SnapshotFormat.MOST_BYTES)) {
      writer.key(entry(KEY, "us-1"), true, NOW);
      writer.key(other, false, NOW);
      writer.invalidations(invalidations, NOW);
      writer.publish(NOW.wallMillis());
    }
    read(bytes(), SnapshotFormat.MOST_BYTES);
    assertThat(seen)
        .containsExactly(
            new SnapshotKey(
                KEY,
                7,
                999_000,
                Optional.empty(),
                Optional.of(
                    new RouteEntry(KEY, Optional.of("us-1"), 7, 999_000, 1_001_000, 1_002_000))),
            new SnapshotKey(
                other.key,
                7,
                999_000,
                Optional.of(new SnapshotKey.Removed(RouteEntry.MAX_VERSION + 1, 999_500)),
                Optional.empty()),
            "everything 999000",
            "doubt 999600",
            "business 999501",
            1_000_000L);
  }

  @Test
  void longestRecord_fitsItsLimit() throws IOException {
    for (char letter : new char[] {'k', 'ß', '€'}) {
      write(SnapshotFormat.MOST_BYTES, List.of(longest(letter)));
      int head = SnapshotFormat.HEAD_BYTES + SnapshotFormat.TAIL_BYTES;
      assertThat(bytes().length - head).isBetween(400, SnapshotFormat.LONGEST_RECORD_BYTES);
    }
  }

  @Test
  void manyRecords_areReadAsWritten() throws IOException {
    List<NearEntry> held =
        IntStream.range(0, 5_000)
            .mapToObj(i -> entry(new RouteKey("business", "k".repeat(1 + i % 256)), "us-1"))
            .toList();
    write(SnapshotFormat.MOST_BYTES, held);
    read(bytes(), SnapshotFormat.MOST_BYTES);
    assertThat(seen).hasSize(5_001);
  }

  @Test
  void snapshotAtTheLimit_isWrittenAndRead_beyondKeysAreLeftOut() throws IOException {
    List<NearEntry> held = List.of(entry(KEY, "us-1"), longest('k'));
    write(SnapshotFormat.MOST_BYTES, held);
    int limit = bytes().length;
    assertThat(write(limit, held).leftOut()).isZero();
    read(bytes(), limit);
    assertThatThrownBy(() -> read(bytes(), limit - 1))
        .hasMessage("it has " + limit + " bytes, and may have " + (limit - 1));
    SnapshotWriter writer = write(limit - 1, held);
    assertThat(writer.leftOut()).isEqualTo(1);
    assertThat(writer.keys()).isEqualTo(1);
    read(bytes(), limit - 1);
  }

  @Test
  void anyBitThatIsWrong_isSeen() throws IOException {
    write(SnapshotFormat.MOST_BYTES, List.of(entry(KEY, "us-1")));
    for (int bit = 8 * SnapshotFormat.HEAD_BYTES; bit < 8 * bytes().length; bit++) {
      byte[] wrong = bytes();
      wrong[bit / 8] ^= (byte) (1 << bit % 8);
      refuses(wrong, "it is damaged: its checksum is wrong");
      assertThat(seen).isEmpty();
    }
  }

  @Test
  void anyLengthThatIsWrong_isSeen() throws IOException {
    write(SnapshotFormat.MOST_BYTES, List.of(entry(KEY, "us-1")));
    for (int length = 0; length < bytes().length; length++) {
      byte[] wrong = Arrays.copyOf(bytes(), length);
      refuses(
          wrong,
          length < SnapshotFormat.HEAD_BYTES + SnapshotFormat.TAIL_BYTES
              ? "it is cut off, or no snapshot: it has " + length + " bytes"
              : "it is damaged: its checksum is wrong");
    }
    refuses(Arrays.copyOf(bytes(), bytes().length + 1), "it is damaged: its checksum is wrong");
  }

  @Test
  void foreignAndNewerFiles_areRefused() throws IOException {
    refuses("turnout-routes: 1 # something else".getBytes(UTF_8), "it is no snapshot");
    write(SnapshotFormat.MOST_BYTES, List.of());
    byte[] newer = bytes();
    newer[11] = 2;
    refuses(newer, "it has format 2, and this release reads 1");
  }

  @Test
  void rightChecksum_doesNotMakeNonsenseRight() throws IOException {
    refuses(signed(new byte[10]), "it is damaged: it has records behind its end");
    refuses(
        signed(new byte[] {9, 0, 0, 0, 0, 0, 0, 0, 0}), "it is damaged: it has a record of kind 9");
    byte[] text = new byte[20];
    text[0] = SnapshotFormat.NAMESPACE;
    text[1] = 1;
    text[2] = 1;
    refuses(signed(text), "it is damaged: it has a text of 257 bytes");
    text[1] = 0;
    refuses(signed(text), "it is damaged: what it holds is out of bounds");
    text[3] = (byte) 0xff;
    refuses(signed(text), "it is damaged: it has a text that is no UTF-8");
    refuses(
        signed(new byte[] {1, 0, 1, 'b', 0, 1, 'k', 0, 1}), "it is damaged: it ends in a record");
  }

  @Test
  void chanceWithARightChecksum_throwsNothingElse() {
    Seeds.each(
        20_000,
        random -> {
          byte[] records = new byte[random.nextInt(120)];
          random.nextBytes(records);
          if (records.length > 0) {
            records[0] = (byte) random.nextInt(4);
          }
          try {
            read(signed(records), SnapshotFormat.MOST_BYTES);
          } catch (IOException e) {
            assertThat(e.getMessage()).startsWith("it ");
          }
        });
  }
}
