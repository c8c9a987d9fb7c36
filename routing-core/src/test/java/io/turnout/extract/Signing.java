// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** Signs tokens as those who issue them do, by the platform's own means. */
public final class Signing {

  private Signing() {}

  public static KeyPair rsa(int bits) {
    return pair("RSA", generator -> generator.initialize(bits));
  }

  /** On a curve such as {@code P-256}. */
  public static KeyPair ec(String curve) {
    String name = "secp" + curve.substring(2) + "r1";
    return pair("EC", generator -> generator.initialize(new ECGenParameterSpec(name)));
  }

  /** On {@code Ed25519} or {@code Ed448}. */
  public static KeyPair edwards(String curve) {
    return pair(curve, generator -> {});
  }

  public static SecretKey secret(String text) {
    return new SecretKeySpec(utf8(text), "HmacSHA256");
  }

  private interface Setting {
    void set(KeyPairGenerator generator) throws GeneralSecurityException;
  }

  private static KeyPair pair(String algorithm, Setting setting) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      setting.set(generator);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The members of a JWK, with some more given as names and values. */
  public static Jwk jwk(Key key, String... more) {
    return new Jwk(members(key, more));
  }

  public static Map<String, String> members(Key key, String... more) {
    Map<String, String> members = new HashMap<>();
    if (key instanceof RSAPublicKey rsa) {
      members.put("kty", "RSA");
      members.put("n", base64(unsigned(rsa.getModulus(), 0)));
      members.put("e", base64(unsigned(rsa.getPublicExponent(), 0)));
    } else if (key instanceof ECPublicKey ec) {
      int bits = ec.getParams().getCurve().getField().getFieldSize();
      members.put("kty", "EC");
      members.put("crv", "P-" + bits);
      members.put("x", base64(unsigned(ec.getW().getAffineX(), (bits + 7) / 8)));
      members.put("y", base64(unsigned(ec.getW().getAffineY(), (bits + 7) / 8)));
    } else if (key instanceof SecretKey secret) {
      members.put("kty", "oct");
      members.put("k", base64(secret.getEncoded()));
    } else {
      byte[] encoded = key.getEncoded();
      int length = encoded.length < 50 ? 32 : 57;
      members.put("kty", "OKP");
      members.put("crv", length == 32 ? "Ed25519" : "Ed448");
      members.put(
          "x", base64(Arrays.copyOfRange(encoded, encoded.length - length, encoded.length)));
    }
    for (int i = 0; i < more.length; i += 2) {
      members.put(more[i], more[i + 1]);
    }
    return members;
  }

  private static byte[] unsigned(BigInteger number, int length) {
    byte[] bytes = number.toByteArray();
    int from = bytes[0] == 0 ? 1 : 0;
    byte[] plain = Arrays.copyOfRange(bytes, from, bytes.length);
    byte[] padded = new byte[Math.max(length, plain.length)];
    System.arraycopy(plain, 0, padded, padded.length - plain.length, plain.length);
    return padded;
  }

  /** A token whose header names the algorithm that it is signed by. */
  public static String token(String algorithm, Key key, String claims) {
    return token(algorithm, key, "{\"alg\":\"" + algorithm + "\"}", claims);
  }

  /** A token with any header. */
  public static String token(String algorithm, Key key, String header, String claims) {
    String signed = base64(utf8(header)) + "." + base64(utf8(claims));
    return signed + "." + base64(sign(algorithm, key, utf8(signed)));
  }

  private static byte[] sign(String algorithm, Key key, byte[] text) {
    try {
      if (algorithm.startsWith("HS")) {
        Mac mac = Mac.getInstance("HmacSHA" + algorithm.substring(2));
        mac.init(new SecretKeySpec(key.getEncoded(), mac.getAlgorithm()));
        return mac.doFinal(text);
      }
      Signature signature = signature(algorithm, key);
      signature.initSign((PrivateKey) key);
      signature.update(text);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Signature signature(String algorithm, Key key) throws GeneralSecurityException {
    if (algorithm.equals("EdDSA")) {
      return Signature.getInstance(key.getEncoded().length < 60 ? "Ed25519" : "Ed448");
    }
    String bits = algorithm.substring(2);
    if (algorithm.startsWith("PS")) {
      Signature pss = Signature.getInstance("RSASSA-PSS");
      String hash = "SHA-" + bits;
      int salt = Integer.parseInt(bits) / 8;
      pss.setParameter(new PSSParameterSpec(hash, "MGF1", new MGF1ParameterSpec(hash), salt, 1));
      return pss;
    }
    String kind = algorithm.startsWith("RS") ? "withRSA" : "withECDSAinP1363Format";
    return Signature.getInstance("SHA" + bits + kind);
  }

  /** The key as a MAC secret, which a forger has who knows the public key. */
  public static SecretKey asSecret(PublicKey key) {
    return new SecretKeySpec(key.getEncoded(), "HmacSHA256");
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
