// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import java.util.List;

/** Bodies that are broken, hostile or merely surprising. */
final class OddBodies {

  private static final String LIMIT = "body-limit";
  private static final String MALFORMED = "body-malformed";
  private static final String ENCODED = "body-encoded";
  private static final int CARD_LIMIT_BYTES = 4096;

  private OddBodies() {}

  static List<Shape> shapes() {
    return Shapes.joined(
        broken(), surprising(), surprisingElsewhere(), nested(), sizes(), encoded(), forms());
  }

  private static List<Shape> broken() {
    return List.of(
        payment("broken: cut off in the key", "{\"business_id\":\"b-100")
            .unreadable("v1-payments", MALFORMED),
        payment("broken: cut off before the key", "{\"amount\":1,")
            .unreadable("v1-payments", MALFORMED),
        payment("broken: quotes of another language", "{'business_id':'b-10001'}")
            .unreadable("v1-payments", MALFORMED),
        payment("broken: no comma", "{\"amount\":1 \"business_id\":\"b-10001\"}")
            .unreadable("v1-payments", MALFORMED),
        payment("broken: no colon", "{\"business_id\" \"b-10001\"}")
            .unreadable("v1-payments", MALFORMED),
        payment(
                "broken: raw line feed in a string",
                "{\"memo\":\"a\nb\",\"business_id\":\"b-10001\"}")
            .unreadable("v1-payments", MALFORMED),
        payment("broken: unknown escape", "{\"memo\":\"\\x41\",\"business_id\":\"b-10001\"}")
            .unreadable("v1-payments", MALFORMED),
        payment("broken: not a number", "{\"amount\":NaN,\"business_id\":\"b-10001\"}")
            .unreadable("v1-payments", MALFORMED),
        payment("broken: form under a JSON name", "business_id=b-10001")
            .unreadable("v1-payments", MALFORMED),
        Shape.post("broken: bad UTF-8 before the key", Hosts.API, "/v1/payments")
            .body(
                "application/json",
                new Body.Bytes("{\"memo\":\"\u00ff\",\"business_id\":\"$KEY\"}"))
            .unreadable("v1-payments", MALFORMED),
        Shape.post("broken: UTF-16", Hosts.API, "/v1/payments")
            .body("application/json", new Body.Bytes("\u00ff\u00fe{\u0000}\u0000"))
            .unreadable("v1-payments", MALFORMED),
        Shape.post("broken: number with a leading zero", Hosts.HOOKS, "/hooks/corvia")
            .json("{\"notificationItems\":[{\"item\":{\"merchantNumber\":07000001}}]}")
            .unreadable("corvia-items", MALFORMED),
        Shape.post("broken: call of a tool", Hosts.API, "/mcp")
            .json("{\"params\":{\"arguments\":{\"business_id\":}}}")
            .unreadable("mcp-tool", MALFORMED),
        Shape.post("broken: authorisation", Hosts.CARDS, "/auth")
            .json("{\"card\":{\"token\":\"card_0000000001")
            .unreadable("card-auth", MALFORMED));
  }

