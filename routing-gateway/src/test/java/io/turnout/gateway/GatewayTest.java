// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.decision.RouteDecision;
import io.turnout.gateway.config.AccessLogSettings;
import io.turnout.gateway.config.Address;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.HealthSettings;
import io.turnout.gateway.config.Origin;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole gateway, with its files. */
class GatewayTest {

  private static final String RULES =
      """
      turnout: 1
      cells: [us-1, eu-1]
      rules:
        - name: business-header
          key: { namespace: business, from: [ { header: X-Business-Id } ] }
        - name: status
          when: { path: /status }
          then: cell us-1
      """;

  @TempDir Path folder;
  private Path rules;
  private Path routes;
  private CellServer us;
  private CellServer eu;

  @BeforeEach
  void prepare() throws Exception {
    rules = Files.writeString(folder.resolve("rules.yaml"), RULES);
    routes = Files.writeString(folder.resolve("routes.yaml"), routes("us-1"));
    us = CellServer.named("us");
    eu = CellServer.named("eu");
  }

  @AfterEach
  void closeCells() throws Exception {
    us.close();
    eu.close();
  }

  private static String routes(String cell) {
    return "turnout-routes: 1\nroutes: { \"business:1\": " + cell + " }\n";
  }

  private GatewayConfig.Builder config() {
    return GatewayConfig.builder(rules, routes)
        .listen(new Address("127.0.0.1", 0))
        .threads(2)
        .pollMillis(10)
        .accessLog(AccessLogSettings.NONE)
        .cell("us-1", new Origin("127.0.0.1", us.port()))
        .cell("eu-1", new Origin("127.0.0.1", eu.port()));
  }

