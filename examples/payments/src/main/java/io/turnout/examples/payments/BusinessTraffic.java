// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import java.util.List;
import java.util.Locale;

/** What the platform's own clients send: most of the traffic, with the business in a header. */
final class BusinessTraffic {

  private static final String RULE = "business-header";

  private BusinessTraffic() {}

  static List<Shape> shapes() {
    return List.of(
        own("list businesses", "GET", Hosts.API, "/v1/businesses").times(150),
        own("list transactions", "GET", Hosts.API, "/v1/transactions?limit=50&cursor=$HEX")
            .times(280),
        own("balance", "GET", Hosts.API, "/v1/balance").times(200),
        own("pay", "POST", Hosts.API, "/v1/payments")
            .json("{\"amount\":{\"value\":$N,\"currency\":\"USD\"},\"business_id\":\"$KEY\"}")
            .times(230),
        own("transfer", "POST", Hosts.API, "/v1/transfers")
            .json("{\"source\":{\"account\":\"main\"},\"amount\":$N,\"memo\":\"rent $HEX\"}")
            .times(110),
        own("dashboard", "GET", Hosts.APP, "/app/home")
            .header("Cookie", "theme=dark; seen=$N")
            .times(180),
        own("query graph", "POST", Hosts.API, "/graphql")
            .json("{\"query\":\"{ balance }\",\"variables\":{\"first\":20,\"after\":\"$HEX\"}}")
            .times(110),
        own("freeze card", "PATCH", Hosts.API, "/v1/cards/card-of-$N")
            .json("{\"frozen\":true}")
            .times(40),
        own("delete draft", "DELETE", Hosts.API, "/v1/drafts/$N").times(20),
        own("settings", "PUT", Hosts.API, "/v2/settings?api=2")
            .json("{\"limits\":{\"daily\":$N},\"notify\":[\"mail\",\"push\"]}")
            .times(30),
        own("count", "HEAD", Hosts.API, "/v1/transactions").times(10),
        own("mobile home", "GET", Hosts.MOBILE, "/home")
            .header("User-Agent", "OstrandMobile/6.2 (phone)")
            .times(90),
        written("x-business-id", "lower-case name", "/v1/balance").times(20),
        written("X-Business-Id", "upper-case value", "/v1/balance")
            .spelled(key -> key.toUpperCase(Locale.ROOT))
            .times(15),
        own("upload list of 64 KB", "POST", Hosts.API, "/v1/lists")
            .body("text/csv", new Body.Repeated("", "2026-11-30;12.50;EUR;invoice\n", 2_260, ""))
            .times(5),
        own("upload scan of 1 MB", "POST", Hosts.API, "/v1/scans")
            .body(
                "application/octet-stream", new Body.Repeated("%SCAN ", "0123456789", 100_000, ""))
            .times(3),
        own("compressed body is not looked at", "POST", Hosts.API, "/v1/payments")
            .header("Content-Encoding", "gzip")
            .body("application/json", new Body.Bytes("\u001f\u008b\u0008\u0000 no key here"))
            .times(2));
  }

  private static Shape own(String what, String method, String host, String target) {
    return Shape.of(RULE + ": " + what, method, host, target)
        .header("X-Business-Id", "$KEY")
        .finds(RULE, "business", "header");
  }

  private static Shape written(String headerName, String what, String target) {
    return Shape.get(RULE + ": " + what, Hosts.API, target)
        .header(headerName, "$KEY")
        .finds(RULE, "business", "header");
  }
}
