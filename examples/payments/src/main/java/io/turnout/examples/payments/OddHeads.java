// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import java.util.List;

/** Requests whose head is broken, hostile or merely surprising. */
final class OddHeads {

  private static final String FIRST_PATH_RULE = "health";
  private static final String ACCOUNT = "account";

  private OddHeads() {}

  static List<Shape> shapes() {
    return Shapes.joined(
        malformedPaths(), surprisingPaths(), headers(), queries(), cookies(), tokens());
  }

  private static List<Shape> malformedPaths() {
    return List.of(
        malformed("escape of letters", "/v1/accounts/%zz"),
        malformed("escape cut off", "/v1/accounts/acct_0%2"),
        malformed("lone percent sign", "/v1/100%/x"),
        malformed("bad UTF-8", "/v1/%c3%28"),
        malformed("overlong UTF-8", "/v1/%c0%af/x"),
        malformed("UTF-8 cut off by a slash", "/v1/%e2%82/%ac"),
        malformed("parent segment", "/assets/../internal/jobs"),
        malformed("parent segment at the end", "/assets/.."),
        malformed("encoded parent segment", "/assets/%2e%2e/internal/jobs"),
        malformed("half encoded parent segment", "/assets/.%2E/internal/jobs"),
        malformed("own segment", "/v1/./accounts"),
        malformed("encoded own segment", "/v1/%2e/accounts"),
        malformed("encoded NUL", "/v1/accounts/acct_%00"),
        malformed("encoded line feed", "/v1/accounts/acct_%0A"),
        malformed("encoded C1 control", "/v1/accounts/%C2%85"),
        malformed("webhook with a bad path", "/hooks/%/x"),
        Shape.get("odd: malformed path, but the header comes first", Hosts.API, "/v1/%zz")
            .header("X-Business-Id", "$KEY")
            .finds("business-header", "business", "header"),
        Shape.get("odd: malformed path, and a header of another form", Hosts.API, "/v1/../x")
            .header("X-Business-Id", "nobody")
            .rejected(FIRST_PATH_RULE, 400, "malformed"));
  }

  private static List<Shape> surprisingPaths() {
    return List.of(
        Shape.get("odd: encoded slash is data", Hosts.API, "/v1/accounts/$KEY%2Fcards")
            .draws(ACCOUNT),
        Shape.get("odd: encoded slash does not split", Hosts.API, "/v1%2Faccounts/$KEY")
            .draws(ACCOUNT),
        Shape.get("odd: encoded letters of a literal", Hosts.API, "/v1/%61ccount%73/$KEY")
            .finds("v1-accounts", ACCOUNT, "path"),
        Shape.get("odd: encoded letters of a key", Hosts.API, "/v1/accounts/$KEY/%2E%2E%2E")
            .spelled(key -> key.replace("_", "%5F"))
            .finds("v1-accounts", ACCOUNT, "path"),
        Shape.get("odd: encoded twice", Hosts.API, "/v1/accounts/$KEY")
            .spelled(key -> key.replace("_", "%255F"))
            .draws(ACCOUNT),
        Shape.get("odd: empty segment", Hosts.API, "/v1//accounts/$KEY").draws(ACCOUNT),
        Shape.get("odd: nothing to capture", Hosts.API, "/v1/accounts//cards"),
        Shape.get("odd: slash at the end", Hosts.API, "/healthz/"),
        Shape.get("odd: upper-case path", Hosts.API, "/HEALTHZ"),
        Shape.get("odd: upper-case key", Hosts.API, "/v1/accounts/ACCT_0A1B2C3D"),
        Shape.get("odd: encoded backslash is data", Hosts.API, "/v1/accounts/..%5C..%5Cjobs"),
        Shape.get("odd: matrix parameter is data", Hosts.API, "/v1/accounts/$KEY;v=1")
            .draws(ACCOUNT),
        Shape.get("odd: six digits are no merchant", Hosts.API, "/v1/merchants/700001"),
        Shape.get("odd: query of a path", Hosts.API, "/?path=/v1/accounts/$KEY").draws(ACCOUNT),
        Shape.get("odd: nothing known", "www.ostrand.example", "/")
            .header("Accept", "*/*")
            .times(3),
        Shape.get("odd: host that only ends alike", "evilshops.ostrand.example", "/b/$KEY/x"),
        Shape.get("odd: wildcard wants a label", "shops.ostrand.example", "/b/$KEY/x"),
        Shape.get(
                "odd: internal host that only ends alike", "xint.ostrand.example", "/internal/jobs")
            .rejectedBy("internal-from-outside", 403),
        Shape.get("odd: transfer of another form", Hosts.API, "/v1/transfers/tr_$KEY")
            .draws(ACCOUNT),
        Shape.get("odd: event that is no base64", Hosts.API, "/v1/events/evt_~~~~"),
        Shape.of(
                "odd: ticket of an unknown cell",
                "PUT",
                Hosts.API,
                "/uploads/up-20261130-mars-1-ff")
            .body("text/plain", new Body.Text("x")));
  }

