// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

/** How a request comes to the web site. Whoever uses one changes nothing of the request after. */
enum SiteWay {
  /** Through the network that signs. */
  BRIGHTWAVE {
    @Override
    SiteRequest send(SiteRequest request, Client client) {
      return request
          .from("203.0.113.200")
          .header(SiteSignature.CLIENT_FIELD, client.sent())
          .signed(SiteSignature.now())
          .through("brightwave")
          .named(client.address());
    }
  },
  /** Through the network that is known by its addresses; what the client claims comes first. */
  HOPPER {
    @Override
    SiteRequest send(SiteRequest request, Client client) {
      return request
          .from("203.0.113.130")
          .header("X-Forwarded-For", "10.20.0.1, " + client.sent())
          .through("hopper")
          .named(client.address());
    }
  },
  /** Through the proxy of the offices. */
  OFFICE {
    @Override
    SiteRequest send(SiteRequest request, Client client) {
      return request
          .from("10.20.0.7")
          .header("Forwarded", "for=" + client.quoted() + ";proto=https")
          .through("office")
          .named(client.address());
    }
  };

  /** Sends a request of a client this way, and says what is known of it then. */
  abstract SiteRequest send(SiteRequest request, Client client);

  /**
   * Where a client is.
   *
   * @param sent its address as a field has it
   * @param address the same, an IPv6 address with all its groups
   */
  record Client(String sent, String address) {

    static Client at(String address) {
      return new Client(address, address);
    }

    private String quoted() {
      return sent.indexOf(':') < 0 ? sent : "\"[" + sent + "]\"";
    }
  }
}
