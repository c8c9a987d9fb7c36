// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a comment says of a token is what the token holds. */
class FixtureTokensTest {

  private static final Path FIXTURES = Path.of("src/main/resources/fixtures");

  static List<Path> fixtures() throws IOException {
    try (Stream<Path> tree = Files.walk(FIXTURES)) {
      return tree.filter(path -> path.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  private static FixtureTokens tokens() throws IOException {
    return FixtureTokens.withKeys(FIXTURES.resolve("shared/token-keys.json"));
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void tokens_areWhatTheirCommentsSay(Path fixture) throws IOException, GeneralSecurityException {
    String text = Files.readString(fixture);
    assertThat(tokens().filled(text)).isEqualTo(text);
  }

  @Test
  void secrets_areThoseOfTheReadmeAndTheKeys() throws IOException {
    String readme = Files.readString(FIXTURES.resolve("README.md"));
    String keys = Files.readString(FIXTURES.resolve("shared/token-keys.json"));
    FixtureSecrets.ALL.forEach(
        (name, value) -> {
          byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
          assertThat(readme).contains("| `" + name + "` | `" + value + "` |");
          assertThat(bytes).hasSizeGreaterThanOrEqualTo(32);
          boolean signsTokens = name.startsWith("TURNOUT_FIXTURE_SECRET");
          assertThat(keys.contains(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)))
              .as(name)
              .isEqualTo(signsTokens);
        });
  }

  @Test
  void forgottenToken_isNoticed() throws IOException {
    FixtureTokens tokens = tokens();
    String recipe = "# token: HS256 secret-1 | {} | {}\n";
    assertThatThrownBy(() -> tokens.filled(recipe + "request: {}\n"))
        .hasMessageContaining("no token for");
    assertThatThrownBy(() -> tokens.filled(recipe.replace("secret-1", "secret-9") + "TOKEN\n"))
        .hasMessageContaining("no key for");
  }
}
