// SPDX-License-Identifier: Apache-2.0
package io.turnout.split;

import io.turnout.spi.RoutingName;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The value of a session's cookie: {@code v1.ID.STAGE.EXPIRES.KEYID.MAC}.
 *
 * <p>ID has 22 base64url characters, EXPIRES is in seconds since 1970, and MAC is the base64url of
 * HMAC-SHA-256 over the text before it without its last dot, a zero byte and the split's name, so
 * that a client can neither move itself to another stage or split nor lengthen its session. What
 * does not verify is as if it were not there. Immutable.
 */
public final class SessionCookie {

  /** The longest value that is looked at, in characters. */
  static final int MAX_CHARS = 512;

  /** The least bytes of a secret. */
  public static final int LEAST_SECRET_BYTES = 32;

  private static final String VERSION = "v1";
  private static final int PARTS = 6;
  private static final String ALGORITHM = "HmacSHA256";
  private static final Pattern SECONDS = Pattern.compile("[1-9][0-9]{0,11}|0");
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final byte[] boundTo;
  private final List<Key> keys;

  /** A secret that authenticates. Immutable. */
  public static final class Key {

    private final String id;
    private final SecretKeySpec secret;

    private Key(String id, SecretKeySpec secret) {
      this.id = id;
      this.secret = secret;
    }

    /**
     * A key.
     *
     * @param id its name in the cookie, a routing name
     * @param secret its bytes, {@value #LEAST_SECRET_BYTES} at least; copied
     * @throws IllegalArgumentException if either is not so
     */
    public static Key of(String id, byte[] secret) {
      RoutingName.require(id, "key ID");
      if (secret.length < LEAST_SECRET_BYTES) {
        throw new IllegalArgumentException(
            "a secret must have at least " + LEAST_SECRET_BYTES + " bytes, not " + secret.length);
      }
      return new Key(id, new SecretKeySpec(secret, ALGORITHM));
    }

    /** Its name in the cookie. */
    public String id() {
      return id;
    }

    /** Whether the other is the same secret under the same name. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && id.equals(key.id) && secret.equals(key.secret);
    }

    @Override
    public int hashCode() {
      return id.hashCode();
    }

    @Override
    public String toString() {
      return "Key[" + id + "]";
    }
  }

  /**
   * A session.
   *
   * @param id its routing ID
   * @param stage the stage that it keeps
   * @param expiresSeconds when it ends, in seconds since 1970
   */
  record Session(String id, String stage, long expiresSeconds) {}

  /**
   * The cookies of a split.
   *
   * @param keys those that are accepted, of which the first signs; at least one
   * @throws IllegalArgumentException if there is none
   */
  public SessionCookie(String split, List<Key> keys) {
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("sessions of split " + split + " must have a key");
    }
    boundTo = ("\0" + split).getBytes(StandardCharsets.UTF_8);
    this.keys = List.copyOf(keys);
  }

  /** The keys that are accepted, of which the first signs. */
  public List<Key> keys() {
    return keys;
  }

  /** The value for a session. */
  String write(Session session) {
    Key key = keys.get(0);
    String text =
        String.join(
            ".",
            VERSION,
            session.id(),
            session.stage(),
            Long.toString(session.expiresSeconds()),
            key.id);
    return text + '.' + BASE64.encodeToString(mac(key, text));
  }

  /** The session of a value; empty if it does not verify, or is over. */
  Optional<Session> read(String value, long nowSeconds) {
    if (value.length() > MAX_CHARS) {
      return Optional.empty();
    }
    String[] parts = value.split("\\.", PARTS + 1);
    if (parts.length != PARTS
        || !parts[0].equals(VERSION)
        || !RoutingIds.FORM.matcher(parts[1]).matches()
        || !SECONDS.matcher(parts[3]).matches()) {
      return Optional.empty();
    }
    String text = value.substring(0, value.lastIndexOf('.'));
    long expires = Long.parseLong(parts[3]);
    return keys.stream()
        .filter(key -> key.id.equals(parts[4]))
        .filter(key -> isEqual(BASE64.encodeToString(mac(key, text)), parts[5]))
        .findFirst()
        .filter(key -> nowSeconds < expires)
        .map(key -> new Session(parts[1], parts[2], expires));
  }

  private static boolean isEqual(String expected, String given) {
    return MessageDigest.isEqual(
        expected.getBytes(StandardCharsets.US_ASCII), given.getBytes(StandardCharsets.UTF_8));
  }

  private byte[] mac(Key key, String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key.secret);
      mac.update(text.getBytes(StandardCharsets.US_ASCII));
      return mac.doFinal(boundTo);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
