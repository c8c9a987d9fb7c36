// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import java.util.List;

/** Authorisations, advices, clearing and disputes of card networks. */
final class CardTraffic {

  private CardTraffic() {}

  static List<Shape> shapes() {
    return List.of(
        Shape.post("card-echo", Hosts.CARDS, "/auth/echo").json("{}").goesTo("card-echo", "us-1"),
        Shape.post("card-token-header", Hosts.CARDS, "/auth")
            .header("X-Card-Token", "$KEY")
            .json("{\"amount\":$N}")
            .finds("card", "header")
            .times(2),
        Shape.post("card-auth", Hosts.CARDS, "/auth")
            .json(
                "{\"mti\":\"0100\",\"card\":{\"token\":\"$KEY\","
                    + "\"expiry\":\"2911\"},\"amount\":$N}")
            .finds("card", "body")
            .times(14),
        Shape.post("card-auth: key after 3 KB", Hosts.CARDS, "/auth")
            .longJson("{\"emv\":\"", "9F2608", 500, "\",\"card\":{\"token\":\"$KEY\"}}")
            .finds("card-auth", "card", "body")
            .times(2),
        Shape.post("card-auth: wrong content type", Hosts.CARDS, "/auth")
            .body("text/plain", new Body.Text("{\"card\":{\"token\":\"$KEY\"}}"))
            .finds("card-auth", "card", "body"),
        Shape.post("card-auth-acquirer", Hosts.CARDS, "/auth")
            .json("{\"mti\":\"0100\",\"card\":null,\"acquirer\":{\"merchant\":$KEY},\"amount\":$N}")
            .finds("merchant", "body")
            .times(3),
        Shape.post("card-advice", Hosts.CARDS, "/advice/meridian")
            .json("{\"mti\":\"0120\",\"de\":{\"2\":\"$KEY\",\"4\":\"$N\"}}")
            .finds("card", "body")
            .times(2),
        Shape.of("card-reversal", "DELETE", Hosts.CARDS, "/auth/$KEY/$N")
            .finds("card", "path")
            .times(2),
        Shape.post("card-clearing", Hosts.CARDS, "/clearing")
            .longJson(
                "{\"file\":\"c-$N\",\"records\":[{\"seq\":1,\"card\":\"$KEY\"}",
                ",{\"seq\":2,\"amount\":100}",
                4_000,
                "]}")
            .finds("card", "body")
            .times(2),
        Shape.post("card-3ds", "acs.ostrand.example", "/3ds/2.2/areq")
            .form("threeDSServerTransID=$HEX&cardToken=$KEY&deviceChannel=02")
            .finds("card", "body")
            .times(2),
        Shape.post("card-dispute", Hosts.CARDS, "/disputes")
            .json("{\"dispute\":{\"reason\":\"4853\",\"cards\":[{\"token\":\"$KEY\"}]}}")
            .finds("card", "body"),
        Shape.post("card-dispute: query", Hosts.CARDS, "/disputes?card=$KEY")
            .body("application/pdf", new Body.Repeated("%PDF-1.7 ", "x", 40_000, ""))
            .finds("card-dispute", "card", "query"),
        Shape.of("card-settlement", "PUT", Hosts.CARDS, "/settlement/m$KEY-20261130.csv")
            .body("text/csv", new Body.Repeated("day;amount\n", "2026-11-30;12.50\n", 60, ""))
            .finds("merchant", "path")
            .times(2),
        Shape.get("card-other", Hosts.CARDS, "/").rejectedBy("card-other", 404),
        Shape.post("card-other: neither card nor merchant", Hosts.CARDS, "/auth")
            .json("{\"mti\":\"0800\"}")
            .rejectedBy("card-other", 404));
  }
}
