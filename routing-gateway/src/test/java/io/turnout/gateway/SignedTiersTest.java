// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.OnMiss;
import io.turnout.Tier;
import io.turnout.client.EdgeSigner;
import io.turnout.gateway.config.AuthorityTierSettings;
import io.turnout.gateway.config.HealthSettings;
import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.OriginHealth;
import io.turnout.gateway.config.OriginTls;
import io.turnout.gateway.config.ServerTls;
import io.turnout.gateway.config.TierSettings;
import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An edge that proves itself to the authority by signatures alone. */
class SignedTiersTest {

  private static final String E1 = "the secret of the edge, the first one";
  private static final String E2 = "the secret of the edge, the second one";

  @TempDir Path folder;
  private TwoTiers tiers;
  private int lastKey = 100;

  @BeforeEach
  void prepare() throws Exception {
    tiers = new TwoTiers(folder, CellServer.named("us"), CellServer.named("eu"));
    Files.writeString(folder.resolve("e1"), E1);
    Files.writeString(folder.resolve("e2"), E2);
    TwoTiers.rules(folder, believing("e1"));
  }

  @AfterEach
  void close() throws Exception {
    tiers.close();
  }

  private static String believing(String... keys) {
    List<String> listed =
        List.of(keys).stream()
            .map(key -> "{ id: " + key + ", secret: \"file:" + key + "\" }")
            .toList();
    return TwoTiers.RULES.replace("cidr: [ 127.0.0.0/8 ]", "signature: { keys: " + listed + " }");
  }

  private static EdgeSigner.Builder signer(String id, String secret) {
    return EdgeSigner.builder(id, secret.getBytes(StandardCharsets.UTF_8));
  }

  private TwoTiers.Edge edge(Gateway authority, EdgeSigner signer) throws Exception {
    return edge(authority, signer, origin -> origin);
  }

  private TwoTiers.Edge edge(Gateway authority, EdgeSigner signer, UnaryOperator<Origin> spoken)
      throws Exception {
    OriginHealth often =
        new OriginHealth(
            HealthSettings.DEFAULT_PATH,
            OptionalInt.empty(),
            OriginHealth.SHORTEST_INTERVAL,
            Duration.ofSeconds(10),
            1);
    AuthorityTierSettings behind =
        new AuthorityTierSettings(
            List.of(spoken.apply(new Origin("127.0.0.1", authority.port()))),
            often,
            Optional.of(signer));
    TierSettings tier = new TierSettings(Tier.EDGE, OnMiss.HAND_ON, Optional.of(behind), Set.of());
    return tiers.edge(authority, config -> config.tier(tier));
  }

  /** Asks for a key that nobody has, once; whether that is taught, as proven edges are. */
  private boolean isTaught(TwoTiers.Edge edge, String... fields) throws Exception {
    return isTaughtOf(edge, "/", fields);
  }

