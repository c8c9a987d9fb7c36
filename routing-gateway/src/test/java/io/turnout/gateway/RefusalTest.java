// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Answers that the gateway gives itself. */
class RefusalTest {

  @Test
  void refusedRequest_isAnsweredWithAProblem_andTheConnectionStays() throws Exception {
    try (TestGateway gateway = TestGateway.of(Map.of("us-1", 1));
        RawClient client = gateway.client()) {
      for (int i = 0; i < 2; i++) {
        RawClient.Answer answer = client.get("/nothing?secret=1").answer();
        assertThat(answer.statusLine()).isEqualTo("HTTP/1.1 404 Not Found");
        assertThat(answer.field("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.text())
            .isEqualTo(
                "{\"type\":\"about:blank\",\"title\":\"Not Found\",\"status\":404,\"detail\":"
                    + "\"No rule says where this request belongs.\",\"reason\":\"no-rule\"}");
      }
    }
  }

  @Test
  void statuses_areNamedAsTheStandardNamesThem() {
    assertThat(title(404)).contains("\"title\":\"Not Found\"");
    assertThat(title(413)).contains("\"title\":\"Content Too Large\"");
    assertThat(title(422)).contains("\"title\":\"Unprocessable Content\"");
  }

  private static String title(int status) {
    return new Refusal(status, "rejected", "The request is not accepted.").json().toString();
  }

  @Test
  void unknownKey_isRefused_withoutNamingIt() throws Exception {
    try (TestGateway gateway = TestGateway.of(Map.of("us-1", 1));
        RawClient client = gateway.client()) {
      RawClient.Answer answer = client.get("/", "X-Business-Id: unknown").answer();
      assertThat(answer.text()).contains("\"reason\":\"unknown-key\"").doesNotContain("business");
    }
  }

  @Test
  void headRequest_isRefusedWithoutABody() throws Exception {
    try (TestGateway gateway = TestGateway.of(Map.of("us-1", 1));
        RawClient client = gateway.client()) {
      client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(client.answerToHead().status()).isEqualTo(404);
      assertThat(client.get("/").answer().status()).isEqualTo(404);
    }
  }

  @Test
  void cellWithoutAnAddress_is503() throws Exception {
    try (TestGateway gateway = TestGateway.of(Map.of("us-1", 1));
        RawClient client = gateway.client()) {
      RawClient.Answer answer = client.get("/", "X-Business-Id: 2").answer();
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.text()).contains("\"reason\":\"no-origin\"");
    }
  }

  @Test
  void refusedUpload_isReadToItsEnd_soThatTheAnswerArrives() throws Exception {
    try (TestGateway gateway = TestGateway.of(Map.of("us-1", 1));
        RawClient client = gateway.client()) {
      client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4000000\r\n\r\n");
      client.send(new byte[4_000_000]);
      assertThat(client.answer().status()).isEqualTo(404);
      assertThat(client.isClosedByPeer()).isTrue();
    }
  }

  @Test
  void refusedUploadThatNeverEnds_isClosedAfterAWhile() throws Exception {
    try (TestGateway gateway =
            TestGateway.of(
                Map.of("us-1", 1), c -> c.timeouts(TestGateway.all(Duration.ofMillis(200))));
        RawClient client = gateway.client()) {
      client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4000000\r\n\r\n.");
      assertThat(client.answer().status()).isEqualTo(404);
      assertThat(client.isClosedByPeer()).isTrue();
    }
  }
}
