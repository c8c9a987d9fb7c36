// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.turnout.document.Problem;
import io.turnout.gateway.config.ServerTls.ClientAuthentication;
import io.turnout.rules.SecretVariables;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsReaderTest {

  private static final SecretVariables NO_VARIABLES = name -> Optional.empty();
  private static final String LEAST =
      """
      turnout-gateway: 1
      rules: rules.yaml
      authority: { file: routes.yaml }
      cells: { us-1: "http://127.0.0.1:9001" }
      """;

  @TempDir private Path folder;

  @BeforeEach
  void write() throws Exception {
    X509Bundle one =
        new CertificateBuilder()
            .ecp256()
            .subject("CN=one")
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    X509Bundle other =
        new CertificateBuilder()
            .rsa2048()
            .subject("CN=other")
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    Files.writeString(folder.resolve("one.pem"), one.getCertificatePEM());
    Files.writeString(folder.resolve("one.key"), one.getPrivateKeyPEM());
    Files.writeString(folder.resolve("other.key"), other.getPrivateKeyPEM());
    Files.writeString(folder.resolve("other.pem"), other.getCertificatePEM());
    Files.writeString(folder.resolve("none"), "nothing");
  }

  private GatewayConfig read(String text) {
    byte[] content = (LEAST + text).getBytes(StandardCharsets.UTF_8);
    return ConfigReader.read(content, "g.yaml", folder, NO_VARIABLES);
  }

  private List<String> mistakes(String text) {
    return catchThrowableOfType(InvalidGatewayConfigException.class, () -> read(text))
        .problems()
        .stream()
        .map(Problem::text)
        .map(message -> message.replace(folder.toString(), ""))
        .toList();
  }

  @Test
  void tlsOfAPort_isTaken() {
    assertThat(read("").tls()).isEmpty();
    assertThat(read("").http2()).isTrue();
    GatewayConfig config =
        read("listen: { port: 1, http2: false, tls: { certificate: one.pem, key: one.key } }\n");
    assertThat(config.http2()).isFalse();
    assertThat(config.tls())
        .hasValue(ServerTls.of(folder.resolve("one.pem"), folder.resolve("one.key")));
    config = read("lookups: { port: 1, tls: { certificate: other.pem, key: other.key } }\n");
    assertThat(config.lookups().orElseThrow().tls())
        .hasValue(ServerTls.of(folder.resolve("other.pem"), folder.resolve("other.key")));
    assertThat(config.tls()).isEmpty();
  }

  @Test
  void clientsAreAskedForACertificate_whereThereIsAnAuthority() {
    String tls =
        "listen: { port: 1, tls: { certificate: one.pem, key: one.key, client-ca: other.pem%s }"
            + " }\n";
    ServerTls settings = read(tls.formatted("")).tls().orElseThrow();
    assertThat(settings.clientCa()).hasValue(folder.resolve("other.pem"));
    assertThat(settings.clientAuthentication()).isEqualTo(ClientAuthentication.REQUIRE);
    settings = read(tls.formatted(", client-auth: request")).tls().orElseThrow();
    assertThat(settings.clientAuthentication()).isEqualTo(ClientAuthentication.REQUEST);
    assertThat(mistakes(tls.formatted(", client-auth: none")))
        .containsExactly(
            "5:25: \"client-ca\" and \"client-auth: none\" of \"tls\" exclude each other");
    assertThat(mistakes(tls.formatted(", client-auth: often")))
        .containsExactly(
            "5:98: \"client-auth\" must be one of none, request, require, not \"often\"");
    assertThat(
            mistakes(
                "listen: { port: 1, tls: { certificate: one.pem, key: one.key,"
                    + " client-auth: require } }\n"))
        .containsExactly(
            "5:25: \"client-ca\" is missing from \"tls\", which asks clients for a certificate");
  }

  @Test
  void fileThatCannotBeUsed_isNamedWithItsPlace() {
    String tls = "listen: { port: 1, tls: { certificate: %s, key: %s } }\n";
    assertThat(mistakes(tls.formatted("one.pem", "other.key")))
        .containsExactly(
            "5:40: what \"tls\" names cannot be used: the key in /other.key is not that of the"
                + " first certificate in /one.pem");
    assertThat(mistakes(tls.formatted("none", "one.key")))
        .containsExactly(
            "5:40: what \"tls\" names cannot be used: /none must hold certificates in PEM,"
                + " and nothing else");
    assertThat(mistakes(tls.formatted("one.pem", "one.pem")))
        .containsExactly(
            "5:40: what \"tls\" names cannot be used: /one.pem holds no private key in PEM");
    assertThat(mistakes(tls.formatted("away.pem", "one.key")))
        .singleElement()
        .asString()
        .startsWith("5:40: what \"tls\" names cannot be used: ")
        .contains("/away.pem");
    assertThat(mistakes("listen: { port: 1, tls: { certificate: one.pem } }\n"))
        .containsExactly("5:25: \"key\" is missing from \"tls\"");
  }

  private static String cell(String how) {
    return LEAST.replace("\"http://127.0.0.1:9001\"", how);
  }

  private GatewayConfig readAll(String text) {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    return ConfigReader.read(content, "g.yaml", folder, NO_VARIABLES);
  }

  private List<String> mistakesOfAll(String text) {
    return catchThrowableOfType(InvalidGatewayConfigException.class, () -> readAll(text))
        .problems()
        .stream()
        .map(Problem::text)
        .map(message -> message.replace(folder.toString(), ""))
        .toList();
  }

  @Test
  void cell_isSpokenToAsTheFileSays() {
    assertThat(readAll(cell("\"https://a:1\"")).cells().get("us-1"))
        .isEqualTo(CellSettings.of(new Origin("a", 1, Optional.of(OriginTls.OF_SYSTEM), false)));
    assertThat(readAll(cell("{ origin: \"http://a:1\", http2: true }")).cells().get("us-1"))
        .isEqualTo(CellSettings.of(new Origin("a", 1, Optional.empty(), true)));
    String whole =
        "{ origin: \"https://a\", tls: { trust: other.pem, certificate: one.pem, key: one.key,"
            + " server-name: b } }";
    OriginTls tls =
        new OriginTls(
            Optional.of(folder.resolve("other.pem")),
            Optional.of(new TlsIdentity(folder.resolve("one.pem"), folder.resolve("one.key"))),
            Optional.of("b"));
    assertThat(readAll(cell(whole)).cells().get("us-1"))
        .isEqualTo(CellSettings.of(new Origin("a", 443, Optional.of(tls), false)));
  }

  @Test
  void cellThatCannotBeSpokenToSo_isNamedWithItsPlace() {
    assertThat(mistakesOfAll(cell("{ origin: \"http://a\", tls: { trust: one.pem } }")))
        .containsExactly("4:38: \"tls\" of cell \"us-1\" needs https, and http://a:80 has none");
    assertThat(mistakesOfAll(cell("{ http2: true }")))
        .containsExactly("4:16: \"origin\" is missing from cell \"us-1\"");
    assertThat(
            mistakesOfAll(
                cell(
                    "{ origin: \"https://a\", http2: often, tls: { trust: none, key: one.key,"
                        + " server-name: \"\" } }")))
        .containsExactlyInAnyOrder(
            "4:46: \"http2\" must be true or false, not the text \"often\"",
            "4:67: what \"trust\" names cannot be used: /none must hold certificates in PEM, and"
                + " nothing else",
            "4:58: \"certificate\" is missing from \"tls\"",
            "4:100: \"server-name\" must be the name of a host");
  }

  @Test
  void limitsOfHttp2_areTaken_withinTheirBounds() {
    String limits = "limits: { streams-per-connection: %s, resets-per-connection: %s }\n";
    Limits read = read(limits.formatted("10000", "1000000")).limits();
    assertThat(read.streamsPerConnection()).isEqualTo(10_000);
    assertThat(read.resetsPerConnection()).isEqualTo(1_000_000);
    assertThat(mistakes(limits.formatted("0", "0"))).hasSize(2);
    assertThat(mistakes(limits.formatted("10001", "1000001"))).hasSize(2);
    assertThat(mistakes("authority-tier: { origins: [\"http://a\"], tls: { trust: one.pem } }\n"))
        .contains("5:42: \"tls\" of \"authority-tier\" needs https, and http://a:80 has none");
  }
}