  private static List<Shape> surprising() {
    return List.of(
        payment("odd: rubbish after the key", "{\"business_id\":\"$KEY\"}}}}]]] rubbish")
            .finds("v1-payments", "business", "body"),
        Shape.post("odd: bad UTF-8 after the key", Hosts.API, "/v1/payments")
            .body(
                "application/json",
                new Body.Bytes("{\"business_id\":\"$KEY\",\"memo\":\"\u00ff\u00fe"))
            .finds("v1-payments", "business", "body"),
        Shape.post("odd: byte order mark", Hosts.API, "/v1/payments")
            .body("application/json", new Body.Text("\ufeff{\"business_id\":\"$KEY\"}"))
            .finds("v1-payments", "business", "body"),
        payment(
                "odd: the first of two counts",
                "{\"business_id\":\"$KEY\",\"business_id\":\"b-1\"}")
            .finds("v1-payments", "business", "body"),
        payment("odd: the first of two is null", "{\"business_id\":null,\"business_id\":\"$KEY\"}"),
        Shape.post("odd: the first of two objects counts", Hosts.API, "/v1/transfers")
            .json("{\"source\":{},\"source\":{\"account\":\"$KEY\"}}")
            .draws("account"),
        payment("odd: escaped name", "{\"business\\u005fid\":\"$KEY\"}")
            .finds("v1-payments", "business", "body"),
        payment("odd: escaped value", "{\"business_id\":\"$KEY\"}")
            .spelled(key -> key.replace("-", "\\u002d"))
            .finds("v1-payments", "business", "body"),
        payment(
                "odd: name of another depth",
                "{\"inner\":{\"business_id\":\"b-1\"},\"business_id\":\"$KEY\"}")
            .finds("v1-payments", "business", "body"),
        payment(
                "odd: name in a string",
                "{\"memo\":\"\\\"business_id\\\":\\\"b-1\\\"\",\"business_id\":\"$KEY\"}")
            .finds("v1-payments", "business", "body"),
        payment("odd: white space everywhere", "\r\n\t {\t\"business_id\"\n:\r \"$KEY\" }")
            .finds("v1-payments", "business", "body"),
        payment("odd: value with a line feed", "{\"business_id\":\"b-10001\\n\"}"),
        payment("odd: empty value", "{\"business_id\":\"\"}"),
        payment("odd: boolean", "{\"business_id\":true}"),
        payment("odd: list of one", "{\"business_id\":[\"b-10001\"]}"),
        payment("odd: bare string", "\"business_id\""));
  }

  private static List<Shape> surprisingElsewhere() {
    return List.of(
        Shape.post("odd: fraction", Hosts.HOOKS, "/hooks/corvia")
            .json("{\"notificationItems\":[{\"item\":{\"merchantNumber\":7000001.0}}]}")
            .rejectedBy("hooks-rest", 404),
        Shape.post("odd: exponent", Hosts.API, "/v1/reconciliations/quorrel")
            .json("{\"merchant\":7000001e0}"),
        Shape.post("odd: number as text", Hosts.API, "/v1/reconciliations/quorrel")
            .json("{\"merchant\":\"$KEY\"}")
            .finds("v1-reconcile", "merchant", "body"),
        Shape.post("odd: no body", Hosts.API, "/v1/payments")
            .header("Content-Type", "application/json"),
        Shape.post("odd: batch of calls", Hosts.API, "/mcp")
            .json(
                "[{\"method\":\"tools/call\",\"params\":{"
                    + "\"arguments\":{\"business_id\":\"b-10001\"}}}]")
            .goesTo("mcp-rest", "us-1"),
        Shape.post("odd: both arguments", Hosts.API, "/mcp")
            .json(
                "{\"params\":{\"arguments\":{\"account\":{"
                    + "\"id\":\"acct_00000000\"},\"business_id\":\"$KEY\"}}}")
            .finds("mcp-tool", "business", "body"),
        Shape.post("odd: form where JSON is read", Hosts.API, "/mcp")
            .form("{\"params\":{\"arguments\":{\"business_id\":\"b-10001\"}}}")
            .goesTo("mcp-rest", "us-1"),
        Shape.post("odd: empty list", Hosts.HOOKS, "/hooks/oakledger")
            .json("[]")
            .rejectedBy("hooks-rest", 404),
        Shape.post("odd: mail address to another host", Hosts.HOOKS, "/hooks/wrenmail/inbound")
            .form("recipient=b-10001%40in.ostrand.example.evil.example")
            .rejectedBy("hooks-rest", 404));
  }

