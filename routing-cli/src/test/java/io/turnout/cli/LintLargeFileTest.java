// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A mistake in any line of a file of 5,000 rules is reported with line, column and a suggestion,
 * whatever other mistakes the file has.
 */
class LintLargeFileTest {

  private static final int RULES = 5_000;
  private static final int PLANTED = 80;
  private static final List<String> HEAD =
      List.of(
          "turnout: 1",
          "jwt: { session: { token: { header: Authorization, scheme: Bearer }, verify: none } }",
          "cells: [us-1, us-2, eu-1]",
          "rules:");

  /** A slip in one line; {@code ▸} stands before the place where it is to be reported. */
  private record Slip(String code, String suggestion, String line) {}

  private static final List<Slip> SLIPS =
      List.of(
          new Slip("unknown-key", "when", "{ name: %s, ▸whn: { path: /a%s }, then: cell us-1 }"),
          new Slip("unknown-key", "path", "{ name: %s, when: { ▸pth: /a%s }, then: cell us-1 }"),
          new Slip(
              "unknown-key", "method", "{ name: %s, when: { ▸mehtod: GET }, then: authority }"),
          new Slip("invalid-action", "cell us-1", "{ name: %s, then: ▸us-1 }"),
          new Slip("invalid-action", "reject 404", "{ name: %s, then: ▸rejct 404 }"),
          new Slip("unknown-cell", "cell us-2", "{ name: %s, then: ▸cell us2 }"),
          new Slip("invalid-path", "/a/b", "{ name: %s, when: { path: ▸a/b }, then: cell us-1 }"),
          new Slip(
              "invalid-regex",
              "",
              "{ name: %s, when: { query: { q: { regex: ▸\"(a\" } } }, then: authority }"),
          new Slip("wrong-type", "", "{ name: %s, when: { query: { q: ▸2 } }, then: authority }"),
          new Slip(
              "conflicting-keys",
              "",
              "▸{ name: %s, then: authority, key: { namespace: b, from: [ { header: A } ] } }"),
          new Slip("missing-key", "", "▸{ name: %s, when: { path: /a%s } }"),
          new Slip(
              "duplicate-key",
              "",
              "{ name: %s, when: { method: GET, ▸method: PUT }, then: authority }"),
          new Slip("duplicate-name", "", "{ name: ▸first, when: { path: /a%s }, then: cell us-1 }"),
          new Slip(
              "unknown-key",
              "header",
              "{ name: %s, key: { namespace: b, from: [ { ▸haeder: X } ] } }"),
          new Slip(
              "unknown-capture",
              "account",
              "{ name: %s, when: { path: \"/{account}/a\" }, key: { namespace: b, from: [ { path: ▸acount } ] } }"),
          new Slip(
              "unknown-token",
              "session",
              "{ name: %s, key: { namespace: b, from: [ { jwt: { token: ▸sesion, claim: c } } ] } }"),
          new Slip(
              "invalid-pointer",
              "/data/id",
              "{ name: %s, when: { method: PUT }, key: { namespace: b, from: [ { body: { json: ▸data/id } } ] } }"),
          new Slip(
              "invalid-size",
              "64KiB",
              "{ name: %s, when: { method: PUT }, key: { namespace: b, from: [ { body: { json: /a, limit: ▸64KB } } ] } }"),
          new Slip(
              "limit-too-large",
              "",
              "{ name: %s, when: { method: PUT }, key: { namespace: b, from: [ { body: { json: /a, limit: ▸1GiB } } ] } }"),
          new Slip(
              "invalid-value",
              "trim",
              "{ name: %s, key: { namespace: b, from: [ { header: A } ], transform: [▸trimm] } }"),
          new Slip(
              "invalid-value",
              "",
              "{ name: %s, when: { header: { ▸Turnout-Key: x } }, then: authority }"),
          new Slip(
              "invalid-media-type",
              "",
              "{ name: %s, when: { content-type: ▸\"*/*\" }, then: authority }"));

  @TempDir Path folder;

  @Test
  void slipsAnywhere_areReportedAtTheirPlaces() throws IOException {
    Random random = new Random(20261130);
    List<Integer> numbers = new ArrayList<>();
    for (int i = 1; i < RULES; i++) {
      numbers.add(i);
    }
    Collections.shuffle(numbers, random);
    Map<Integer, Slip> planted = new TreeMap<>();
    for (int i = 0; i < PLANTED; i++) {
      planted.put(numbers.get(i), SLIPS.get(i % SLIPS.size()));
    }
    planted.put(RULES, SLIPS.get(0));

    List<String> lines = new ArrayList<>(HEAD);
    lines.add("  - { name: first, when: { path: /first }, then: cell us-1 }");
    List<String> expected = new ArrayList<>();
    for (int i = 1; i <= RULES; i++) {
      Slip slip = planted.get(i);
      String line = "  - " + (slip == null ? sound(i) : slip.line().replace("%s", "r" + i));
      if (slip != null) {
        int column = line.indexOf('▸') + 1;
        expected.add(lines.size() + 1 + ":" + column + " " + slip.code() + " " + slip.suggestion());
      }
      lines.add(line.replace("▸", ""));
    }
    Path file = Files.write(folder.resolve("rules.yaml"), lines);

    Ran ran = Ran.turnout("lint", "--format", "json", file.toString());
    assertThat(ran.exitCode()).isEqualTo(2);
    List<String> reported = new ArrayList<>();
    for (JsonNode problem : new JsonMapper().readTree(ran.out()).at("/files/0/problems")) {
      reported.add(
          "%d:%d %s %s"
              .formatted(
                  problem.path("line").asInt(),
                  problem.path("column").asInt(),
                  problem.path("code").asText(),
                  problem.path("suggestion").asText()));
    }
    assertThat(reported).containsExactlyElementsOf(expected);
  }

  private static String sound(int i) {
    return switch (i % 4) {
      case 0 -> "{ name: r%1$d, when: { path: /s%1$d }, then: cell us-1 }".formatted(i);
      case 1 ->
          "{ name: r%1$d, when: { path: \"/v%1$d/{id}\" }, key: { namespace: b, from: [ { path: id } ] } }"
              .formatted(i);
      case 2 ->
          "{ name: r%1$d, when: { host: h%1$d.example }, key: { namespace: b, from: [ { cookie: c } ] } }"
              .formatted(i);
      default ->
          "{ name: r%1$d, when: { query: { q: \"%1$d\" } }, key: { namespace: b, from: [ { jwt: { token: session, claim: sub } } ] } }"
              .formatted(i);
    };
  }
}
