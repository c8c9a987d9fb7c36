// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteEntry;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Writes a snapshot as {@link SnapshotFormat} says. Used by one thread at a time. */
final class SnapshotWriter implements Closeable {

  private static final int BUFFER_BYTES = 1 << 16;

  private final SnapshotStore.Draft draft;
  private final long mostBytes;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private final CRC32C checksum = new CRC32C();
  private long written;
  private long keys;
  private long leftOut;

  SnapshotWriter(SnapshotStore.Draft draft, long mostBytes) {
    this.draft = draft;
    this.mostBytes = mostBytes;
    buffer.putLong(SnapshotFormat.MAGIC).putInt(SnapshotFormat.FORMAT);
  }

  /** Writes before which instants what is loaded counts as expired, or is in doubt. */
  void invalidations(Invalidations invalidations, Instants now) throws IOException {
    Long everything = invalidations.everythingBefore();
    if (everything != null) {
      makeRoom();
      buffer.put(SnapshotFormat.EVERYTHING).putLong(now.wallAfter(everything));
    }
    Long doubted = invalidations.doubtedBefore();
    if (doubted != null) {
      makeRoom();
      buffer.put(SnapshotFormat.DOUBT).putLong(now.wallAfter(doubted));
    }
    for (var namespace : invalidations.namespaces().entrySet()) {
      makeRoom();
      buffer.put(SnapshotFormat.NAMESPACE);
      text(namespace.getKey());
      buffer.putLong(now.wallAfter(namespace.getValue()));
    }
  }

  /** Writes what is held of a key, or leaves it out if there is no room. */
  void key(NearEntry held, boolean usable, Instants now) throws IOException {
    makeRoom();
    int start = buffer.position();
    encode(held, usable && !held.isTombstone() ? held.entry() : null, now);
    if (written + buffer.position() > mostBytes - SnapshotFormat.TAIL_BYTES) {
      buffer.position(start);
      leftOut++;
    } else {
      keys++;
    }
  }

  private void encode(NearEntry held, @Nullable RouteEntry entry, Instants now) {
    Removal removal = held.removal();
    buffer.put(SnapshotFormat.KEY);
    text(held.key.namespace());
    text(held.key.value());
    int flags = entry == null ? 0 : SnapshotFormat.ENTRY;
    buffer.put((byte) (removal == null ? flags : flags | SnapshotFormat.REMOVAL));
    buffer.putLong(held.version).putLong(now.wallBefore(held.loaded));
    if (removal != null) {
      buffer.putLong(removal.belowVersion()).putLong(now.wallAfter(removal.nanos()));
    }
    if (entry != null) {
      text(entry.cell().orElse(""));
      buffer.putLong(entry.loadedAt());
      buffer.putLong(now.wallBefore(held.fresh)).putLong(now.wallBefore(held.expires));
    }
  }

  /**
   * Ends the snapshot, and puts it in its place.
   *
   * @param writtenAt the wall clock
   */
  void publish(long writtenAt) throws IOException {
    makeRoom();
    buffer.put(SnapshotFormat.END).putLong(writtenAt);
    flush();
    buffer.putInt((int) checksum.getValue());
    flush();
    draft.publish();
  }

  /** How many keys are in it. */
  long keys() {
    return keys;
  }

  /** How many keys did not fit. */
  long leftOut() {
    return leftOut;
  }

  @Override
  public void close() throws IOException {
    draft.close();
  }

  private void text(String text) {
    byte[] bytes = SnapshotFormat.utf8(text);
    buffer.putShort((short) bytes.length).put(bytes);
  }

  private void makeRoom() throws IOException {
    if (buffer.remaining() < SnapshotFormat.LONGEST_RECORD_BYTES) {
      flush();
    }
  }

  private void flush() throws IOException {
    buffer.flip();
    checksum.update(buffer.duplicate());
    written += buffer.remaining();
    draft.write(buffer);
    buffer.clear();
  }
}
