// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import java.util.List;

/** What belongs to no customer, what names its cell, and what the platform asks itself. */
final class PlatformTraffic {

  private PlatformTraffic() {}

  static List<Shape> shapes() {
    return Shapes.joined(fixed(), naming(), internal());
  }

  private static List<Shape> fixed() {
    return List.of(
        Shape.get("health", Hosts.API, "/healthz").goesTo("health", "us-1").times(6),
        Shape.of("health: head", "HEAD", Hosts.API, "/readyz").goesTo("health", "us-1"),
        Shape.get("well-known", Hosts.APP, "/robots.txt").goesTo("well-known", "us-1"),
        Shape.get("well-known: contact", Hosts.APP, "/.well-known/security.txt")
            .goesTo("well-known", "us-1"),
        Shape.get("scanners", Hosts.APP, "/.git/config").rejectedBy("scanners", 404),
        Shape.post("scanners: form", Hosts.APP, "/wp-login.php")
            .form("log=admin&pwd=admin")
            .rejectedBy("scanners", 404),
        Shape.of("trace", "TRACE", Hosts.API, "/v1/balance").rejectedBy("trace", 405),
        Shape.of("cors-preflight", "OPTIONS", Hosts.API, "/v1/payments")
            .header("Origin", "https://bakery-000.example")
            .header("Access-Control-Request-Method", "POST")
            .goesTo("cors-preflight", "us-1")
            .times(4),
        Shape.get("assets", Hosts.APP, "/assets/app.$HEX.js").goesTo("assets", "us-1").times(4),
        Shape.get("assets: static", Hosts.PAY, "/static/").goesTo("assets", "us-1"),
        Shape.get("status-page", "status.ostrand.example", "/history")
            .goesTo("status-page", "us-1")
            .times(2),
        Shape.get("sandbox", "SANDBOX.ostrand.example:8443", "/v1/balance")
            .goesTo("sandbox", "us-2"),
        Shape.post("sandbox: own host", "team-7.sandbox.ostrand.example", "/v1/payments")
            .json("{\"business_id\":\"b-10001\"}")
            .goesTo("sandbox", "us-2")
            .times(2),
        Shape.get("retired-api", Hosts.API, "/v0/charges/$N").rejectedBy("retired-api", 410),
        Shape.get("retired-host", "old.ostrand.example", "/anything?business_id=b-10001")
            .rejectedBy("retired-host", 410),
        Shape.get("api-description", Hosts.API, "/v2/openapi.json")
            .goesTo("api-description", "us-1"),
        Shape.get("too-old-app", Hosts.MOBILE, "/home")
            .header("User-Agent", "OstrandMobile/1.9 (phone)")
            .rejectedBy("too-old-app", 426)
            .times(2));
  }

  private static List<Shape> naming() {
    return List.of(
        Shape.get("routable-token", Hosts.API, "/v1/reports/$N")
            .header("X-Routable-Token", "rt_$KEY")
            .spelled(key -> Spelling.base64Url("c:us-2;k:" + key))
            .expects(route -> new Expectation.CellNamed("routable-token", "us-2", "header"))
            .times(3),
        Shape.get("routable-token: asia", Hosts.API, "/v1/reports/$N")
            .header("X-Routable-Token", "rt_" + Spelling.base64Url("v:2;c:ap-1;"))
            .expects(route -> new Expectation.CellNamed("routable-token", "ap-1", "header")),
        Shape.get("oauth-callback", Hosts.APP, "/oauth/callback?code=$HEX&state=$KEY")
            .spelled(key -> Spelling.base64Url("nonce=" + key + ";cell=eu-1"))
            .expects(route -> new Expectation.CellNamed("oauth-callback", "eu-1", "query"))
            .times(2),
        Shape.of("upload-ticket", "PUT", Hosts.API, "/uploads/up-20261130-$CELL-$HEX")
            .body("application/pdf", new Body.Repeated("%PDF-1.7 ", "stream ", 12_000, "%%EOF"))
            .findsCell("upload-ticket", "path")
            .times(3),
        Shape.get("pinned-browser", Hosts.DESK, "/businesses?search=bakery")
            .header("Cookie", "lang=en; desk_cell=\"$CELL\"; wide=1")
            .findsCell("pinned-browser", "cookie")
            .times(2),
        Shape.get("pinned-browser: upper case", Hosts.DESK, "/queue")
            .header("Cookie", "desk_cell=AP-1")
            .expects(route -> new Expectation.CellNamed("pinned-browser", "ap-1", "cookie")),
        Shape.get("desk", Hosts.DESK, "/choose").goesTo("desk", "us-1"));
  }

  private static List<Shape> internal() {
    return List.of(
        Shape.get("internal-from-outside", Hosts.API, "/internal/businesses/b-10001")
            .rejectedBy("internal-from-outside", 403)
            .times(2),
        Shape.post("internal-cell", Hosts.INTERNAL, "/internal/cells/$CELL/drain")
            .findsCell("internal-cell", "path")
            .times(2),
        Shape.get("internal-business", Hosts.INTERNAL, "/internal/businesses/$KEY/limits")
            .finds("business", "path")
            .times(2),
        Shape.get("internal-account", Hosts.INTERNAL, "/internal/accounts/$KEY")
            .finds("account", "path"),
        Shape.get(
                "internal-account: ledger",
                "a.b.int.ostrand.example",
                "/internal/ledgers/$KEY/2026")
            .finds("internal-account", "account", "path"),
        Shape.post("internal-job", Hosts.INTERNAL, "/internal/jobs?business=$KEY&queue=slow")
            .json("{\"job\":\"close-month\",\"args\":[]}")
            .finds("business", "query"),
        Shape.post("internal-job: argument", Hosts.INTERNAL, "/internal/jobs")
            .json("{\"job\":\"close-month\",\"args\":[{\"month\":11,\"business_id\":\"$KEY\"},7]}")
            .finds("internal-job", "business", "body"),
        Shape.post("internal-replay", Hosts.INTERNAL, "/internal/replay")
            .json("{\"event\":{\"route\":{\"key\":\"no\"},\"route/key\":\"business:$KEY\"}}")
            .finds("business", "body")
            .times(2),
        Shape.get("internal-rest", Hosts.INTERNAL, "/internal/metrics")
            .goesTo("internal-rest", "us-1")
            .times(2),
        Shape.post("internal-rest: job without business", Hosts.INTERNAL, "/internal/jobs")
            .json("{\"job\":\"rotate-keys\",\"args\":[]}")
            .goesTo("internal-rest", "us-1"),
        Shape.get("internal-rest: no such cell", Hosts.INTERNAL, "/internal/cells/mars-1/status")
            .goesTo("internal-rest", "us-1"),
        Shape.get("v1-exports", Hosts.API, "/v1/exports/$KEY/2026-11.csv")
            .header("X-Export-Window", "w-$N")
            .finds("business", "path")
            .times(2),
        Shape.get("exports-closed", Hosts.API, "/v1/exports/b-10001/2026-11.csv")
            .rejectedBy("exports-closed", 503),
        Shape.get("exports-closed: the list", Hosts.API, "/v1/exports")
            .rejectedBy("exports-closed", 503));
  }
}
