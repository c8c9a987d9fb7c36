// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A head out of given parts, for tests. */
public final class TestHead implements RequestHead {

  private final String method;
  private final String target;
  private final @Nullable String authority;
  private final Map<String, List<String>> lines = new LinkedHashMap<>();
  private int targetReads;

  private TestHead(String method, String target, @Nullable String authority) {
    this.method = method;
    this.target = target;
    this.authority = authority;
  }

  /** A head of HTTP/1 with this method and target. */
  public static TestHead of(String method, String target) {
    return new TestHead(method, target, null);
  }

  /** A GET of HTTP/1 for this target. */
  public static TestHead get(String target) {
    return of("GET", target);
  }

  /** The head of HTTP/2 that is this one with an authority; only before lines are added. */
  public TestHead authority(String text) {
    return new TestHead(method, target, text);
  }

  /** Adds a header line to this head. */
  public TestHead with(String name, String value) {
    lines.computeIfAbsent(name.toLowerCase(Locale.ROOT), key -> new ArrayList<>()).add(value);
    return this;
  }

  /** How often the target was read. */
  public int targetReads() {
    return targetReads;
  }

  /** A request with this head. */
  public Request request() {
    return Request.of(this);
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public String target() {
    targetReads++;
    return target;
  }

  @Override
  public String scheme() {
    return "https";
  }

  @Override
  public @Nullable String authority() {
    return authority;
  }

  @Override
  public Iterable<String> headerNames() {
    return lines.keySet();
  }

  @Override
  public @Nullable String header(String name, int index) {
    List<String> values = lines.get(name);
    return values == null || index >= values.size() ? null : values.get(index);
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
    return BodyPresence.NONE;
  }

  @Override
  public String toString() {
    return method + " " + target + " " + (authority == null ? "" : authority + " ") + lines;
  }
}
