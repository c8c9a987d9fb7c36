// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import java.util.List;
import java.util.function.Function;

/** Keys that are well formed and belong to nobody. */
final class UnknownTraffic {

  private static final String REASON = "unknown-key";

  private UnknownTraffic() {}

  static List<Shape> shapes() {
    return Shapes.joined(rejected(), sentToFirstCell());
  }

  private static List<Shape> rejected() {
    return List.of(
        Shape.get("unknown: business in the header", Hosts.API, "/v1/balance")
            .header("X-Business-Id", "b-990$N")
            .rejected("business-header", 404, REASON)
            .times(4),
        Shape.get("unknown: no second try in the path", Hosts.API, "/v1/accounts/$KEY")
            .draws("account")
            .header("X-Business-Id", "b-99001")
            .rejected("business-header", 404, REASON),
        Shape.get("unknown: account", Hosts.API, "/v1/accounts/acct_zz$N")
            .rejected("v1-accounts", 404, REASON)
            .times(2),
        Shape.get(
                "unknown: business that operators look for",
                Hosts.INTERNAL,
                "/internal/businesses/b-99001")
            .rejected("internal-business", 410, REASON),
        Shape.get("unknown: app that may be new", Hosts.API, "/v1/apps/app_fff00001/keys")
            .rejected("v1-apps", 409, REASON),
        Shape.get("unknown: api key", Hosts.API, "/v1/balance")
            .header("Authorization", "Bearer ok_live_app_fff00001_$HEX")
            .rejected("api-key", 401, REASON),
        Shape.get("unknown: basic credentials", Hosts.API, "/v1/balance")
            .header("Authorization", "Basic " + Spelling.base64("app_fff00001:secret"))
            .rejected("api-key-basic", 401, REASON),
        Shape.post("unknown: card", Hosts.CARDS, "/auth")
            .json("{\"card\":{\"token\":\"card_000$N0\"}}")
            .rejected("card-auth", 422, REASON)
            .times(3),
        Shape.post("unknown: card in the header", Hosts.CARDS, "/clearing")
            .header("X-Card-Token", "card_0000000001")
            .rejected("card-token-header", 422, REASON),
        Shape.post("unknown: card of an advice", Hosts.CARDS, "/advice/meridian")
            .json("{\"de\":{\"2\":\"card_0000000001\"}}")
            .rejected("card-advice", 422, REASON),
        Shape.post("unknown: workspace", Hosts.HOOKS, "/hooks/lantern/events")
            .json("{\"team_id\":\"T00000000\"}")
            .rejected("lantern-event", 404, REASON),
        Shape.get(
                "unknown: person",
                Hosts.LOGIN,
                "/login/magic?token=" + Spelling.token("sub", "x@y.example"))
            .rejected("magic-link", 404, REASON));
  }

  private static List<Shape> sentToFirstCell() {
    return List.of(
        Shape.get(
                "unknown: company that signs in", Hosts.LOGIN, "/start?email=ann%40nobody.example")
            .expects(firstCell("login-domain", "email-domain:nobody.example", "query")),
        Shape.post("unknown: company in a token", Hosts.LOGIN, "/exchange")
            .header("Authorization", "Bearer " + Spelling.token("email", "ann@nobody.example"))
            .expects(firstCell("login-token", "email-domain:nobody.example", "jwt")),
        Shape.post("unknown: company that signs up", "www.ostrand.example", "/sign-up")
            .form("email=boss%40new.example")
            .expects(firstCell("sign-up-form", "email-domain:new.example", "body")),
        Shape.post("unknown: company that signs up by program", "www.ostrand.example", "/sign-up")
            .json("{\"owner\":{\"email\":\"boss@new.example\"}}")
            .expects(firstCell("sign-up-json", "email-domain:new.example", "body")),
        Shape.post("unknown: company that bounces", Hosts.HOOKS, "/hooks/wrenmail/bounces")
            .json("[{\"recipient\":\"x@gone.example\"}]")
            .expects(firstCell("wrenmail-bounces", "email-domain:gone.example", "body")),
        Shape.post("unknown: person who resets", Hosts.LOGIN, "/login/reset")
            .form("email=nobody%40mail.example")
            .expects(
                firstCell(
                    "password-reset", "person:" + Spelling.sha256("nobody@mail.example"), "body")),
        Shape.get("unknown: device", Hosts.MOBILE, "/home")
            .header("User-Agent", "OstrandMobile/5.0 (phone)")
            .header("X-Device-Id", "DEV-00000000000A")
            .expects(firstCell("mobile-device", "device:dev-00000000000a", "header")));
  }

  private static Function<Route, Expectation> firstCell(String rule, String key, String source) {
    return route -> new Expectation.CellOfUnknown(rule, "us-1", key, source);
  }
}
