// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.OnMiss;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No Turnout field goes from a client to anybody, or from anybody to a client, however spelt. */
class ForgedFieldsTest {

  private static final List<String> SPELLINGS =
      List.of(
          "Turnout-Key",
          "turnout-key",
          "TURNOUT-KEY",
          "Turnout_Key",
          "turnout_key",
          "TuRnOuT-Route",
          "Turnout_Route",
          "Turnout-Reason",
          "turnout-client",
          "Turnout_Client",
          "Turnout-Cell",
          "Turnout-Anything",
          "turnout_",
          "Turnout-");
  private static final String FORGED_KEY = "\"business:2\";rule=\"business\"";

  @TempDir Path folder;
  private @Nullable TwoTiers opened;

  private TwoTiers start(CellServer us) throws Exception {
    TwoTiers tiers = new TwoTiers(folder, us, CellServer.named("eu"));
    opened = tiers;
    TwoTiers.edgeRules(folder, TwoTiers.RULES.replaceFirst("edges: .*\n", ""));
    return tiers;
  }

  @AfterEach
  void close() throws Exception {
    if (opened != null) {
      opened.close();
    }
  }

  private static boolean isTurnout(String line) {
    String name = line.toLowerCase(Locale.ROOT).replace('_', '-');
    return name.startsWith("turnout-");
  }

  private static String[] forged(String value) {
    return SPELLINGS.stream().map(name -> name + ": " + value).toArray(String[]::new);
  }

  private static String[] withKey(String[] fields) {
    String[] all = Arrays.copyOf(fields, fields.length + 1);
    all[fields.length] = "X-Business-Id: 1";
    return all;
  }

  @Test
  void clientsFields_reachNeitherTheAuthorityNorACell() throws Exception {
    CellServer us = CellServer.named("us");
    TwoTiers tiers = start(us);
    TwoTiers.Edge edge = tiers.edge(tiers.authority());
    for (int i = 0; i < 2; i++) {
      // Handed on the first time, and decided here the second time.
      try (RawClient client = edge.client()) {
        RawClient.Answer answer = client.get("/", withKey(forged(FORGED_KEY))).answer();
        assertThat(answer.text()).isEqualTo("us0");
        assertThat(answer.fields()).noneMatch(ForgedFieldsTest::isTurnout);
      }
      assertThat(us.nextHead().fields()).noneMatch(ForgedFieldsTest::isTurnout);
    }
    assertThat(edge.nextRecord().passage().authority()).isPresent();
    assertThat(edge.nextRecord().passage().authority()).isEmpty();
  }

  @Test
  void whatTheAuthorityIsTold_isTheEdgesWordAlone() throws Exception {
    TwoTiers tiers = start(CellServer.named("us"));
    try (CellServer authority =
        new CellServer(
            connection -> {
              while (true) {
                connection.body(connection.head());
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
              }
            })) {
      TwoTiers.Edge edge =
          tiers.edge(
              List.of(authority.port()), TwoTiers.closedPort(), OnMiss.HAND_ON, config -> config);
      try (RawClient client = edge.client()) {
        String[] fields = withKey(forged(FORGED_KEY));
        client.send(
            "PUT /a%2Fb/../c?x=%20&y HTTP/1.1\r\nHost: Shop.Example:80\r\n"
                + RawClient.lines(fields)
                + "X-Two: 1\r\nx-two: 2\r\nContent-Length: 3\r\n\r\nabc");
        assertThat(client.answer().status()).isEqualTo(200);
      }
      CellServer.Head head = handedOn(authority);
      assertThat(head.line()).isEqualTo("PUT /a%2Fb/../c?x=%20&y HTTP/1.1");
      assertThat(head.all("host")).containsExactly("Shop.Example:80");
      assertThat(head.all("x-two")).containsExactly("1", "2");
      assertThat(head.all("x-forwarded-for")).isEmpty();
      assertThat(head.fields().stream().filter(ForgedFieldsTest::isTurnout).toList())
          .hasSize(4)
          .anyMatch(line -> line.startsWith("Turnout-Key: \"business:1\";rule=\"business\";rules="))
          .contains("Turnout-Reason: miss", "Turnout-Client: \"127.0.0.1\"", "Turnout-Hops: 1");
    }
  }

  /** The next head that is no question for its health. */
  private static CellServer.Head handedOn(CellServer authority) throws InterruptedException {
    CellServer.Head head = authority.nextHead();
    while (head.line().contains("/health")) {
      head = authority.nextHead();
    }
    return head;
  }

  @Test
  void fieldsOfACellsAnswer_reachNeitherClientNorEdge() throws Exception {
    CellServer us = new CellServer(ForgedFieldsTest::answerWithForgedFields);
    TwoTiers tiers = start(us);
    TwoTiers.Edge edge = tiers.edge(tiers.authority());
    for (int i = 0; i < 2; i++) {
      try (RawClient client = edge.client()) {
        client.get("/", "X-Business-Id: 1", "TE: trailers");
        RawClient.Answer hints = client.answer();
        assertThat(hints.status()).isEqualTo(103);
        assertThat(hints.fields()).noneMatch(ForgedFieldsTest::isTurnout);
        assertThat(hints.field("Link")).isPresent();
        RawClient.Answer answer = client.answer();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.fields()).noneMatch(ForgedFieldsTest::isTurnout);
        assertThat(answer.trailers()).contains("X-Sum: 1").noneMatch(ForgedFieldsTest::isTurnout);
      }
    }
    assertThat(edge.get("2")).as("what the cell claimed is not learnt").isEqualTo("200 eu0");
  }

  private static void answerWithForgedFields(CellServer.Connection connection) throws IOException {
    String route = "\"business:2\";cell=\"us-1\";fresh-for=300;expire-after=86400;version=99";
    String forged = RawClient.lines(forged(route));
    while (true) {
      connection.body(connection.head());
      connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n" + forged + "\r\n");
      connection.send(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
              + forged
              + "\r\n2\r\nok\r\n0\r\nX-Sum: 1\r\n"
              + forged
              + "\r\n");
    }
  }

  @Test
  void provenRoutersFields_reachACell_onlyIfItIsAskedFor() throws Exception {
    CellServer us = CellServer.named("us");
    TwoTiers tiers = start(us);
    Gateway telling = tiers.authority(config -> config.tellCells());
    TwoTiers.Edge edge = tiers.edge(telling);
    try (RawClient client = edge.client()) {
      assertThat(client.get("/", "X-Business-Id: 1").answer().text()).isEqualTo("us0");
    }
    assertThat(us.nextHead().field("Turnout-Reason")).hasValue("miss");
    try (RawClient client = edge.client()) {
      client.get("/", "X-Business-Id: 1", "Turnout-Reason: forged").answer();
    }
    assertThat(us.nextHead().fields()).noneMatch(ForgedFieldsTest::isTurnout);
  }
}
