// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import io.turnout.request.BodyPresence;
import io.turnout.request.Request;
import io.turnout.request.RequestHead;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request's head for tests: POST, a target, lines and whether there is a body. */
record TestHead(String target, List<Map.Entry<String, String>> lines, BodyPresence body)
    implements RequestHead {

  static TestHead of(String target) {
    return new TestHead(target, List.of(), BodyPresence.UNKNOWN);
  }

  TestHead with(String name, String value) {
    List<Map.Entry<String, String>> more = new ArrayList<>(lines);
    more.add(Map.entry(name, value));
    return new TestHead(target, more, body);
  }

  TestHead with(BodyPresence presence) {
    return new TestHead(target, lines, presence);
  }

  Request request() {
    return Request.of(this);
  }

  @Override
  public String method() {
    return "POST";
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
    return lines.stream().map(Map.Entry::getKey).toList();
  }

  @Override
  public @Nullable String header(String name, int index) {
    return lines.stream()
        .filter(line -> line.getKey().equalsIgnoreCase(name))
        .map(Map.Entry::getValue)
        .skip(index)
        .findFirst()
        .orElse(null);
  }

  @Override
  public @Nullable InetSocketAddress remoteAddress() {
    return null;
  }

  @Override
  public List<String> peerNames() {
    return List.of();
  }
}
