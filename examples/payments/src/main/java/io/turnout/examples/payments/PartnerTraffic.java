// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import java.util.List;

/** Webhooks about work: chat, source hosting, calendars, telephone, mail, suppliers' events. */
final class PartnerTraffic {

  private PartnerTraffic() {}

  static List<Shape> shapes() {
    return Shapes.joined(chat(), sources(), telephone(), events());
  }

  private static List<Shape> chat() {
    return List.of(
        Shape.post("lantern-command", Hosts.HOOKS, "/hooks/lantern/commands")
            .form("token=$HEX&team_id=$KEY&team_domain=bakery&command=%2Fbalance&text=")
            .finds("workspace", "body")
            .times(2),
        Shape.post("lantern-interaction", Hosts.HOOKS, "/hooks/lantern/interactions")
            .spelled(
                key ->
                    Spelling.urlEncoded(
                        "{\"type\":\"block_actions\",\"team\":{\"id\":\""
                            + key
                            + "\"},\"user\":{}}"))
            .form("payload=$KEY")
            .finds("workspace", "body")
            .times(2),
        Shape.post("lantern-event", Hosts.HOOKS, "/hooks/lantern/events")
            .json("{\"token\":\"$HEX\",\"team_id\":\"$KEY\",\"event\":{\"type\":\"message\"}}")
            .finds("workspace", "body")
            .times(2),
        Shape.post("murmur-bot", Hosts.HOOKS, "/hooks/murmur/$KEY/$HEX")
            .json("{\"text\":\"approve $N\"}")
            .finds("workspace", "path"));
  }

  private static List<Shape> sources() {
    return List.of(
        Shape.post("kestrelhub-ping", Hosts.HOOKS, "/hooks/kestrelhub")
            .header("X-Kestrel-Event", "ping")
            .json("{\"zen\":\"Keep it small.\"}")
            .goesTo("kestrelhub-ping", "us-1"),
        Shape.post("kestrelhub-push", Hosts.HOOKS, "/hooks/kestrelhub")
            .header("X-Kestrel-Event", "push")
            .json("{\"ref\":\"refs/heads/main\",\"commits\":[],\"organization\":{\"id\":\"$KEY\"}}")
            .finds("workspace", "body"),
        Shape.post("kestrelhub-push: 400 KB of commits first", Hosts.HOOKS, "/hooks/kestrelhub")
            .header("X-Kestrel-Event", "push")
            .longJson(
                "{\"commits\":[{}",
                ",{\"id\":\"0a1b2c3d\",\"message\":\"fix \\\"it\\\"\"}",
                9_000,
                "],\"organization\":{\"login\":\"bakery\",\"id\":\"$KEY\"}}")
            .finds("kestrelhub-push", "workspace", "body"),
        Shape.post("kestrelhub-installation", Hosts.HOOKS, "/hooks/kestrelhub")
            .header("X-Kestrel-Event", "installation_repositories")
            .json("{\"action\":\"added\",\"installation\":{\"account\":{\"id\":\"$KEY\"}}}")
            .finds("workspace", "body"),
        Shape.post("copse-pipeline", Hosts.HOOKS, "/hooks/copse")
            .header("X-Copse-Group", "$KEY")
            .json("{\"status\":\"success\"}")
            .finds("workspace", "header"),
        Shape.post("copse-pipeline: query", Hosts.HOOKS, "/hooks/copse?group=$KEY")
            .header("X-Copse-Dry-Run", "false")
            .json("{\"status\":\"failed\"}")
            .finds("copse-pipeline", "workspace", "query"),
        Shape.post("hooks-rest: dry run", Hosts.HOOKS, "/hooks/copse?group=$KEY")
            .header("X-Copse-Dry-Run", "true")
            .draws("workspace")
            .json("{\"status\":\"failed\"}")
            .rejectedBy("hooks-rest", 404),
        Shape.post("halcyon-calendar", Hosts.HOOKS, "/hooks/halcyon")
            .header("X-Halcyon-Channel-Token", "v=1&business=$KEY")
            .finds("business", "header"));
  }

  private static List<Shape> telephone() {
    return List.of(
        Shape.post("junotel-sms", Hosts.HOOKS, "/hooks/junotel/sms")
            .spelled(key -> Spelling.urlEncoded(" " + key + "\n"))
            .form("MessageSid=SM$HEX&From=%2B15559990000&To=$KEY&Body=yes")
            .finds("phone", "body")
            .times(2),
        Shape.post("junotel-voice", Hosts.HOOKS, "/hooks/junotel/voice")
            .spelled(Spelling::urlEncoded)
            .form("CallSid=CA$HEX&Called=$KEY&Direction=inbound")
            .finds("phone", "body"),
        Shape.post("junotel-voice: query", Hosts.HOOKS, "/hooks/junotel/voice?To=$KEY")
            .spelled(Spelling::urlEncoded)
            .form("CallSid=CA$HEX")
            .finds("junotel-voice", "phone", "query"),
        Shape.get("trillwire-answer", Hosts.HOOKS, "/hooks/trillwire/answer?uuid=$HEX&to=$KEY%20")
            .spelled(Spelling::urlEncoded)
            .finds("phone", "query"),
        Shape.post("wrenmail-bounces", Hosts.HOOKS, "/hooks/wrenmail/bounces")
            .json("[{\"event\":\"bounce\",\"recipient\":\"billing@$KEY\"}]")
            .finds("email-domain", "body")
            .times(2),
        Shape.post("wrenmail-inbound", Hosts.HOOKS, "/hooks/wrenmail/inbound")
            .spelled(key -> key.replace("b-", "B-") + "%40in.ostrand.example")
            .form("sender=ann%40mail.example&recipient=$KEY&subject=Receipt")
            .finds("business", "body")
            .times(2));
  }

  private static List<Shape> events() {
    return List.of(
        Shape.post("cloud-events-binary", Hosts.HOOKS, "/hooks/events")
            .header("Ce-Id", "$HEX")
            .header("Ce-Type", "example.ostrand.limit.raised")
            .header("Ce-Subject", "business/$KEY")
            .json("{\"limit\":$N}")
            .finds("business", "header")
            .times(2),
        Shape.post("cloud-events-structured", Hosts.HOOKS, "/hooks/events")
            .body(
                "application/cloudevents+json; charset=utf-8",
                new Body.Text(
                    "{\"specversion\":\"1.0\",\"id\":\"$HEX\","
                        + "\"subject\":\"business/$KEY\",\"data\":{}}"))
            .finds("business", "body")
            .times(2),
        Shape.post("partner-relay", Hosts.HOOKS, "/hooks/relay/brackenpay/v3")
            .header("X-Partner-Token", "$KEY")
            .spelled(key -> Spelling.token("sub", key.replace("b-", "B-")))
            .json("{\"relayed\":true}")
            .finds("business", "jwt")
            .times(2));
  }
}
