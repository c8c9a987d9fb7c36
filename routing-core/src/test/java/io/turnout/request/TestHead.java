// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A head out of given parts, for tests. Immutable, but that it counts how its target is read. */
public final class TestHead implements RequestHead {

  /** A header line; its name in lower case. */
  private record Line(String name, String value) {}

  private final String method;
  private final String target;
  private final @Nullable String authority;
  private final List<Line> lines;
  private final BodyPresence body;
  private int targetReads;

  private TestHead(
      String method,
      String target,
      @Nullable String authority,
      List<Line> lines,
      BodyPresence body) {
    this.method = method;
    this.target = target;
    this.authority = authority;
    this.lines = lines;
    this.body = body;
  }

  /** A head of HTTP/1 with this method and target, and no body. */
  public static TestHead of(String method, String target) {
    return new TestHead(method, target, null, List.of(), BodyPresence.NONE);
  }

  /** A GET of HTTP/1 for this target. */
  public static TestHead get(String target) {
    return of("GET", target);
  }

  /** A POST of HTTP/1 for this target, with a body that may turn out empty. */
  public static TestHead post(String target) {
    return of("POST", target).with(BodyPresence.UNKNOWN);
  }

  /** The head of HTTP/2 that is this one with an authority. */
  public TestHead authority(String text) {
    return new TestHead(method, target, text, lines, body);
  }

  /** This head with one more header line. */
  public TestHead with(String name, String value) {
    List<Line> more = new ArrayList<>(lines);
    more.add(new Line(name.toLowerCase(Locale.ROOT), value));
    return new TestHead(method, target, authority, more, body);
  }

  /** This head without the lines of a name. */
  public TestHead without(String name) {
    List<Line> rest = new ArrayList<>(lines);
    rest.removeIf(line -> line.name().equalsIgnoreCase(name));
    return new TestHead(method, target, authority, rest, body);
  }

  /** This head with another body. */
  public TestHead with(BodyPresence presence) {
    return new TestHead(method, target, authority, lines, presence);
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
    return lines.stream().map(Line::name).distinct().toList();
  }

  /** Allocates nothing, so that what is tested can be measured. */
  @Override
  public @Nullable String header(String name, int index) {
    int left = index;
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).name().equals(name) && left-- == 0) {
        return lines.get(i).value();
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

  @Override
  public String toString() {
    return method + " " + target + " " + (authority == null ? "" : authority + " ") + lines;
  }
}
