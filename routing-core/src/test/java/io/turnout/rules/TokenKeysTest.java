// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.turnout.document.Problem;
import io.turnout.extract.Signing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where keys come from, what is wrong with them, and what is told of them: nothing. */
class TokenKeysTest {

  private static final KeyPair RSA = Signing.rsa(2048);
  private static final String LEAK = "c2VjcmV0LXNlY3JldC1zZWNyZXQ";
  private static final String SHORT = "31-bytes-of-secret-31-bytes-of-";

  private final Map<String, String> variables =
      Map.of("LONG", SHORT + "32", "SHORT", SHORT, "EMPTY", "", "UMLAUT", "ü".repeat(16));

  @TempDir Path folder;

  private static String file(String verify) {
    return "turnout: 1\njwt: { t: { token: { query: t }, verify: "
        + verify
        + " } }\nrules:\n"
        + "  - { name: a, key: { namespace: n, from: [ { jwt: { token: t, claim: sub } } ] } }\n";
  }

  private RuleSet load(String verify) {
    return RuleSet.parse(
        file(verify), folder, Keys.of(name -> Optional.ofNullable(variables.get(name))));
  }

  /** Checks that the only mistake is of this code, in this column of the second line. */
  private String refused(String verify, String code, int column) {
    InvalidRulesException refusal =
        catchThrowableOfType(InvalidRulesException.class, () -> load(verify));
    assertThat(refusal).as(verify).isNotNull();
    assertThat(refusal.problems()).as("%s", refusal).hasSize(1);
    Problem problem = refusal.problems().get(0);
    assertThat(problem.code().text()).isEqualTo(code);
    assertThat(problem.at().line()).isEqualTo(2);
    assertThat(problem.at().column()).as("%s", refusal).isEqualTo(column);
    assertThat(refusal.toString()).doesNotContain(LEAK).doesNotContain(SHORT);
    return problem.message();
  }

  private static int column(String verify, String of) {
    String line = file(verify).lines().skip(1).findFirst().orElseThrow();
    return line.indexOf(of, line.indexOf("verify: ")) + 1;
  }

  private void refusedAt(String verify, String place, String code) {
    refused(verify, code, column(verify, place));
  }

  private static String set(String... keys) {
    return "{\"keys\":[" + String.join(",", keys) + "]}";
  }

  private static String json(Map<String, String> members) {
    StringBuilder json = new StringBuilder();
    members.forEach((name, value) -> json.append(",\"" + name + "\":\"" + value + "\""));
    return "{" + json.substring(1) + "}";
  }

  private static String rsa(String... more) {
    return json(Signing.members(RSA.getPublic(), more));
  }

  private void keys(String content) throws IOException {
    Files.writeString(folder.resolve("keys.json"), content);
  }

  @Test
  void keySet_besideTheFileOrInIt() throws IOException {
    keys(set(rsa("kid", "a")));
    assertThat(load("{ jwks: keys.json, algorithms: [RS256] }").warnings()).isEmpty();
    Files.createDirectory(folder.resolve("more"));
    assertThat(load("{ jwks: more/../keys.json, algorithms: [RS256] }").warnings()).isEmpty();
    Path absolute = folder.resolve("keys.json").toAbsolutePath();
    assertThat(load("{ jwks: " + absolute + ", algorithms: [RS256] }").warnings()).isEmpty();
    assertThat(load("{ jwks: " + set(rsa()) + ", algorithms: [RS256] }").warnings()).isEmpty();
    Path link = Files.createSymbolicLink(folder.resolve("link.json"), absolute);
    assertThat(load("{ jwks: " + link + ", algorithms: [RS256] }").warnings()).isEmpty();
  }

