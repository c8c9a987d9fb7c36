// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.document.MapReader;
import io.turnout.document.MapValue;
import io.turnout.document.ProblemCode;
import io.turnout.document.Scalar;
import io.turnout.document.Value;
import io.turnout.match.Conditions;
import io.turnout.match.PathTemplate;
import io.turnout.match.TextTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads the conditions of {@code when} and {@code unless}. */
final class TestsReader {

  private static final List<String> CONDITIONS =
      List.of("method", "host", "path", "header", "query", "content-type", "tag");
  private static final List<String> TESTS =
      List.of("prefix", "suffix", "contains", "regex", "present");

  private final Reading reading;

  TestsReader(Reading reading) {
    this.reading = reading;
  }

  /** The conditions of a mapping. */
  RuleFile.Tests tests(Value value, String what) {
    return reading
        .values()
        .map(value, what, CONDITIONS)
        .map(this::tests)
        .orElse(new RuleFile.Tests(List.of(), false));
  }

  private RuleFile.Tests tests(MapReader map) {
    List<RuleFile.Test> tests = new ArrayList<>();
    map.read("method", this::methods).ifPresent(tests::add);
    map.read("host", this::hosts).ifPresent(tests::add);
    int before = reading.problems().count();
    map.read("path", this::paths).ifPresent(tests::add);
    boolean allPaths = reading.problems().count() == before;
    map.read("header", this::headers).ifPresent(tests::addAll);
    map.read("query", this::parameters).ifPresent(tests::addAll);
    map.read("content-type", this::mediaTypes).ifPresent(tests::add);
    map.read("tag", this::tags).ifPresent(tests::add);
    return new RuleFile.Tests(tests, allPaths && (map.has("path") || !map.hasUnknownKey()));
  }

  private Optional<RuleFile.Test> methods(Value value, String what) {
    List<Placed<String>> taken = each(value, what, ProblemCode.INVALID_VALUE, Conditions::method);
    return taken.isEmpty() ? Optional.empty() : Optional.of(new RuleFile.MethodTest(taken));
  }

  private Optional<RuleFile.Test> hosts(Value value, String what) {
    List<String> taken = values(each(value, what, ProblemCode.INVALID_VALUE, Conditions::host));
    return taken.isEmpty() ? Optional.empty() : Optional.of(new RuleFile.HostTest(taken));
  }

  private Optional<RuleFile.Test> mediaTypes(Value value, String what) {
    List<String> taken =
        values(each(value, what, ProblemCode.INVALID_MEDIA_TYPE, Conditions::mediaType));
    return taken.isEmpty() ? Optional.empty() : Optional.of(new RuleFile.MediaTypeTest(taken));
  }

  private Optional<RuleFile.Test> tags(Value value, String what) {
    List<Placed<String>> names = texts(value, what);
    return names.isEmpty() ? Optional.empty() : Optional.of(new RuleFile.TagTest(names));
  }

  private Optional<RuleFile.Test> paths(Value value, String what) {
    List<PathTemplate> templates = new ArrayList<>();
    for (Placed<String> text : texts(value, what)) {
      template(text).ifPresent(templates::add);
    }
    return templates.isEmpty() ? Optional.empty() : Optional.of(new RuleFile.PathTest(templates));
  }

  private Optional<PathTemplate> template(Placed<String> text) {
    if (!reading.mayCompile(text)) {
      return Optional.empty();
    }
    try {
      return Optional.of(PathTemplate.parse(text.value()));
    } catch (IllegalArgumentException e) {
      ProblemCode code =
          e.getCause() == null ? ProblemCode.INVALID_PATH : ProblemCode.INVALID_REGEX;
      Optional<String> better =
          code == ProblemCode.INVALID_PATH ? Reading.withSlash(text.value()) : Optional.empty();
      reading.problems().error(text.at(), code, Reading.message(e), better);
      return Optional.empty();
    }
  }

  /** The texts of one value or a list, each of which {@code factory} takes alone. */
  private List<Placed<String>> each(
      Value value, String what, ProblemCode code, Function<List<String>, ?> factory) {
    List<Placed<String>> taken = new ArrayList<>();
    for (Placed<String> text : texts(value, what)) {
      reading
          .build(text.at(), code, () -> factory.apply(List.of(text.value())))
          .ifPresent(built -> taken.add(text));
    }
    return taken;
  }

