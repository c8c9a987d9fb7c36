// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import io.turnout.examples.payments.RecordedRequest.Header;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How the network Brightwave signs a request (RFC 9421), written without the library so that each
 * checks the other.
 *
 * @param keyId the name of the key
 * @param secret the key
 * @param covers what is covered, in this order
 * @param created when, in seconds since 1970
 * @param more what follows of the parameters, such as {@code ;alg="hmac-sha256"}
 */
record SiteSignature(String keyId, String secret, List<String> covers, long created, String more) {

  static final String CLIENT_FIELD = "Turnout-Client-Ip";
  static final String LABEL = "cdn";

  private static final String SECRET_1 = "brightwave one: shown to everybody, so worth nothing";
  private static final String SECRET_2 = "brightwave two: shown to everybody, so worth nothing";
  private static final List<String> COVERS =
      List.of("@method", "@path", "@query", "turnout-client-ip");

  /** With the key that is in use, now. */
  static SiteSignature now() {
    return new SiteSignature("bw-2", SECRET_2, COVERS, SiteRequest.NOW, ";alg=\"hmac-sha256\"");
  }

  /** With the key that is being replaced. */
  static SiteSignature byOldKey() {
    return now().by("bw-1", SECRET_1);
  }

  SiteSignature by(String id, String bytes) {
    return new SiteSignature(id, bytes, covers, created, more);
  }

  SiteSignature covering(String... components) {
    return new SiteSignature(keyId, secret, List.of(components), created, more);
  }

  /** Made so many seconds ago; in the future, if negative. */
  SiteSignature aged(long seconds) {
    return new SiteSignature(keyId, secret, covers, SiteRequest.NOW - seconds, more);
  }

  SiteSignature with(String parameters) {
    return new SiteSignature(keyId, secret, covers, created, parameters);
  }

  /**
   * The two fields for a request.
   *
   * @param value what the request has for a component
   */
  List<Header> of(Function<String, String> value) {
    String input =
        covers.stream()
                .map(component -> '"' + component + '"')
                .collect(Collectors.joining(" ", "(", ")"))
            + ";created="
            + created
            + ";keyid=\""
            + keyId
            + '"'
            + more;
    StringBuilder base = new StringBuilder();
    covers.forEach(
        component ->
            base.append('"')
                .append(component)
                .append("\": ")
                .append(value.apply(component))
                .append('\n'));
    base.append("\"@signature-params\": ").append(input);
    byte[] mac = Spelling.hmac(secret, base.toString().getBytes(StandardCharsets.UTF_8));
    return List.of(
        new Header("Signature-Input", LABEL + '=' + input),
        new Header("Signature", LABEL + "=:" + Base64.getEncoder().encodeToString(mac) + ':'));
  }
}
