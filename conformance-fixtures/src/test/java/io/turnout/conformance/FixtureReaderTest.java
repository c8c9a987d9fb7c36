// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FixtureReaderTest {

  private static final String WITH_RULES_FILE =
      """
      kind: decide
      about: a
      rules-file: %s
      cases: [ { name: a, request: { target: / }, expect: { outcome: reject } } ]
      """;

  @TempDir Path folder;

  private final FixtureReader reader = new FixtureReader();

  private void write(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  @Test
  void ownFixtures_haveAVersionAndADigest() {
    Fixtures own = reader.readOwn();
    assertThat(own.version()).matches("[0-9]+\\.[0-9]+\\.[0-9]+");
    assertThat(own.digest()).matches("[0-9a-f]{64}").isEqualTo(reader.readOwn().digest());
    Fixtures fewer = new Fixtures(own.version(), own.all().subList(1, own.all().size()));
    assertThat(fewer.digest()).isNotEqualTo(own.digest());
  }

  @Test
  void filesThatAreNoFixtures_areLeftOut() throws IOException {
    write("b/refuse-x.yaml", WITH_RULES_FILE.formatted("shared/rules.yaml"));
    write("a/either-x.yaml", WITH_RULES_FILE.formatted("shared/rules.yaml"));
    write("shared/rules.yaml", "turnout: 1\n");
    write("README.md", "# Fixtures\n");
    Fixtures read = reader.read(folder);
    assertThat(read.all())
        .extracting(Fixture::path)
        .containsExactly("a/either-x.yaml", "b/refuse-x.yaml");
    assertThat(read.all().get(0).content().path("rules").asText()).isEqualTo("turnout: 1\n");
    assertThat(read.version()).isEmpty();
  }

  @Test
  void rulesOutsideTheFolder_areNotRead() throws IOException {
    for (String name : new String[] {"../rules.yaml", "/etc/hosts", "a/../../rules.yaml"}) {
      write("refuse-x.yaml", WITH_RULES_FILE.formatted(name));
      assertThatThrownBy(() -> reader.read(folder))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("refuse-x.yaml: rules-file")
          .hasMessageContaining("must lie below");
    }
  }

  private static final String WITH_FILES =
      """
      kind: invalid
      about: a
      files: [ %s ]
      rules: ""
      expect: { errors: [] }
      """;

  @Test
  void filesOfAFixture_areFoundInAFolderOfTheFileSystem() throws IOException {
    write("shared/a.txt", "10.0.0.0/8\n");
    write("refuse-x.yaml", WITH_FILES.formatted("shared/a.txt"));
    Path found = reader.read(folder).all().get(0).folder().orElseThrow();
    assertThat(found.resolve("shared/a.txt")).hasContent("10.0.0.0/8");
    String digest = reader.read(folder).digest();
    write("shared/a.txt", "11.0.0.0/8\n");
    assertThat(reader.read(folder).digest()).isNotEqualTo(digest);
  }

  @Test
  void filesOfAFixtureInAJar_areCopied() throws IOException {
    Path jar = folder.resolve("a.jar");
    try (FileSystem zip = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      Files.createDirectories(zip.getPath("/fixtures/shared"));
      Files.writeString(zip.getPath("/fixtures/shared/a.txt"), "10.0.0.0/8\n");
      Files.writeString(
          zip.getPath("/fixtures/refuse-x.yaml"), WITH_FILES.formatted("shared/a.txt"));
      Path found = reader.read(zip.getPath("/fixtures")).all().get(0).folder().orElseThrow();
      assertThat(found.getFileSystem()).isEqualTo(FileSystems.getDefault());
      assertThat(found.resolve("shared/a.txt")).hasContent("10.0.0.0/8");
    }
  }

  @Test
  void filesThatAreMissingOrElsewhere_areRefused() throws IOException {
    for (String name : new String[] {"shared/none.txt", "../a.txt", "shared"}) {
      write("shared/a.txt", "");
      write("refuse-x.yaml", WITH_FILES.formatted(name));
      assertThatThrownBy(() -> reader.read(folder))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("refuse-x.yaml: files has " + name);
    }
  }

  @Test
  void file_mayHaveTheMostBytesAndNoMore() throws IOException {
    String least = "kind: invalid\nabout: a\nrules: ''\nexpect: { errors: [] }\n#";
    String most = least + "x".repeat(FixtureReader.MAX_FILE_BYTES - least.length());
    write("refuse-x.yaml", most);
    assertThat(reader.read(folder).all()).hasSize(1);
    write("refuse-x.yaml", most + "x");
    assertThatThrownBy(() -> reader.read(folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no more than " + FixtureReader.MAX_FILE_BYTES + " bytes");
  }

  @Test
  void memberThatIsGivenTwice_isRefused() throws IOException {
    write("refuse-x.yaml", "kind: invalid\nrules: a\nrules: b\nexpect: { errors: [] }\n");
    assertThatThrownBy(() -> reader.read(folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("refuse-x.yaml is no YAML");
  }
}
