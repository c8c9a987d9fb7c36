// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * The copy of a file's last usable content, replaced atomically: whoever reads the path finds the
 * old content or the new one, whole, also after a crash.
 *
 * @param path where it is kept
 */
record LastKnownGood(Path path) {

  /** Keeps {@code content}, unless that is kept already. */
  void keep(byte[] content) throws IOException {
    if (Files.isRegularFile(path) && holds(content)) {
      return;
    }
    Path folder = path.toAbsolutePath().normalize().getParent();
    if (folder == null) {
      throw new IOException("\"" + path + "\" is no path of a file");
    }
    Path temporary = Files.createTempFile(folder, path.getFileName() + ".", ".new");
    try {
      try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        ByteBuffer rest = ByteBuffer.wrap(content);
        while (rest.hasRemaining()) {
          channel.write(rest);
        }
        channel.force(true);
      }
      Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
    sync(folder);
  }

  private boolean holds(byte[] content) throws IOException {
    return Files.size(path) == content.length && Arrays.equals(Files.readAllBytes(path), content);
  }

  /** Makes the renaming last; systems that cannot open a folder are left to their own. */
  private static void sync(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // The content itself is synced; only the moment of the renaming is not.
    }
  }
}
