// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import io.turnout.request.RequestHead;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;

/** How an edge proves that a request comes through it. Immutable. */
public sealed interface EdgeProof {

  /** Whether the request proves it. */
  boolean isGiven(RequestHead head);

  /** The peer of the connection has one of these addresses. */
  record Addresses(AddressSet addresses) implements EdgeProof {

    @Override
    public boolean isGiven(RequestHead head) {
      InetSocketAddress peer = head.remoteAddress();
      return peer != null && peer.getAddress() != null && addresses.contains(peer.getAddress());
    }
  }

  /**
   * The peer proved to hold a certificate in which this name stands. A name of the domain name
   * system is compared without regard to case, any other as it stands; {@code *} is a character
   * like others.
   */
  record CertificateName(String name) implements EdgeProof {

    @Override
    public boolean isGiven(RequestHead head) {
      List<String> names = head.peerNames();
      for (int i = 0; i < names.size(); i++) {
        if (isName(names.get(i))) {
          return true;
        }
      }
      return false;
    }

    private boolean isName(String other) {
      return name.equals(other)
          || name.chars().noneMatch(c -> ":/@".indexOf(c) >= 0 || c >= 0x80)
              && name.toLowerCase(Locale.ROOT).equals(other.toLowerCase(Locale.ROOT));
    }
  }
}
