// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import static io.turnout.rules.Marked.mistakes;

import org.junit.jupiter.api.Test;

/** Every mistake of the file as a whole and of its rules has its code and its exact place. */
class RuleMistakesTest {

  private static final String KEY = "key: { namespace: b, from: [ { header: X-Id } ] }";

  /** A file with one rule, of which {@code rest} is what follows its name. */
  private static String rule(String rest) {
    return "turnout: 1\ncells: [us-1, eu-1]\nrules: [ { name: a, " + rest + " } ]\n";
  }

  /** A file with one rule that has a condition. */
  private static String when(String conditions) {
    return rule("when: { " + conditions + " }, " + KEY);
  }

  /** A file with one rule that has a source. */
  private static String source(String source) {
    return "turnout: 1\n"
        + "jwt: { session: { token: { header: A }, verify: none } }\n"
        + "body: { limit: 1KiB }\n"
        + "rules: [ { name: a, when: { path: \"/x/{id}\" }, key: { namespace: b, from: [ "
        + source
        + " ] } } ]\n";
  }

  /** A file with a token. */
  private static String token(String token) {
    return "turnout: 1\njwt: { t: " + token + " }\nrules: []\n";
  }

  @Test
  void example_hasNoMistake() {
    mistakes(
        "turnout: 1\nrules: [ { name: a, key: { namespace: b, from: [ { ▸headr: X } ] } } ]",
        "unknown-key");
    mistakes(rule(KEY));
    mistakes(source("{ path: id }"));
    mistakes(token("{ token: { cookie: c }, verify: none }"));
    mistakes("turnout: 1\nrules: []\n");
  }

  @Test
  void wholeFile_isAMappingWithAVersionAndRules() {
    mistakes("▸[1]", "wrong-type");
    mistakes("▸text", "wrong-type");
    mistakes("▸rules: []", "missing-key");
    mistakes("# comment\n▸turnout: 1\n", "missing-key");
    mistakes("turnout: ▸\"1\"\nrules: []", "wrong-type");
    mistakes("turnout: ▸1.0\nrules: []", "wrong-type");
    mistakes("turnout: ▸[1]\nrules: []", "wrong-type");
    mistakes("turnout: ▸2\nrules: []", "unsupported-version");
    mistakes("turnout: ▸01\nrules: []", "unsupported-version");
    mistakes("turnout: 1\nrules: ▸{ name: a }", "wrong-type");
    mistakes("turnout: 1\nrules: ▸all", "wrong-type");
    mistakes("turnout: 1\nrules: [ ▸text, ▸[] ]", "wrong-type", "wrong-type");
    mistakes("turnout: 1\nrules: [ ▸{} ]", "invalid-value");
    mistakes("turnout: 1\nrules: []\n▸rulse: []\n", "unknown-key");
    mistakes("turnout: 1\nrules: []\n▸rules: []\n", "duplicate-key");
  }

  @Test
  void tag_isOneThatThereIs() {
    mistakes(when("tag: ▸internal"), "unknown-tag");
    mistakes(
        "turnout: 1\nrules: []\n▸tags: []\nsplits: ▸{}\n".replace("▸tags: ", "tags: ▸"),
        "wrong-type",
        "wrong-type");
  }

  @Test
  void rule_needsANameAndOneEffect() {
    mistakes("turnout: 1\nrules: [ ▸{ " + KEY + " } ]", "missing-key");
    mistakes("turnout: 1\nrules: [ ▸{ name: a } ]", "missing-key");
    mistakes(
        "turnout: 1\ncells: [c]\nrules: [ ▸{ name: a, then: cell c, " + KEY + " } ]",
        "conflicting-keys");
    mistakes(
        "turnout: 1\ncells: [c]\nrules: [ ▸{ name: a, then: cell c, cell-from: { from: [ { header:"
            + " X } ] } } ]",
        "conflicting-keys");
    mistakes("turnout: 1\nrules: [ { name: ▸1, " + KEY + " } ]", "wrong-type");
    mistakes("turnout: 1\nrules: [ { name:▸ , " + KEY + " } ]", "wrong-type");
    mistakes("turnout: 1\nrules: [ { name: a, ▸thn: cell c } ]", "unknown-key");
    mistakes(
        "turnout: 1\nrules:\n  - name: a\n    then: authority\n  - name: ▸a\n    then: authority\n"
            + "  - then: authority\n    name: ▸'a'\n",
        "duplicate-name",
        "duplicate-name");
  }