  private static List<Shape> headers() {
    return List.of(
        Shape.get("odd: two businesses", Hosts.API, "/v1/balance")
            .header("X-Business-Id", "b-10001")
            .header("X-Business-Id", "b-10002")
            .rejected("business-header", 400, "ambiguous")
            .times(2),
        Shape.get("odd: two spellings are two values", Hosts.API, "/v1/balance")
            .header("X-Business-Id", "b-10001")
            .header("x-business-id", "B-10001")
            .rejected("business-header", 400, "ambiguous"),
        Shape.get("odd: one business and one empty value", Hosts.API, "/v1/balance")
            .header("X-Business-Id", "")
            .header("X-Business-Id", "b-10001")
            .rejected("business-header", 400, "ambiguous"),
        Shape.get("odd: the same business twice", Hosts.API, "/v1/balance")
            .header("X-Business-Id", "$KEY")
            .header("X-Business-Id", "$KEY")
            .finds("business-header", "business", "header"),
        Shape.get("odd: a list is one value", Hosts.API, "/v1/accounts/$KEY")
            .header("X-Business-Id", "b-10001, b-10002")
            .finds("v1-accounts", ACCOUNT, "path"),
        Shape.get("odd: empty business header", Hosts.API, "/v1/accounts/$KEY")
            .header("X-Business-Id", "")
            .finds("v1-accounts", ACCOUNT, "path"),
        Shape.get("odd: business header of another form", Hosts.API, "/v1/cards/$KEY")
            .header("X-Business-Id", "10001")
            .finds("v1-cards", "card", "path"),
        Shape.get("odd: oversized business header", Hosts.API, "/v1/balance")
            .header("X-Business-Id", "b-" + "1".repeat(3_000)),
        Shape.get("odd: two routable tokens", Hosts.API, "/v1/reports")
            .header("X-Routable-Token", "rt_" + Spelling.base64Url("c:us-1"))
            .header("X-Routable-Token", "rt_" + Spelling.base64Url("c:us-2"))
            .rejected("routable-token", 400, "ambiguous"),
        Shape.get("odd: token of a cell that is not", Hosts.API, "/v1/reports")
            .header("X-Routable-Token", "rt_" + Spelling.base64Url("c:mars-1")),
        Shape.get("odd: token with a padding that it never has", Hosts.API, "/v1/reports")
            .header("X-Routable-Token", "rt_" + Spelling.base64Url("c:us-1") + "="),
        Shape.get("odd: two credentials", Hosts.API, "/v1/balance")
            .header("Authorization", "Bearer ok_live_app_00000001_aa")
            .header("Authorization", "Bearer ok_live_app_00000002_aa")
            .rejected("api-key", 400, "ambiguous"),
        Shape.get("odd: basic credentials of nobody", Hosts.API, "/v1/balance")
            .header("Authorization", "Basic !!!"),
        Shape.get("odd: forged router header", Hosts.API, "/v1/accounts/$KEY")
            .header("Turnout-Key", "business:b-10001")
            .finds("v1-accounts", ACCOUNT, "path"));
  }

