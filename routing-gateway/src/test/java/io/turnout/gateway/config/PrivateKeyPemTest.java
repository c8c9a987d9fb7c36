// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PrivateKeyPemTest {

  private static PrivateKey key(String algorithm, int size) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    if (size > 0) {
      generator.initialize(size);
    }
    return generator.generateKeyPair().getPrivate();
  }

  private static String pem(String kind, byte[] der) {
    return "# a remark\n-----BEGIN "
        + kind
        + "PRIVATE KEY-----\n"
        + Base64.getMimeEncoder().encodeToString(der)
        + "\n-----END "
        + kind
        + "PRIVATE KEY-----\n";
  }

  private static PrivateKey read(String pem) {
    return PrivateKeyPem.read(pem.getBytes(StandardCharsets.US_ASCII));
  }

  /** What PKCS #8 wraps: the last octet string of the outer sequence. */
  private static byte[] unwrapped(byte[] pkcs8, int offset) {
    return Arrays.copyOfRange(pkcs8, offset, pkcs8.length);
  }

  @Test
  void pkcs8_isRead_ofEveryAlgorithm() throws Exception {
    for (PrivateKey key :
        List.of(key("RSA", 2_048), key("EC", 256), key("EC", 384), key("Ed25519", 0))) {
      assertThat(read(pem("", key.getEncoded()))).isEqualTo(key);
    }
  }

  @Test
  void pkcs1_isRead() throws Exception {
    PrivateKey key = key("RSA", 2_048);
    assertThat(read(pem("RSA ", unwrapped(key.getEncoded(), 26)))).isEqualTo(key);
  }

  @Test
  void sec1_isRead_withItsCurve() throws Exception {
    PrivateKey key = key("EC", 256);
    byte[] plain = unwrapped(key.getEncoded(), 28);
    byte[] curve = {(byte) 0xa0, 10, 6, 8, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 3, 1, 7};
    byte[] whole = Arrays.copyOf(plain, plain.length + curve.length);
    System.arraycopy(curve, 0, whole, plain.length, curve.length);
    whole[1] += (byte) curve.length;
    assertThat(((ECPrivateKey) read(pem("EC ", whole))).getS())
        .isEqualTo(((ECPrivateKey) key).getS());
    assertThatThrownBy(() -> read(pem("EC ", plain))).hasMessageContaining("cannot be read");
  }

  @Test
  void whatIsNoKey_isRefused_andNeverShown() throws Exception {
    assertThatThrownBy(() -> read("")).hasMessage("holds no private key in PEM");
    assertThatThrownBy(() -> read(pem("ENCRYPTED ", new byte[] {1})))
        .hasMessage("holds an encrypted key, and must hold a plain one");
    assertThatThrownBy(() -> read(pem("DSA ", new byte[] {1}))).hasMessageContaining("Ed25519");
    byte[] good = key("EC", 256).getEncoded();
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (String kind : List.of("", "EC ", "RSA ")) {
      for (int i = 0; i < 300; i++) {
        byte[] broken = Arrays.copyOf(good, random.nextInt(good.length));
        if (broken.length > 0) {
          broken[random.nextInt(broken.length)] = (byte) random.nextInt();
        }
        assertThatThrownBy(() -> read(pem(kind, broken)))
            .as("seed %s, round %s of %s", seed, i, kind)
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith("holds ");
      }
    }
  }
}
