// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.PSSParameterSpec;
import java.security.spec.RSAPrivateKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Puts signed tokens into fixtures, from comments that say what they hold; needs nothing but Java.
 *
 * <p>A comment {@code # token: ALGORITHM KEY | HEADER | PAYLOAD} stands for the first token in the
 * next line without a comment that is not taken yet, several for several. {@code flip} before the
 * algorithm turns one bit of the signature; {@code empty} in place of algorithm and key leaves it
 * empty. A token that is right already stays, since some algorithms sign anew each time.
 */
final class FixtureTokens {

  private static final Pattern RECIPE =
      Pattern.compile("\\s*# token: (flip )?(\\S+)(?: (\\S+))? \\| (.*) \\| (.*)");
  private static final Pattern TOKEN = Pattern.compile("TOKEN|eyJ[\\w-]*\\.[\\w-]*\\.[\\w-]*");
  private static final Pattern OBJECT = Pattern.compile("\\{[^{}]*}");
  private static final Pattern MEMBER = Pattern.compile("\"(\\w+)\"\\s*:\\s*\"([^\"]*)\"");
  private static final String ED_PRIVATE = "302e020100300506032b657004220420";
  private static final String ED_PUBLIC = "302a300506032b6570032100";

  private final Map<String, Map<String, String>> keys = new HashMap<>();

  private FixtureTokens() {}

  /** Reads the keys, a set of flat JSON objects. */
  static FixtureTokens withKeys(Path file) throws IOException {
    FixtureTokens tokens = new FixtureTokens();
    Matcher objects = OBJECT.matcher(Files.readString(file));
    while (objects.find()) {
      Map<String, String> key = new HashMap<>();
      Matcher members = MEMBER.matcher(objects.group());
      while (members.find()) {
        key.put(members.group(1), members.group(2));
      }
      tokens.keys.put(String.valueOf(key.get("kid")), key);
    }
    return tokens;
  }

  /** Rewrites the fixtures below a folder. */
  public static void main(String[] arguments) throws IOException, GeneralSecurityException {
    Path fixtures = Path.of(arguments[0]);
    FixtureTokens tokens = withKeys(fixtures.resolve("shared/token-keys.json"));
    try (Stream<Path> tree = Files.walk(fixtures)) {
      for (Path file : tree.filter(path -> path.toString().endsWith(".yaml")).toList()) {
        Files.writeString(file, tokens.filled(Files.readString(file)));
      }
    }
  }

  /** The text of a fixture with every token that its comments describe. */
  String filled(String fixture) throws GeneralSecurityException {
    StringBuilder filled = new StringBuilder();
    Deque<Matcher> recipes = new ArrayDeque<>();
    for (String line : fixture.lines().toList()) {
      Matcher recipe = RECIPE.matcher(line);
      boolean isRecipe = recipe.matches();
      if (isRecipe) {
        recipes.add(recipe);
      }
      filled.append(isRecipe ? line : filled(line, recipes)).append('\n');
    }
    if (!recipes.isEmpty()) {
      throw new IllegalArgumentException("no token for " + recipes.remove().group());
    }
    return filled.toString();
  }

  private String filled(String line, Deque<Matcher> recipes) throws GeneralSecurityException {
    Matcher places = TOKEN.matcher(line);
    StringBuilder filled = new StringBuilder();
    while (!line.strip().startsWith("#") && !recipes.isEmpty() && places.find()) {
      places.appendReplacement(filled, token(recipes.remove(), places.group()));
    }
    return places.appendTail(filled).toString();
  }

  private String token(Matcher recipe, String present) throws GeneralSecurityException {
    String signed = base64(utf8(recipe.group(4))) + "." + base64(utf8(recipe.group(5)));
    if (recipe.group(2).equals("empty")) {
      return signed + ".";
    }
    Map<String, String> key = keys.get(recipe.group(3));
    if (key == null) {
      throw new IllegalArgumentException("no key for " + recipe.group());
    }
    boolean flip = recipe.group(1) != null;
    if (!flip && present.startsWith(signed + ".")) {
      byte[] signature = Base64.getUrlDecoder().decode(present.substring(signed.length() + 1));
      if (isGood(recipe.group(2), key, utf8(signed), signature)) {
        return present;
      }
    }
    byte[] signature = sign(recipe.group(2), key, utf8(signed));
    signature[0] ^= (byte) (flip ? 1 : 0);
    return signed + "." + base64(signature);
  }

  private static byte[] sign(String algorithm, Map<String, String> key, byte[] text)
      throws GeneralSecurityException {
    if (algorithm.startsWith("HS")) {
      return mac(algorithm, key, text);
    }
    Signature signature = signature(algorithm);
    signature.initSign(privateKey(key));
    signature.update(text);
    return signature.sign();
  }

  private static boolean isGood(
      String algorithm, Map<String, String> key, byte[] text, byte[] found)
      throws GeneralSecurityException {
    if (algorithm.startsWith("HS")) {
      return MessageDigest.isEqual(mac(algorithm, key, text), found);
    }
    Signature signature = signature(algorithm);
    signature.initVerify(publicKey(key));
    signature.update(text);
    return signature.verify(found);
  }

  /** By the secret; of another kind of key, by the text of its modulus, as a forger would. */
  private static byte[] mac(String algorithm, Map<String, String> key, byte[] text)
      throws GeneralSecurityException {
    byte[] secret = key.containsKey("k") ? bytes(key, "k") : utf8(key.getOrDefault("n", ""));
    Mac mac = Mac.getInstance("HmacSHA" + algorithm.substring(2));
    mac.init(new SecretKeySpec(secret, mac.getAlgorithm()));
    return mac.doFinal(text);
  }

  private static Signature signature(String algorithm) throws GeneralSecurityException {
    if (algorithm.equals("EdDSA")) {
      return Signature.getInstance("Ed25519");
    }
    String bits = algorithm.substring(2);
    if (algorithm.startsWith("PS")) {
      Signature pss = Signature.getInstance("RSASSA-PSS");
      String hash = "SHA-" + bits;
      MGF1ParameterSpec mask = new MGF1ParameterSpec(hash);
      pss.setParameter(new PSSParameterSpec(hash, "MGF1", mask, Integer.parseInt(bits) / 8, 1));
      return pss;
    }
    return Signature.getInstance(
        algorithm.startsWith("RS")
            ? "SHA" + bits + "withRSA"
            : "SHA" + bits + "withECDSAinP1363Format");
  }

  private static PrivateKey privateKey(Map<String, String> key) throws GeneralSecurityException {
    String kind = String.valueOf(key.get("kty"));
    if (kind.equals("RSA")) {
      return KeyFactory.getInstance(kind)
          .generatePrivate(new RSAPrivateKeySpec(number(key, "n"), number(key, "d")));
    }
    if (kind.equals("EC")) {
      return KeyFactory.getInstance(kind)
          .generatePrivate(new ECPrivateKeySpec(number(key, "d"), curve(key)));
    }
    return KeyFactory.getInstance("Ed25519")
        .generatePrivate(new PKCS8EncodedKeySpec(joined(ED_PRIVATE, bytes(key, "d"))));
  }

  private static PublicKey publicKey(Map<String, String> key) throws GeneralSecurityException {
    String kind = String.valueOf(key.get("kty"));
    if (kind.equals("RSA")) {
      return KeyFactory.getInstance(kind)
          .generatePublic(new RSAPublicKeySpec(number(key, "n"), number(key, "e")));
    }
    if (kind.equals("EC")) {
      ECPoint point = new ECPoint(number(key, "x"), number(key, "y"));
      return KeyFactory.getInstance(kind).generatePublic(new ECPublicKeySpec(point, curve(key)));
    }
    return KeyFactory.getInstance("Ed25519")
        .generatePublic(new X509EncodedKeySpec(joined(ED_PUBLIC, bytes(key, "x"))));
  }

  private static ECParameterSpec curve(Map<String, String> key) throws GeneralSecurityException {
    AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
    String bits = String.valueOf(key.get("crv")).substring(2);
    parameters.init(new ECGenParameterSpec("secp" + bits + "r1"));
    return parameters.getParameterSpec(ECParameterSpec.class);
  }

  private static byte[] joined(String hex, byte[] rest) {
    return HexFormat.of().parseHex(hex + HexFormat.of().formatHex(rest));
  }

  private static BigInteger number(Map<String, String> key, String member) {
    return new BigInteger(1, bytes(key, member));
  }

  private static byte[] bytes(Map<String, String> key, String member) {
    return Base64.getUrlDecoder().decode(key.getOrDefault(member, ""));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
