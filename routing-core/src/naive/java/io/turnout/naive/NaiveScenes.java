// SPDX-License-Identifier: Apache-2.0
package io.turnout.naive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes rule files without mistakes, of small alphabets, so that rules and requests often meet. */
public final class NaiveScenes {

  static final List<String> CELLS = List.of("c1", "c2", "c3", "c4");

  private static final JsonMapper JSON = new JsonMapper();
  private static final int FILE_LIMIT = 60;

  private static final List<String> METHODS = List.of("GET", "POST", "get");
  private static final List<String> HOSTS = List.of("a.ex", "*.ex", "b.a.ex", "EX", "*.a.ex");
  private static final List<String> TYPES =
      List.of(
          "application/json",
          "application/*+json",
          "Text/Plain",
          "application/x-www-form-urlencoded");
  private static final List<String> PLAIN_TEMPLATES =
      List.of(
          "/", "/a", "/a/", "/a/b", "/**", "/a/**", "/*/b", "/*/**", "/a//b", "/\u00e9", "/a%41");
  private static final List<String> CAPTURING_TEMPLATES =
      List.of(
          "/{x}",
          "/a/{x}",
          "/{x}/b",
          "/{x}/**",
          "/@{x}",
          "/{x}.j",
          "/a/v{x}.j",
          "/{x:[ab]+}",
          "/{x:a/?}/*",
          "/a/{x:b{1,2}}",
          "/*/{x}/{y}",
          "/{y}/{x}/**");
  private static final List<String> HEADERS = List.of("X-A", "x-b", "Host", "Content-Type");
  private static final List<String> QUERY = List.of("q", "p", "\u00e9", "a b");
  private static final List<String> COOKIES = List.of("s", "S", "t");
  private static final List<String> TEXTS =
      List.of("", "a", "A", "ab", "1", "c1", "a.ex", "\u00e9");
  private static final List<String> REGEXES = List.of("a*", "[a-c]+", "a|ab", ".b", "(?i)A.*", "");
  private static final List<String> NAMES =
      List.of("a", "b", "0", "1", "*", "\u00e9", "", "~0", "~1");
  private static final List<String> FIELDS = List.of("a", "b", "a b", "\u00e9");
  private static final List<String> CLAIMS = List.of("a", "/a", "/a/b", "/a/0", "b", "/*", "a/b");

  private final Choice choice;

  public NaiveScenes(Choice choice) {
    this.choice = choice;
  }

  /** The text of a rule file, which is JSON, so YAML too. */
  public String rules() {
    ObjectNode file = JSON.createObjectNode().put("turnout", 1);
    ObjectNode tokens = file.putObject("jwt");
    token(tokens, "h").put("header", "Authorization").put("scheme", "Bearer");
    token(tokens, "c").put("cookie", "t");
    token(tokens, "q").put("query", "p");
    ObjectNode body = file.putObject("body").put("depth", 1 + choice.below(4));
    body.put("limit", choice.oneIn(3) ? choice.below(FILE_LIMIT) : FILE_LIMIT);
    boolean cells = choice.oneIn(2);
    if (cells) {
      CELLS.subList(0, 3).forEach(file.putArray("cells")::add);
    }
    ArrayNode rules = file.putArray("rules");
    int count = 1 + choice.below(6);
    for (int i = 0; i < count; i++) {
      rule(rules.addObject().put("name", "r" + i), cells, body.get("limit").asInt());
    }
    if (choice.oneIn(2)) {
      outcomes(file.putObject("outcomes"));
    }
    return file.toString();
  }

  private static ObjectNode token(ObjectNode tokens, String name) {
    return tokens.putObject(name).put("verify", "none").putObject("token");
  }

  private void rule(ObjectNode rule, boolean cells, int limit) {
    String capturing = null;
    if (!choice.oneIn(2)) {
      ObjectNode when = rule.putObject("when");
      conditions(when);
      if (choice.oneIn(2)) {
        capturing = choice.pick(CAPTURING_TEMPLATES);
        when.set("path", oneOrMany(this::template, capturing));
      }
    }
    if (choice.oneIn(4)) {
      ObjectNode unless = rule.putObject("unless");
      conditions(unless);
      if (choice.oneIn(3)) {
        unless.set("path", oneOrMany(this::template, template()));
      }
    }
    int kind = choice.below(cells ? 10 : 8);
    if (kind == 0) {
      rule.put("then", action());
    } else if (kind > 7) {
      sources(rule.putObject("cell-from"), capturing, limit);
    } else {
      sources(rule.putObject("key").put("namespace", "n" + choice.below(2)), capturing, limit);
      if (choice.oneIn(4)) {
        rule.set("unknown-key", actions());
      }
    }
  }

  private String template() {
    return choice.oneIn(2) ? choice.pick(CAPTURING_TEMPLATES) : choice.pick(PLAIN_TEMPLATES);
  }

