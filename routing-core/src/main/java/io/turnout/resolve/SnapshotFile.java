// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;

/**
 * A snapshot in a file, replaced by renaming: whoever reads the path finds the old content or the
 * new one, whole, also after a crash.
 *
 * <p>What is being written lies beside it under a name of its own, so that two writers never mix.
 * What a killed process left there is deleted by the next one that writes, after an hour.
 */
final class SnapshotFile implements SnapshotStore {

  /** Older than that, a draft is nobody's any more. */
  static final Duration DRAFT_LIFE = Duration.ofHours(1);

  private static final String DRAFT_SUFFIX = ".snapshot-draft";

  private final Path file;

  SnapshotFile(Path file) {
    this.file = file;
  }

  @Override
  public Draft draft() throws IOException {
    Path folder = file.toAbsolutePath().normalize().getParent();
    Path name = file.getFileName();
    if (folder == null || name == null) {
      throw new IOException("it names no file");
    }
    Path draft = Files.createTempFile(folder, name + ".", DRAFT_SUFFIX, ownerOnly(folder));
    try {
      deleteLeftOvers(draft, folder, name + ".");
      FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE);
      return new FileDraft(draft, folder, channel, file);
    } catch (IOException e) {
      Files.deleteIfExists(draft);
      throw e;
    }
  }

  @Override
  public Optional<Content> content() throws IOException {
    try {
      if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
        throw new IOException("it is no regular file");
      }
      return Optional.of(new FileContent(FileChannel.open(file, StandardOpenOption.READ)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return "the snapshot \"" + file + "\"";
  }

  private static FileAttribute<?>[] ownerOnly(Path folder) throws IOException {
    boolean known = Files.getFileStore(folder).supportsFileAttributeView("posix");
    return known
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  /** What is old is told by the file system's clock, on which the new draft was just written. */
  private static void deleteLeftOvers(Path fresh, Path folder, String prefix) throws IOException {
    long oldest = Files.getLastModifiedTime(fresh).toMillis() - DRAFT_LIFE.toMillis();
    DirectoryStream.Filter<Path> drafts =
        path -> {
          String name = String.valueOf(path.getFileName());
          return name.startsWith(prefix) && name.endsWith(DRAFT_SUFFIX);
        };
    try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, drafts)) {
      for (Path draft : left) {
        deleteIfOlder(draft, oldest);
      }
    }
  }

  /** Another process may delete it first, or own it. */
  private static void deleteIfOlder(Path draft, long oldestMillis) {
    try {
      if (Files.getLastModifiedTime(draft, LinkOption.NOFOLLOW_LINKS).toMillis() < oldestMillis) {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      // The next one tries again.
    }
  }

  private record FileContent(FileChannel channel, long size) implements Content {

    FileContent(FileChannel channel) throws IOException {
      this(channel, channel.size());
    }

    @Override
    public InputStream stream() throws IOException {
      channel.position(0);
      return Channels.newInputStream(channel);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  private record FileDraft(Path path, Path folder, FileChannel channel, Path target)
      implements Draft {

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }

    @Override
    public void publish() throws IOException {
      channel.force(true);
      channel.close();
      Files.move(path, target, StandardCopyOption.ATOMIC_MOVE);
      try (FileChannel renamed = FileChannel.open(folder, StandardOpenOption.READ)) {
        renamed.force(true);
      } catch (IOException e) {
        // The content is synced; systems that cannot open a folder are left to their own.
      }
    }

    /** After publishing there is nothing left to delete. */
    @Override
    public void close() throws IOException {
      channel.close();
      Files.deleteIfExists(path);
    }
  }
}