  private static List<String> values(List<Placed<String>> texts) {
    return texts.stream().map(Placed::value).toList();
  }

  private List<Placed<String>> texts(Value value, String what) {
    List<Value> values = reading.values().oneOrList(value, what).orElse(List.of());
    List<Placed<String>> texts = new ArrayList<>();
    for (Value each :
        reading.atMost(reading.limits().alternatives(), values, Value::at, "entries")) {
      reading.placedText(each, what).ifPresent(texts::add);
    }
    return texts;
  }

  private Optional<List<RuleFile.Test>> headers(Value value, String what) {
    return named(
        value, what, (name, test) -> reading.headerName(name).flatMap(own -> header(own, test)));
  }

  private Optional<RuleFile.Test> header(Placed<String> name, RuleFile.WrittenTest test) {
    return reading
        .build(
            name.at(),
            ProblemCode.INVALID_VALUE,
            () -> Conditions.header(name.value(), test.test()))
        .map(built -> new RuleFile.HeaderTest(name, test));
  }

  private Optional<List<RuleFile.Test>> parameters(Value value, String what) {
    return named(
        value,
        what,
        (name, test) ->
            reading
                .build(
                    name.at(),
                    ProblemCode.INVALID_VALUE,
                    () -> Conditions.query(name.value(), test.test()))
                .map(built -> new RuleFile.QueryTest(name, test)));
  }

  private interface Named {
    Optional<RuleFile.Test> of(Placed<String> name, RuleFile.WrittenTest test);
  }

  private Optional<List<RuleFile.Test>> named(Value value, String what, Named named) {
    return reading
        .values()
        .map(value, what)
        .map(
            map -> {
              List<RuleFile.Test> tests = new ArrayList<>();
              for (MapValue.Entry entry : map.entries()) {
                Placed<String> name = new Placed<>(entry.key().text(), entry.key().at());
                String place = what + " of \"" + name.value() + '"';
                Optional<RuleFile.WrittenTest> test = test(entry.value(), place);
                named.of(name, test.orElse(RuleFile.WrittenTest.PRESENT)).ifPresent(tests::add);
              }
              return tests;
            });
  }

  /** What a value must pass: a text that it equals, or a mapping that says otherwise. */
  Optional<RuleFile.WrittenTest> test(Value value, String what) {
    if (value instanceof MapValue) {
      return reading.values().map(value, what, TESTS).flatMap(this::wordedTest);
    }
    if (value instanceof Scalar) {
      return reading
          .values()
          .text(value, what)
          .map(
              text ->
                  new RuleFile.WrittenTest(
                      RuleFile.WrittenTest.EQUAL, text, TextTest.equalTo(text)));
    }
    return reading.values().wrongType(value, what, "text or one of " + Reading.words(TESTS, "or"));
  }

  private Optional<RuleFile.WrittenTest> wordedTest(MapReader map) {
    Optional<RuleFile.WrittenTest> test = Optional.empty();
    for (String word : TESTS) {
      Optional<RuleFile.WrittenTest> read =
          word.equals("present")
              ? map.read(word, this::presence)
              : map.read(word, (value, what) -> textTest(word, value, what));
      if (read.isPresent()) {
        test = read;
      }
    }
    return reading.oneOf(map, TESTS).isPresent() ? test : Optional.empty();
  }

  private Optional<RuleFile.WrittenTest> presence(Value value, String what) {
    return reading.values().flag(value, what).map(RuleFile.WrittenTest::presence);
  }

  private Optional<RuleFile.WrittenTest> textTest(String word, Value value, String what) {
    return reading
        .placedText(value, what)
        .flatMap(
            text ->
                compiled(word, text)
                    .map(test -> new RuleFile.WrittenTest(word, text.value(), test)));
  }

  private Optional<TextTest> compiled(String word, Placed<String> text) {
    return switch (word) {
      case "prefix" -> Optional.of(TextTest.prefix(text.value()));
      case "suffix" -> Optional.of(TextTest.suffix(text.value()));
      case "contains" -> Optional.of(TextTest.contains(text.value()));
      default -> reading.buildRegex(text, () -> TextTest.regex(text.value()));
    };
  }
}