  /** One text, or a list that holds it. */
  private JsonNode oneOrMany(Supplier<String> maker, String first) {
    if (!choice.oneIn(3)) {
      return JSON.getNodeFactory().textNode(first);
    }
    ArrayNode list = JSON.createArrayNode();
    for (int i = choice.below(2); i > 0; i--) {
      list.add(maker.get());
    }
    list.add(first);
    for (int i = choice.below(2); i > 0; i--) {
      list.add(maker.get());
    }
    return list;
  }

  private JsonNode oneOrMany(List<String> from) {
    return oneOrMany(() -> choice.pick(from), choice.pick(from));
  }

  private void conditions(ObjectNode conditions) {
    for (int i = choice.below(2); i >= 0; i--) {
      switch (choice.below(5)) {
        case 0 -> conditions.set("method", oneOrMany(METHODS));
        case 1 -> conditions.set("host", oneOrMany(HOSTS));
        case 2 -> conditions.set("content-type", oneOrMany(TYPES));
        case 3 -> conditions.putObject("header").set(choice.pick(HEADERS), test());
        default -> conditions.putObject("query").set(choice.pick(QUERY), test());
      }
    }
  }

  private JsonNode test() {
    ObjectNode test = JSON.createObjectNode();
    return switch (choice.below(7)) {
      case 0 -> test.put("prefix", choice.pick(TEXTS));
      case 1 -> test.put("suffix", choice.pick(TEXTS));
      case 2 -> test.put("contains", choice.pick(TEXTS));
      case 3 -> test.put("regex", choice.pick(REGEXES));
      case 4 -> test.put("present", choice.oneIn(2));
      default -> JSON.getNodeFactory().textNode(choice.pick(TEXTS));
    };
  }

  private void sources(ObjectNode effect, @Nullable String capturing, int limit) {
    ArrayNode from = effect.putArray("from");
    for (int i = choice.below(3); i >= 0; i--) {
      source(from.addObject(), capturing, limit);
    }
    if (choice.oneIn(2)) {
      ArrayNode transforms = effect.putArray("transform");
      for (int i = choice.below(2); i >= 0; i--) {
        transforms.add(transform());
      }
    }
    if (choice.oneIn(5)) {
      effect.put("match", choice.pick(REGEXES));
    }
  }

  private void source(ObjectNode source, @Nullable String capturing, int limit) {
    switch (choice.below(14)) {
      case 0 ->
          source.put("header", choice.pick(choice.oneIn(4) ? HEADERS : HEADERS.subList(0, 2)));
      case 1 -> source.put("query", choice.pick(QUERY));
      case 2, 3 -> source.put("cookie", choice.pick(COOKIES));
      case 4, 5 ->
          source
              .putObject("jwt")
              .put("token", choice.pick(List.of("h", "c", "q")))
              .put("claim", choice.pick(CLAIMS));
      case 6, 7 -> limited(source.putObject("body").put("form", choice.pick(FIELDS)), limit);
      case 8, 9 -> {
        if (capturing != null) {
          source.put("path", "x");
        } else {
          source.put("header", "X-A");
        }
      }
      default -> limited(source.putObject("body").put("json", pointer()), limit);
    }
  }

  private void limited(ObjectNode body, int limit) {
    if (choice.oneIn(3)) {
      body.put("limit", choice.below(limit + 1));
    }
  }

  private String pointer() {
    StringBuilder pointer = new StringBuilder();
    for (int i = choice.below(4) / 2; i >= 0; i--) {
      pointer.append('/').append(choice.pick(NAMES));
    }
    return pointer.toString();
  }

  private JsonNode transform() {
    ObjectNode transform = JSON.createObjectNode();
    return switch (choice.below(8)) {
      case 0 -> transform.put("strip-prefix", choice.pick(List.of("a", "A", "c", "")));
      case 1 -> transform.put("capture", choice.pick(List.of("a(.*)", "(b)?", "^(.)", "([^@]+)$")));
      default ->
          JSON.getNodeFactory()
              .textNode(
                  choice.pick(
                      List.of("trim", "lowercase", "base64", "email-domain", "sha256", "trim")));
    };
  }

  private void outcomes(ObjectNode outcomes) {
    outcomes.set("no-rule", actions());
    outcomes.set("unknown-key", actions());
    outcomes.put("unreadable-body", choice.oneIn(2) ? "authority" : "reject 422");
    outcomes.set("ambiguous", actions());
    outcomes.put("malformed", choice.oneIn(2) ? "authority" : "reject 421");
  }

  private JsonNode actions() {
    if (choice.oneIn(2)) {
      return JSON.getNodeFactory().textNode(action());
    }
    ArrayNode list = JSON.createArrayNode().add(action());
    return list.add(choice.oneIn(2) ? "reject 410" : "cell c2");
  }

  private String action() {
    return choice.pick(List.of("cell c1", "authority", "reject 409", "cell c3"));
  }
}