  private static Gateway started(GatewayConfig config) throws Exception {
    return Gateway.start(config).toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private static void stop(Gateway gateway) throws Exception {
    gateway.stop().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private static String get(int port, String target) throws Exception {
    try (RawClient client = new RawClient(port)) {
      RawClient.Answer answer = client.get(target, "X-Business-Id: 1").answer();
      return answer.status() + " " + answer.text();
    }
  }

  private static void await(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!condition.call()) {
      assertThat(System.nanoTime() - deadline).as(what).isNegative();
      LockSupport.parkNanos(5_000_000);
    }
  }

  @Test
  void files_areReadAgain_andABrokenOneChangesNothing() throws Exception {
    HealthSettings health = new HealthSettings("/up", Optional.of(new Address("127.0.0.1", 0)));
    Gateway gateway = started(config().health(health).build());
    try {
      int up = gateway.healthPort().orElseThrow();
      assertThat(get(gateway.port(), "/")).isEqualTo("200 us0");
      assertThat(get(up, "/up"))
          .contains("200 {\"status\":\"ok\"")
          .contains("\"rules\":\"current\"");
      assertThat(get(up, "/other")).startsWith("404");

      Files.writeString(routes, routes("eu-1"));
      await("the new route", () -> get(gateway.port(), "/").equals("200 eu0"));

      Files.writeString(rules, "turnout: 1\nrules: [ { nam: x } ]\n");
      await("the refusal", () -> get(up, "/up").contains("\"rules\":\"refused\""));
      assertThat(get(gateway.port(), "/")).isEqualTo("200 eu0");

      Files.writeString(rules, RULES.replace("[us-1, eu-1]", "[us-1, eu-1, ap-1]") + " ");
      await("the refusal", () -> get(up, "/up").contains("\"rules\":\"refused\""));
      assertThat(get(gateway.port(), "/")).isEqualTo("200 eu0");

      Files.writeString(rules, RULES.replace("X-Business-Id", "X-Other"));
      await("the new rules", () -> get(gateway.port(), "/").startsWith("404"));
      assertThat(get(up, "/up")).contains("\"rules\":\"current\"");
    } finally {
      stop(gateway);
    }
  }

  @Test
  void keyFile_isFoundBesideTheRules_andReadAgain() throws Exception {
    Files.writeString(
        rules,
        """
        turnout: 1
        jwt: { t: { token: { header: X-Token }, verify: { jwks: keys/set.json, algorithms: [HS256] } } }
        rules:
          - { name: by-token, key: { namespace: business, from: [ { jwt: { token: t, claim: b } } ] } }
        """);
    String before = "0123456789abcdef0123456789abcdef";
    String after = "fedcba9876543210fedcba9876543210";
    Path keys = Files.createDirectories(folder.resolve("keys")).resolve("set.json");
    Files.writeString(keys, keySet(before));
    Gateway gateway = started(config().build());
    try {
      assertThat(getWithToken(gateway.port(), before)).isEqualTo("200 us0");
      assertThat(getWithToken(gateway.port(), after)).startsWith("404");
      Files.writeString(keys, keySet(after));
      await("the new key", () -> getWithToken(gateway.port(), after).equals("200 us0"));
      assertThat(getWithToken(gateway.port(), before)).startsWith("404");
    } finally {
      stop(gateway);
    }
  }

  private static String keySet(String secret) {
    return "{\"keys\":[{\"kty\":\"oct\",\"k\":\"" + base64(secret) + "\"}]}";
  }

  private static String getWithToken(int port, String secret) throws Exception {
    String signed = base64("{\"alg\":\"HS256\"}") + "." + base64("{\"b\":\"1\"}");
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    byte[] signature = mac.doFinal(signed.getBytes(StandardCharsets.UTF_8));
    try (RawClient client = new RawClient(port)) {
      String token =
          signed + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
      RawClient.Answer answer = client.get("/", "X-Token: " + token).answer();
      return answer.status() + " " + answer.text();
    }
  }

  private static String base64(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void healthOnThePortOfTheRequests_saysLittle() throws Exception {
    Gateway gateway = started(config().build());
    try {
      assertThat(gateway.healthPort()).isEmpty();
      assertThat(get(gateway.port(), "/.well-known/turnout/health"))
          .isEqualTo("200 {\"status\":\"ok\"}");
      assertThat(us.waitingHeads()).isZero();
    } finally {
      stop(gateway);
    }
  }

  @Test
  void gatewayWithoutRoutes_isNotWell_andAnswers503_untilTheyCome() throws Exception {
    Files.delete(routes);
    Gateway gateway = started(config().build());
    try {
      assertThat(get(gateway.port(), "/.well-known/turnout/health"))
          .isEqualTo("503 {\"status\":\"no-routes\"}");
      assertThat(get(gateway.port(), "/")).startsWith("503").contains("\"reason\":\"unavailable\"");
      Files.writeString(routes, routes("us-1"));
      await("the routes", () -> get(gateway.port(), "/").equals("200 us0"));
    } finally {
      stop(gateway);
    }
  }

  @Test
  void unusableRules_keepAGatewayFromStarting() throws Exception {
    Files.writeString(rules, "turnout: 1\nrules: [ { nam: x } ]\n");
    assertThatThrownBy(() -> started(config().build())).hasMessageContaining("unknown key \"nam\"");
    Files.writeString(rules, RULES.replace("cell us-1", "cell ap-1").replace("cells:", "#"));
    assertThatThrownBy(() -> started(config().build()))
        .hasMessageContaining("cell \"ap-1\"")
        .hasMessageContaining("no origin");
    Files.delete(rules);
    assertThatThrownBy(() -> started(config().build())).hasMessageContaining("rules.yaml");
    await(
        "the end of the threads",
        () -> threads().stream().noneMatch(name -> name.startsWith("turnout-")));
  }

  @Test
  void lastKnownGoodRules_standInForABrokenFile() throws Exception {
    GatewayConfig config = config().lastKnownGoodRules(folder.resolve("good.yaml")).build();
    stop(started(config));
    Files.writeString(rules, "");
    Gateway gateway = started(config);
    try {
      assertThat(get(gateway.port(), "/")).isEqualTo("200 us0");
    } finally {
      stop(gateway);
    }
  }

  @Test
  void portInUse_keepsAGatewayFromStarting_andNothingRunning() throws Exception {
    try (ServerSocket taken = new ServerSocket(0)) {
      GatewayConfig config = config().listen(new Address("0.0.0.0", taken.getLocalPort())).build();
      assertThatThrownBy(() -> started(config))
          .hasMessageContaining("in use")
          .hasMessageContaining("0.0.0.0:" + taken.getLocalPort());
    }
    await(
        "the end of the threads",
        () -> threads().stream().noneMatch(n -> n.startsWith("turnout-")));
  }

  @Test
  void stoppedGateway_leavesNothingRunning() throws Exception {
    Gateway gateway = started(config().build());
    assertThat(get(gateway.port(), "/")).isEqualTo("200 us0");
    stop(gateway);
    stop(gateway);
    await(
        "the end of the threads",
        () ->
            threads().stream().noneMatch(n -> n.startsWith("turnout-") || n.startsWith("vert.x")));
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
  }

  @Test
  void listeners_hearOfDecisionsAndExchanges_andTheLogTellsThem() throws Exception {
    Path log = folder.resolve("access.jsonl");
    AccessLogSettings settings =
        new AccessLogSettings(
            AccessLogSettings.To.FILE,
            Optional.of(log),
            AccessLogSettings.Target.PATH,
            false,
            false);
    List<RouteDecision> decisions = new CopyOnWriteArrayList<>();
    List<ExchangeRecord> exchanges = new CopyOnWriteArrayList<>();
    Gateway gateway =
        Gateway.builder(config().accessLog(settings).build())
            .decisionListener((head, decision) -> decisions.add(decision))
            .exchangeListener(exchanges::add)
            .exchangeListener(
                told -> {
                  throw new IllegalStateException("a listener that fails");
                })
            .start()
            .toCompletableFuture()
            .get(20, TimeUnit.SECONDS);
    assertThat(get(gateway.port(), "/a?secret=1")).isEqualTo("200 us0");
    await("the first record, before another connection has one", () -> exchanges.size() == 1);
    try (RawClient client = new RawClient(gateway.port())) {
      assertThat(client.get("/nowhere").answer().status()).isEqualTo(404);
      assertThat(client.send("rubbish\r\n\r\n").answer().status()).isEqualTo(400);
    }
    stop(gateway);
    assertThat(decisions).hasSize(2);
    assertThat(exchanges).hasSize(3);
    ExchangeRecord first = exchanges.get(0);
    assertThat(first.decision()).containsSame(decisions.get(0));
    assertThat(first.decisionNanos()).isPositive().isLessThanOrEqualTo(first.durationNanos());
    List<String> lines = Files.readAllLines(log);
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0))
        .startsWith("{\"time\":\"")
        .contains("\"method\":\"GET\",\"path\":\"/a\",\"status\":200,\"ending\":\"answered\"")
        .contains("\"bytes-in\":0,\"bytes-out\":3,\"duration-ms\":")
        .contains("\"outcome\":\"cell\",\"cell\":\"us-1\",\"rule\":\"business-header\"")
        .contains("\"source\":\"header\",\"freshness\":\"fresh\",\"layer\":\"authority\"")
        .contains("\"rules-version\":\"", "\"body-read\":0")
        .doesNotContain("secret", "business:1", "\"key\"", "127.0.0.1");
    assertThat(lines.get(1)).contains("\"outcome\":\"reject\",\"reason\":\"no-rule\"");
    assertThat(lines.get(2)).contains("\"status\":400", "\"trouble\":\"bad-request\"");
  }

  @Test
  void log_holdsKeysQueriesAndAddresses_onlyIfToldSo() throws Exception {
    Path log = folder.resolve("access.jsonl");
    Gateway gateway =
        started(
            config()
                .accessLog(
                    new AccessLogSettings(
                        AccessLogSettings.To.FILE,
                        Optional.of(log),
                        AccessLogSettings.Target.FULL,
                        true,
                        true))
                .build());
    assertThat(get(gateway.port(), "/a?q=\"1")).isEqualTo("200 us0");
    stop(gateway);
    assertThat(Files.readString(log))
        .contains("\"target\":\"/a?q=\\\"1\"", "\"key\":\"business:1\"")
        .contains("\"client\":\"127.0.0.1\"");
  }
}