  private static List<Shape> nested() {
    return List.of(
        payment("nested: 32 levels", deep(31, "{\"business_id\":\"$KEY\"}"))
            .finds("v1-payments", "business", "body"),
        payment("nested: 33 levels", deep(32, "{\"business_id\":\"$KEY\"}"))
            .unreadable("v1-payments", MALFORMED),
        payment(
                "nested: deep after the key",
                "{\"business_id\":\"$KEY\",\"x\":" + "[".repeat(1_000))
            .finds("v1-payments", "business", "body"),
        Shape.post("nested: 100,000 levels", Hosts.API, "/mcp")
            .longJson("{\"id\":", "[", 100_000, "")
            .unreadable("mcp-tool", MALFORMED));
  }

  private static List<Shape> sizes() {
    String before = "{\"emv\":\"";
    String after = "\",\"card\":{\"token\":\"card_0123456789\"";
    int room = CARD_LIMIT_BYTES - before.length() - after.length();
    return List.of(
        Shape.post("size: key ends at the limit", Hosts.CARDS, "/auth")
            .longJson(before, "x", room, "\",\"card\":{\"token\":\"$KEY\"}}")
            .finds("card-auth", "card", "body"),
        Shape.post("size: key ends one byte beyond the limit", Hosts.CARDS, "/auth")
            .longJson(before, "x", room + 1, "\",\"card\":{\"token\":\"$KEY\"}}")
            .draws("card")
            .unreadable("card-auth", LIMIT),
        Shape.post("size: authorisation of 1 MB", Hosts.CARDS, "/auth")
            .longJson(before, "0123456789", 100_000, "\",\"card\":{\"token\":\"$KEY\"}}")
            .draws("card")
            .unreadable("card-auth", LIMIT),
        Shape.post("size: receipt beyond 2 KB", Hosts.API, "/push/receipts")
            .longJson("", " ", 2_048, "{\"receipt\":{\"device\":\"$KEY\"}}")
            .draws("device")
            .unreadable("push-receipt", LIMIT),
        Shape.post("size: 1 MB without the key", Hosts.API, "/v1/imports")
            .longJson("{\"lines\":[\"first\"", ",\"2026-11-30;12.50\"", 54_000, "]}"),
        Shape.post("size: import beyond 1 MiB", Hosts.API, "/v1/imports")
            .longJson(
                "{\"lines\":[\"first\"",
                ",\"2026-11-30;12.50\"",
                56_000,
                "],\"trailer\":{\"account\":\"$KEY\"}}")
            .draws("account")
            .unreadable("v1-import", LIMIT),
        Shape.post("size: push beyond 512 KB", Hosts.HOOKS, "/hooks/kestrelhub")
            .header("X-Kestrel-Event", "push")
            .longJson(
                "{\"commits\":[0",
                ",{\"id\":\"0a1b2c3d\"}",
                40_000,
                "],\"organization\":{\"id\":\"$KEY\"}}")
            .draws("workspace")
            .unreadable("kestrelhub-push", LIMIT),
        payment("size: value of 10 KB", "{\"business_id\":\"b-" + "1".repeat(10_000) + "\"}"),
        Shape.post("size: value beyond the limit", Hosts.API, "/v1/payments")
            .longJson("{\"business_id\":\"b-", "1", 70_000, "\"}")
            .unreadable("v1-payments", LIMIT),
        Shape.post("size: name of 60 KB", Hosts.API, "/v1/payments")
            .longJson("{\"", "n", 60_000, "\":1,\"business_id\":\"$KEY\"}")
            .finds("v1-payments", "business", "body"),
        Shape.post("size: 60,000 digits", Hosts.API, "/v1/reconciliations/quorrel")
            .longJson("{\"merchant\":", "7", 60_000, "}"));
  }

