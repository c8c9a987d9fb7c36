// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.digest.Sha256Digest;
import io.turnout.document.MapValue;
import io.turnout.document.Position;
import io.turnout.document.ProblemCode;
import io.turnout.document.Scalar;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.extract.Jwk;
import io.turnout.extract.TokenKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the keys by which a token is verified, from the file or from where it points. No message
 * holds anything of a key.
 */
final class KeysReader {

  private static final String FROM_VARIABLE = "env:";
  private static final String FROM_FILE = "file:";

  /** Whether the keys are looked for. */
  enum Presence {
    /** They have to be there. */
    HERE,
    /** They are not meant to be there: where they are is read, and not what they are. */
    ABSENT
  }

  private final Reading reading;
  private final Presence presence;

  KeysReader(Reading reading, Presence presence) {
    this.reading = reading;
    this.presence = presence;
  }

  /** The key set of a file, or the one that stands here. */
  Optional<RuleFile.Keys> jwks(Value value, String what) {
    if (value instanceof MapValue map) {
      return inlineSet(map, what);
    }
    if (value instanceof Scalar scalar && scalar.kind() == Scalar.Kind.TEXT) {
      return filedSet(scalar.text(), value.at());
    }
    return reading.values().wrongType(value, what, "a file's name or a JWK set");
  }

  private Optional<RuleFile.Keys> filedSet(String path, Position at) {
    if (presence == Presence.ABSENT) {
      return Optional.of(new RuleFile.FiledSet(at, List.of(), path, hash(path)));
    }
    Optional<byte[]> content = file(path, at);
    if (content.isEmpty()) {
      return Optional.empty();
    }
    Function<String, Optional<RuleFile.Keys>> unreadable =
        why -> unreadable(at, "the key file " + Shown.text(path) + " " + why);
    List<Jwk> set;
    try {
      set = Jwk.readSet(content.get());
    } catch (IllegalArgumentException e) {
      return unreadable.apply(Reading.message(e));
    }
    int most = reading.limits().setKeys();
    if (set.size() > most) {
      return unreadable.apply("has " + set.size() + " keys, and " + most + " are the most");
    }
    List<Placed<TokenKey>> keys = new ArrayList<>();
    for (int i = 0; i < set.size(); i++) {
      try {
        TokenKey.of(set.get(i)).ifPresent(key -> keys.add(new Placed<>(key, at)));
      } catch (IllegalArgumentException e) {
        return unreadable.apply(
            "has a key, number " + (i + 1) + ", that is broken: " + Reading.message(e));
      }
    }
    return Optional.of(
        new RuleFile.FiledSet(at, keys, path, Optional.of(Sha256Digest.hex(content.get()))));
  }

  /** The hash of a key file that need not be there. */
  private Optional<String> hash(String path) {
    try {
      return Optional.of(Sha256Digest.hex(content(path)));
    } catch (InvalidPathException | IOException e) {
      return Optional.empty();
    }
  }

  private Optional<RuleFile.Keys> inlineSet(MapValue set, String what) {
    Optional<Value> list = set.get("keys");
    if (list.isEmpty()) {
      reading
          .problems()
          .error(set.at(), ProblemCode.MISSING_KEY, "\"keys\" is missing from " + what);
      return Optional.empty();
    }
    int before = reading.problems().count();
    List<Value> all = reading.values().list(list.get(), "\"keys\"").orElse(List.of());
    List<Jwk> written = new ArrayList<>();
    List<Placed<TokenKey>> keys = new ArrayList<>();
    for (Value each : reading.atMost(reading.limits().setKeys(), all, Value::at, "keys")) {
      Optional<Jwk> jwk = inlineKey(each);
      jwk.ifPresent(written::add);
      jwk.flatMap(key -> build(key, each)).ifPresent(keys::add);
    }
    return reading.problems().count() == before
        ? Optional.of(new RuleFile.InlineSet(set.at(), keys, written))
        : Optional.empty();
  }

  private Optional<Jwk> inlineKey(Value value) {
    Optional<MapValue> map = reading.values().map(value, "a key");
    if (map.isEmpty()) {
      return Optional.empty();
    }
    int before = reading.problems().count();
    Map<String, String> members = new HashMap<>();
    for (MapValue.Entry entry : map.get().entries()) {
      String name = entry.key().text();
      if (Jwk.MEMBERS.contains(name)) {
        text(entry.value(), name).ifPresent(text -> members.put(name, text));
      }
    }
    if (map.get().get("kty").isEmpty()) {
      reading
          .problems()
          .error(value.at(), ProblemCode.MISSING_KEY, "\"kty\" is missing from a key");
    }
    return reading.problems().count() == before ? Optional.of(new Jwk(members)) : Optional.empty();
  }

