// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** A small world of requests around the words of {@link RandomRules}. */
final class SomeRequests {

  private static final List<String> METHODS = List.of("GET", "POST", "PUT", "X");
  private static final List<String> TARGETS =
      List.of(
          "/", "/a", "/b", "/a/", "/a/b", "/a/a", "/a/ab", "/a/bb", "/a/xb", "/b/b", "/b/a", "/z/z",
          "/a/b/c", "/a//b", "//", "/z/z/z", "*", "/a/%zz");
  private static final List<List<String>> HOSTS =
      List.of(
          List.of(),
          List.of("a.com"),
          List.of("x.a.com"),
          List.of("b.com"),
          List.of("z.y.a.com"),
          List.of("z.org"),
          List.of("a.com", "b.com"));
  private static final List<List<String>> VALUES =
      List.of(
          List.of(),
          List.of(""),
          List.of("a"),
          List.of("b"),
          List.of("ab"),
          List.of("aba"),
          List.of("abab"),
          List.of("z"),
          List.of("zb"),
          List.of("ab", "b"),
          List.of("a", "zb"),
          List.of("", "ba"));
  private static final List<List<String>> TYPES =
      List.of(
          List.of(),
          List.of("a/b"),
          List.of("application/json"),
          List.of("application/x+json"),
          List.of("application/z+json; q=1"));
  private static final List<Set<String>> TAGS =
      List.of(Set.of(), Set.of("t"), Set.of("u"), Set.of("via-e"), Set.of("t", "via-e"));
  private static final List<String> BODIES = List.of("", "", "{\"a\":\"1\"}", "{\"a\":", "[]");

  private SomeRequests() {}

  /** One of them. */
  static ExampleRequest random(Random random) {
    ExampleRequest plain =
        request(
            pick(random, METHODS),
            pick(random, TARGETS),
            pick(random, HOSTS),
            pick(random, VALUES),
            random.nextInt(3) == 0 ? pick(random, VALUES) : List.of());
    List<ExampleRequest.Field> fields = new ArrayList<>(plain.fields());
    add(fields, "Content-Type", pick(random, TYPES));
    if (random.nextInt(4) == 0) {
      fields.add(new ExampleRequest.Field("k", random.nextBoolean() ? "c1" : "K"));
    }
    if (random.nextInt(4) == 0) {
      fields.add(new ExampleRequest.Field("Cookie", "k=v"));
    }
    return new ExampleRequest(
        plain.method(), plain.target(), fields, pick(random, BODIES), pick(random, TAGS));
  }

  /** All without body, content type and what only key rules look at. */
  static List<ExampleRequest> all() {
    List<ExampleRequest> all = new ArrayList<>();
    for (String method : METHODS) {
      for (String target : TARGETS) {
        for (List<String> host : HOSTS) {
          for (List<String> values : VALUES) {
            all.add(request(method, target, host, values, List.of()));
            all.add(request(method, target, host, List.of(), values));
          }
        }
      }
    }
    return all;
  }

  private static ExampleRequest request(
      String method,
      String target,
      List<String> hosts,
      List<String> values,
      List<String> parameters) {
    List<ExampleRequest.Field> fields = new ArrayList<>();
    add(fields, "Host", hosts);
    add(fields, "N", values);
    StringBuilder query = new StringBuilder();
    if (!target.equals("*")) {
      parameters.forEach(value -> query.append(query.isEmpty() ? "?n=" : "&n=").append(value));
    }
    return new ExampleRequest(method, target + query, fields, "");
  }

  private static void add(List<ExampleRequest.Field> fields, String name, List<String> values) {
    values.forEach(value -> fields.add(new ExampleRequest.Field(name, value)));
  }

  private static <T> T pick(Random random, List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
