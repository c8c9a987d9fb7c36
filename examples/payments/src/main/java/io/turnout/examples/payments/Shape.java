// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import io.turnout.examples.payments.RecordedRequest.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A kind of request, described once and recorded several times, each time with another key.
 *
 * <p>Target, header values and body may hold placeholders: {@code $KEY} is what the key is made
 * from, as the request {@linkplain #spelled spells} it; {@code $CELL} is the key's cell; {@code $N}
 * is a number of six digits, {@code $HEX} twelve hexadecimal digits.
 */
final class Shape {

  private static final List<String> AGENTS =
      List.of("ostrand-java/7.4.1", "ostrand-node/5.0.2", "ostrand-python/3.11.0", "okhttp/4.12.0");

  private final String label;
  private String method;
  private String host;
  private String target;
  private final List<Header> headers = new ArrayList<>();
  private Body body = Body.NONE;
  private String namespace = "business";
  private String origin = "";
  private UnaryOperator<String> spelling = UnaryOperator.identity();
  private Function<Route, Expectation> expectation = route -> new Expectation.NoRule();
  private boolean findsKey;
  private int times = 1;

  private Shape(String label, String method, String host, String target) {
    this.label = label;
    this.method = method;
    this.host = host;
    this.target = target;
  }

  /** A request that no rule decides, until the shape says otherwise. */
  static Shape of(String label, String method, String host, String target) {
    return new Shape(label, method, host, target);
  }

  static Shape get(String label, String host, String target) {
    return of(label, "GET", host, target);
  }

  static Shape post(String label, String host, String target) {
    return of(label, "POST", host, target);
  }

  /** One request just like these, under another name and with nothing that decides it. */
  Shape like(String otherLabel) {
    Shape copy = of(otherLabel, method, host, target);
    copy.headers.addAll(headers);
    copy.body = body;
    copy.namespace = namespace;
    copy.origin = origin;
    copy.spelling = spelling;
    return copy;
  }

  String label() {
    return label;
  }

  String namespace() {
    return namespace;
  }

  boolean findsKey() {
    return findsKey;
  }

  Shape method(String otherMethod) {
    method = otherMethod;
    return this;
  }

  Shape host(String otherHost) {
    host = otherHost;
    return this;
  }

  /** Puts another path before the target's own. */
  Shape under(String path) {
    target = path + target;
    return this;
  }

  /** Makes every key longer than keys of its namespace are. */
  Shape withLongerKey() {
    UnaryOperator<String> before = spelling;
    spelling = key -> before.apply(key + "0000000000");
    return this;
  }

  /** Replaces a header field. */
  Shape withHeader(String name, String value) {
    headers.removeIf(header -> header.name().equals(name));
    return header(name, value);
  }

  Shape header(String name, String value) {
    headers.add(new Header(name, value));
    return this;
  }

  Shape json(String text) {
    return body("application/json", new Body.Text(text));
  }

  /** JSON that repeats a text many times between two others. */
  Shape longJson(String before, String text, int repeated, String after) {
    return body("application/json", new Body.Repeated(before, text, repeated, after));
  }

  Shape form(String text) {
    return body("application/x-www-form-urlencoded", new Body.Text(text));
  }

  Shape body(String contentType, Body content) {
    body = content;
    return header("Content-Type", contentType);
  }

  /** How this request writes what the key is made from; as it is, if nothing is said. */
  Shape spelled(UnaryOperator<String> how) {
    spelling = how;
    return this;
  }

  /** Draws keys of this namespace, though none of them is found. */
  Shape draws(String keyNamespace) {
    namespace = keyNamespace;
    return this;
  }

  /** Records this one key only, instead of keys drawn at random. */
  Shape about(String keyNamespace, String keyOrigin) {
    namespace = keyNamespace;
    origin = keyOrigin;
    return this;
  }

  Shape times(int count) {
    times = count;
    return this;
  }

  /** The rule with the shape's own name finds a key. */
  Shape finds(String keyNamespace, String source) {
    return finds(label, keyNamespace, source);
  }

  Shape finds(String rule, String keyNamespace, String source) {
    namespace = keyNamespace;
    findsKey = true;
    return expects(route -> new Expectation.CellOfKey(rule, route, source));
  }

  /** The rule finds the cell's own name. */
  Shape findsCell(String rule, String source) {
    return expects(route -> new Expectation.CellNamed(rule, route.cell(), source));
  }

  Shape goesTo(String rule, String cell) {
    return expects(route -> new Expectation.CellOfRule(rule, cell));
  }

  Shape rejectedBy(String rule, int status) {
    return expects(route -> new Expectation.RejectedByRule(rule, status));
  }

  Shape rejected(String rule, int status, String reason) {
    return expects(route -> new Expectation.Rejected(rule, status, reason));
  }

  Shape unreadable(String rule, String detail) {
    return expects(route -> new Expectation.Unreadable(rule, detail));
  }

  Shape expects(Function<Route, Expectation> what) {
    expectation = what;
    return this;
  }

  /** The requests of this shape, as many as it says. */
  List<RecordedRequest> record(RouteTable table, Random random) {
    List<RecordedRequest> requests = new ArrayList<>(times);
    for (int number = 1; number <= times; number++) {
      String name = times == 1 ? label : label + "/" + number;
      requests.add(record(name, table, random));
    }
    return requests;
  }

  private RecordedRequest record(String name, RouteTable table, Random random) {
    Route route =
        origin.isEmpty() ? table.any(namespace, random) : table.withOrigin(namespace, origin);
    String key = spelling.apply(route.origin());
    String number = String.valueOf(100_000 + random.nextInt(900_000));
    String hex = String.format(Locale.ROOT, "%012x", random.nextLong() & 0xffff_ffff_ffffL);
    UnaryOperator<String> fill =
        text ->
            text.replace("$KEY", key)
                .replace("$CELL", route.cell())
                .replace("$N", number)
                .replace("$HEX", hex);
    List<Header> filled = new ArrayList<>();
    filled.add(new Header("Host", host));
    if (headers.stream().noneMatch(header -> header.name().equals("User-Agent"))) {
      filled.add(new Header("User-Agent", AGENTS.get(random.nextInt(AGENTS.size()))));
    }
    headers.forEach(header -> filled.add(new Header(header.name(), fill.apply(header.value()))));
    return new RecordedRequest(
        name,
        method,
        fill.apply(target),
        List.copyOf(filled),
        body.mapped(fill),
        expectation.apply(route));
  }
}