  @Test
  void action_isOneOfThree() {
    for (String action : new String[] {"cell us-1", "authority", "reject 400", "reject 599"}) {
      mistakes(rule("then: " + action));
    }
    for (String action :
        new String[] {
          "rejct 404",
          "reject",
          "reject 399",
          "reject 600",
          "reject 0404",
          "reject  404",
          "cell",
          "cell Us-1",
          "cell us_1",
          "\"cell \"",
          "authority us-1",
          "us-1",
          "\"\""
        }) {
      mistakes(rule("then: ▸" + action), "invalid-action");
    }
    mistakes(rule("then: ▸404"), "wrong-type");
    mistakes(rule("then: ▸[authority, reject 404]"), "wrong-type");
    mistakes(rule("then: ▸cell us-2"), "unknown-cell");
  }

  @Test
  void key_needsNamespaceAndSources() {
    mistakes(rule("key: ▸{ from: [ { header: X } ] }"), "missing-key");
    mistakes(rule("key: ▸{ namespace: b }"), "missing-key");
    mistakes(rule("key: ▸business"), "wrong-type");
    mistakes(rule("key: ▸{}"), "invalid-value");
    mistakes(rule("key: { namespace: ▸B, from: [ { header: X } ] }"), "invalid-value");
    mistakes(rule("key: { namespace: ▸1, from: [ { header: X } ] }"), "wrong-type");
    mistakes(rule("key: { namespace: b, from: ▸[] }"), "invalid-value");
    mistakes(rule("key: { namespace: b, from: ▸{ header: X } }"), "wrong-type");
    mistakes(
        rule("key: { namespace: b, ▸form: [ { header: X } ] }").replace("key: {", "key: ▸{"),
        "missing-key",
        "unknown-key");
    mistakes(
        rule("key: { namespace: b, from: [ { header: X } ], match: ▸\"[\" }"), "invalid-regex");
    mistakes(rule("key: { namespace: b, from: [ { header: X } ], match: ▸12 }"), "wrong-type");
  }

  @Test
  void cellFrom_needsTheListOfCells() {
    String cellFrom = "rules: [ { name: a, cell-from: ▸{ from: [ { header: X } ] } } ]";
    mistakes("turnout: 1\n" + cellFrom, "missing-key");
    mistakes("turnout: 1\ncells: [a]\n" + cellFrom.replace("▸", ""));
    mistakes(rule("cell-from: { ▸namespace: b, from: [ { header: X } ] }"), "unknown-key");
    mistakes(rule("cell-from: ▸{ match: a }"), "missing-key");
  }

  @Test
  void unknownKey_belongsToAKey() {
    mistakes(rule(KEY + ", unknown-key: [authority, cell us-1]"));
    mistakes(rule("then: cell us-1, ▸unknown-key: reject 404"), "conflicting-keys");
    mistakes(
        rule("cell-from: { from: [ { header: X } ] }, ▸unknown-key: reject 404"),
        "conflicting-keys");
    mistakes(rule(KEY + ", unknown-key: ▸cell us-9"), "unknown-cell");
    mistakes(rule(KEY + ", unknown-key: [cell us-1, ▸authority]"), "invalid-action");
    mistakes(rule(KEY + ", unknown-key: ▸[]"), "invalid-value");
  }

  @Test
  void outcomes_haveActionsThatEveryTierCanDo() {
    String start = "turnout: 1\ncells: [a]\nrules: []\noutcomes: ";
    mistakes(start + "{ no-rule: authority, unavailable: [authority, cell a] }");
    mistakes(start + "{ no-rule: [authority, ▸authority] }", "invalid-action");
    mistakes(start + "{ no-rule: [▸authority] }", "invalid-action");
    mistakes(start + "{ no-rule: [▸nothing, reject 404] }", "invalid-action");
    mistakes(start + "{ unreadable-body: ▸cell a }", "invalid-action");
    mistakes(start + "{ unreadable-body: [authority, ▸cell a] }", "invalid-action");
    mistakes(start + "{ unknown-key: ▸cell b }", "unknown-cell");
    mistakes(start + "{ ▸no-rules: reject 404 }", "unknown-key");
    mistakes(start + "{ ▸miss: reject 404 }", "unknown-key");
    mistakes(start + "▸{}", "invalid-value");
    mistakes(start + "{ no-rule: ▸404 }", "wrong-type");
    mistakes(start + "{ no-rule: ▸{ reject: 404 } }", "wrong-type");
  }

