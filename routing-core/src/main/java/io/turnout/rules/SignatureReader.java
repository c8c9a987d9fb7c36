// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.client.EdgeSigner;
import io.turnout.document.MapReader;
import io.turnout.document.ProblemCode;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.request.HttpToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads {@code signature} of an edge. */
final class SignatureReader {

  /** How old a signature may be where the file does not say. */
  static final Duration DEFAULT_MAX_AGE = Duration.ofSeconds(60);

  /** The oldest that a signature may be allowed to be: so long can it be sent again by others. */
  static final Duration MOST_MAX_AGE = Duration.ofHours(1);

  private static final List<String> DEFAULT_COVERS = List.of("@method", "@path", "@query");
  private static final Pattern KEY_ID = Pattern.compile("[!#-\\[\\]-~]{1,128}");

  private final Reading reading;
  private final SharedKeysReader keys;

  SignatureReader(Reading reading) {
    this.reading = reading;
    keys = new SharedKeysReader(reading, KEY_ID, EdgeSigner.LEAST_SECRET_BYTES);
  }

  /**
   * How signatures prove an edge.
   *
   * @param clientIp the field, in lower case, by which the edge names the client; it is covered
   *     where the file does not say what is
   */
  Optional<RuleFile.Proof> signature(Value value, String what, Optional<String> clientIp) {
    return reading
        .values()
        .map(value, what, List.of("keys", "covers", "max-age"))
        .map(map -> signature(map, clientIp));
  }

  private RuleFile.Proof signature(MapReader map, Optional<String> clientIp) {
    List<String> meant = new ArrayList<>(DEFAULT_COVERS);
    clientIp.ifPresent(meant::add);
    List<String> covers = map.read("covers", this::covers).orElse(meant);
    return new RuleFile.Signature(
        map.require("keys", keys::keys).orElse(List.of()),
        new RuleFile.Covers(covers, covers.equals(meant)),
        map.read("max-age", this::maxAge).orElse(DEFAULT_MAX_AGE));
  }

  private Optional<List<String>> covers(Value value, String what) {
    return reading
        .values()
        .list(value, what)
        .map(
            values -> {
              List<String> names = new ArrayList<>();
              for (Value each :
                  reading.atMost(reading.limits().covers(), values, Value::at, "components")) {
                reading
                    .placedText(each, "a component")
                    .filter(this::isKnown)
                    .ifPresent(name -> names.add(name.value()));
              }
              return names;
            });
  }

  private boolean isKnown(Placed<String> name) {
    String text = name.value();
    boolean known =
        text.startsWith("@")
            ? EdgeSigner.DERIVED.contains(text)
            : HttpToken.isToken(text) && text.equals(text.toLowerCase(Locale.ROOT));
    if (!known) {
      reading
          .problems()
          .error(
              name.at(),
              ProblemCode.INVALID_VALUE,
              "a component must be a header field's name in lower case or one of "
                  + String.join(", ", EdgeSigner.DERIVED)
                  + ", not "
                  + Shown.text(text),
              reading.nearest(text, EdgeSigner.DERIVED));
    }
    return known;
  }

  private Optional<Duration> maxAge(Value value, String what) {
    return Seconds.between(reading, value, what, MOST_MAX_AGE);
  }
}
