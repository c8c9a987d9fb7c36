// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
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

  /**
   * Who may open which file, in this process. The system takes a process's lock off a file when the
   * process closes any channel on it, so whoever gave up waiting would take it off the holder.
   */
  private static final ConcurrentMap<Path, Semaphore> HERE = new ConcurrentHashMap<>();

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
   * @throws InterruptedIOException if the thread was interrupted; it stays so
   */
  <T> T holding(Work<T> work) throws IOException {
    Semaphore here = HERE.computeIfAbsent(path.toAbsolutePath(), file -> new Semaphore(1));
    long end = System.nanoTime() + patience.toNanos();
    try {
      if (!here.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new HeldException(path, patience);
      }
    } catch (InterruptedException e) {
      throw interrupted();
    }
    try {
      return holdingAmongProcesses(work, end);
    } finally {
      here.release();
    }
  }

  private <T> T holdingAmongProcesses(Work<T> work, long endNanos) throws IOException {
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      FileLock lock = tryLock(channel);
      while (lock == null) {
        if (Thread.currentThread().isInterrupted()) {
          throw interrupted();
        }
        if (System.nanoTime() - endNanos > 0) {
          throw new HeldException(path, patience);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
        lock = tryLock(channel);
      }
      return work.run();
    }
  }

  private InterruptedIOException interrupted() {
    Thread.currentThread().interrupt();
    return new InterruptedIOException("interrupted while \"" + path + "\" was waited for");
  }

  /** The lock; null while another process, or something else in this one, has it. */
  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }
}
