// SPDX-License-Identifier: Apache-2.0
package io.turnout.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.turnout.decision.RouteDecision.Basis;
import io.turnout.extract.UnreadableCause;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusalTest {

  private static final Grounds RULE =
      new Grounds(
          Optional.of("a \"rule\""), Optional.empty(), Optional.empty(), Optional.empty(), "v");

  private static JsonNode document(Refusal refusal) throws IOException {
    return new JsonMapper().readTree(refusal.json());
  }

  @Test
  void ruleThatRejects_isNotNamed() throws IOException {
    JsonNode document = document(Refusal.of(RouteDecision.reject(403, Basis.NOTHING, RULE)));
    assertThat(document.toString())
        .isEqualTo(
            "{\"type\":\"about:blank\",\"title\":\"Forbidden\",\"status\":403,"
                + "\"detail\":\"The request is not accepted.\",\"reason\":\"rejected\"}");
  }

  @ParameterizedTest
  @EnumSource
  void everyReason_isSaid(Reason reason) throws IOException {
    RouteDecision rejected = RouteDecision.reject(503, Basis.NOTHING, RULE.because(reason));
    JsonNode document = document(Refusal.of(rejected));
    assertThat(document.get("reason").asText()).isEqualTo(reason.text());
    assertThat(document.get("detail").asText()).isNotBlank().endsWith(".");
  }

  @Test
  void unreadableBody_saysWhy() throws IOException {
    Grounds grounds =
        new Grounds(
            Optional.empty(),
            Optional.empty(),
            Optional.of(Reason.UNREADABLE_BODY),
            Optional.of(UnreadableCause.BODY_LIMIT),
            "v");
    JsonNode document = document(Refusal.of(RouteDecision.reject(413, Basis.NOTHING, grounds)));
    assertThat(document.get("detail").asText()).contains("(body-limit)");
    assertThat(document.get("title").asText()).isEqualTo("Content Too Large");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 418, 499, 599})
  void everyStatus_givesADocument(int status) throws IOException {
    assertThat(document(new Refusal(status, "why", "So.")).get("status").asInt()).isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(ints = {399, 600})
  void statusThatIsNoError_isRefused(int status) {
    assertThatIllegalArgumentException().isThrownBy(() -> new Refusal(status, "why", "So."));
  }

  @Test
  void textThatWouldHaveToBeEscaped_isRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Refusal(400, "Why", "So."));
    assertThatIllegalArgumentException().isThrownBy(() -> new Refusal(400, "why", "So \"it\" is"));
    assertThatIllegalArgumentException().isThrownBy(() -> new Refusal(400, "why", "So\n"));
  }
}
