// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.gateway.config.AccessLogSettings;
import io.turnout.gateway.config.Address;
import io.turnout.gateway.config.CellSettings;
import io.turnout.gateway.config.CellSettings.Pace;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.HealthSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole gateway, one of whose cells has its endpoints in a file. */
class EndpointsOfAFileTest {

  @TempDir Path folder;
  private Path file;
  private CellServer one;
  private CellServer other;

  @BeforeEach
  void prepare() throws Exception {
    Files.writeString(
        folder.resolve("rules.yaml"), "turnout: 1\nrules: [ { name: all, then: cell us-1 } ]\n");
    Files.writeString(
        folder.resolve("routes.yaml"), "turnout-routes: 1\nroutes: { \"a:1\": us-1 }\n");
    file = folder.resolve("us-1.yaml");
    one = CellServer.named("a");
    other = CellServer.named("b");
  }

  @AfterEach
  void closeCells() throws Exception {
    one.close();
    other.close();
  }

  private Gateway started() throws Exception {
    GatewayConfig config =
        GatewayConfig.builder(folder.resolve("rules.yaml"), folder.resolve("routes.yaml"))
            .listen(new Address("127.0.0.1", 0))
            .threads(1)
            .pollMillis(10)
            .accessLog(AccessLogSettings.NONE)
            .health(new HealthSettings("/up", Optional.of(new Address("127.0.0.1", 0))))
            .cell(
                "us-1",
                CellSettings.of(
                        new CellSettings.Watched(
                            file,
                            Optional.of(folder.resolve("us-1.good.yaml")),
                            Optional.empty(),
                            false))
                    .paced(new Pace(3, Duration.ofMillis(10), Duration.ofSeconds(1))))
            .build();
    return Gateway.start(config).toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private static void stop(Gateway gateway) throws Exception {
    gateway.stop().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private static String get(int port, String target) throws Exception {
    try (RawClient client = new RawClient(port)) {
      RawClient.Answer answer = client.get(target).answer();
      return answer.status() + " " + answer.text();
    }
  }

  private void write(CellServer... servers) throws Exception {
    StringBuilder text = new StringBuilder("turnout-endpoints: 1\nendpoints:\n");
    for (CellServer server : servers) {
      text.append("- \"http://127.0.0.1:").append(server.port()).append("\"\n");
    }
    Files.writeString(file, text);
  }

  @Test
  void file_isFollowed_andABrokenOneChangesNothing() throws Exception {
    Gateway gateway = started();
    try {
      int health = gateway.healthPort().orElseThrow();
      assertThat(get(gateway.port(), "/")).startsWith("503 ").contains("no-endpoint");
      assertThat(get(health, "/up"))
          .contains(
              "\"cells\":{\"us-1\":{\"healthy\":0,\"unhealthy\":0,\"ejected\":0,\"draining\":0,"
                  + "\"in-flight\":0}}")
          .contains("\"endpoints-files\":{\"us-1\":\"missing\"}");
      write(one);
      EndpointsTest.await("one is used", () -> get(gateway.port(), "/").equals("200 a0"));
      write(other);
      EndpointsTest.await("the other is used", () -> get(gateway.port(), "/").equals("200 b0"));
      assertThat(get(health, "/up"))
          .contains("\"us-1\":{\"healthy\":1,")
          .contains("\"endpoints-files\":{\"us-1\":\"current\"}");
      Files.writeString(file, "turnout-endpoints: 1\nendpoints: []\n");
      EndpointsTest.await(
          "it is refused", () -> get(health, "/up").contains("{\"us-1\":\"refused\"}"));
      assertThat(get(gateway.port(), "/")).isEqualTo("200 b0");
      Files.delete(file);
      EndpointsTest.await(
          "it is missed", () -> get(health, "/up").contains("{\"us-1\":\"missing\"}"));
      assertThat(get(gateway.port(), "/")).isEqualTo("200 b0");
    } finally {
      stop(gateway);
    }
  }

  @Test
  void copy_survivesARestartWithoutTheFile() throws Exception {
    write(one);
    stop(started());
    Files.delete(file);
    Gateway gateway = started();
    try {
      assertThat(get(gateway.port(), "/")).isEqualTo("200 a0");
      assertThat(get(gateway.healthPort().orElseThrow(), "/up"))
          .contains("\"endpoints-files\":{\"us-1\":\"last-known-good\"}");
    } finally {
      stop(gateway);
    }
  }
}
