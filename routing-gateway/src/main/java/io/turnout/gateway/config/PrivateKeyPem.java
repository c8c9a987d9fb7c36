// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.KeySpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a private key from PEM: PKCS #8, and the older forms for RSA (PKCS #1) and for elliptic
 * curves (SEC 1), which are put into PKCS #8. No message shows anything of the text.
 */
final class PrivateKeyPem {

  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z ]*)PRIVATE KEY-----([^-]*)-----END \\1PRIVATE KEY-----");
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

  private static final int INTEGER = 0x02;
  private static final int OCTETS = 0x04;
  private static final int SEQUENCE = 0x30;
  private static final int PARAMETERS = 0xa0;
  private static final byte[] VERSION_0 = {INTEGER, 1, 0};
  private static final byte[] RSA = {
    0x30, 0x0d, 0x06, 0x09, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 1, 1, 1, 5, 0
  };
  private static final byte[] EC = {6, 7, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 2, 1};

  private PrivateKeyPem() {}

  /**
   * Reads the one key of a text.
   *
   * @throws IllegalArgumentException if there is none or it is of no form that is read; the message
   *     says what is expected
   */
  static PrivateKey read(byte[] pem) {
    Matcher block = BLOCK.matcher(new String(pem, StandardCharsets.ISO_8859_1));
    if (!block.find()) {
      throw new IllegalArgumentException("holds no private key in PEM");
    }
    byte[] der = Base64.getMimeDecoder().decode(block.group(2));
    return switch (block.group(1)) {
      case "" -> made(der);
      case "RSA " -> made(sequence(VERSION_0, RSA, octets(der)));
      case "EC " -> made(sequence(VERSION_0, sequence(EC, curve(der)), octets(der)));
      case "ENCRYPTED " ->
          throw new IllegalArgumentException("holds an encrypted key, and must hold a plain one");
      default -> throw unknown();
    };
  }

  private static PrivateKey made(byte[] pkcs8) {
    KeySpec spec = new PKCS8EncodedKeySpec(pkcs8);
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (InvalidKeySpecException | NoSuchAlgorithmException e) {
        // Not of this kind.
      }
    }
    throw unknown();
  }

  private static IllegalArgumentException unknown() {
    return new IllegalArgumentException(
        "holds a private key that cannot be read, and must hold one of RSA, EC, Ed25519 or Ed448");
  }

  /** The name of the curve, which SEC 1 has behind version and key. */
  private static byte[] curve(byte[] sec1) {
    int at = content(sec1, 0);
    at = end(sec1, at);
    at = end(sec1, at);
    if (at >= sec1.length || (sec1[at] & 0xff) != PARAMETERS) {
      throw unknown();
    }
    return Arrays.copyOfRange(sec1, content(sec1, at), end(sec1, at));
  }

  private static int content(byte[] der, int at) {
    if (at + 1 >= der.length) {
      throw unknown();
    }
    int first = der[at + 1] & 0xff;
    return at + 2 + (first < 0x80 ? 0 : first & 0x7f);
  }

  private static int end(byte[] der, int at) {
    int start = content(der, at);
    if (start > der.length || start - at > 6) {
      throw unknown();
    }
    int length = der[at + 1] & 0xff;
    if (length >= 0x80) {
      length = 0;
      for (int i = at + 2; i < start; i++) {
        length = length << 8 | der[i] & 0xff;
      }
    }
    if (length < 0 || length > der.length - start) {
      throw unknown();
    }
    return start + length;
  }

  private static byte[] octets(byte[] content) {
    return tagged(OCTETS, content);
  }

  private static byte[] sequence(byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    return tagged(SEQUENCE, content.toByteArray());
  }

  private static byte[] tagged(int tag, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    byte[] length = BigInteger.valueOf(content.length).toByteArray();
    if (content.length < 0x80) {
      out.write(content.length);
    } else {
      int zeros = length[0] == 0 ? 1 : 0;
      out.write(0x80 | length.length - zeros);
      out.write(length, zeros, length.length - zeros);
    }
    out.writeBytes(content);
    return out.toByteArray();
  }
}
