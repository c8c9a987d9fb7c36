// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A head that comes from a peer, for tests.
 *
 * @param head the rest of it
 * @param remoteAddress where the peer is
 * @param peerNames what its certificate says
 */
public record FromPeer(
    RequestHead head, @Nullable InetSocketAddress remoteAddress, List<String> peerNames)
    implements RequestHead {

  /** A head from an address. */
  public static FromPeer at(String address, RequestHead head) {
    try {
      return new FromPeer(
          head, new InetSocketAddress(InetAddress.getByName(address), 40_000), List.of());
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(address, e);
    }
  }

  /** A head from a peer with these names. */
  public static FromPeer named(List<String> names, RequestHead head) {
    return new FromPeer(head, null, names);
  }

  @Override
  public String method() {
    return head.method();
  }

  @Override
  public String target() {
    return head.target();
  }

  @Override
  public String scheme() {
    return head.scheme();
  }

  @Override
  public @Nullable String authority() {
    return head.authority();
  }

  @Override
  public Iterable<String> headerNames() {
    return head.headerNames();
  }

  @Override
  public @Nullable String header(String name, int index) {
    return head.header(name, index);
  }

  @Override
  public BodyPresence body() {
    return head.body();
  }
}
