// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.document.MapReader;
import io.turnout.document.MapValue;
import io.turnout.document.NearestWord;
import io.turnout.document.Position;
import io.turnout.document.ProblemCode;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.extract.Sources;
import io.turnout.extract.Transform;
import io.turnout.extract.Transforms;
import io.turnout.match.TextTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads how a value is found: {@code from}, {@code transform} and {@code match}. */
final class FindingReader {

  private static final List<String> SOURCES =
      List.of("header", "path", "query", "cookie", "jwt", "body");
  private static final List<String> BODIES = List.of("json", "form");
  private static final Map<String, Supplier<Transform>> PLAIN_TRANSFORMS =
      Map.of(
          "trim", Transforms::trim,
          "lowercase", Transforms::lowercase,
          "base64", Transforms::base64,
          "email-domain", Transforms::emailDomain,
          "sha256", Transforms::sha256);
  private static final List<String> TRANSFORMS_WITH_TEXT = List.of("strip-prefix", "capture");
  private static final List<String> TRANSFORMS =
      List.of("trim", "lowercase", "base64", "email-domain", "sha256", "strip-prefix", "capture");

  private final Reading reading;

  FindingReader(Reading reading) {
    this.reading = reading;
  }

  /** The three keys of a mapping that may have others. */
  RuleFile.Finding finding(MapReader map) {
    List<RuleFile.Source> from = map.require("from", this::sources).orElse(List.of());
    List<RuleFile.WrittenTransform> transform =
        map.read("transform", this::transforms).orElse(List.of());
    return new RuleFile.Finding(from, transform, map.read("match", this::match));
  }

  private Optional<String> match(Value value, String what) {
    return reading
        .placedText(value, what)
        .filter(regex -> reading.buildRegex(regex, () -> TextTest.regex(regex.value())).isPresent())
        .map(Placed::value);
  }

  private Optional<List<RuleFile.Source>> sources(Value value, String what) {
    return reading
        .values()
        .list(value, what)
        .map(
            values -> {
              List<RuleFile.Source> sources = new ArrayList<>();
              for (Value each :
                  reading.atMost(reading.limits().sources(), values, Value::at, "sources")) {
                reading
                    .values()
                    .map(each, "a source", SOURCES)
                    .flatMap(this::source)
                    .ifPresent(sources::add);
              }
              return sources;
            });
  }

  private Optional<RuleFile.Source> source(MapReader map) {
    Position at = map.at();
    List<Optional<RuleFile.Source>> read =
        List.of(
            map.read("header", (value, what) -> header(at, value, what)),
            map.read("path", (value, what) -> path(at, value, what)),
            map.read("query", (value, what) -> query(at, value, what)),
            map.read("cookie", (value, what) -> cookie(at, value, what)),
            map.read("jwt", (value, what) -> jwt(at, value, what)),
            map.read("body", (value, what) -> body(at, value, what)));
    return reading.oneOf(map, SOURCES).isPresent()
        ? read.stream().flatMap(Optional::stream).findFirst()
        : Optional.empty();
  }

  private Optional<RuleFile.Source> header(Position at, Value value, String what) {
    return reading
        .placedText(value, what)
        .flatMap(reading::headerName)
        .filter(name -> accepted(name, () -> Sources.header(name.value())))
        .map(name -> new RuleFile.HeaderSource(at, name));
  }

  private Optional<RuleFile.Source> path(Position at, Value value, String what) {
    return reading.placedText(value, what).map(name -> new RuleFile.PathSource(at, name));
  }

  private Optional<RuleFile.Source> query(Position at, Value value, String what) {
    return reading
        .placedText(value, what)
        .filter(name -> accepted(name, () -> Sources.query(name.value())))
        .map(name -> new RuleFile.QuerySource(at, name.value()));
  }

  private Optional<RuleFile.Source> cookie(Position at, Value value, String what) {
    return reading
        .placedText(value, what)
        .filter(name -> accepted(name, () -> Sources.cookie(name.value())))
        .map(name -> new RuleFile.CookieSource(at, name.value()));
  }

  private boolean accepted(Placed<String> text, Supplier<?> factory) {
    return reading.build(text.at(), ProblemCode.INVALID_VALUE, factory).isPresent();
  }

  private Optional<RuleFile.Source> jwt(Position at, Value value, String what) {
    return reading
        .values()
        .map(value, what, List.of("token", "claim"))
        .flatMap(
            map -> {
              Optional<Placed<String>> token = map.require("token", reading::placedText);
              Optional<String> claim = map.require("claim", this::claim);
              return token.flatMap(
                  name -> claim.map(text -> new RuleFile.JwtSource(at, name, text)));
            });
  }

  private Optional<String> claim(Value value, String what) {
    Optional<String> claim = reading.values().text(value, what);
    claim.ifPresent(
        text ->
            reading.build(
                value.at(),
                text.startsWith("/") ? ProblemCode.INVALID_POINTER : ProblemCode.INVALID_VALUE,
                () -> Sources.jwt(TokensReader.ANY_PLACE, text)));
    return claim;
  }

