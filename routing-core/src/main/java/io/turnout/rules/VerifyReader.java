// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.document.MapReader;
import io.turnout.document.MapValue;
import io.turnout.document.NearestWord;
import io.turnout.document.Position;
import io.turnout.document.ProblemCode;
import io.turnout.document.Scalar;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.extract.TokenAlgorithm;
import io.turnout.extract.TokenCheck;
import io.turnout.extract.TokenKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads {@code verify} of a token. */
final class VerifyReader {

  private static final List<String> KEYS =
      List.of("jwks", "secret", "algorithms", "issuer", "audience", "leeway");
  private static final List<String> ORIGINS = List.of("jwks", "secret");
  private static final String NONE = "none";

  private final Reading reading;
  private final KeysReader keys;

  VerifyReader(Reading reading, KeysReader.Presence presence) {
    this.reading = reading;
    keys = new KeysReader(reading, presence);
  }

  /** How a token is verified. */
  Optional<RuleFile.Verify> verify(Value value, String what) {
    if (value instanceof Scalar scalar && scalar.text().equals(NONE)) {
      return Optional.of(new RuleFile.VerifyNothing());
    }
    if (value instanceof MapValue) {
      return reading.values().map(value, what, KEYS).flatMap(this::verified);
    }
    if (value instanceof Scalar) {
      return invalid(
          value.at(),
          what + " must be none, or a mapping with \"jwks\" or \"secret\" that says how");
    }
    return reading.values().wrongType(value, what, "none or a mapping");
  }

  private Optional<RuleFile.Verify> verified(MapReader map) {
    Optional<List<Placed<TokenAlgorithm>>> algorithms = map.require("algorithms", this::algorithms);
    Optional<String> issuer = map.read("issuer", this::name);
    Optional<String> audience = map.read("audience", this::name);
    Optional<Duration> leeway = map.read("leeway", reading.values()::duration);
    Optional<RuleFile.Keys> jwks = map.read("jwks", keys::jwks);
    Optional<RuleFile.Keys> secret = map.read("secret", keys::secret);
    Optional<String> origin = reading.oneOf(map, ORIGINS);
    Optional<RuleFile.Keys> read = origin.flatMap(word -> word.equals("jwks") ? jwks : secret);
    if (read.isEmpty() || algorithms.isEmpty() || !suit(read.get(), algorithms.get())) {
      return Optional.empty();
    }
    Set<TokenAlgorithm> allowed = new LinkedHashSet<>();
    algorithms.get().forEach(each -> allowed.add(each.value()));
    TokenCheck check =
        new TokenCheck(
            read.get().keys().stream().map(Placed::value).toList(),
            allowed,
            issuer,
            audience,
            leeway.orElse(Duration.ZERO));
    return Optional.of(new RuleFile.VerifyBy(read.get(), List.copyOf(allowed), check));
  }

  private Optional<List<Placed<TokenAlgorithm>>> algorithms(Value value, String what) {
    Optional<List<Value>> list = reading.values().list(value, what);
    if (list.isEmpty()) {
      return Optional.empty();
    }
    int before = reading.problems().count();
    List<Placed<TokenAlgorithm>> algorithms = new ArrayList<>();
    int most = reading.limits().alternatives();
    for (Value each : reading.atMost(most, list.get(), Value::at, "algorithms")) {
      reading
          .values()
          .text(each, "an algorithm")
          .flatMap(text -> algorithm(text, each.at()))
          .ifPresent(algorithms::add);
    }
    return reading.problems().count() == before ? Optional.of(algorithms) : Optional.empty();
  }

  private Optional<Placed<TokenAlgorithm>> algorithm(String text, Position at) {
    Optional<TokenAlgorithm> known = TokenAlgorithm.of(text);
    if (known.isEmpty()) {
      reading
          .problems()
          .error(
              at,
              ProblemCode.INVALID_VALUE,
              "an algorithm must be one of "
                  + String.join(", ", TokenAlgorithm.texts())
                  + ", not "
                  + Shown.text(text),
              NearestWord.of(text, TokenAlgorithm.texts()));
    }
    return known.map(algorithm -> new Placed<>(algorithm, at));
  }

  private Optional<String> name(Value value, String what) {
    return reading
        .values()
        .text(value, what)
        .flatMap(
            text ->
                text.isEmpty()
                    ? invalid(value.at(), what + " must not be empty")
                    : Optional.of(text));
  }

  /** Whether algorithms can be used with keys: what cannot be meant is reported. */
  private boolean suit(RuleFile.Keys keys, List<Placed<TokenAlgorithm>> algorithms) {
    int before = reading.problems().count();
    if (keys instanceof RuleFile.Secret) {
      for (Placed<TokenAlgorithm> each : algorithms) {
        if (!each.value().usesSecret()) {
          invalid(each.at(), "a secret verifies HS256, HS384 and HS512 only, not " + each.value());
        }
      }
    }
    for (Placed<TokenKey> key : keys.keys()) {
      algorithms.forEach(algorithm -> longEnough(key, algorithm.value()));
    }
    return reading.problems().count() == before;
  }

  private void longEnough(Placed<TokenKey> key, TokenAlgorithm algorithm) {
    OptionalInt bytes = key.value().secretBytes();
    if (bytes.isPresent()
        && key.value().isMeantFor(algorithm)
        && bytes.getAsInt() < algorithm.leastSecretBytes()) {
      invalid(
          key.at(),
          "the secret has "
              + bytes.getAsInt()
              + " bytes, and "
              + algorithm
              + " needs "
              + algorithm.leastSecretBytes()
              + " at least");
    }
  }

  private <T> Optional<T> invalid(Position at, String message) {
    reading.problems().error(at, ProblemCode.INVALID_VALUE, message);
    return Optional.empty();
  }
}
