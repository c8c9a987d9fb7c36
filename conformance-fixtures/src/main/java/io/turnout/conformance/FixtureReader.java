// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Reads fixture files. */
final class FixtureReader {

  private final YAMLMapper yaml = new YAMLMapper();

  /** The fixtures that come with this library, from a folder or from a jar. */
  Fixtures readOwn() {
    try {
      URI uri = FixtureReader.class.getResource("/fixtures/README.md").toURI();
      if (uri.getScheme().equals("jar")) {
        try (FileSystem jar = FileSystems.newFileSystem(jarFile(uri))) {
          return read(jar.getPath("/fixtures"));
        }
      }
      return read(Path.of(uri).resolveSibling(""));
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the fixtures' own place cannot be read", e);
    } catch (IOException e) {
      throw new UncheckedIOException("the fixtures' own place cannot be read: " + e, e);
    }
  }

  /** The jar that a {@code jar:file:…!/…} URI points into. */
  private static Path jarFile(URI uri) {
    String inner = uri.getSchemeSpecificPart();
    return Path.of(URI.create(inner.substring(0, inner.indexOf("!/"))));
  }

  /** The fixtures below a folder, and the version that the file VERSION in it names. */
  Fixtures read(Path folder) {
    try (Stream<Path> tree = Files.walk(folder)) {
      List<Fixture> all =
          tree.filter(FixtureReader::isFixture)
              .map(path -> readFile(folder, path))
              .sorted(Comparator.comparing(Fixture::path))
              .toList();
      Path version = folder.resolve("VERSION");
      return new Fixtures(
          Files.isRegularFile(version) ? Files.readString(version).strip() : "", all);
    } catch (IOException e) {
      throw new UncheckedIOException("the folder of fixtures cannot be read: " + e, e);
    }
  }

  private static boolean isFixture(Path path) {
    String name = path.getFileName() == null ? "" : path.getFileName().toString();
    return name.endsWith(".yaml")
        && (name.startsWith("accept-") || name.startsWith("refuse-") || name.startsWith("either-"));
  }

  private Fixture readFile(Path folder, Path path) {
    String name = folder.relativize(path).toString().replace('\\', '/');
    try {
      if (!(yaml.readTree(Files.readString(path)) instanceof ObjectNode content)) {
        throw new IllegalArgumentException("fixture " + name + " must be a mapping");
      }
      if (content.has("rules-file")) {
        Path rules = folder.resolve(content.get("rules-file").asText());
        content.put("rules", Files.readString(rules));
      }
      return new Fixture(name, content.path("kind").asText(), content);
    } catch (IOException e) {
      throw new UncheckedIOException("fixture " + name + " cannot be read", e);
    }
  }
}