  @Test
  void keySet_maySayMoreThanCounts() throws IOException {
    keys(
        "\t{\r\n\t\"x\":[{}],\"keys\":["
            + rsa("x5t", "a", "d", "AA")
            + ",{\"kty\":\"new\",\"n\":\"1\"}]\n}\n");
    assertThat(load("{ jwks: keys.json, algorithms: [RS256] }").warnings()).isEmpty();
    String inline = "{ x: 1, keys: [ { kty: new, x5c: [a], n: \"1\" }, " + rsa() + " ] }";
    assertThat(load("{ jwks: " + inline + ", algorithms: [RS256] }").warnings()).isEmpty();
  }

  @Test
  void loadedFile_hasItsKeysBesideIt() throws IOException {
    keys(set(rsa()));
    Path rules = folder.resolve("rules.yaml");
    Files.writeString(rules, file("{ jwks: keys.json, algorithms: [RS256] }"));
    assertThat(RuleSet.load(rules).warnings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "[]",
        "{}",
        "{\"keys\":[]}",
        "{\"keys\":{}}",
        "{\"keys\":[1]}",
        "{\"keys\":[{}]}",
        "{\"keys\":[{\"kty\":\"RSA\"}]}",
        "{\"keys\":[{\"kty\":1}]}",
        "{\"keys\":[{\"kty\":\"oct\",\"k\":7}]}",
        "{\"keys\":[{\"kty\":\"oct\",\"k\":\"c2VjcmV0LXNlY3JldC1zZWNyZXQ\"}]} x",
        "{\"keys\":[{\"kty\":\"oct\",\"k\":\"c2VjcmV0LXNlY3JldC1zZWNyZXQ\",\"k\":\"a\"}]}",
        "{\"keys\":[{\"kty\":\"oct\",\"k\":\"c2VjcmV0LXNlY3JldC1zZWNyZXQ=\"}]}",
        "{\"keys\":[{\"kty\":\"oct\",\"k\":\"c2VjcmV0LXNlY3JldC1zZWNyZXQ",
        "c2VjcmV0LXNlY3JldC1zZWNyZXQ",
        "keys: []"
      })
  void keyFile_thatCannotBeRead(String content) throws IOException {
    keys(content);
    refusedAt("{ jwks: keys.json, algorithms: [RS256, HS256] }", "keys.json", "unreadable-key");
  }

  @Test
  void keyFile_thatIsNotThere() throws IOException {
    refusedAt("{ jwks: none.json, algorithms: [RS256] }", "none.json", "unreadable-key");
    refusedAt("{ jwks: \"\", algorithms: [RS256] }", "\"\"", "unreadable-key");
    refusedAt("{ jwks: \"a\\0b\", algorithms: [RS256] }", "\"a", "unreadable-key");
    refusedAt("{ jwks: ., algorithms: [RS256] }", ".,", "unreadable-key");
    refusedAt("{ secret: \"file:none\", algorithms: [HS256] }", "\"file", "unreadable-key");
    Files.createFile(folder.resolve("empty"));
    refusedAt("{ secret: \"file:empty\", algorithms: [HS256] }", "\"file", "unreadable-key");
  }

  @Test
  void keyFile_atItsLargest_andBeyond() throws IOException {
    String set = set(rsa());
    int most = RuleLimits.DEFAULT.keyFileBytes();
    keys(set + " ".repeat(most - set.length()));
    assertThat(load("{ jwks: keys.json, algorithms: [RS256] }").warnings()).isEmpty();
    keys(set + " ".repeat(most - set.length() + 1));
    refusedAt("{ jwks: keys.json, algorithms: [RS256] }", "keys.json", "unreadable-key");
  }

