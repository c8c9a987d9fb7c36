// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;

/**
 * The single steps by which files are changed so that a crash between any two of them loses
 * nothing; a test stops between them.
 */
interface FileSteps {

  /** Those of the system. */
  FileSteps SYSTEM = new FileSteps() {};

  /** The content of a file; one that is larger than {@code maxBytes} is an error. */
  default byte[] read(Path file, int maxBytes) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(maxBytes);
      if (content.length == maxBytes && in.read() >= 0) {
        throw new IOException("\"" + file + "\" has more than " + maxBytes + " bytes");
      }
      return content;
    }
  }

  /** Makes a file that is empty, in place of one that may be there. */
  default void create(Path file) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(file);
  }

  /** Gives a file the permissions of another, and its owner and group as far as may be. */
  default void permit(Path file, Path as) throws IOException {
    PosixFileAttributeView from = Files.getFileAttributeView(as, PosixFileAttributeView.class);
    PosixFileAttributeView to =
        Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (from == null || to == null) {
      return;
    }
    PosixFileAttributes wanted = from.readAttributes();
    try {
      to.setGroup(wanted.group());
      to.setOwner(wanted.owner());
    } catch (IOException e) {
      // Only the superuser may give a file away.
    }
    to.setPermissions(wanted.permissions());
  }

  /** Writes behind what a file holds. */
  default void append(Path file, byte[] content) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
      ByteBuffer rest = ByteBuffer.wrap(content);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
    }
  }

  /** Cuts a file off behind its first {@code bytes}. */
  default void truncate(Path file, long bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(bytes);
    }
  }

  /** Waits until the content of a file lasts. */
  default void sync(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /** Gives a file the name of another, which it replaces at once. */
  default void replace(Path file, Path replaced) throws IOException {
    Files.move(file, replaced, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Waits until a file's name lasts; systems that cannot are left to their own. */
  default void syncFolderOf(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null) {
      return;
    }
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // The contents are synced; only the moment of the renaming is not.
    }
  }
}
