// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Where the files are that the rules of fixtures name, for whoever reads them by path. */
final class FixtureFolder {

  private final Path root;

  FixtureFolder(Path root) {
    this.root = root;
  }

  /**
   * The same fixture with a folder of the file system that holds the files that it lists.
   *
   * @throws IllegalArgumentException if there is no such file, or it lies elsewhere
   */
  Fixture given(Fixture fixture) {
    Path folder = with(fixture.path(), fixture.files());
    return new Fixture(fixture.path(), fixture.kind(), fixture.content(), Optional.of(folder));
  }

  private Path with(String fixture, List<String> names) {
    for (String name : names) {
      Path file = root.resolve(name).normalize();
      if (!file.startsWith(root.normalize()) || !Files.isRegularFile(file)) {
        throw new IllegalArgumentException(
            "fixture " + fixture + ": files has " + name + ", which is no file below " + root);
      }
    }
    if (root.getFileSystem().equals(FileSystems.getDefault())) {
      return root.toAbsolutePath().normalize();
    }
    try {
      return copy(names);
    } catch (IOException e) {
      throw new UncheckedIOException("the files of fixture " + fixture + " cannot be copied", e);
    }
  }

  /** A jar's files are copied, for as long as this process lives. */
  private Path copy(List<String> names) throws IOException {
    Path copy = Files.createTempDirectory("turnout-fixtures-");
    copy.toFile().deleteOnExit();
    for (String name : names) {
      Path file = copy;
      for (Path part : root.getFileSystem().getPath(name)) {
        file = file.resolve(part.toString());
        file.toFile().deleteOnExit();
      }
      Files.createDirectories(file.getParent());
      Files.copy(root.resolve(name), file);
    }
    return copy;
  }
}