  private static List<Shape> encoded() {
    return List.of(
        payment("encoded: gzip", "not looked at")
            .header("Content-Encoding", "gzip")
            .unreadable("v1-payments", ENCODED),
        payment("encoded: two codings", "{\"business_id\":\"b-10001\"}")
            .header("Content-Encoding", "identity, br")
            .unreadable("v1-payments", ENCODED),
        payment("encoded: identity", "{\"business_id\":\"$KEY\"}")
            .header("Content-Encoding", "identity")
            .finds("v1-payments", "business", "body"),
        Shape.post("encoded: no body to be encoded", Hosts.API, "/v1/payments")
            .header("Content-Type", "application/json")
            .header("Content-Encoding", "gzip"),
        Shape.post("encoded: form where a form is read", Hosts.HOOKS, "/hooks/junotel/sms")
            .form("To=%2B15550000000")
            .header("Content-Encoding", "deflate")
            .unreadable("junotel-sms", ENCODED),
        Shape.post("encoded: form where JSON is read", Hosts.API, "/mcp")
            .form("a=1")
            .header("Content-Encoding", "gzip")
            .goesTo("mcp-rest", "us-1"),
        Shape.post("encoded: key in the query", Hosts.API, "/v1/payments?business_id=$KEY")
            .body("application/json", new Body.Text("not looked at"))
            .header("Content-Encoding", "gzip")
            .finds("v1-by-business", "business", "query"));
  }

  private static List<Shape> forms() {
    String type = "application/x-www-form-urlencoded";
    return List.of(
        command("form: the first field counts", "team_id=$KEY&team_id=T00000000")
            .finds("lantern-command", "workspace", "body"),
        command("form: the first field is empty", "team_id=&team_id=$KEY")
            .rejectedBy("hooks-rest", 404),
        command("form: field without a value", "team_id&a=1").rejectedBy("hooks-rest", 404),
        command("form: no such field", "Team_Id=T00000000&a=1").rejectedBy("hooks-rest", 404),
        command("form: bad escape in the field", "team_id=%zz")
            .unreadable("lantern-command", MALFORMED),
        command("form: bad UTF-8 in the field", "team_id=T%ff")
            .unreadable("lantern-command", MALFORMED),
        command("form: bad escape in another field", "text=100%&team_id=$KEY")
            .finds("lantern-command", "workspace", "body"),
        command("form: escaped name", "&&=&te%61m%5Fid=$KEY")
            .finds("lantern-command", "workspace", "body"),
        command("form: bad escape after the key", "team_id=$KEY&x=%")
            .finds("lantern-command", "workspace", "body"),
        Shape.post("form: flood before the key", Hosts.HOOKS, "/hooks/lantern/commands")
            .body(type, new Body.Repeated("", "a=1&", 20_000, "team_id=$KEY"))
            .draws("workspace")
            .unreadable("lantern-command", LIMIT),
        Shape.post("form: flood after the key", Hosts.HOOKS, "/hooks/lantern/commands")
            .body(type, new Body.Repeated("team_id=$KEY", "&a=1", 20_000, ""))
            .finds("lantern-command", "workspace", "body"),
        Shape.post("form: one field of 80 KB", Hosts.HOOKS, "/hooks/lantern/commands")
            .body(type, new Body.Repeated("team_id=", "T", 80_000, ""))
            .unreadable("lantern-command", LIMIT),
        Shape.post("form: JSON where a form is read", Hosts.HOOKS, "/hooks/lantern/commands")
            .json("{\"team_id\":\"T00000000\"}")
            .rejectedBy("hooks-rest", 404),
        Shape.post("form: with a parameter of its type", Hosts.HOOKS, "/hooks/lantern/commands")
            .body("Application/X-WWW-Form-Urlencoded; charset=UTF-8", new Body.Text("team_id=$KEY"))
            .finds("lantern-command", "workspace", "body"));
  }

  private static Shape payment(String label, String json) {
    return Shape.post(label, Hosts.API, "/v1/payments").json(json);
  }

  private static Shape command(String label, String form) {
    return Shape.post(label, Hosts.HOOKS, "/hooks/lantern/commands").form(form).draws("workspace");
  }

  private static String deep(int brackets, String tail) {
    return "{\"pad\":" + "[".repeat(brackets) + "]".repeat(brackets) + "," + tail.substring(1);
  }
}
