// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import java.util.List;
import java.util.Locale;

/** The developer API: the key in the path, the query, the credentials or the body. */
final class ApiTraffic {

  private ApiTraffic() {}

  static List<Shape> shapes() {
    return Shapes.joined(paths(), queries(), credentials(), bodies(), longerBodies(), olderApis());
  }

  private static List<Shape> paths() {
    return List.of(
        Shape.get("v1-businesses", Hosts.API, "/v1/businesses/$KEY/payments?limit=20")
            .finds("business", "path")
            .times(80),
        Shape.get("v1-businesses: itself", Hosts.API, "/v1/businesses/$KEY")
            .spelled(key -> key.toUpperCase(Locale.ROOT))
            .finds("v1-businesses", "business", "path")
            .times(5),
        Shape.get("v1-accounts", Hosts.API, "/v1/accounts/$KEY/transactions")
            .finds("account", "path")
            .times(80),
        Shape.of("v1-cards", "PATCH", Hosts.API, "/v1/cards/$KEY/limits")
            .json("{\"daily\":$N}")
            .finds("card", "path")
            .times(50),
        Shape.get("v1-merchants", Hosts.API, "/v1/merchants/$KEY/terminals")
            .finds("merchant", "path")
            .times(15),
        Shape.get("v1-apps", Hosts.API, "/v1/apps/$KEY").finds("app", "path").times(10),
        Shape.get("v1-statement", Hosts.API, "/v1/statements/$KEY.pdf")
            .finds("account", "path")
            .times(6),
        Shape.get("v1-statement: table", Hosts.API, "/v1/statements/$KEY.csv")
            .finds("v1-statement", "account", "path")
            .times(4),
        Shape.get("v1-transfer", Hosts.API, "/v1/transfers/tr_$KEY_$N/receipt")
            .finds("account", "path")
            .times(20),
        Shape.get("v1-payment", Hosts.API, "/v1/payments/pay-$KEY-$N")
            .finds("business", "path")
            .times(20),
        Shape.get("v1-payment: json", Hosts.API, "/v1/payments/pay-$KEY-$N.json")
            .finds("v1-payment", "business", "path")
            .times(5),
        Shape.get("v1-event", Hosts.API, "/v1/events/evt_$KEY")
            .spelled(key -> Spelling.base64Url(key + ":4711"))
            .finds("business", "path")
            .times(10),
        Shape.get("v2-orgs", Hosts.API, "/v2/orgs/org-$KEY/people")
            .finds("business", "path")
            .times(25),
        Shape.get("v2-org-members", Hosts.API, "/v2/members/u$N/orgs/org-$KEY")
            .finds("business", "path")
            .times(5));
  }

  private static List<Shape> queries() {
    return List.of(
        Shape.get("v1-by-business", Hosts.API, "/v1/invoices?business_id=$KEY&page=2")
            .finds("business", "query")
            .times(30),
        Shape.get("v1-by-business: short name", Hosts.API, "/v1/invoices?page=2&business=$KEY")
            .finds("v1-by-business", "business", "query")
            .times(5),
        Shape.post("v1-by-business: body not needed", Hosts.API, "/v1/payments?business_id=$KEY")
            .json("{\"business_id\":\"b-1")
            .finds("v1-by-business", "business", "query"),
        Shape.get("v1-by-account", Hosts.API, "/v1/transactions?account_id=$KEY&since=2026-11-01")
            .finds("account", "query")
            .times(30),
        Shape.get("v1-by-account: filter", Hosts.API, "/v1/transactions?filter%5Baccount%5D=$KEY")
            .finds("v1-by-account", "account", "query")
            .times(5),
        Shape.get("v1-by-card", Hosts.API, "/v1/cards:search?token=$KEY")
            .finds("card", "query")
            .times(8),
        Shape.get("v2-by-org", Hosts.API, "/v2/ledger?api=2&org=org-$KEY")
            .finds("business", "query")
            .times(15),
        Shape.get("graphql-get", Hosts.API, "/graphql?id=$HEX&variables=$KEY")
            .spelled(key -> Spelling.urlEncoded("{\"first\":10,\"businessId\": \"" + key + "\"}"))
            .finds("business", "query")
            .times(8));
  }

  private static List<Shape> credentials() {
    return List.of(
        Shape.get("api-key", Hosts.API, "/v1/balance")
            .header("Authorization", "Bearer ok_live_$KEY_$HEX")
            .finds("app", "header")
            .times(30),
        Shape.get("api-key: test", Hosts.API, "/v2/rates")
            .header("authorization", "Bearer ok_test_$KEY_$HEX")
            .finds("api-key", "app", "header")
            .times(3),
        Shape.post("api-key-basic", Hosts.API, "/v1/tokens")
            .header("Authorization", "Basic $KEY")
            .spelled(key -> Spelling.base64(key + ":s3cr3t-of-the-app"))
            .form("grant_type=client_credentials")
            .finds("app", "header")
            .times(10),
        Shape.get("api-partner", Hosts.API, "/v1/reports")
            .header("X-Partner-Token", "$KEY")
            .spelled(
                key ->
                    Spelling.token(
                        "{\"sub\":\"p-7\",\"business\":{\"id\":\"" + key + "\",\"role\":\"ro\"}}"))
            .finds("business", "jwt")
            .times(12),
        Shape.get("api-session", Hosts.API, "/v1/balance")
            .header("Authorization", "Bearer $KEY")
            .spelled(key -> Spelling.token("business_id", key))
            .finds("business", "jwt")
            .times(30),
        Shape.get("api-session-merchant", Hosts.API, "/v1/terminals/self")
            .header("Authorization", "Bearer $KEY")
            .spelled(
                key ->
                    Spelling.token("{\"https://ostrand.example/merchant\":" + key + ",\"exp\":1}"))
            .finds("merchant", "jwt")
            .times(8));
  }