  @Test
  void keySet_atItsLargest_andBeyond() throws IOException {
    int most = RuleLimits.DEFAULT.setKeys();
    String[] keys = new String[most];
    Arrays.fill(keys, "{\"kty\":\"new\"}");
    keys[0] = rsa();
    keys(set(keys));
    assertThat(load("{ jwks: keys.json, algorithms: [RS256] }").warnings()).isEmpty();
    assertThat(load("{ jwks: " + set(keys) + ", algorithms: [RS256] }").warnings()).isEmpty();
    String beyond = set(String.join(",", keys), "{\"kty\":\"last\"}");
    keys(beyond);
    refusedAt("{ jwks: keys.json, algorithms: [RS256] }", "keys.json", "unreadable-key");
    refusedAt(
        "{ jwks: " + beyond + ", algorithms: [RS256] }", "{\"kty\":\"last\"}", "invalid-value");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "jwks: { a: 1 }, algorithms: [RS256] | { a | missing-key",
        "jwks: { keys: [] }, algorithms: [RS256] | [] | invalid-value",
        "jwks: { keys: {} }, algorithms: [RS256] | {} | wrong-type",
        "jwks: { keys: [ a ] }, algorithms: [RS256] | a ] | wrong-type",
        "jwks: { keys: [ { n: a } ] }, algorithms: [RS256] | { n | missing-key",
        "jwks: { keys: [ { kty: RSA } ] }, algorithms: [RS256] | { kty | invalid-value",
        "jwks: { keys: [ { kty: oct, k: 7 } ] }, algorithms: [HS256] | 7 | wrong-type",
        "jwks: { keys: [ { kty: oct, k: abcd } ] }, algorithms: [HS256] | abcd | invalid-value",
        "jwks: [ a ], algorithms: [RS256] | [ a | wrong-type",
        "jwks: 7, algorithms: [RS256] | 7 | wrong-type",
        "secret: 'mystery', algorithms: [HS256] | 'mystery' | invalid-value",
        "secret: 12345678901234567890123456789012, algorithms: [HS256] | 1234 | wrong-type",
        "secret: 'env:', algorithms: [HS256] | 'env | unreadable-key",
        "secret: 'env:NONE', algorithms: [HS256] | 'env | unreadable-key",
        "secret: 'env:EMPTY', algorithms: [HS256] | 'env | unreadable-key",
        "secret: 'env:SHORT', algorithms: [HS256] | 'env | invalid-value",
        "secret: 'env:LONG', algorithms: [HS256, HS384] | 'env | invalid-value",
        "secret: 'env:LONG', algorithms: [HS256, RS256] | RS256 | invalid-value",
        "secret: 'env:LONG', algorithms: [none] | none | invalid-value",
        "secret: 'env:LONG', algorithms: [hs256] | hs256 | invalid-value",
        "secret: 'env:LONG', algorithms: [] | [] | invalid-value",
        "secret: 'env:LONG', algorithms: HS256 | HS256 | wrong-type",
        "secret: 'env:LONG', algorithms: [7] | 7 | wrong-type",
        "secret: 'env:LONG' | { secret | missing-key",
        "algorithms: [HS256] | { algorithms | missing-key",
        "secret: 'env:LONG', algorithms: [HS256], issuer: '' | '' | invalid-value",
        "secret: 'env:LONG', algorithms: [HS256], audience: [a] | [a] | wrong-type",
        "secret: 'env:LONG', algorithms: [HS256], leeway: 30 | 30 | invalid-duration",
        "secret: 'env:LONG', algorithms: [HS256], leeway: -1s | -1s | invalid-duration",
        "secret: 'env:LONG', algorithms: [HS256], isuer: a | isuer | unknown-key"
      })
  void verification_withMistakes(String verify, String place, String code) {
    refusedAt("{ " + verify.strip() + " }", place.strip(), code.strip());
  }

  @Test
  void jwksAndSecret_contradict() {
    refusedAt(
        "{ secret: 'env:LONG', jwks: " + set(rsa()) + ", algorithms: [HS256] }",
        "{ secret",
        "conflicting-keys");
  }

  @Test
  void secret_isTheRawBytes() throws IOException {
    assertThat(load("{ secret: 'env:LONG', algorithms: [HS256] }").warnings()).isEmpty();
    assertThat(load("{ secret: 'env:UMLAUT', algorithms: [HS256] }").warnings()).isEmpty();
    Files.writeString(folder.resolve("secret"), SHORT + "\n");
    assertThat(load("{ secret: 'file:secret', algorithms: [HS256] }").warnings()).isEmpty();
    Files.writeString(folder.resolve("secret"), SHORT);
    refusedAt("{ secret: 'file:secret', algorithms: [HS256] }", "'file", "invalid-value");
  }

  @Test
  void octKey_isLongEnoughForWhatItIsMeantFor() throws IOException {
    String oct = json(Signing.members(Signing.secret(SHORT + "32")));
    String bound = json(Signing.members(Signing.secret(SHORT + "32"), "alg", "HS256"));
    assertThat(load("{ jwks: " + set(oct) + ", algorithms: [HS256, RS256] }").warnings()).isEmpty();
    assertThat(load("{ jwks: " + set(bound) + ", algorithms: [HS256, HS512] }").warnings())
        .isEmpty();
    refused(
        "{ jwks: " + set(oct) + ", algorithms: [HS256, HS512] }",
        "invalid-value",
        column("{ jwks: " + set(oct) + " }", Signing.base64(Signing.utf8(SHORT + "32"))) - 1);
    keys(set(oct));
    refusedAt("{ jwks: keys.json, algorithms: [HS512] }", "keys.json", "invalid-value");
  }

  @Test
  void keySet_thatFitsNothing_isWarnedOf() throws IOException {
    keys(set(rsa("use", "enc"), "{\"kty\":\"new\"}"));
    List<Problem> warnings = load("{ jwks: keys.json, algorithms: [RS256, HS256] }").warnings();
    assertThat(warnings).hasSize(1);
    assertThat(warnings.get(0).code().text()).isEqualTo("no-fitting-key");
    assertThat(warnings.get(0).at().column()).isEqualTo(column("{ jwks: keys.json", "keys.json"));
    assertThat(warnings.get(0).message()).contains("RS256 or HS256").contains("\"t\"");
    keys(set(rsa()));
    assertThat(load("{ jwks: keys.json, algorithms: [ES256, RS256] }").warnings()).isEmpty();
    assertThat(load("{ jwks: keys.json, algorithms: [ES256] }").warnings()).hasSize(1);
  }

  @Test
  void version_followsKeysButNoSecret() throws IOException {
    String filed = "{ jwks: keys.json, algorithms: [RS256] }";
    keys(set(rsa()));
    String before = load(filed).version();
    assertThat(load("{ algorithms: [\"RS256\"], leeway: 0, jwks: 'keys.json' }").version())
        .isEqualTo(before);
    keys(set(rsa()) + " ");
    assertThat(load(filed).version()).isNotEqualTo(before);

    String inline = load("{ jwks: " + set(rsa("kid", "a")) + ", algorithms: [RS256] }").version();
    assertThat(load("{ jwks: " + set(rsa("kid", "b")) + ", algorithms: [RS256] }").version())
        .isNotEqualTo(inline);
    assertThat(
            load("{ jwks: " + set(rsa("kid", "a", "d", LEAK)) + ", algorithms: [RS256] }")
                .version())
        .isEqualTo(inline);
    String one = json(Signing.members(Signing.secret(SHORT + "32")));
    String two = json(Signing.members(Signing.secret(SHORT + "33")));
    assertThat(load("{ jwks: " + set(one) + ", algorithms: [HS256] }").version())
        .isEqualTo(load("{ jwks: " + set(two) + ", algorithms: [HS256] }").version());
    assertThat(load("{ secret: 'env:LONG', algorithms: [HS256] }").version())
        .isNotEqualTo(load("{ secret: 'env:UMLAUT', algorithms: [HS256] }").version());
    Files.writeString(folder.resolve("secret"), SHORT + "1");
    String secret = load("{ secret: 'file:secret', algorithms: [HS256] }").version();
    Files.writeString(folder.resolve("secret"), SHORT + "2");
    assertThat(load("{ secret: 'file:secret', algorithms: [HS256] }").version()).isEqualTo(secret);
    assertThat(load("{ secret: 'file:secret', algorithms: [HS256], leeway: 1s }").version())
        .isNotEqualTo(secret);
  }
}
