// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Reads fixture files. */
final class FixtureReader {

  /** The largest file that is read, in bytes. */
  static final int MAX_FILE_BYTES = 3 << 20;

  private final YAMLMapper yaml =
      YAMLMapper.builder().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION).build();
  private final FixtureForm form = new FixtureForm();

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
    List<Fixture> all =
        files(folder, FixtureReader::isFixture).map(path -> readFile(folder, path)).toList();
    Path version = folder.resolve("VERSION");
    return new Fixtures(Files.isRegularFile(version) ? text(version).strip() : "", all);
  }

  /**
   * A user's cases below a folder, every YAML file in it, to be decided by the rules of the user.
   *
   * @throws IllegalArgumentException if a file is no {@code decide} fixture without rules
   */
  Fixtures readCases(Path folder, String rules) {
    List<Fixture> all = new ArrayList<>();
    files(folder, FixtureReader::isYaml)
        .forEach(
            path -> {
              ObjectNode content = content(folder, path);
              String name = name(folder, path);
              if (!content.path("kind").asText().equals("decide")) {
                throw new IllegalArgumentException(
                    "fixture " + name + ": kind must be decide, as only requests are asked here");
              }
              if (content.has("rules") || content.has("rules-file") || content.has("files")) {
                throw new IllegalArgumentException(
                    "fixture "
                        + name
                        + " must not have rules of its own: the rule file's are used");
              }
              content.put("rules", rules);
              all.add(new Fixture(name, "decide", content, Optional.empty()));
            });
    return new Fixtures("", all);
  }

  private static Stream<Path> files(Path folder, Predicate<String> wanted) {
    try (Stream<Path> tree = Files.walk(folder)) {
      return tree
          .filter(Files::isRegularFile)
          .filter(path -> wanted.test(path.getFileName().toString()))
          .sorted(Comparator.comparing(path -> name(folder, path)))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException("the folder of fixtures cannot be read: " + e, e);
    }
  }

  private static boolean isFixture(String name) {
    return isYaml(name)
        && (name.startsWith("accept-") || name.startsWith("refuse-") || name.startsWith("either-"));
  }

  private static boolean isYaml(String name) {
    return name.endsWith(".yaml") || name.endsWith(".yml");
  }

  private static String name(Path folder, Path path) {
    return folder.relativize(path).toString().replace('\\', '/');
  }

  private Fixture readFile(Path folder, Path path) {
    ObjectNode content = content(folder, path);
    String name = name(folder, path);
    if (content.has("rules-file")) {
      Path rules = folder.resolve(content.get("rules-file").asText()).normalize();
      if (!rules.startsWith(folder.normalize())) {
        throw new IllegalArgumentException(
            "fixture " + name + ": rules-file " + rules + " must lie below " + folder);
      }
      content.put("rules", text(rules));
    }
    Fixture fixture = new Fixture(name, content.path("kind").asText(), content, Optional.empty());
    return fixture.files().isEmpty() ? fixture : new FixtureFolder(folder).given(fixture);
  }

  private ObjectNode content(Path folder, Path path) {
    String name = name(folder, path);
    try {
      if (yaml.readTree(text(path)) instanceof ObjectNode content) {
        form.check(name, content);
        return content;
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("fixture " + name + " is no YAML: " + e.getMessage(), e);
    }
    throw new IllegalArgumentException("fixture " + name + " must be a mapping");
  }

  private static String text(Path file) {
    try {
      if (Files.size(file) > MAX_FILE_BYTES) {
        throw new IllegalArgumentException(
            "fixture " + file + " must have no more than " + MAX_FILE_BYTES + " bytes");
      }
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("fixture " + file + " cannot be read: " + e, e);
    }
  }
}
