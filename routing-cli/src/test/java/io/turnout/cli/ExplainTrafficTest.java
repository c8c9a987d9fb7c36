// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.turnout.client.EdgeSigner;
import io.turnout.spi.RouteClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code explain} tells of the client and of stages. */
class ExplainTrafficTest {

  private static final String SECRET = "0123456789abcdef0123456789abcdef";
  private static final String AT = "2026-11-30T08:00:00Z";
  private static final String RULES =
      """
      turnout: 1
      edges:
        - { name: office, cidr: [10.20.0.0/16], client-ip: { header: X-Forwarded-For, hops: 1 } }
        - { name: partner, tls: { san: partner.example } }
        - name: cdn
          signature: { keys: [ { id: k1, secret: "file:key" } ], covers: ["@method"], max-age: 60s }
      tags:
        internal: { cidr: [10.0.0.0/8] }
        bot: { user-agent: { contains: bot } }
      splits:
        - name: web
          id: { cookie: rid, max-age: 30m }
          sticky: hash
          pin: { header: X-Stage, tag: internal }
          stages: [ { name: a, weight: 1, labels: { version: "2" } }, { name: b } ]
        - name: shop
          id: { cookie: sid, max-age: 30m }
          sticky: session
          keys: [ { id: s1, secret: "file:key" } ]
          stages: [ { name: only, weight: 1 } ]
      rules:
        - { name: inside, when: { path: /admin }, unless: { tag: internal }, then: reject 403 }
        - { name: key, key: { namespace: b, from: [ { header: X-B } ] } }
        - { name: rest, then: cell us-1 }
      """;

  @TempDir Path folder;

  @BeforeEach
  void writeKey() throws IOException {
    Files.writeString(folder.resolve("key"), SECRET);
    Files.writeString(folder.resolve("rules.yaml"), RULES);
  }

  private Ran explain(String... arguments) {
    List<String> all = new ArrayList<>(List.of("explain", folder.resolve("rules.yaml").toString()));
    all.addAll(List.of(arguments));
    return Ran.turnout(all.toArray(String[]::new));
  }

