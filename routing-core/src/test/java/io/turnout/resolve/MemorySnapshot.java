// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A snapshot in memory, which fails when it is told to. */
final class MemorySnapshot implements SnapshotStore {

  /** What is kept; null for nothing. */
  byte @Nullable [] kept;

  /** After so many bytes there is no room. */
  long room = Long.MAX_VALUE;

  /** Whether the process ends between the writing and the renaming. */
  boolean isKilledBeforeRenaming;

  int drafts;
  int openDrafts;

  @Override
  public Draft draft() {
    drafts++;
    openDrafts++;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    return new Draft() {
      private boolean closed;

      @Override
      public void write(ByteBuffer more) throws IOException {
        if (bytes.size() + more.remaining() > room) {
          throw new IOException("No space left on device");
        }
        byte[] copy = new byte[more.remaining()];
        more.get(copy);
        bytes.writeBytes(copy);
      }

      @Override
      public void publish() {
        if (!isKilledBeforeRenaming) {
          kept = bytes.toByteArray();
        }
      }

      @Override
      public void close() {
        if (!closed) {
          openDrafts--;
          closed = true;
        }
      }
    };
  }

  @Override
  public Optional<Content> content() {
    byte[] now = kept;
    return now == null ? Optional.empty() : Optional.of(content(now));
  }

  static Content content(byte[] bytes) {
    return new Content() {
      @Override
      public long size() {
        return bytes.length;
      }

      @Override
      public InputStream stream() {
        return new ByteArrayInputStream(bytes);
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public String toString() {
    return "the snapshot";
  }
}