  @Test
  void cells_areNamesThatStandOnce() {
    mistakes("turnout: 1\ncells: [a, b-1, ▸a]\nrules: []", "duplicate-name");
    mistakes(
        "turnout: 1\ncells: [▸A, ▸-a, ▸\"\"]\nrules: []",
        "invalid-value",
        "invalid-value",
        "invalid-value");
    mistakes("turnout: 1\ncells: [▸1, ▸no]\nrules: []", "wrong-type", "wrong-type");
    mistakes("turnout: 1\ncells: ▸[]\nrules: []", "invalid-value");
    mistakes("turnout: 1\ncells: ▸a\nrules: []", "wrong-type");
  }

  @Test
  void cellsThatCannotBeRead_areNotBlamedOnTheirUsers() {
    mistakes(
        "turnout: 1\ncells: [▸Us-1]\nrules: [ { name: a, then: cell us-1 } ]", "invalid-value");
  }

  @Test
  void body_hasLimits() {
    String end = "\nrules: []";
    mistakes("turnout: 1\nbody: { limit: 0, depth: 1 }" + end);
    mistakes("turnout: 1\nbody: ▸{}" + end, "invalid-value");
    mistakes("turnout: 1\nbody: { limit: ▸64kb }" + end, "invalid-size");
    mistakes("turnout: 1\nbody: { limit: ▸-1 }" + end, "invalid-size");
    mistakes("turnout: 1\nbody: { limit: ▸2GiB }" + end, "invalid-size");
    mistakes("turnout: 1\nbody: { limit: ▸99999999999999999999GiB }" + end, "invalid-size");
    mistakes("turnout: 1\nbody: { limit: ▸[1] }" + end, "wrong-type");
    mistakes("turnout: 1\nbody: { depth: ▸0 }" + end, "invalid-value");
    mistakes("turnout: 1\nbody: { depth: ▸1001 }" + end, "invalid-value");
    mistakes("turnout: 1\nbody: { depth: ▸\"64\" }" + end, "wrong-type");
    mistakes("turnout: 1\nbody: { ▸limits: 1 }" + end, "unknown-key");
  }

  @Test
  void tokens_haveAPlaceAndAWayToBeTrusted() {
    mistakes(token("{ token: { header: A, scheme: Bearer }, verify: none }"));
    mistakes(token("▸{ token: { header: A } }"), "missing-key");
    mistakes(token("▸{ verify: none }"), "missing-key");
    mistakes(token("{ token: { header: A }, verify: ▸none-at-all }"), "invalid-value");
    mistakes(
        token("{ token: { header: A }, verify: { jwks: ▸a.json, algorithms: [RS256] } }"),
        "unreadable-key");
    mistakes(token("{ token: { header: A }, verify: ▸[none] }"), "wrong-type");
    mistakes(token("{ token: ▸{ header: A, cookie: b }, verify: none }"), "conflicting-keys");
    mistakes(token("{ token: ▸{ cookie: b, scheme: Bearer }, verify: none }"), "conflicting-keys");
    mistakes(token("{ token: ▸{ scheme: Bearer }, verify: none }"), "missing-key");
    mistakes(token("{ token: { ▸headers: A }, verify: none }"), "unknown-key");
    mistakes(
        token("{ token: { header: A, scheme: ▸\"two words\" }, verify: none }"), "invalid-value");
    mistakes(token("{ token: { header: ▸\"a b\" }, verify: none }"), "invalid-value");
    mistakes(token("{ token: { header: ▸Turnout-Token }, verify: none }"), "invalid-value");
    mistakes(token("{ token: { cookie: ▸\"a b\" }, verify: none }"), "invalid-value");
    mistakes(token("{ token: { query: ▸\"\" }, verify: none }"), "invalid-value");
    mistakes(token("▸text"), "wrong-type");
    mistakes("turnout: 1\njwt: ▸{}\nrules: []\n", "invalid-value");
  }

  @Test
  void sources_areOneOfSix() {
    mistakes(source("▸{ header: X, query: y }"), "conflicting-keys");
    mistakes(source("▸header"), "wrong-type");
    mistakes(source("▸{}"), "invalid-value");
    mistakes(source("{ header: ▸\"a b\" }"), "invalid-value");
    mistakes(source("{ header: ▸Turnout-Key }"), "invalid-value");
    mistakes(source("{ header: ▸TURNOUT_KEY }"), "invalid-value");
    mistakes(source("{ header: Turnoutkey }"));
    mistakes(source("{ query: ▸\"\" }"), "invalid-value");
    mistakes(source("{ query: ▸2 }"), "wrong-type");
    mistakes(source("{ cookie: ▸\"a;b\" }"), "invalid-value");
    mistakes(source("{ path: ▸ID }"), "unknown-capture");
    mistakes(source("{ jwt: { token: ▸sesion, claim: sub } }"), "unknown-token");
    mistakes(source("{ jwt: ▸{ token: session } }"), "missing-key");
    mistakes(source("{ jwt: { token: session, claim: ▸\"/a~2\" } }"), "invalid-pointer");
    mistakes(source("{ jwt: { token: session, claim: ▸\"\" } }"), "invalid-value");
    mistakes(source("{ jwt: ▸session }"), "wrong-type");
  }

