// SPDX-License-Identifier: Apache-2.0
package io.turnout.promise;

import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request of a property test.
 *
 * @param headers lower-case names, and one value each
 */
record SomeRequest(String method, String target, Map<String, String> headers, byte[] content)
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

  @Override
  public BodyPresence body() {
    return BodyPresence.UNKNOWN;
  }

  @Override
  public String toString() {
    return method
        + " "
        + target
        + " "
        + headers
        + " "
        + new String(content, java.nio.charset.StandardCharsets.ISO_8859_1);
  }
}