  private boolean isTaughtOf(TwoTiers.Edge edge, String target, String... fields) throws Exception {
    edge.records().clear();
    try (RawClient client = edge.client()) {
      String key = "X-Business-Id: " + ++lastKey + "\r\n";
      client.send("GET " + target + " HTTP/1.1\r\nHost: a.example\r\n" + key);
      assertThat(client.send(RawClient.lines(fields) + "\r\n").answer().text())
          .contains("unknown-key");
    }
    return edge.nextRecord().passage().learnt() == 1;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void edgeThatSigns_isBelieved(boolean http2) throws Exception {
    TwoTiers.Edge edge =
        edge(
            tiers.authority(),
            signer("e1", E1).build(),
            origin -> new Origin(origin.host(), origin.port(), Optional.empty(), http2));
    assertThat(edge.get("1")).isEqualTo("200 us0");
    assertThat(edge.nextRecord().passage().learnt()).isOne();
    assertThat(edge.get("1")).isEqualTo("200 us0");
    assertThat(edge.nextRecord().passage().authority()).isEmpty();
    assertThat(isTaughtOf(edge, "/a/%2e?q=%20&r", "Turnout-Hops: 7", "Turnout_Key: x")).isTrue();
    assertThat(isTaughtOf(edge, "http://b.example/?q")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void edgeThatSigns_isBelievedOverTls(boolean http2) throws Exception {
    TestCa ca = new TestCa(folder);
    ServerTls port = ca.ofPort();
    Optional<OriginTls> trusting = Optional.of(OriginTls.trusting(ca.file()));
    EdgeSigner everything =
        signer("e1", E1)
            .covers(List.of("@method", "@path", "@query", "@target-uri", "@authority", "x-tenant"))
            .build();
    TwoTiers.Edge edge =
        edge(
            tiers.authority(config -> config.tls(port)),
            everything,
            origin -> new Origin(origin.host(), origin.port(), trusting, http2));
    assertThat(isTaught(edge, "X-Tenant: a", "X-Tenant:  b ")).isTrue();
    assertThat(isTaughtOf(edge, "http://b.example:80?q", "X-Tenant: a")).isTrue();
    assertThat(isTaught(edge)).as("what is to be covered is not there").isFalse();
    assertThat(isTaught(edge, "X-Tenant: a", "Connection: x-tenant")).isFalse();
  }

  @Test
  void edgeWithAnotherSecret_isServedAsAClient_fromTheStart() throws Exception {
    Gateway authority = tiers.authority();
    for (EdgeSigner wrong : List.of(signer("e1", E2).build(), signer("e2", E2).build())) {
      TwoTiers.Edge edge = edge(authority, wrong);
      for (int i = 0; i < 2; i++) {
        assertThat(edge.get("1")).isEqualTo("200 us0");
        ExchangeRecord told = edge.nextRecord();
        assertThat(told.passage().authority()).isPresent();
        assertThat(told.passage().learnt()).isZero();
      }
    }
  }

  @Test
  void keys_areChangedOneAfterTheOther_withoutALoss() throws Exception {
    Gateway authority = tiers.authority();
    TwoTiers.Edge before = edge(authority, signer("e1", E1).build());
    TwoTiers.Edge after = edge(authority, signer("e2", E2).build());
    assertThat(isTaught(before)).isTrue();
    assertThat(isTaught(after)).isFalse();
    Files.writeString(folder.resolve("authority.yaml"), believing("e1", "e2"));
    TwoTiers.await(
        "the second key",
        () -> {
          assertThat(isTaught(before)).isTrue();
          return isTaught(after);
        });
    Files.writeString(folder.resolve("authority.yaml"), believing("e2"));
    TwoTiers.await(
        "the end of the first key",
        () -> {
          assertThat(isTaught(after)).isTrue();
          return !isTaught(before);
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void signaturesOfAClient_cannotMakeTheEdgesFail(boolean http2) throws Exception {
    TwoTiers.Edge edge =
        edge(
            tiers.authority(),
            signer("e1", E1).build(),
            origin -> new Origin(origin.host(), origin.port(), Optional.empty(), http2));
    String same = "turnout=(\"@method\");created=1;keyid=\"e1\"";
    String many = "a=();created=1, ".repeat(20) + "b=()";
    for (String input : List.of(same, "(((", "", ",", many, "x".repeat(20_000), "a=(), a=()")) {
      for (String signature : List.of("turnout=:AAAA:", ":", "", "y".repeat(9_000))) {
        String[] lines = {"Signature-Input: " + input, "SIGNATURE: " + signature};
        assertThat(isTaught(edge, lines)).as("%.60s, %.20s", input, signature).isTrue();
      }
      assertThat(isTaught(edge, "Signature-Input: " + input, "Signature-Input: " + same)).isTrue();
    }
    assertThat(isTaught(edge, "Signature: a=:AA:")).isTrue();
    String[] ofTheHop = {"Connection: signature, signature-input", "Signature-Input: " + same};
    assertThat(isTaught(edge, ofTheHop)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void signaturesOfAClient_reachCells_andTheEdgesDoesNot(boolean told) throws Exception {
    TwoTiers.Edge edge =
        edge(
            tiers.authority(config -> told ? config.tellCells() : config),
            signer("e1", E1).build());
    String theirs = "theirs=();created=1;keyid=\"k\"";
    String signature = "Signature: theirs=:AAAA:";
    try (RawClient client = edge.client()) {
      client.get("/", "X-Business-Id: 1", "Signature-Input: " + theirs, signature).answer();
      client.get("/", "X-Business-Id: 2").answer();
    }
    assertThat(edge.nextRecord().passage().learnt()).isOne();
    CellServer.Head beside = tiers.us.nextHead();
    CellServer.Head alone = tiers.eu.nextHead();
    if (told) {
      assertThat(beside.all("Signature-Input"))
          .singleElement()
          .asString()
          .startsWith(theirs + ", turnout=(\"@method\"");
      assertThat(alone.all("Signature")).singleElement().asString().startsWith("turnout=:");
    } else {
      assertThat(beside.all("Signature-Input")).containsExactly(theirs);
      assertThat(beside.all("Signature")).containsExactly("theirs=:AAAA:");
      assertThat(alone.fields()).noneMatch(SignedTiersTest::isOfSignatures);
    }
  }

  private static boolean isOfSignatures(String line) {
    return line.toLowerCase(Locale.ROOT).startsWith("signature");
  }

  @Test
  void signatureThatCoversATurnoutField_reachesNoCell_whoeverSentIt() throws Exception {
    Gateway authority = tiers.authority();
    String input = "a=(\"@method\" \"turnout-client-ip\");created=1;keyid=\"k\"";
    try (RawClient client = new RawClient(authority.port())) {
      String[] fields = {"X-Business-Id: 1", "Signature-Input: " + input, "Signature: a=:AAAA:"};
      client.get("/", fields).answer();
      assertThat(tiers.us.nextHead().fields()).noneMatch(SignedTiersTest::isOfSignatures);
      client.get("/", "X-Business-Id: 1", "Signature-Input: (((", "Signature: a=:AAAA:").answer();
      assertThat(tiers.us.nextHead().all("Signature-Input")).containsExactly("(((");
    }
  }

  @Test
  void fieldThatIsAddedOnTheWay_takesAwayAllBelief() throws Exception {
    Gateway authority = tiers.authority();
    MultiMap conveyed =
        MultiMap.caseInsensitiveMultiMap()
            .add("X-Original-Method", "GET")
            .add("X-Original-URI", "/")
            .add("X-Original-Address", "192.0.2.7");
    EdgeSigner.Signed signed = signer("e1", E1).build().sign(ConveyedHead.of(conveyed));
    String[] fields = {
      "X-Business-Id: 1", "Signature-Input: " + signed.input(), "Signature: " + signed.signature()
    };
    try (RawClient client = new RawClient(authority.port())) {
      assertThat(client.get("/", fields).answer().field("Turnout-Route")).isPresent();
      client.get("/", join(fields, "Turnout-Key: \"business:2\";rule=\"business\""));
      RawClient.Answer answer = client.answer();
      assertThat(answer.text()).isEqualTo("us0");
      assertThat(answer.field("Turnout-Route")).isEmpty();
      assertThat(client.get("/", join(fields, "Turnout-Hops: 9")).answer().status()).isEqualTo(200);
    }
  }

  private static String[] join(String[] fields, String more) {
    String[] all = Arrays.copyOf(fields, fields.length + 1);
    all[fields.length] = more;
    return all;
  }
}
