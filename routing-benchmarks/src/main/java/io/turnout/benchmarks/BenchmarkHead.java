// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A request's head over plain arrays, with a dozen header fields as a mobile client sends them. */
final class BenchmarkHead implements RequestHead {

  private static final Map<String, String> COMMON =
      Map.of(
          "host", "api.ostrand.example",
          "user-agent", "OstrandMobile/7.4 (iOS 19.1; iPhone17,2)",
          "accept", "application/json",
          "accept-encoding", "gzip, br",
          "accept-language", "en-GB,en;q=0.9",
          "x-request-id", "7f6f2c1e-33f5-4a5e-9d0f-6f2f6f3a9b11",
          "x-device-id", "d-4471902",
          "traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
          "cache-control", "no-cache",
          "content-type", "application/json");

  private final String method;
  private final String target;
  private final BodyPresence body;
  private final String[] names;
  private final String[] values;

  private BenchmarkHead(
      String method, String target, BodyPresence body, Map<String, String> headers) {
    this.method = method;
    this.target = target;
    this.body = body;
    this.names = headers.keySet().toArray(String[]::new);
    this.values = headers.values().toArray(String[]::new);
  }

  /** A request without a body, whose path alone says what it is about. */
  static BenchmarkHead get(String target) {
    return new BenchmarkHead("GET", target, BodyPresence.NONE, new TreeMap<>(COMMON));
  }

  /** A request without a body that names a business in a header. */
  static BenchmarkHead ofBusiness(String target, String business) {
    Map<String, String> headers = new TreeMap<>(COMMON);
    headers.put(RuleText.HEADER, business);
    return new BenchmarkHead("GET", target, BodyPresence.NONE, headers);
  }

  /** A request without a body that carries a token. */
  static BenchmarkHead ofToken(String target, String token) {
    Map<String, String> headers = new TreeMap<>(COMMON);
    headers.put("authorization", "Bearer " + token);
    return new BenchmarkHead("GET", target, BodyPresence.NONE, headers);
  }

  /** A request with a JSON body. */
  static BenchmarkHead post(String target) {
    return new BenchmarkHead("POST", target, BodyPresence.SOME, new TreeMap<>(COMMON));
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public String target() {
    return target;
  }

  @Override
  public String scheme() {
    return "https";
  }

  @Override
  public @Nullable String authority() {
    return null;
  }

  @Override
  public Iterable<String> headerNames() {
    return List.of(names);
  }

  @Override
  public @Nullable String header(String name, int index) {
    int left = index;
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(name) && left-- == 0) {
        return values[i];
      }
    }
    return null;
  }

  @Override
  public @Nullable InetSocketAddress remoteAddress() {
    return null;
  }

  @Override
  public List<String> peerNames() {
    return List.of();
  }

  @Override
  public BodyPresence body() {
    return body;
  }
}
