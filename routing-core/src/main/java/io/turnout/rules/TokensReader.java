// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.document.MapReader;
import io.turnout.document.MapValue;
import io.turnout.document.ProblemCode;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.extract.Sources;
import io.turnout.extract.TokenPlace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code jwt}: where tokens stand and how they are trusted. */
final class TokensReader {

  /** A place for checks that need one, whichever. */
  static final TokenPlace ANY_PLACE = TokenPlace.query("token");

  private static final String ANY_CLAIM = "sub";
  private static final List<String> PLACES = List.of("header", "cookie", "query");

  private final Reading reading;
  private final VerifyReader withKeys;
  private final VerifyReader withoutKeys;

  TokensReader(Reading reading) {
    this.reading = reading;
    withKeys = new VerifyReader(reading, KeysReader.Presence.HERE);
    withoutKeys = new VerifyReader(reading, KeysReader.Presence.ABSENT);
  }

  /** The tokens by name. */
  Optional<Map<String, RuleFile.Token>> tokens(Value value, String what) {
    return reading
        .values()
        .map(value, what)
        .map(
            map -> {
              Map<String, RuleFile.Token> tokens = new LinkedHashMap<>();
              for (MapValue.Entry entry :
                  reading.atMost(
                      reading.limits().tokens(), map.entries(), e -> e.key().at(), "tokens")) {
                Placed<String> name = new Placed<>(entry.key().text(), entry.key().at());
                tokens.put(name.value(), token(name, entry.value()));
              }
              return tokens;
            });
  }

  private RuleFile.Token token(Placed<String> name, Value value) {
    Optional<MapReader> map =
        reading
            .values()
            .map(value, "token " + Shown.text(name.value()), List.of("token", "verify"));
    boolean absent = reading.surroundings().keys().absent().contains(name.value());
    VerifyReader verification = absent ? withoutKeys : withKeys;
    return new RuleFile.Token(
        name,
        map.flatMap(read -> read.require("token", this::place)),
        map.flatMap(read -> read.require("verify", verification::verify)));
  }

  private Optional<RuleFile.WrittenPlace> place(Value value, String what) {
    return reading
        .values()
        .map(value, what, List.of("header", "scheme", "cookie", "query"))
        .flatMap(map -> place(map));
  }

  private Optional<RuleFile.WrittenPlace> place(MapReader map) {
    Optional<Placed<String>> header =
        map.read("header", reading::placedText).flatMap(reading::headerName);
    Optional<Placed<String>> scheme = map.read("scheme", reading::placedText);
    Optional<Placed<String>> cookie = map.read("cookie", reading::placedText);
    Optional<Placed<String>> query = map.read("query", reading::placedText);
    Optional<String> word = reading.oneOf(map, PLACES);
    if (word.isPresent() && map.has("scheme") && !word.get().equals("header")) {
      reading
          .problems()
          .error(
              map.at(),
              ProblemCode.CONFLICTING_KEYS,
              "\"scheme\" belongs to \"header\", and a token in \"" + word.get() + "\" has none");
      return Optional.empty();
    }
    Optional<Placed<String>> field = header.or(() -> cookie).or(() -> query);
    if (word.isEmpty() || field.isEmpty()) {
      return Optional.empty();
    }
    return written(word.get(), field.get(), scheme);
  }

  private Optional<RuleFile.WrittenPlace> written(
      String word, Placed<String> field, Optional<Placed<String>> scheme) {
    Optional<TokenPlace> place =
        reading.build(field.at(), ProblemCode.INVALID_VALUE, () -> place(word, field.value()));
    if (place.isPresent() && scheme.isPresent()) {
      place =
          reading.build(
              scheme.get().at(),
              ProblemCode.INVALID_VALUE,
              () -> TokenPlace.header(field.value(), scheme.get().value()));
    }
    return place.map(
        built -> new RuleFile.WrittenPlace(word, field, scheme.map(Placed::value), built));
  }

  /** The place without a scheme, or what is wrong with the name there. */
  private static TokenPlace place(String word, String field) {
    TokenPlace place =
        switch (word) {
          case "header" -> TokenPlace.header(field, null);
          case "cookie" -> TokenPlace.cookie(field);
          default -> TokenPlace.query(field);
        };
    Sources.jwt(place, ANY_CLAIM);
    return place;
  }
}