  private Optional<RuleFile.Source> body(Position at, Value value, String what) {
    return reading
        .values()
        .map(value, what, List.of("json", "form", "limit"))
        .flatMap(
            map -> {
              Optional<Placed<Integer>> limit = map.read("limit", this::limit);
              Optional<RuleFile.Source> json =
                  map.read("json", this::pointer)
                      .map(pointer -> new RuleFile.JsonSource(at, pointer, limit));
              Optional<RuleFile.Source> form =
                  map.read("form", this::field)
                      .map(name -> new RuleFile.FormSource(at, name, limit));
              return reading.oneOf(map, BODIES).isPresent()
                  ? json.or(() -> form)
                  : Optional.empty();
            });
  }

  private Optional<Placed<Integer>> limit(Value value, String what) {
    return reading
        .values()
        .size(value, what)
        .map(bytes -> new Placed<>((int) Math.min(bytes, Integer.MAX_VALUE), value.at()));
  }

  private Optional<String> pointer(Value value, String what) {
    return bodyPlace(value, what, ProblemCode.INVALID_POINTER, text -> Sources.json(text, 0));
  }

  private Optional<String> field(Value value, String what) {
    return bodyPlace(value, what, ProblemCode.INVALID_VALUE, text -> Sources.form(text, 0));
  }

  /** The text, also one that {@code factory} refuses, so that the rest of its source is checked. */
  private Optional<String> bodyPlace(
      Value value, String what, ProblemCode code, Function<String, ?> factory) {
    Optional<String> place = reading.values().text(value, what);
    place.ifPresent(
        text ->
            reading.build(
                value.at(),
                code,
                () -> factory.apply(text),
                code == ProblemCode.INVALID_POINTER ? Reading.withSlash(text) : Optional.empty()));
    return place;
  }

  private Optional<List<RuleFile.WrittenTransform>> transforms(Value value, String what) {
    return reading
        .values()
        .list(value, what)
        .map(
            values -> {
              List<RuleFile.WrittenTransform> transforms = new ArrayList<>();
              for (Value each :
                  reading.atMost(reading.limits().transforms(), values, Value::at, "transforms")) {
                transform(each).ifPresent(transforms::add);
              }
              return transforms;
            });
  }

  private Optional<RuleFile.WrittenTransform> transform(Value value) {
    if (value instanceof MapValue) {
      return reading
          .values()
          .map(value, "a transform", TRANSFORMS_WITH_TEXT)
          .flatMap(this::transformWithText);
    }
    Optional<String> word = reading.values().text(value, "a transform");
    if (word.isEmpty()) {
      return Optional.empty();
    }
    Supplier<Transform> plain = PLAIN_TRANSFORMS.get(word.get());
    if (plain == null) {
      String message =
          TRANSFORMS_WITH_TEXT.contains(word.get())
              ? "the transform "
                  + Shown.text(word.get())
                  + " takes a text: { "
                  + word.get()
                  + ": … }"
              : "there is no transform "
                  + Shown.text(word.get())
                  + ", only "
                  + Reading.words(TRANSFORMS, "and");
      reading
          .problems()
          .error(
              value.at(),
              ProblemCode.INVALID_VALUE,
              message,
              TRANSFORMS.contains(word.get())
                  ? Optional.empty()
                  : NearestWord.of(word.get(), TRANSFORMS));
      return Optional.empty();
    }
    return Optional.of(new RuleFile.WrittenTransform(word.get(), Optional.empty(), plain.get()));
  }

  private Optional<RuleFile.WrittenTransform> transformWithText(MapReader map) {
    Optional<RuleFile.WrittenTransform> strip =
        map.read(
            "strip-prefix",
            (value, what) ->
                withText(
                    value,
                    what,
                    text ->
                        reading.build(
                            text.at(),
                            ProblemCode.INVALID_VALUE,
                            () -> Transforms.stripPrefix(text.value()))));
    Optional<RuleFile.WrittenTransform> capture =
        map.read(
            "capture",
            (value, what) ->
                withText(
                    value,
                    what,
                    text -> reading.buildRegex(text, () -> Transforms.capture(text.value()))));
    return reading.oneOf(map, TRANSFORMS_WITH_TEXT).isPresent()
        ? strip.or(() -> capture)
        : Optional.empty();
  }

  private Optional<RuleFile.WrittenTransform> withText(
      Value value, String what, Function<Placed<String>, Optional<Transform>> building) {
    String word = what.substring(1, what.length() - 1);
    return reading
        .placedText(value, what)
        .flatMap(
            text ->
                building
                    .apply(text)
                    .map(
                        transform ->
                            new RuleFile.WrittenTransform(
                                word, Optional.of(text.value()), transform)));
  }
}