  private static List<Shape> bodies() {
    return List.of(
        Shape.post("v1-transfers", Hosts.API, "/v1/transfers")
            .json(
                "{\"source\":{\"account\":\"$KEY\"},\"target\":"
                    + "{\"iban\":\"XX00$N\"},\"amount\":$N}")
            .finds("account", "body")
            .times(25),
        Shape.post("v1-transfers: late", Hosts.API, "/v1/transfers")
            .json(
                "{\"amount\":12.50,\"memo\":\"{\\\"account\\\":1}\","
                    + "\"target\":{\"account\":\"acct_00000000\"},"
                    + "\n \"source\" : { \"kind\":\"own\", \"account\" : \"$KEY\" } }")
            .finds("v1-transfers", "account", "body")
            .times(5),
        Shape.post("v1-payments", Hosts.API, "/v1/payments")
            .json("{\"business_id\":\"$KEY\",\"amount\":$N,\"currency\":\"EUR\"}")
            .finds("business", "body")
            .times(25),
        Shape.post("v1-payments: vendor type", Hosts.API, "/v1/payments")
            .body(
                "application/vnd.ostrand.v1+json; charset=utf-8",
                new Body.Text("{\"currency\":\"EUR\",\"business_id\":\"$KEY\"}"))
            .finds("v1-payments", "business", "body")
            .times(5),
        Shape.post("v1-payments: 60 KB before the key", Hosts.API, "/v1/payments")
            .longJson("{\"lines\":[0", ",{\"sku\":\"A-1\"}", 4_000, "],\"business_id\":\"$KEY\"}")
            .finds("v1-payments", "business", "body")
            .times(3),
        Shape.post("v1-payments-form", Hosts.API, "/v1/payments")
            .form("amount=$N&currency=EUR&business_id=$KEY&memo=a%26b+c")
            .finds("business", "body")
            .times(10));
  }

  private static List<Shape> longerBodies() {
    return List.of(
        Shape.post("v1-batch", Hosts.API, "/v1/batch")
            .json(
                "{\"requests\":[{\"op\":\"pay\",\"business_id\":\"$KEY\"},"
                    + "{\"op\":\"pay\",\"business_id\":\"other\"}]}")
            .finds("business", "body")
            .times(8),
        Shape.post("v1-batch: 1 MB after the key", Hosts.API, "/v1/batch")
            .longJson(
                "{\"requests\":[{\"business_id\":\"$KEY\"}",
                ",{\"op\":\"pay\",\"n\":1}",
                50_000,
                "]}")
            .finds("v1-batch", "business", "body")
            .times(2),
        Shape.post("v1-import", Hosts.API, "/v1/imports")
            .json(
                "{\"lines\":[\"2026-11-30;12.50\"],\"trailer\":{\"count\":1,\"account\":\"$KEY\"}}")
            .finds("account", "body")
            .times(4),
        Shape.of("v1-import: 1 MB before the key", "PUT", Hosts.API, "/v1/imports")
            .longJson(
                "{\"lines\":[\"first\"",
                ",\"2026-11-30;12.50\"",
                54_000,
                "],\"trailer\":{\"account\":\"$KEY\"}}")
            .finds("v1-import", "account", "body")
            .times(3),
        Shape.post("v1-reconcile", Hosts.API, "/v1/reconciliations/glimmerbank")
            .json("{\"day\":\"2026-11-29\",\"merchant\":$KEY,\"rows\":[]}")
            .finds("merchant", "body")
            .times(3),
        Shape.post("v1-reconcile: query", Hosts.API, "/v1/reconciliations/quorrel?merchant=$KEY")
            .body("text/csv", new Body.Text("day;amount\n2026-11-29;12.50\n"))
            .finds("v1-reconcile", "merchant", "query")
            .times(2),
        Shape.post("graphql", Hosts.API, "/graphql")
            .json(
                "{\"query\":\"query($business:ID!){ balance }\","
                    + "\"variables\":{\"first\":5,\"businessId\":\"$KEY\"}}")
            .finds("business", "body")
            .times(20),
        Shape.post("graphql-account", Hosts.API, "/graphql")
            .json(
                "{\"variables\":{\"input\":{\"amount\":$N,"
                    + "\"accountId\":\"$KEY\"}},\"query\":\"mutation { pay }\"}")
            .finds("account", "body")
            .times(6));
  }

  private static List<Shape> olderApis() {
    return List.of(
        Shape.post("soap", Hosts.API, "/soap/PaymentService")
            .header("SOAPAction", "\"urn:ostrand:$KEY#Pay\"")
            .body(
                "text/xml; charset=utf-8",
                new Body.Text("<Envelope><Body><Pay/></Body></Envelope>"))
            .finds("account", "header")
            .times(3),
        Shape.post("soap: newer", Hosts.API, "/soap/AccountService")
            .header("SOAPAction", "urn:ostrand:$KEY#Balance")
            .body("application/soap+xml", new Body.Text("<Envelope/>"))
            .finds("soap", "account", "header"));
  }
}
