// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.document.MapReader;
import io.turnout.document.ProblemCode;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads {@code keys: [ {id, secret} ]} of edges and splits. No message holds anything of one. */
final class SharedKeysReader {

  private final Reading reading;
  private final KeysReader secrets;
  private final Pattern ids;
  private final int leastSecretBytes;

  /**
   * A reader.
   *
   * @param ids what the names of keys must be
   */
  SharedKeysReader(Reading reading, Pattern ids, int leastSecretBytes) {
    this.reading = reading;
    secrets = new KeysReader(reading, KeysReader.Presence.HERE);
    this.ids = ids;
    this.leastSecretBytes = leastSecretBytes;
  }

  /** The keys in file order. */
  Optional<List<RuleFile.WrittenKey>> keys(Value value, String what) {
    return reading
        .values()
        .list(value, what)
        .map(
            values -> {
              List<RuleFile.WrittenKey> keys = new ArrayList<>();
              Set<String> names = new HashSet<>();
              for (Value each :
                  reading.atMost(reading.limits().sharedKeys(), values, Value::at, "keys")) {
                reading
                    .values()
                    .map(each, "a key", List.of("id", "secret"))
                    .flatMap(map -> key(map, names))
                    .ifPresent(keys::add);
              }
              return keys;
            });
  }

  private Optional<RuleFile.WrittenKey> key(MapReader map, Set<String> names) {
    Optional<Placed<String>> id =
        map.require("id", reading::placedText).flatMap(name -> id(name, names));
    Optional<RuleFile.SharedSecret> secret =
        map.require("secret", secrets::shared).filter(this::isLong);
    return id.isEmpty() || secret.isEmpty()
        ? Optional.empty()
        : Optional.of(new RuleFile.WrittenKey(id.get(), secret.get()));
  }

  private Optional<Placed<String>> id(Placed<String> name, Set<String> names) {
    if (!ids.matcher(name.value()).matches()) {
      return reading.invalid(
          name.at(),
          "the name of a key must be " + ids.pattern() + ", not " + Shown.text(name.value()));
    }
    if (!names.add(name.value())) {
      reading
          .problems()
          .error(
              name.at(),
              ProblemCode.DUPLICATE_NAME,
              "there is a key called " + Shown.text(name.value()) + " already; names stand once");
      return Optional.empty();
    }
    return Optional.of(name);
  }

  private boolean isLong(RuleFile.SharedSecret secret) {
    if (secret.bytes().length < leastSecretBytes) {
      reading.invalid(
          secret.at(),
          "the secret of a key must have at least "
              + leastSecretBytes
              + " bytes, not "
              + secret.bytes().length);
    }
    return secret.bytes().length >= leastSecretBytes;
  }
}
