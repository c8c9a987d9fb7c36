// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServletHeadTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1, 10.0.0.1",
    "255.255.255.255, 255.255.255.255",
    "::1, ::1",
    "[::1], ::1",
    "fe80::1%eth7, fe80::1",
    "[2001:db8::2%3], 2001:db8::2"
  })
  void address_is_read(String text, String address) throws Exception {
    assertThat(ServletHead.literal(text)).isEqualTo(InetAddress.getByName(address));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "unknown",
        "localhost",
        "10.0.0",
        "10.0.0.256",
        "1.2.3.4.5",
        "256",
        "0x7f.0.0.1",
        "zz::1",
        "::g",
        "a:b",
        "[",
        "[]",
        "/run/app.sock",
        "localhost:80"
      })
  void what_is_no_address_is_none_and_no_name_is_looked_up(@Nullable String text) {
    assertThat(ServletHead.literal(text)).isNull();
  }

  @Test
  void names_of_the_peer_are_those_of_its_certificate() throws Exception {
    X509Certificate certificate =
        certificate("dns:edge.example,uri:spiffe://a/b,ip:10.0.0.7,email:a@b.example");

    assertThat(head(Map.of(CERTIFICATES, new X509Certificate[] {certificate})).peerNames())
        .containsExactly("edge.example", "spiffe://a/b", "10.0.0.7");
  }

  @Test
  void peer_without_a_certificate_has_no_names() throws Exception {
    assertThat(head(Map.of()).peerNames()).isEmpty();
    assertThat(head(Map.of(CERTIFICATES, new X509Certificate[0])).peerNames()).isEmpty();
    assertThat(head(Map.of(CERTIFICATES, "x")).peerNames()).isEmpty();
  }

  @Test
  void target_of_a_forwarded_request_is_the_one_that_came() {
    Map<String, Object> forwarded =
        Map.of(
            "jakarta.servlet.forward.request_uri", "/came%2F",
            "jakarta.servlet.forward.query_string", "a=b");

    assertThat(head(forwarded).target()).isEqualTo("/came%2F?a=b");
  }

  private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";

  private static ServletHead head(Map<String, Object> attributes) {
    Object request =
        Proxy.newProxyInstance(
            ServletHeadTest.class.getClassLoader(),
            new Class<?>[] {HttpServletRequest.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getAttribute" -> attributes.get((String) arguments[0]);
                  case "getRequestURI" -> "/now";
                  case "getQueryString" -> null;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
    return new ServletHead((HttpServletRequest) request);
  }

  private X509Certificate certificate(String names) throws Exception {
    Path store = folder.resolve("store.p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process process =
        new ProcessBuilder(
                keytool,
                "-genkeypair",
                "-alias",
                "a",
                "-keyalg",
                "EC",
                "-dname",
                "CN=a",
                "-ext",
                "san=" + names,
                "-keystore",
                store.toString(),
                "-storepass",
                "changeit")
            .redirectErrorStream(true)
            .start();
    process.getInputStream().readAllBytes();
    assertThat(process.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, "changeit".toCharArray());
    }
    return (X509Certificate) keys.getCertificate("a");
  }
}
