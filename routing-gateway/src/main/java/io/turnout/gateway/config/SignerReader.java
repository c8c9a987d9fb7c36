// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.client.EdgeSigner;
import io.turnout.document.MapReader;
import io.turnout.document.ProblemCode;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.document.ValueReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads by what an edge signs the requests that it hands on. */
final class SignerReader {

  /** The most components that are covered. */
  static final int MOST_COVERED = 32;

  /** The longest name of a key, in characters. */
  static final int MAX_KEY_ID_CHARS = 128;

  private static final Pattern KEY_ID =
      Pattern.compile("[!-~&&[^\"\\\\]]{1," + MAX_KEY_ID_CHARS + "}");
  private static final Pattern FIELD = Pattern.compile("[a-z0-9!#$%&'*+.^_`|~-]{1,64}");

  /** Those of one connection, of which another one has others. */
  private static final Set<String> OF_THE_HOP =
      Set.of(
          "connection",
          "content-length",
          "expect",
          "host",
          "http2-settings",
          "keep-alive",
          "signature",
          "signature-input",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  private final ValueReader values;
  private final SecretReader secrets;

  SignerReader(ValueReader values, SecretReader secrets) {
    this.values = values;
    this.secrets = secrets;
  }

  /** A signer; empty if something is wrong, which has been reported. */
  Optional<EdgeSigner> signer(Value value, String what) {
    Optional<MapReader> map = values.map(value, what, List.of("id", "secret", "covers"));
    if (map.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> id = map.get().require("id", this::id);
    Optional<byte[]> secret = map.get().require("secret", this::secret);
    Optional<List<String>> covers = map.get().read("covers", this::covers);
    if (id.isEmpty() || secret.isEmpty() || map.get().has("covers") && covers.isEmpty()) {
      return Optional.empty();
    }
    EdgeSigner.Builder builder = EdgeSigner.builder(id.get(), secret.get());
    covers.ifPresent(builder::covers);
    return Optional.of(builder.build());
  }

  private Optional<String> id(Value value, String what) {
    return values
        .text(value, what)
        .filter(
            id ->
                KEY_ID.matcher(id).matches()
                    || refused(
                        value,
                        what
                            + " must be 1 to "
                            + MAX_KEY_ID_CHARS
                            + " visible characters of ASCII without \" and \\, not "
                            + Shown.text(id)));
  }

  private Optional<byte[]> secret(Value value, String what) {
    return secrets
        .bytes(value, what)
        .filter(
            secret ->
                secret.length >= EdgeSigner.LEAST_SECRET_BYTES
                    || refused(
                        value,
                        what
                            + " must have at least "
                            + EdgeSigner.LEAST_SECRET_BYTES
                            + " bytes, not "
                            + secret.length));
  }

  private Optional<List<String>> covers(Value value, String what) {
    Optional<List<Value>> items = values.list(value, what);
    if (items.isEmpty()) {
      return Optional.empty();
    }
    if (items.get().size() > MOST_COVERED) {
      refused(value, what + " must have at most " + MOST_COVERED + " items");
      return Optional.empty();
    }
    List<String> names = new ArrayList<>();
    for (Value item : items.get()) {
      values
          .text(item, "an item of " + what)
          .filter(name -> isCovered(item, "an item of " + what, name, names))
          .ifPresent(names::add);
    }
    return names.size() == items.get().size() ? Optional.of(names) : Optional.empty();
  }

  private boolean isCovered(Value item, String what, String name, List<String> before) {
    if (before.contains(name)) {
      return refused(item, what + " is there twice: " + Shown.text(name));
    }
    boolean field = FIELD.matcher(name).matches();
    if (!field && !EdgeSigner.DERIVED.contains(name)) {
      return refused(
          item,
          what
              + " must be the name of a field in lower case or one of "
              + EdgeSigner.DERIVED
              + ", not "
              + Shown.text(name));
    }
    if (field && (OF_THE_HOP.contains(name) || name.startsWith("proxy-"))) {
      return refused(
          item, what + " must be a field that the authority gets as it was sent, not " + name);
    }
    return true;
  }

  /** Reports a mistake; false. */
  private boolean refused(Value value, String message) {
    values.problems().error(value.at(), ProblemCode.INVALID_VALUE, message);
    return false;
  }
}