  @Test
  void bodySources_haveAPointerOrAFieldAndALimit() {
    mistakes(source("{ body: { json: /a/*/b, limit: 1KiB } }, { body: { form: a, limit: 0 } }"));
    mistakes(source("{ body: ▸{ json: /a, form: a } }"), "conflicting-keys");
    mistakes(source("{ body: ▸{ limit: 1 } }"), "missing-key");
    mistakes(source("{ body: { json: ▸\"\" } }"), "invalid-pointer");
    mistakes(source("{ body: { json: ▸a/b } }"), "invalid-pointer");
    mistakes(source("{ body: { json: ▸/a~ } }"), "invalid-pointer");
    mistakes(source("{ body: { form: ▸\"\" } }"), "invalid-value");
    mistakes(source("{ body: { json: /a, limit: ▸1025 } }"), "limit-too-large");
    mistakes(source("{ body: { form: a, limit: ▸9999GiB } }"), "limit-too-large");
    mistakes(source("{ body: { json: /a, limit: ▸1kB } }"), "invalid-size");
  }

  @Test
  void limitOfTheFileThatCannotBeRead_isNotBlamedOnSources() {
    mistakes(
        source("{ body: { json: /a, limit: 1MiB } }").replace("limit: 1KiB", "limit: ▸1K"),
        "invalid-size");
  }

  @Test
  void transforms_areWordsOrHaveAText() {
    String start = "key: { namespace: b, from: [ { header: X } ], transform: ";
    mistakes(
        rule(
            start
                + "[trim, lowercase, { strip-prefix: a }, { capture: \"a(b)\" }, base64,"
                + " email-domain, sha256] }"));
    mistakes(rule(start + "▸trim }"), "wrong-type");
    mistakes(rule(start + "▸[] }"), "invalid-value");
    mistakes(rule(start + "[▸trimm] }"), "invalid-value");
    mistakes(rule(start + "[▸capture] }"), "invalid-value");
    mistakes(rule(start + "[▸64] }"), "wrong-type");
    mistakes(rule(start + "[{ ▸trim: true }] }"), "unknown-key");
    mistakes(rule(start + "[▸{ capture: (a), strip-prefix: b }] }"), "conflicting-keys");
    mistakes(rule(start + "[{ capture: ▸ab }] }"), "invalid-regex");
    mistakes(rule(start + "[{ capture: ▸(a)(b) }] }"), "invalid-regex");
    mistakes(rule(start + "[{ capture: ▸\"(?=a)\" }] }"), "invalid-regex");
    mistakes(rule(start + "[{ strip-prefix: ▸1 }] }"), "wrong-type");
  }

  @Test
  void conditions_areChecked() {
    mistakes(when("method: [GET, ▸\"a b\"]"), "invalid-value");
    mistakes(when("method: ▸[]"), "invalid-value");
    mistakes(when("method: ▸1"), "wrong-type");
    mistakes(when("▸methd: GET"), "unknown-key");
    mistakes(when("host: ▸\"a.*.com\""), "invalid-value");
    mistakes(when("host: [a.com, ▸\"a.com:80\"]"), "invalid-value");
    mistakes(
        when("content-type: [▸application/*, ▸\"*/*\", ▸json]"),
        "invalid-media-type",
        "invalid-media-type",
        "invalid-media-type");
    mistakes(rule("when: ▸{}, " + KEY), "invalid-value");
    mistakes(rule("unless: ▸{}, " + KEY), "invalid-value");
    mistakes(rule("when: ▸always, " + KEY), "wrong-type");
    mistakes(rule("unless: { path: ▸x }, " + KEY), "invalid-path");
  }

  @Test
  void pathTemplates_areChecked() {
    for (String template :
        new String[] {
          "x", "/a*", "/**/b", "/{a}/{a}", "/{}", "/{1}", "/{a", "/a}", "/{a}{b}", "/../x", "/{a:}",
        }) {
      mistakes(when("path: ▸\"" + template + "\""), "invalid-path");
    }
    mistakes(when("path: [ /a, ▸\"/{a:[}\" ]"), "invalid-regex");
    mistakes(when("path: ▸[]"), "invalid-value");
  }

