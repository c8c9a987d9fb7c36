// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;

/** How an edge proves that a request comes through it. Immutable. */
public sealed interface EdgeProof {

  /** What a proof is good for. */
  enum Worth {
    /** It is not given. */
    NONE,
    /** The request comes through the edge, but some routing field of it may be another's. */
    CLIENT,
    /** The request comes through the edge, and so does every routing field. */
    ALL
  }

  /** What the proof is worth that the request gives. */
  Worth of(Evidence evidence);

  private static Worth whole(boolean given) {
    return given ? Worth.ALL : Worth.NONE;
  }

  /** The peer of the connection has one of these addresses. */
  record Addresses(AddressSet addresses) implements EdgeProof {

    @Override
    public Worth of(Evidence evidence) {
      InetSocketAddress peer = evidence.head().remoteAddress();
      return whole(
          peer != null && peer.getAddress() != null && addresses.contains(peer.getAddress()));
    }
  }

  /**
   * The peer proved to hold a certificate in which this name stands. A name of the domain name
   * system is compared without regard to case, any other as it stands; {@code *} is a character
   * like others.
   */
  record CertificateName(String name) implements EdgeProof {

    @Override
    public Worth of(Evidence evidence) {
      List<String> names = evidence.head().peerNames();
      for (int i = 0; i < names.size(); i++) {
        if (isName(names.get(i))) {
          return Worth.ALL;
        }
      }
      return Worth.NONE;
    }

    private boolean isName(String other) {
      return name.equals(other)
          || name.chars().noneMatch(c -> ":/@".indexOf(c) >= 0 || c >= 0x80)
              && name.toLowerCase(Locale.ROOT).equals(other.toLowerCase(Locale.ROOT));
    }
  }

  /**
   * The request is signed with one of the edge's keys. A signature that leaves out a routing field
   * that is present proves nothing of any of them: the field may have been added on the way.
   */
  record Signed(EdgeSignature signature) implements EdgeProof {

    @Override
    public Worth of(Evidence evidence) {
      return signature.worth(evidence);
    }
  }
}
