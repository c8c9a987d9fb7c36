// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import java.util.List;
import java.util.Locale;

/** Webhooks about money: payments, banks and books, parcels. */
final class WebhookTraffic {

  private WebhookTraffic() {}

  static List<Shape> shapes() {
    return Shapes.joined(payments(), banks(), identity(), files());
  }

  private static List<Shape> payments() {
    return List.of(
        Shape.post("brackenpay-connect", Hosts.HOOKS, "/hooks/brackenpay?connect=$KEY")
            .header("X-Bracken-Event", "charge.refunded")
            .json("{\"data\":{\"object\":{\"metadata\":{\"business_id\":\"b-10001\"}}}}")
            .finds("account", "query")
            .times(2),
        Shape.post("brackenpay-charge", Hosts.HOOKS, "/hooks/brackenpay")
            .header("X-Bracken-Event", "charge.succeeded")
            .json(
                "{\"id\":\"evt_$N\",\"data\":{\"object\":{\"amount\":$N,"
                    + "\"metadata\":{\"order\":\"$HEX\",\"business_id\":\"$KEY\"}}}}")
            .finds("business", "body")
            .times(3),
        Shape.post("brackenpay-payout", Hosts.HOOKS, "/hooks/brackenpay")
            .header("X-Bracken-Event", "payout.paid")
            .json(
                "{\"id\":\"evt_$N\",\"data\":{\"object\":{"
                    + "\"amount\":$N,\"destination\":\"$KEY\"}}}")
            .finds("account", "body")
            .times(2),
        Shape.post("dellmint-ipn", Hosts.HOOKS, "/hooks/dellmint/ipn")
            .spelled(key -> Spelling.urlEncoded("v=2,business=" + key + ",order=9"))
            .form("txn_id=$HEX&payment_status=Completed&custom=$KEY&mc_gross=19.95")
            .finds("business", "body")
            .times(2),
        Shape.post("corvia-merchant", Hosts.HOOKS, "/hooks/corvia/$KEY")
            .json("{\"live\":\"true\"}")
            .finds("merchant", "path"),
        Shape.post("corvia-items", Hosts.HOOKS, "/hooks/corvia")
            .json(
                "{\"live\":\"true\",\"notificationItems\":[{"
                    + "\"item\":{\"eventCode\":\"AUTHORISATION\","
                    + "\"merchantNumber\":$KEY ,\"success\":true}}]}")
            .finds("merchant", "body")
            .times(2),
        Shape.post("rivulet-subscription", Hosts.HOOKS, "/hooks/rivulet")
            .body(
                "application/vnd.rivulet.event+json",
                new Body.Text(
                    "{\"content\":{\"subscription\":{\"plan\":\"pro\",\"cf_business\":\"$KEY\"}}}"))
            .finds("business", "body")
            .times(2),
        Shape.post("saltbox-order", Hosts.HOOKS, "/hooks/saltbox/orders/create")
            .header("X-Saltbox-Shop", "$KEY.shops.saltbox.example")
            .json("{\"order\":$N}")
            .finds("business", "header")
            .times(2),
        Shape.of("mossline-refund", "PUT", Hosts.HOOKS, "/hooks/mossline/refunds/rf-$KEY-$N")
            .json("{\"state\":\"done\"}")
            .finds("account", "path")
            .times(2));
  }

  private static List<Shape> banks() {
    return List.of(
        Shape.post("glimmerbank-transactions", Hosts.HOOKS, "/hooks/glimmerbank/transactions")
            .json("{\"webhook\":\"TRANSACTIONS\",\"item\":{\"new\":3,\"account_id\":\"$KEY\"}}")
            .finds("account", "body")
            .times(2),
        Shape.of("glimmerbank-consent", "DELETE", Hosts.HOOKS, "/hooks/glimmerbank/consents/$KEY")
            .finds("account", "path"),
        Shape.post("oakledger-journal", Hosts.HOOKS, "/hooks/oakledger")
            .json("[{\"resource\":\"invoice\",\"tenantId\":\"$KEY\"},{\"tenantId\":\"other\"}]")
            .finds("business", "body")
            .times(2),
        Shape.post("quorrel-sepa", Hosts.HOOKS, "/hooks/quorrel/sepa")
            .header("X-Quorrel-Client", "$KEY")
            .spelled(key -> key.toUpperCase(Locale.ROOT))
            .body("application/xml", new Body.Text("<Document><CstmrPmtStsRpt/></Document>"))
            .finds("account", "header"),
        Shape.get("pennant-fx", Hosts.HOOKS, "/hooks/pennant/rates?kind=spot-fx&account=$KEY")
            .finds("account", "query"),
        Shape.post("zephyrine-wire", Hosts.HOOKS, "/hooks/zephyrine")
            .spelled(key -> key.toUpperCase(Locale.ROOT))
            .form("ref=$HEX&account_ref=++$KEY%0D%0A&amount=10")
            .finds("account", "body")
            .times(2),
        Shape.post("thistle-tax", Hosts.HOOKS, "/hooks/thistle")
            .json("{\"company\":{\"name\":\"Bakery \\\"One\\\"\",\"externalId\":\"ostrand:$KEY\"}}")
            .finds("business", "body")
            .times(2),
        Shape.post("yarrow-payroll", Hosts.HOOKS, "/hooks/yarrow/runs/finished")
            .header("X-Yarrow-Tenant", "$KEY")
            .spelled(Spelling::base64)
            .json("{\"run\":$N}")
            .finds("business", "header")
            .times(2));
  }