  /** A member's text, of which no message holds anything. */
  private Optional<String> text(Value value, String name) {
    if (value instanceof Scalar scalar && scalar.kind() == Scalar.Kind.TEXT) {
      return Optional.of(scalar.text());
    }
    reading
        .problems()
        .error(
            value.at(),
            ProblemCode.WRONG_TYPE,
            "\""
                + name
                + "\" of a key must be text, not "
                + value.description()
                + "; put it in quotes");
    return Optional.empty();
  }

  private Optional<Placed<TokenKey>> build(Jwk jwk, Value at) {
    Position place =
        at instanceof MapValue map ? map.get(Jwk.SECRET).map(Value::at).orElse(at.at()) : at.at();
    try {
      return TokenKey.of(jwk).map(key -> new Placed<>(key, place));
    } catch (IllegalArgumentException e) {
      reading
          .problems()
          .error(at.at(), ProblemCode.INVALID_VALUE, "a key is broken: " + Reading.message(e));
      return Optional.empty();
    }
  }

  /** The secret that a variable or a file holds. */
  Optional<RuleFile.Keys> secret(Value value, String what) {
    if (!(value instanceof Scalar scalar) || scalar.kind() != Scalar.Kind.TEXT) {
      return noReference(value, what);
    }
    String text = scalar.text();
    boolean names = text.startsWith(FROM_VARIABLE) || text.startsWith(FROM_FILE);
    return presence == Presence.ABSENT && names
        ? Optional.of(new RuleFile.Secret(value.at(), List.of(), text))
        : secret(scalar, what)
            .map(
                secret ->
                    new RuleFile.Secret(
                        value.at(),
                        List.of(new Placed<>(TokenKey.ofSecret(secret.bytes()), value.at())),
                        text));
  }

  /** The secret that a variable or a file holds, as it is. */
  Optional<RuleFile.SharedSecret> shared(Value value, String what) {
    return value instanceof Scalar scalar && scalar.kind() == Scalar.Kind.TEXT
        ? secret(scalar, what)
        : noReference(value, what);
  }

  private Optional<RuleFile.SharedSecret> secret(Scalar value, String what) {
    String text = value.text();
    Optional<byte[]> secret;
    if (text.startsWith(FROM_VARIABLE)) {
      secret = variable(text.substring(FROM_VARIABLE.length()), value.at());
    } else if (text.startsWith(FROM_FILE)) {
      secret = file(text.substring(FROM_FILE.length()), value.at());
    } else {
      reading
          .problems()
          .error(
              value.at(),
              ProblemCode.INVALID_VALUE,
              what + " must begin with env: or file:, and name where the secret is");
      return Optional.empty();
    }
    return secret.map(bytes -> new RuleFile.SharedSecret(value.at(), text, bytes));
  }

  private <T> Optional<T> noReference(Value value, String what) {
    reading
        .problems()
        .error(
            value.at(),
            ProblemCode.WRONG_TYPE,
            what + " must be \"env:NAME\" or \"file:PATH\", not " + value.description());
    return Optional.empty();
  }

  private Optional<byte[]> variable(String name, Position at) {
    Optional<String> value = reading.surroundings().keys().variables().value(name);
    if (value.isEmpty() || value.get().isEmpty()) {
      return unreadable(
          at,
          "the variable "
              + Shown.text(name)
              + (value.isEmpty() ? " is not set" : " is empty")
              + ", and should hold a secret");
    }
    return value.map(text -> text.getBytes(StandardCharsets.UTF_8));
  }

  private Optional<byte[]> file(String path, Position at) {
    try {
      byte[] content = content(path);
      return content.length == 0
          ? unreadable(at, "the key file " + Shown.text(path) + " is empty")
          : Optional.of(content);
    } catch (InvalidPathException e) {
      return unreadable(at, "no file can be called " + Shown.text(path));
    } catch (IOException e) {
      return unreadable(
          at, "the key file " + Shown.text(path) + " cannot be read: " + e.getMessage());
    }
  }

  private byte[] content(String path) throws IOException {
    Path file = reading.surroundings().folder().resolve(path);
    return reading.surroundings().files().read(file, reading.limits().keyFileBytes());
  }

  private <T> Optional<T> unreadable(Position at, String message) {
    reading.problems().error(at, ProblemCode.UNREADABLE_KEY, message);
    return Optional.empty();
  }
}