  @Test
  void tests_areTextOrOneOfFive() {
    for (String place : new String[] {"header", "query"}) {
      mistakes(when(place + ": { a: b, c: { prefix: d }, e: { suffix: f }, g: { contains: h } }"));
      mistakes(when(place + ": { a: { regex: \"b+\" }, c: { present: true } }"));
      mistakes(when(place + ": { v: ▸2 }"), "wrong-type");
      mistakes(when(place + ": { v: ▸yes }"), "wrong-type");
      mistakes(when(place + ": { v: ▸1.5 }"), "wrong-type");
      mistakes(when(place + ": { v: ▸~ }"), "wrong-type");
      mistakes(when(place + ": { v: ▸[a] }"), "wrong-type");
      mistakes(when(place + ": { v: ▸{} }"), "invalid-value");
      mistakes(when(place + ": { v: { ▸prefx: a } }"), "unknown-key");
      mistakes(when(place + ": { v: { prefix: ▸1 } }"), "wrong-type");
      mistakes(when(place + ": { v: ▸{ prefix: a, suffix: b } }"), "conflicting-keys");
      mistakes(when(place + ": { v: { regex: ▸\"(\" } }"), "invalid-regex");
      mistakes(when(place + ": { v: { present: ▸\"true\" } }"), "wrong-type");
      mistakes(when(place + ": ▸{}"), "invalid-value");
      mistakes(when(place + ": ▸v"), "wrong-type");
    }
    mistakes(when("header: { ▸\"a b\": c }"), "invalid-value");
    mistakes(when("header: { ▸turnout-hops: \"1\" }"), "invalid-value");
    mistakes(when("query: ▸{ ▸\"\": c }"), "invalid-value", "wrong-type");
  }

  @Test
  void capture_comesFromWhenAlone() {
    String start = "turnout: 1\nrules: [ { name: a, ";
    String from = "key: { namespace: b, from: [ { path: ▸id } ] } } ]";
    mistakes(start + from, "unknown-capture");
    mistakes(start + "unless: { path: \"/{id}\" }, " + from, "unknown-capture");
    mistakes(start + "when: { path: [\"/a\", \"/{id}\"] }, " + from.replace("▸", ""));
  }

  @Test
  void captureOfATemplateThatCannotBeRead_isNotBlamedOnTheSource() {
    mistakes(
        "turnout: 1\nrules: [ { name: a, when: { path: ▸\"x/{id}\" },"
            + " key: { namespace: b, from: [ { path: id } ] } } ]",
        "invalid-path");
  }

  @Test
  void severalMistakes_areReportedAtOnce() {
    mistakes(
        """
        turnout: ▸"1"
        jwt:
          session: ▸{ verify: none }
        cells: [us-1, ▸US-2]
        ▸rulez: []
        rules:
          - name: a
            when: { ▸methd: GET, path: "/{id}" }
            key: { namespace: ▸B, from: [ { path: id }, { jwt: { token: ▸sesion, claim: a } } ] }
          - name: ▸a
            then: ▸rejct 404
          - ▸key:
              namespace: b
              from:
                - header: X
                - body: { json: ▸id, limit: ▸1MiB }
              match: ▸"["
        outcomes: { unreadable-body: ▸cell us-1 }
        """,
        "wrong-type",
        "missing-key",
        "invalid-value",
        "unknown-key",
        "unknown-key",
        "invalid-value",
        "unknown-token",
        "duplicate-name",
        "invalid-action",
        "missing-key",
        "invalid-pointer",
        "limit-too-large",
        "invalid-regex",
        "invalid-action");
  }

  @Test
  void mistakeBehindAnAlias_isReportedOnce() {
    mistakes(
        "turnout: 1\nrules:\n  - { name: a, when: &w { method: ▸\"a b\" }, then: authority }\n"
            + "  - { name: b, when: *w, then: authority }\n",
        "invalid-value");
  }

  @Test
  void yamlMistakes_haveAPlaceToo() {
    mistakes("turnout: 1\nrules: ▸!!java.net.URL []\n", "yaml");
    mistakes("turnout: 1\nrules: []\n▸<<: { a: b }\n", "unknown-key");
  }

  @Test
  void halfOfASurrogatePair_isNoText() {
    mistakes(rule("then: cell us-1").replace("name: a", "name: ▸\"\\uD800\""), "yaml");
    mistakes(rule("then: cell us-1").replace("name: a", "name: \"\\uD83D\\uDE00\""));
  }
}
