// SPDX-License-Identifier: Apache-2.0
package io.turnout.naive;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a claim of a token that nobody verifies. */
final class NaiveToken {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .build();

  static {
    JSON.getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder().maxNestingDepth(64).maxNumberLength(1 << 20).build());
  }

  private NaiveToken() {}

  /** The claim; null if the token is not readable or has no such claim. */
  static @Nullable String claim(JsonNode place, String value, String claim) {
    String token = value;
    if (place.has("scheme")) {
      String scheme = place.get("scheme").asText();
      if (!token.regionMatches(true, 0, scheme + " ", 0, scheme.length() + 1)) {
        return null;
      }
      token = token.substring(scheme.length()).replaceAll("^ +", "");
    }
    String[] parts = token.split("\\.", -1);
    if (parts.length != 3 || !token.matches("[A-Za-z0-9_.-]*") || parts[1].length() % 4 == 1) {
      return null;
    }
    String payload = NaiveText.utf8(Base64.getUrlDecoder().decode(parts[1]));
    try {
      JsonNode claims = payload == null ? null : JSON.readTree(payload);
      return claims != null && claims.isObject() ? text(claims, claim) : null;
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  private static @Nullable String text(JsonNode claims, String claim) {
    JsonNode node = claim.startsWith("/") ? claims : claims.path(claim);
    for (String step : claim.startsWith("/") ? NaiveRules.steps(claim) : List.<String>of()) {
      boolean index = node.isArray() && step.matches("0|[1-9][0-9]{0,8}");
      node = index ? node.path(Integer.parseInt(step)) : node.path(step);
    }
    boolean counts = node.isTextual() || node.isIntegralNumber();
    String text = counts ? node.asText() : "";
    return text.isEmpty() || !StandardCharsets.UTF_8.newEncoder().canEncode(text) ? null : text;
  }
}
