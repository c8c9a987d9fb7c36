// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RoutingName;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Reads a snapshot that {@link SnapshotWriter} wrote. Nothing in it is believed before the checksum
 * of the whole is right, and then still each part is checked.
 */
final class SnapshotReader {

  private static final int BUFFER_BYTES = 1 << 16;

  /** Who takes what is in a snapshot. */
  interface Visitor {

    /** Everything that was loaded before an instant is invalidated. */
    void everything(long beforeMillis);

    /** Everything of a namespace that was loaded before an instant is invalidated. */
    void namespace(String namespace, long beforeMillis);

    /** Everything that was loaded before an instant is in doubt. */
    void doubt(long beforeMillis);

    /** What was held of a key. */
    void key(SnapshotKey held);

    /** That was all, and it was written then. */
    void end(long writtenAt) throws IOException;
  }

  private final SnapshotStore.Content content;

  private SnapshotReader(SnapshotStore.Content content) {
    this.content = content;
  }

  /**
   * Reads it all.
   *
   * @throws IOException if it cannot be read, or is no whole snapshot; the text says why, without
   *     any key
   */
  static void read(SnapshotStore.Content content, long mostBytes, Visitor visitor)
      throws IOException {
    long size = content.size();
    if (size > mostBytes) {
      throw new IOException("it has " + size + " bytes, and may have " + mostBytes);
    }
    SnapshotReader reader = new SnapshotReader(content);
    reader.checkHead();
    reader.checkSum();
    try {
      reader.records(visitor);
    } catch (EOFException e) {
      throw new IOException("it is damaged: it ends in a record");
    } catch (IllegalArgumentException e) {
      throw new IOException("it is damaged: what it holds is out of bounds");
    }
  }

  private void checkHead() throws IOException {
    if (content.size() < SnapshotFormat.HEAD_BYTES + SnapshotFormat.TAIL_BYTES) {
      throw new IOException("it is cut off, or no snapshot: it has " + content.size() + " bytes");
    }
    DataInputStream in = new DataInputStream(content.stream());
    if (in.readLong() != SnapshotFormat.MAGIC) {
      throw new IOException("it is no snapshot");
    }
    int format = in.readInt();
    if (format != SnapshotFormat.FORMAT) {
      throw new IOException(
          "it has format " + format + ", and this release reads " + SnapshotFormat.FORMAT);
    }
  }

  private void checkSum() throws IOException {
    CRC32C checksum = new CRC32C();
    InputStream in = content.stream();
    byte[] bytes = new byte[BUFFER_BYTES];
    long left = content.size() - Integer.BYTES;
    while (left > 0) {
      int read = in.read(bytes, 0, (int) Math.min(left, bytes.length));
      if (read < 0) {
        throw new IOException("it was cut off while it was read");
      }
      checksum.update(bytes, 0, read);
      left -= read;
    }
    if (new DataInputStream(in).readInt() != (int) checksum.getValue()) {
      throw new IOException("it is damaged: its checksum is wrong");
    }
  }

  private void records(Visitor visitor) throws IOException {
    DataInputStream in =
        new DataInputStream(new BufferedInputStream(content.stream(), BUFFER_BYTES));
    in.skipNBytes(SnapshotFormat.HEAD_BYTES);
    while (true) {
      byte tag = in.readByte();
      switch (tag) {
        case SnapshotFormat.KEY -> visitor.key(key(in));
        case SnapshotFormat.EVERYTHING -> visitor.everything(in.readLong());
        case SnapshotFormat.DOUBT -> visitor.doubt(in.readLong());
        case SnapshotFormat.NAMESPACE ->
            visitor.namespace(RoutingName.require(text(in), "namespace"), in.readLong());
        case SnapshotFormat.END -> {
          long writtenAt = in.readLong();
          in.skipNBytes(Integer.BYTES);
          if (in.read() >= 0) {
            throw new IOException("it is damaged: it has records behind its end");
          }
          visitor.end(writtenAt);
          return;
        }
        default -> throw new IOException("it is damaged: it has a record of kind " + tag);
      }
    }
  }

  private static SnapshotKey key(DataInputStream in) throws IOException {
    RouteKey key = new RouteKey(text(in), text(in));
    int flags = in.readByte();
    long version = in.readLong();
    long loaded = in.readLong();
    Optional<SnapshotKey.Removed> removed = Optional.empty();
    if ((flags & SnapshotFormat.REMOVAL) != 0) {
      removed = Optional.of(new SnapshotKey.Removed(in.readLong(), in.readLong()));
    }
    Optional<RouteEntry> entry = Optional.empty();
    if ((flags & SnapshotFormat.ENTRY) != 0) {
      Optional<String> cell = Optional.of(text(in)).filter(name -> !name.isEmpty());
      entry =
          Optional.of(
              new RouteEntry(key, cell, version, in.readLong(), in.readLong(), in.readLong()));
    }
    return new SnapshotKey(key, version, loaded, removed, entry);
  }

  private static String text(DataInputStream in) throws IOException {
    int length = in.readUnsignedShort();
    if (length > RouteKey.MAX_VALUE_BYTES) {
      throw new IOException("it is damaged: it has a text of " + length + " bytes");
    }
    byte[] bytes = in.readNBytes(length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IOException("it is damaged: it has a text that is no UTF-8");
    }
  }
}
