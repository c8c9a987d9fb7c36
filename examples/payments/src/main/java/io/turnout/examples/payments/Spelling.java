// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** How requests spell what a key is made from: encodings and tokens. */
final class Spelling {

  private static final String TOKEN_HEADER =
      base64Url("{\"alg\":\"RS256\",\"typ\":\"JWT\",\"kid\":\"2026-11\"}");

  private Spelling() {}

  static String base64(String text) {
    return Base64.getEncoder().encodeToString(bytes(text));
  }

  static String base64Url(String text) {
    return base64Url(bytes(text));
  }

  static String base64Url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  static byte[] hmac(String secret, byte[] over) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(bytes(secret), "HmacSHA256"));
      return mac.doFinal(over);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HmacSHA256", e);
    }
  }

  static String urlEncoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  static String sha256(String text) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes(text)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** A signed token that nobody could verify, with this payload. */
  static String token(String payload) {
    return TOKEN_HEADER + "." + base64Url(payload) + "." + base64Url("not a real signature");
  }

  /** A signed token with one string claim. */
  static String token(String claim, String value) {
    return token(
        "{\"iss\":\"https://ostrand.example\",\""
            + claim
            + "\":\""
            + value
            + "\",\"exp\":1796000000}");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