  private static List<Shape> identity() {
    return List.of(
        Shape.post("pellucid-identity", Hosts.HOOKS, "/hooks/pellucid")
            .spelled(mail -> mail.replace("mail.example", "MAIL.example\\n"))
            .json("{\"status\":\"approved\",\"applicant\":{\"id\":\"$HEX\",\"email\":\"$KEY\"}}")
            .finds("person", "body")
            .times(2),
        Shape.post("nimbrel-risk", Hosts.HOOKS, "/hooks/nimbrel")
            .json("{\"score\":0.73,\"flags\":[],\"subject\":{\"device\":\"$KEY\"}}")
            .finds("device", "body"),
        Shape.post("sable-alerts", Hosts.HOOKS, "/hooks/sable/sanctions-2026/alerts?business=$KEY")
            .json("{\"alert\":{}}")
            .finds("business", "query"),
        Shape.post("sable-alerts: body", Hosts.HOOKS, "/hooks/sable/pep/alerts")
            .json("{\"alert\":{\"hits\":[1,2,{\"business\":\"b-1\"}],\"business\":\"$KEY\"}}")
            .finds("sable-alerts", "business", "body"));
  }

  private static List<Shape> files() {
    return List.of(
        Shape.post("inkwarden-envelope", Hosts.HOOKS, "/hooks/inkwarden")
            .json(
                "{\"event\":\"envelope-completed\",\"data\":{\"envelope\":{\"customFields\":"
                    + "{\"text\":[{\"name\":\"business\",\"value\":\"$KEY\"}]}}}}")
            .finds("business", "body"),
        Shape.post("inkwarden-envelope: 900 KB of documents first", Hosts.HOOKS, "/hooks/inkwarden")
            .longJson(
                "{\"data\":{\"envelope\":{\"documents\":[{\"pdf\":\"",
                "JVBERi0xLjcK",
                75_000,
                "\"}],\"customFields\":{\"text\":[{\"value\":\"$KEY\"}]}}}}")
            .finds("inkwarden-envelope", "business", "body")
            .times(3),
        Shape.get("vellumsign-callback", Hosts.HOOKS, "/hooks/vellumsign?event=signed&state=$KEY")
            .spelled(key -> Spelling.urlEncoded(Spelling.base64("b=" + key + ";d=??>")))
            .finds("business", "query")
            .times(2),
        Shape.post("tarn-object", Hosts.HOOKS, "/hooks/tarn")
            .json(
                "{\"Records\":[{\"event\":\"put\",\"object\":{\"key\":\"$KEY\\/2026\\/11.csv\"}}]}")
            .finds("business", "body")
            .times(2),
        Shape.post("ferrox-shipment", Hosts.HOOKS, "/hooks/ferrox/shipments")
            .json(
                "{\"shipment\":{\"weight\":1.5e3,\"references\":"
                    + "{\"order\":7,\"business\":\"$KEY\"}}}")
            .finds("business", "body"),
        Shape.post("hooks-rest", Hosts.HOOKS, "/hooks/nobody/knows")
            .json("{}")
            .rejectedBy("hooks-rest", 404)
            .times(2),
        Shape.post("hooks-rest: event of no known kind", Hosts.HOOKS, "/hooks/brackenpay")
            .header("X-Bracken-Event", "capability.updated")
            .json("{\"data\":{}}")
            .rejectedBy("hooks-rest", 404));
  }
}
