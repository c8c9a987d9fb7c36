// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.gateway.config.AccessLogSettings;
import io.turnout.gateway.config.Address;
import io.turnout.gateway.config.CellSettings;
import io.turnout.gateway.config.CellSettings.NoMatch;
import io.turnout.gateway.config.CellSettings.Pace;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.HealthSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A version that is rolled out in stages, rolled back in the middle and rolled out again: no user
 * changes the version but where theirs is closed.
 */
class StagedDeployTest {

  private static final String OLD = "old";
  private static final String NEW = "new";
  private static final int USERS = 200;
  private static final int MOST_USERS = 5_000;

  @TempDir Path folder;
  private final List<User> users = new ArrayList<>();
  private CellServer old;
  private CellServer young;
  private Gateway gateway;
  private RawClient client;

  private static final class User {
    private String cookie = "";
    private String version = "";
  }

  @BeforeEach
  void start() throws Exception {
    old = CellServer.named(OLD);
    young = CellServer.named(NEW);
    Files.writeString(folder.resolve("key"), "0123456789abcdef0123456789abcdef");
    Files.writeString(
        folder.resolve("routes.yaml"), "turnout-routes: 1\nroutes: { \"a:1\": us-1 }\n");
    Path rules = writeRules("weight: 1", "weight: 99");
    Path file = writeEndpoints(true);
    GatewayConfig config =
        GatewayConfig.builder(rules, folder.resolve("routes.yaml"))
            .listen(new Address("127.0.0.1", 0))
            .threads(1)
            .pollMillis(10)
            .accessLog(AccessLogSettings.NONE)
            .health(new HealthSettings("/up", Optional.of(new Address("127.0.0.1", 0))))
            .cell(
                "us-1",
                CellSettings.of(
                        new CellSettings.Watched(file, Optional.empty(), Optional.empty(), false))
                    .otherwise(NoMatch.REJECT)
                    .paced(new Pace(3, Duration.ofMillis(10), Duration.ofSeconds(1))))
            .build();
    gateway = Gateway.start(config).toCompletableFuture().get(20, TimeUnit.SECONDS);
    client = new RawClient(gateway.port());
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    gateway.stop().toCompletableFuture().get(20, TimeUnit.SECONDS);
    old.close();
    young.close();
  }

  private Path writeRules(String canary, String prod) throws Exception {
    String rules =
        """
        turnout: 1
        splits:
          - name: web
            id: { cookie: rid, max-age: 30m }
            sticky: session
            keys: [ { id: s1, secret: "file:key" } ]
            stages:
              - { name: canary, CANARY, labels: { version: new } }
              - { name: prod, PROD, labels: { version: old } }
        rules: [ { name: all, then: cell us-1 } ]
        """;
    return Files.writeString(
        folder.resolve("rules.yaml"), rules.replace("CANARY", canary).replace("PROD", prod));
  }

  private Path writeEndpoints(boolean withOld) throws Exception {
    String text = "turnout-endpoints: 1\nendpoints:\n" + endpoint(young, NEW);
    return Files.writeString(
        folder.resolve("us-1.yaml"), withOld ? text + endpoint(old, OLD) : text);
  }

  private static String endpoint(CellServer server, String version) {
    return "- { origin: \"http://127.0.0.1:"
        + server.port()
        + "\", labels: { version: "
        + version
        + ", zone: a } }\n";
  }

  private String health() throws Exception {
    try (RawClient asking = new RawClient(gateway.healthPort().orElseThrow())) {
      return asking.get("/up").answer().text();
    }
  }

  /** Changes the stages, and waits until they are in use. */
  private void roll(String canary, String prod) throws Exception {
    String before = version();
    writeRules(canary, prod);
    EndpointsTest.await("rules in use", () -> !version().equals(before));
  }

  private String version() throws Exception {
    return health().replaceFirst(".*\"rules-version\":\"([^\"]*)\".*", "$1");
  }

  /** The version that answers a user, who keeps the cookie. */
  private String visit(User user) throws Exception {
    RawClient.Answer answer =
        (user.cookie.isEmpty() ? client.get("/") : client.get("/", "Cookie: " + user.cookie))
            .answer();
    assertThat(answer.status()).isEqualTo(200);
    answer
        .field("Set-Cookie")
        .ifPresent(cookie -> user.cookie = cookie.substring(0, cookie.indexOf(';')));
    return answer.text().substring(0, 3);
  }

  /** New users come, until one of them at least has the new version. */
  private void come(boolean wanted) throws Exception {
    int before = users.size();
    int young = 0;
    while (users.size() - before < USERS
        || wanted && young == 0 && users.size() - before < MOST_USERS) {
      User user = new User();
      user.version = visit(user);
      young += user.version.equals(NEW) ? 1 : 0;
      users.add(user);
    }
    assertThat(young > 0).isEqualTo(wanted);
  }

  private void allStay() throws Exception {
    for (User user : users) {
      assertThat(visit(user)).isEqualTo(user.version);
    }
  }

  private void allHave(String version) throws Exception {
    for (User user : users) {
      user.version = visit(user);
      assertThat(user.version).isEqualTo(version);
    }
  }

  @Test
  void sessions_neverFlap_throughCanaryRollbackAndFullRollout() throws Exception {
    come(true);
    allStay();
    roll("weight: 10", "weight: 90");
    allStay();
    come(true);
    roll("closed: true", "weight: 100");
    allHave(OLD);
    come(false);
    roll("weight: 10", "weight: 90");
    allStay();
    come(true);
    allStay();
    roll("weight: 100", "weight: 0");
    allStay();
    come(true);
    assertThat(users.subList(users.size() - USERS, users.size()))
        .allMatch(user -> user.version.equals(NEW));
    roll("weight: 100", "closed: true");
    allHave(NEW);
    writeEndpoints(false);
    EndpointsTest.await("old endpoint gone", () -> health().contains("\"us-1\":{\"healthy\":1,"));
    allStay();
  }
}
