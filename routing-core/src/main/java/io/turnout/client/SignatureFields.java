// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import io.turnout.request.Delimiters;
import io.turnout.request.RequestHead;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.greenbytes.http.sfv.ByteSequenceItem;
import org.greenbytes.http.sfv.Dictionary;
import org.greenbytes.http.sfv.InnerList;
import org.greenbytes.http.sfv.IntegerItem;
import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.ListElement;
import org.greenbytes.http.sfv.Parameters;
import org.greenbytes.http.sfv.Parser;
import org.greenbytes.http.sfv.StringItem;
import org.jspecify.annotations.Nullable;

/**
 * The signatures of a request: {@code Signature-Input} and {@code Signature} (RFC 9421, section 4).
 *
 * <p>Both fields are bounded before they are parsed. Where one is no dictionary, or has a label or
 * a parameter twice, none of it counts: two readers could take another of the two.
 */
final class SignatureFields {

  /** The longest of each field, all its lines together, in characters. */
  static final int MAX_CHARS = 8_192;

  /** The most signatures of one request. */
  static final int MAX_SIGNATURES = 8;

  /** The most components that one covers. */
  static final int MAX_COMPONENTS = 64;

  private static final String ALGORITHM = "hmac-sha256";

  /** The field of what is covered. */
  static final String INPUT = "signature-input";

  /** The field of the bytes. */
  static final String VALUE = "signature";

  private SignatureFields() {}

  /** The labels of one of the fields; none if it cannot be read. */
  static Set<String> labels(RequestHead head, String name) {
    return dictionary(head, name).keySet();
  }

  /**
   * A signature of which nothing is proven yet.
   *
   * @param covered the components, with the parameters of the signature
   * @param keyId the name of the key
   * @param createdSeconds when it was made, in seconds since 1970
   * @param expiresSeconds when it ends to be good, in seconds since 1970; empty if it does not say
   * @param bytes what is to be compared
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared but by its bytes
  record Signature(
      InnerList covered,
      String keyId,
      long createdSeconds,
      OptionalLong expiresSeconds,
      byte[] bytes) {}

  /** The signatures that are whole and of the algorithm; none if there are too many or too long. */
  static List<Signature> of(RequestHead head) {
    Map<String, ListElement<?>> inputs = dictionary(head, INPUT);
    Map<String, ListElement<?>> values = dictionary(head, VALUE);
    List<Signature> signatures = new ArrayList<>(inputs.size());
    inputs.forEach(
        (label, input) -> {
          Signature signature = signature(input, values.get(label));
          if (signature != null) {
            signatures.add(signature);
          }
        });
    return signatures;
  }

  private static @Nullable Signature signature(
      ListElement<?> input, @Nullable ListElement<?> value) {
    if (!(input instanceof InnerList covered) || !(value instanceof ByteSequenceItem bytes)) {
      return null;
    }
    Parameters parameters = covered.getParams();
    Item<?> algorithm = parameters.get("alg");
    Item<?> expires = parameters.get("expires");
    boolean understood =
        covered.get().size() <= MAX_COMPONENTS
            && parameters.get("created") instanceof IntegerItem
            && parameters.get("keyid") instanceof StringItem
            && (algorithm == null || isText(algorithm, ALGORITHM))
            && (expires == null || expires instanceof IntegerItem);
    if (!understood) {
      return null;
    }
    return new Signature(
        covered,
        ((StringItem) Objects.requireNonNull(parameters.get("keyid"))).get(),
        ((IntegerItem) Objects.requireNonNull(parameters.get("created"))).getAsLong(),
        expires == null
            ? OptionalLong.empty()
            : OptionalLong.of(((IntegerItem) expires).getAsLong()),
        bytes(bytes.get()));
  }

  private static boolean isText(Item<?> item, String text) {
    return item instanceof StringItem string && string.get().equals(text);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  /** The members of one of the fields, by their labels; none if it cannot be read. */
  static Map<String, ListElement<?>> dictionary(RequestHead head, String name) {
    List<String> lines = new ArrayList<>();
    int length = 0;
    String line;
    for (int i = 0; (line = head.header(name, i)) != null; i++) {
      length += line.length();
      if (length > MAX_CHARS) {
        return Map.of();
      }
      if (!line.isBlank()) {
        lines.add(line);
      }
    }
    if (lines.isEmpty()) {
      return Map.of();
    }
    Delimiters written = Delimiters.of(lines);
    if (written.commas() >= MAX_SIGNATURES) {
      return Map.of();
    }
    try {
      Map<String, ListElement<?>> read = new Parser(lines).parseDictionary().get();
      return read.size() == written.commas() + 1 && parameters(read) == written.semicolons()
          ? read
          : Map.of();
    } catch (IllegalArgumentException e) {
      return Map.of();
    }
  }

  /** Members as the value of a field; blank if there are none. */
  static String serialized(Map<String, ListElement<?>> members, Set<String> without) {
    Map<String, ListElement<?>> kept = new LinkedHashMap<>(members);
    kept.keySet().removeAll(without);
    return Dictionary.valueOf(kept).serialize();
  }

  private static int parameters(Map<String, ListElement<?>> members) {
    int count = 0;
    for (ListElement<?> member : members.values()) {
      count += member.getParams().size();
      if (member instanceof InnerList list) {
        for (Item<?> item : list.get()) {
          count += item.getParams().size();
        }
      }
    }
    return count;
  }
}
