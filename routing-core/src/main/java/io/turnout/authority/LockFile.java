// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A file that one writer at a time holds, among all processes of a machine and all threads of this
 * one. It is never deleted, and means nothing while nobody holds it.
 *
 * @param path where it is
 * @param patience how long to wait for another holder
 */
record LockFile(Path path, Duration patience) {

  private static final long PAUSE_NANOS = 2_000_000;

  /** What is done while the file is held. */
  interface Work<T> {
    T run() throws IOException;
  }

  /** Another holder did not let go in time. */
  static final class HeldException extends IOException {
    private static final long serialVersionUID = 1L;

    HeldException(Path path, Duration patience) {
      super(
          "another writer has held \""
              + path
              + "\" for more than "
              + patience.toSeconds()
              + " s; try again");
    }
  }

  /**
   * Does something while nobody else holds the file.
   *
   * @throws HeldException if another holder did not let go in time
   */
  <T> T holding(Work<T> work) throws IOException {
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      long end = System.nanoTime() + patience.toNanos();
      FileLock lock = tryLock(channel);
      while (lock == null) {
        if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
          throw new HeldException(path, patience);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
        lock = tryLock(channel);
      }
      return work.run();
    }
  }

  /** The lock; null while another process, or another thread of this one, has it. */
  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }
}
