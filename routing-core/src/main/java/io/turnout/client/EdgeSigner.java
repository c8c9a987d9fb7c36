// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import io.turnout.request.RequestHead;
import io.turnout.request.TurnoutName;
import io.turnout.spi.RouteClock;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.spec.SecretKeySpec;
import org.greenbytes.http.sfv.ByteSequenceItem;
import org.greenbytes.http.sfv.InnerList;
import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.ListElement;
import org.greenbytes.http.sfv.Parameters;
import org.greenbytes.http.sfv.StringItem;

/**
 * Signs requests that an edge sends, so that whoever receives them knows that they come from it
 * (RFC 9421, {@code hmac-sha256}). Immutable and thread-safe.
 *
 * <p>Sign a request when nothing more of it changes: the head that is shown here is the one that
 * arrives.
 */
public final class EdgeSigner {

  /** The least bytes of a secret. */
  public static final int LEAST_SECRET_BYTES = 32;

  /** The components of a request that are no header fields, in alphabetical order. */
  public static final List<String> DERIVED =
      List.of(
          "@authority", "@method", "@path", "@query", "@request-target", "@scheme", "@target-uri");

  private static final Pattern LABEL = Pattern.compile("[a-z][a-z0-9_-]{0,63}");
  private static final Set<String> OF_SIGNATURES =
      Set.of(SignatureFields.INPUT, SignatureFields.VALUE);

  private final String label;
  private final String keyId;
  private final SecretKeySpec key;
  private final List<String> covers;
  private final RouteClock clock;

  private EdgeSigner(Builder builder) {
    label = builder.label;
    keyId = builder.keyId;
    key = builder.key;
    covers = builder.covers;
    clock = builder.clock;
  }

  /**
   * Starts a signer.
   *
   * @param keyId the name by which the receiver knows the secret; printable ASCII
   * @param secret at least {@value #LEAST_SECRET_BYTES} bytes; copied
   * @throws IllegalArgumentException if either is not so
   */
  public static Builder builder(String keyId, byte[] secret) {
    return new Builder(keyId, secret);
  }

  /**
   * What to add to a request.
   *
   * @param input the value of {@code Signature-Input}
   * @param signature the value of {@code Signature}
   */
  public record Signed(String input, String signature) {}

  /**
   * Signs a request, every routing field that it has included.
   *
   * @throws IllegalArgumentException if the request lacks something that is to be covered
   */
  public Signed sign(RequestHead head) {
    return sign(head, label)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the request lacks one of what is to be covered: " + covers));
  }

  /**
   * Signs a request that may be signed already, and covers every routing field that it has besides.
   *
   * @return the two fields with the signatures that the request has; without them where they cannot
   *     be read, or would be too many or too long together, since the receiver could then read
   *     none; empty if the request lacks something that is to be covered
   */
  public Optional<Signed> signBeside(RequestHead head) {
    OtherSignatures others = OtherSignatures.of(head);
    return sign(head, others.free(label)).map(others::with);
  }

  /**
   * The signatures of a request without those that cover a routing field. Routers take these fields
   * off, so that nobody behind them can verify such a signature; but whoever sees one could send it
   * again, and be taken for the edge.
   *
   * @return the two fields as they are to go on, both blank where none is left; empty if there is
   *     no such signature, or the fields cannot be read, and so prove nothing
   */
  public static Optional<Signed> withoutRouters(RequestHead head) {
    if (!mayCoverRoutingField(head)) {
      return Optional.empty();
    }
    Map<String, ListElement<?>> inputs = SignatureFields.dictionary(head, SignatureFields.INPUT);
    Set<String> routers =
        inputs.entrySet().stream()
            .filter(entry -> coversRoutingField(entry.getValue()))
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    if (routers.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Signed(
            SignatureFields.serialized(inputs, routers),
            SignatureFields.serialized(
                SignatureFields.dictionary(head, SignatureFields.VALUE), routers)));
  }

  /** Spares the reading of most signatures, which costs more than this look. */
  private static boolean mayCoverRoutingField(RequestHead head) {
    String line;
    for (int i = 0; (line = head.header(SignatureFields.INPUT, i)) != null; i++) {
      if (line.toLowerCase(Locale.ROOT).contains("turnout")) {
        return true;
      }
    }
    return false;
  }

  private static boolean coversRoutingField(ListElement<?> input) {
    return input instanceof InnerList covered
        && SignatureBase.names(covered).stream().anyMatch(TurnoutName::isOne);
  }

  private Optional<Signed> sign(RequestHead head, String as) {
    Set<String> names = new LinkedHashSet<>(covers);
    names.addAll(new TreeSet<>(new Evidence(head, clock).routingFields()));
    List<Item<?>> components = names.stream().<Item<?>>map(StringItem::valueOf).toList();
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("created", Math.floorDiv(clock.wallMillis(), 1_000L));
    parameters.put("keyid", keyId);
    parameters.put("alg", "hmac-sha256");
    InnerList covered = InnerList.valueOf(components).withParams(Parameters.valueOf(parameters));
    byte[] base = SignatureBase.of(head, covered);
    if (base == null) {
      return Optional.empty();
    }
    byte[] bytes = EdgeSignature.mac(key, base);
    return Optional.of(
        new Signed(
            as + '=' + covered.serialize(),
            as + '=' + ByteSequenceItem.valueOf(bytes).serialize()));
  }

  /** Refuses a secret that is too short. */
  static void requireLong(byte[] secret) {
    if (secret.length < LEAST_SECRET_BYTES) {
      throw new IllegalArgumentException(
          "a secret must have at least " + LEAST_SECRET_BYTES + " bytes, not " + secret.length);
    }
  }

  /** Collects what a signer needs. Not thread-safe. */
  public static final class Builder {

    private final String keyId;
    private final SecretKeySpec key;
    private String label = "turnout";
    private List<String> covers = List.of("@method", "@path", "@query");
    private RouteClock clock = RouteClock.system();

    private Builder(String keyId, byte[] secret) {
      this.keyId = Objects.requireNonNull(keyId, "keyId");
      if (keyId.isEmpty() || !keyId.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
        throw new IllegalArgumentException("keyId must be printable ASCII");
      }
      requireLong(secret);
      key = new SecretKeySpec(secret, "HmacSHA256");
    }

    /**
     * The components to cover, in this order; by default method, path and query.
     *
     * @param components names of header fields in lower case, but for those of signatures, or of
     *     {@link #DERIVED}
     * @throws IllegalArgumentException if one is none of these
     */
    public Builder covers(List<String> components) {
      covers = List.copyOf(components);
      for (String component : covers) {
        if (!SignatureBase.isComponent(component) || OF_SIGNATURES.contains(component)) {
          throw new IllegalArgumentException(
              "what is covered must be a header field's name in lower case or one of "
                  + DERIVED
                  + ", and no field of signatures, not \""
                  + component
                  + '"');
        }
      }
      return this;
    }

    /**
     * The label of the signature; {@code turnout} by default.
     *
     * @param name {@code [a-z][a-z0-9_-]{0,63}}
     * @throws IllegalArgumentException if it is not so
     */
    public Builder label(String name) {
      if (!LABEL.matcher(Objects.requireNonNull(name, "name")).matches()) {
        throw new IllegalArgumentException("label \"" + name + "\" must be " + LABEL);
      }
      label = name;
      return this;
    }

    /** The time that signatures tell; the system's by default. */
    public Builder clock(RouteClock time) {
      clock = Objects.requireNonNull(time, "time");
      return this;
    }

    /** Makes the signer. */
    public EdgeSigner build() {
      return new EdgeSigner(this);
    }
  }
}
