// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.embedding;

import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request's head for tests.
 *
 * @param headers lower-case names with one value each
 */
record SomeHead(String method, String target, Map<String, String> headers, BodyPresence body)
    implements RequestHead {

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
    return headers.keySet();
  }

  @Override
  public @Nullable String header(String name, int index) {
    return index == 0 ? headers.get(name) : null;
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
