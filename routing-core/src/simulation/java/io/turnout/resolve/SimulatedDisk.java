// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A host's disk, which outlives its process, may be full, and may rot. */
final class SimulatedDisk implements SnapshotStore {

  private final SplittableRandom random;
  private final Runnable published;
  private byte @Nullable [] kept;
  private boolean damaged;

  /**
   * Starts empty.
   *
   * @param published hears of each snapshot, at the moment in which it was gathered
   */
  SimulatedDisk(SplittableRandom random, Runnable published) {
    this.random = random;
    this.published = published;
  }

  @Override
  public Draft draft() throws IOException {
    if (random.nextInt(10) == 0) {
      throw new IOException("No space left on device");
    }
    return new MemoryDraft();
  }

  @Override
  public Optional<Content> content() {
    byte[] now = kept;
    return now == null ? Optional.empty() : Optional.of(new MemoryContent(now));
  }

  /** Turns a bit round, or cuts something off. */
  void damage() {
    byte[] now = kept;
    if (now == null || damaged) {
      return;
    }
    damaged = true;
    if (random.nextInt(4) == 0) {
      kept = Arrays.copyOf(now, random.nextInt(now.length));
    } else {
      byte[] wrong = now.clone();
      wrong[random.nextInt(wrong.length)] ^= (byte) (1 << random.nextInt(8));
      kept = wrong;
    }
  }

  void lose() {
    kept = null;
    damaged = false;
  }

  boolean isEmpty() {
    return kept == null;
  }

  boolean isDamaged() {
    return damaged;
  }

  private final class MemoryDraft implements Draft {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public void write(ByteBuffer more) {
      byte[] copy = new byte[more.remaining()];
      more.get(copy);
      bytes.writeBytes(copy);
    }

    @Override
    public void publish() throws IOException {
      if (random.nextInt(10) == 0) {
        throw new IOException("Input/output error");
      }
      kept = bytes.toByteArray();
      damaged = false;
      published.run();
    }

    @Override
    public void close() {}
  }

  private record MemoryContent(byte[] bytes) implements Content {

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
  }
}
