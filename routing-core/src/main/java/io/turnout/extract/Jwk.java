// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A JSON Web Key (RFC 7517) as it was written, of which only {@linkplain #MEMBERS what counts here}
 * is held: no half of a key pair that signs ever is. Immutable; {@code toString} tells nothing.
 */
public final class Jwk {

  /** The members that a key is made of; all are texts. */
  public static final Set<String> MEMBERS =
      Set.of("kty", "kid", "alg", "use", "crv", "x", "y", "n", "e", "k");

  /** The member that is a secret. */
  public static final String SECRET = "k";

  private final Map<String, String> members;

  /**
   * Takes a key's members; those that do not count are left out.
   *
   * @throws IllegalArgumentException if {@code kty} is missing
   */
  public Jwk(Map<String, String> members) {
    this.members = new TreeMap<>(members);
    this.members.keySet().retainAll(MEMBERS);
    if (!this.members.containsKey("kty")) {
      throw new IllegalArgumentException("\"kty\" is missing from the key");
    }
  }

  /**
   * Reads the text of a JWK set; members that mean nothing here are passed over.
   *
   * @param json the text in UTF-8
   * @return its keys in order, at least one
   * @throws IllegalArgumentException if it is no JWK set or has no keys; the message holds nothing
   *     of the text and completes a sentence that begins with the file
   */
  public static List<Jwk> readSet(byte[] json) {
    return JwkSetReader.read(json);
  }

  /** A member's text. */
  public Optional<String> member(String name) {
    return Optional.ofNullable(members.get(name));
  }

  /** The members but for the secret one, by name. */
  public Map<String, String> publicMembers() {
    Map<String, String> told = new TreeMap<>(members);
    told.remove(SECRET);
    return told;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Jwk that && that.members.equals(members);
  }

  @Override
  public int hashCode() {
    return members.hashCode();
  }

  @Override
  public String toString() {
    return "Jwk";
  }
}
