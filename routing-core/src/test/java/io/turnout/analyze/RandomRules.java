// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.rules.RuleSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Random rules over a few words, so that they meet each other and {@link SomeRequests} often. */
final class RandomRules {

  private static final List<String> METHODS = List.of("GET", "POST", "[GET, POST]", "[PUT, GET]");
  private static final List<String> HOSTS =
      List.of("a.com", "\"*.com\"", "\"*.a.com\"", "[x.a.com, b.com]", "\"*.y.a.com\"");
  private static final List<String> PATHS =
      List.of(
          "/",
          "/a",
          "/**",
          "/a/**",
          "/a/*",
          "\"/a/{x}\"",
          "\"/{x}/b\"",
          "\"/a/b{x}\"",
          "\"/a/{x}b\"",
          "[/a/b, /a/]",
          "[\"/{x}\", \"/{x}/a\", \"/{x}/b\"]",
          "\"/a/{x}/**\"",
          "\"/*/*/**\"");
  private static final List<String> REGEX_PATHS = List.of("\"/a/{x:[ab]}\"", "\"/{x:a+}/**\"");
  private static final List<String> TYPES =
      List.of("application/json", "\"application/*+json\"", "[a/b, application/x+json]");
  private static final List<String> TESTS =
      List.of(
          "ab",
          "\"\"",
          "{ prefix: a }",
          "{ prefix: ab }",
          "{ suffix: b }",
          "{ suffix: ab }",
          "{ contains: b }",
          "{ contains: ba }",
          "{ present: true }",
          "{ present: false }");
  private static final List<String> REGEX_TESTS =
      List.of("{ regex: \"a?b\" }", "{ regex: \"a.*\" }");
  private static final List<String> TAGS = List.of("t", "u", "via-e", "[t, u]", "[u, via-e]");
  private static final List<String> THENS =
      List.of("then: reject 404", "then: cell c1", "then: cell c2", "then: authority");
  private static final List<String> KEYS =
      List.of(
          "key: { namespace: k, from: [ { header: N } ] }",
          "key: { namespace: k, from: [ { query: n } ], match: \"a+\" }",
          "key: { namespace: k, from: [ { header: K }, { query: n } ], transform: [ lowercase ] }",
          "key: { namespace: k, from: [ { cookie: k } ] }, unknown-key: cell c1",
          "cell-from: { from: [ { header: K } ] }",
          "key: { namespace: k, from: [ { jwt: { token: signed, claim: a } }, { query: n } ] }",
          "key: { namespace: k, from: [ { jwt: { token: bare, claim: /a/b } } ] }",
          "key: { namespace: k, from: [ { body: { json: /a } } ] }");

  private static final String HEAD =
      """
      turnout: 1
      cells: [c1, c2]
      edges: [ { name: e, cidr: [10.9.0.0/16] } ]
      tags:
        t: { cidr: [10.0.0.0/8] }
        u: { cidr: [192.0.2.0/24], user-agent: { contains: bot } }
      jwt:
        bare: { token: { header: K }, verify: none }
        signed:
          token: { header: K }
          verify:
            jwks:
              keys: [ { kty: OKP, crv: Ed25519, x: BY0CegnwCgHzGtrob-U9ve-KcRcFtjP-ynntfLuYals } ]
            algorithms: [EdDSA]
      rules:
      """;

  private final Random random;
  private final boolean regexes;
  private final boolean keys;

  /**
   * A source of rules.
   *
   * @param regexes whether there are regular expressions among them
   * @param keys whether some look for a key
   */
  RandomRules(Random random, boolean regexes, boolean keys) {
    this.random = random;
    this.regexes = regexes;
    this.keys = keys;
  }

  /** So many rules, without their names. */
  List<String> rules(int count) {
    List<String> rules = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rules.add(rule());
    }
    return rules;
  }

  /** A rule without its name. */
  String rule() {
    return tests("when", 3) + (random.nextInt(4) == 0 ? tests("unless", 2) : "") + effect();
  }

  /** The file of named rules, each name, a colon and the rule. */
  static RuleSet file(List<String> named, String outcomes) {
    StringBuilder file = new StringBuilder(HEAD);
    for (String rule : named) {
      int colon = rule.indexOf(':');
      file.append("- { name: ").append(rule, 0, colon).append(", ");
      file.append(rule.substring(colon + 1)).append(" }\n");
    }
    return RuleSet.parse(file + outcomes, Path.of(""));
  }

  /** The rules with the names r0, r1 and so on. */
  static List<String> named(List<String> rules) {
    List<String> named = new ArrayList<>();
    for (int i = 0; i < rules.size(); i++) {
      named.add("r" + i + ':' + rules.get(i));
    }
    return named;
  }

  private String tests(String word, int most) {
    List<String> kinds =
        new ArrayList<>(
            List.of("method", "host", "path", "header", "query", "content-type", "tag"));
    Collections.shuffle(kinds, random);
    List<String> tests = new ArrayList<>();
    for (String kind : kinds.subList(0, random.nextInt(most + 1))) {
      tests.add(kind + ": " + test(kind));
    }
    return tests.isEmpty() ? "" : word + ": { " + String.join(", ", tests) + " }, ";
  }

  private String test(String kind) {
    return switch (kind) {
      case "method" -> pick(METHODS);
      case "host" -> pick(HOSTS);
      case "path" -> regexes && random.nextInt(5) == 0 ? pick(REGEX_PATHS) : pick(PATHS);
      case "content-type" -> pick(TYPES);
      case "tag" -> pick(TAGS);
      default ->
          "{ n: " + (regexes && random.nextInt(5) == 0 ? pick(REGEX_TESTS) : pick(TESTS)) + " }";
    };
  }

  private String effect() {
    return keys && random.nextInt(3) == 0 ? pick(KEYS) : pick(THENS);
  }

  private String pick(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