  private static List<Shape> queries() {
    return List.of(
        Shape.get(
                "odd: two businesses in the query",
                Hosts.API,
                "/v1/x?business_id=b-1&business_id=b-2")
            .rejected("v1-by-business", 400, "ambiguous"),
        Shape.get(
                "odd: the same business, encoded once",
                Hosts.API,
                "/v1/x?business_id=$KEY&business%5Fid=$KEY")
            .finds("v1-by-business", "business", "query"),
        Shape.get(
                "odd: parameter that is no UTF-8", Hosts.API, "/v1/x?business_id=%ff&business=$KEY")
            .finds("v1-by-business", "business", "query"),
        Shape.get(
                "odd: broken escape beside a good value",
                Hosts.API,
                "/v1/x?business_id=%zz&business_id=$KEY")
            .finds("v1-by-business", "business", "query"),
        Shape.get("odd: empty parameter", Hosts.API, "/v1/x?business_id=&account_id=$KEY")
            .finds("v1-by-account", ACCOUNT, "query"),
        Shape.get("odd: semicolon separates nothing", Hosts.API, "/v1/x?a=1;business_id=$KEY"),
        Shape.get("odd: question mark in the query", Hosts.API, "/v1/x?a=?&business_id=$KEY")
            .finds("v1-by-business", "business", "query"),
        Shape.get("odd: another api version", Hosts.API, "/v2/ledger?api=3&org=org-$KEY"),
        Shape.get("odd: domain that is none", Hosts.LOGIN, "/start?email=ann%40"),
        Shape.get(
            "odd: domain that two standards read differently",
            Hosts.LOGIN,
            "/start?email=a%40stra%C3%9Fe.example"));
  }

  private static List<Shape> cookies() {
    return List.of(
        Shape.get("odd: two cookies", Hosts.APP, "/app/home")
            .header("Cookie", "ostrand_business=b-10001; ostrand_business=b-10002")
            .rejected("web-cookie", 400, "ambiguous"),
        Shape.get("odd: two cookies in two fields", Hosts.APP, "/app/home")
            .header("Cookie", "ostrand_business=b-10001")
            .header("Cookie", "ostrand_business=b-10002")
            .rejected("web-cookie", 400, "ambiguous"),
        Shape.get("odd: pieces that are no cookies", Hosts.APP, "/app/home")
            .header("Cookie", "a b; =x; ;ostrand_business=\"b-1;  ostrand_business=$KEY ;z")
            .finds("web-cookie", "business", "cookie"),
        Shape.get("odd: cookie of another case", Hosts.APP, "/app/home")
            .header("Cookie", "Ostrand_Business=b-10001")
            .goesTo("web-public", "us-1"));
  }

  private static List<Shape> tokens() {
    return List.of(
        Shape.get("odd: token of two parts", Hosts.APP, "/app/home")
            .header("Cookie", "ostrand_session=abc.def")
            .goesTo("web-public", "us-1"),
        Shape.get("odd: token whose payload is no JSON", Hosts.APP, "/app/home")
            .header("Cookie", "ostrand_session=" + Spelling.token("{\"business_id\":"))
            .goesTo("web-public", "us-1"),
        Shape.get("odd: padded token", Hosts.APP, "/app/home")
            .header("Cookie", "ostrand_session=e30=." + Spelling.base64Url("{}") + ".x")
            .goesTo("web-public", "us-1"),
        Shape.get("odd: claim of another kind", Hosts.APP, "/app/home")
            .header("Cookie", "ostrand_session=" + Spelling.token("{\"business_id\":true}"))
            .goesTo("web-public", "us-1"),
        Shape.get("odd: unsigned token", Hosts.MOBILE, "/home")
            .header("Authorization", "bearer   $KEY")
            .spelled(
                key ->
                    Spelling.base64Url("{\"alg\":\"none\"}")
                        + "."
                        + Spelling.base64Url("{\"business_id\":\"" + key + "\"}")
                        + ".")
            .finds("mobile-session", "business", "jwt"),
        Shape.get("odd: claim that comes twice", Hosts.MOBILE, "/home")
            .header("Authorization", "Bearer $KEY")
            .spelled(
                key -> Spelling.token("{\"business_id\":\"b-1\",\"business_id\":\"" + key + "\"}"))
            .finds("mobile-session", "business", "jwt"),
        Shape.get("odd: two tokens", Hosts.MOBILE, "/home")
            .header("Authorization", "Bearer " + Spelling.token("business_id", "b-10001"))
            .header("Authorization", "Bearer " + Spelling.token("business_id", "b-10002"))
            .rejected("mobile-session", 400, "ambiguous"),
        Shape.get("odd: token of another scheme", Hosts.MOBILE, "/home")
            .header("Authorization", "DPoP " + Spelling.token("business_id", "b-10001")));
  }

  private static Shape malformed(String what, String target) {
    return Shape.get("malformed: " + what, Hosts.API, target)
        .rejected(FIRST_PATH_RULE, 400, "malformed");
  }
}