  private JsonNode decision(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of("--json"));
    all.addAll(List.of(arguments));
    return new JsonMapper().readTree(explain(all.toArray(String[]::new)).out()).path("decision");
  }

  @Test
  void client_isTheOneThatAProvenEdgeNames() {
    Ran ran = explain("--remote", "10.20.0.1", "--", "http://h/", "-H", "X-Forwarded-For: 1.1.1.1");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .containsPattern("client +1\\.1\\.1\\.1, named by edge office\n")
        .containsPattern("edges +office\n")
        .containsPattern("tags +via-office\n");
  }

  @Test
  void client_isThePeerWhereNoEdgeIsProven() {
    Ran ran =
        explain("--remote", "::ffff:10.1.2.3", "--", "http://h/", "-H", "X-Forwarded-For: 1.1.1.1");
    assertThat(ran.out())
        .containsPattern("client +10\\.1\\.2\\.3\n")
        .containsPattern("tags +internal\n")
        .doesNotContain("edges ");
  }

  @Test
  void unknownAddress_isToldWhereATagIsAskedFor() {
    assertThat(explain("--", "http://h/admin").out())
        .contains("rejected with status 403", "--remote says which it has");
    assertThat(explain("--remote", "10.0.0.1", "--", "http://h/admin").out())
        .contains("to cell us-1")
        .contains("holds      unless tag: internal");
    assertThat(explain("--", "http://h/").out()).doesNotContain("--remote");
  }

  @Test
  void nameOfACertificate_provesAnEdge() {
    assertThat(explain("--peer-name", "partner.example", "--", "http://h/").out())
        .containsPattern("edges +partner\n");
    assertThat(explain("--peer-name", "other.example", "--", "http://h/").out())
        .doesNotContain("partner");
  }

  @Test
  void signature_isJudgedAtTheGivenTime() throws IOException {
    EdgeSigner signer =
        EdgeSigner.builder("k1", SECRET.getBytes(StandardCharsets.UTF_8))
            .covers(List.of("@method"))
            .clock(at(AT))
            .build();
    GivenRequest head = CurlArguments.read(List.of("http://h/"));
    EdgeSigner.Signed signed = signer.sign(head);
    String[] request = {
      "--",
      "http://h/",
      "-H",
      "Signature-Input: " + signed.input(),
      "-H",
      "Signature: " + signed.signature()
    };
    assertThat(explain(join("2026-11-30T08:01:00Z", request)).out())
        .containsPattern("edges +cdn\n")
        .containsPattern("tags +via-cdn\n");
    assertThat(explain(join("2026-11-30T08:01:01Z", request)).out())
        .doesNotContain("via-cdn")
        .containsPattern(
            "unproven +cdn: the signature with key k1 is 61 s old; 60 s are the most\n");
    assertThat(explain(join("noon", request)).err())
        .contains("--at \"noon\" must be a time like 2026-11-30T08:00:00Z");
  }

  private static RouteClock at(String time) {
    return new RouteClock() {
      @Override
      public long wallMillis() {
        return Instant.parse(time).toEpochMilli();
      }

      @Override
      public long nanos() {
        return 0;
      }
    };
  }

  private static String[] join(String time, String... request) {
    List<String> all = new ArrayList<>(List.of("--at", time));
    all.addAll(List.of(request));
    return all.toArray(String[]::new);
  }

  @Test
  void stages_areTold_butNoCookieIsShown() throws IOException {
    Ran ran = explain("--", "http://h/", "-b", "rid=user-1");
    assertThat(ran.out())
        .containsPattern("split +web: a \\(computed from its routing ID\\), labels version=2\n")
        .containsPattern("split +shop: only \\(new: .*\\), sets a cookie\n")
        .doesNotContain("v1.")
        .doesNotContain("sid=");
    JsonNode splits = decision("--", "http://h/", "-b", "rid=user-1").path("splits");
    assertThat(splits.at("/web/stage").asText()).isEqualTo("a");
    assertThat(splits.at("/web/how").asText()).isEqualTo("computed");
    assertThat(splits.at("/web/labels/version").asText()).isEqualTo("2");
    assertThat(splits.at("/web/sets-cookie").asBoolean(true)).isFalse();
    assertThat(splits.at("/shop/sets-cookie").asBoolean()).isTrue();
    assertThat(splits.toString()).doesNotContain("v1.");
  }

  @Test
  void pinnedStage_takesItsTag() {
    assertThat(explain("--remote", "10.0.0.1", "--", "http://h/", "-H", "X-Stage: b").out())
        .contains("web: b (pinned: the request names it)");
    assertThat(explain("--remote", "1.1.1.1", "--", "http://h/", "-H", "X-Stage: b").out())
        .contains("web: a (new: ");
  }

  @Test
  void stages_areToldWhereTheKeyIsNotLookedUp() {
    assertThat(explain("--", "http://h/", "-H", "X-B: 1").out())
        .contains("not looked up")
        .contains("shop: only (new: ");
  }

  @Test
  void rejectedRequest_hasNoStage() {
    assertThat(explain("--", "http://h/admin").out()).doesNotContain("split ");
  }

  @Test
  void record_keepsWhoSentTheRequest() throws IOException {
    Path record = folder.resolve("record.json");
    Files.writeString(
        record,
        explain(
                "--json",
                "--remote",
                "10.20.0.1",
                "--peer-name",
                "partner.example",
                "--at",
                AT,
                "--",
                "http://h/admin",
                "-H",
                "X-Forwarded-For: 10.1.1.1")
            .out());
    JsonNode json = new JsonMapper().readTree(record.toFile());
    assertThat(json.at("/time").asText()).isEqualTo(AT);
    assertThat(json.at("/request/remote").asText()).isEqualTo("10.20.0.1");
    assertThat(json.at("/decision/client/address").asText()).isEqualTo("10.1.1.1");
    assertThat(json.at("/decision/client/named-by").asText()).isEqualTo("office");
    assertThat(json.at("/decision/client/edges")).hasSize(2);
    Ran again = explain("--replay", record.toString());
    assertThat(again.exitCode()).isZero();
    assertThat(again.out()).contains("named by edge office");
    assertThat(explain("--replay", record.toString(), "--remote", "1.1.1.1").err())
        .contains("exclude --replay");
    Files.writeString(
        folder.resolve("rules.yaml"), RULES.replace("cidr: [10.0.0.0/8]", "cidr: [11.0.0.0/8]"));
    assertThat(explain("--replay", record.toString()).exitCode()).isEqualTo(1);
  }

  @Test
  void replay_tellsOfAnotherStage() throws IOException {
    Path record = folder.resolve("record.json");
    Files.writeString(record, explain("--json", "--", "http://h/", "-b", "rid=user-1").out());
    Files.writeString(
        folder.resolve("rules.yaml"),
        RULES
            .replace("name: a, weight: 1,", "name: a,")
            .replace("{ name: b }", "{ name: b, weight: 1 }"));
    Ran ran = explain("--replay", record.toString());
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains("split web: b, recorded a").doesNotContain("split shop");
  }

  @Test
  void addressThatIsNone_isRefused() {
    assertThat(explain("--remote", "localhost", "--", "http://h/").err())
        .contains("--remote \"localhost\" must be an IP address");
  }

  @Test
  void redacted_theAddressIsANumber() throws IOException {
    JsonNode json =
        new JsonMapper()
            .readTree(
                explain("--json", "--redact", "--remote", "10.0.0.1", "--", "http://h/").out());
    assertThat(json.toString()).doesNotContain("10.0.0.1");
    assertThat(json.at("/decision/client/address").asText())
        .isEqualTo(json.at("/request/remote").asText());
  }
}
