// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpectationTest {

  private static final JsonMapper JSON = new JsonMapper();

  private static JsonNode read(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static List<String> differences(String expected, String answer) {
    return Expectation.differences(read(expected), read(answer));
  }

  private static void fits(String expected, String answer) {
    assertThat(differences(expected, answer)).as(expected).isEmpty();
  }

  private static void differs(String expected, String answer, String... words) {
    assertThat(String.join("; ", differences(expected, answer))).as(expected).contains(words);
  }

  @Test
  void whatIsNotMentioned_isNotCompared() {
    fits("{\"cell\":\"us-1\"}", "{\"cell\":\"us-1\",\"rule\":\"a\"}");
    differs("{\"cell\":\"us-1\"}", "{\"rule\":\"a\"}", "cell is ", "expected \"us-1\"");
    differs("{\"cell\":\"us-1\"}", "{\"cell\":\"eu-1\"}", "cell is \"eu-1\"");
  }

  @Test
  void null_meansThatItIsNotThere() {
    fits("{\"key\":null}", "{}");
    differs("{\"key\":null}", "{\"key\":\"a:1\"}", "expected none");
  }

  @Test
  void wholeNumbers_areComparedByValue() {
    fits("{\"body-read\":0}", "{\"body-read\":0}");
    differs("{\"body-read\":0}", "{\"body-read\":1}", "body-read is 1");
    differs("{\"body-read\":0}", "{}", "body-read is ");
    differs("{\"body-read\":0}", "{\"body-read\":18446744073709551616}", "expected 0");
  }

  @Test
  void atMost_needsAWholeNumber() {
    fits("{\"body-read-at-most\":5}", "{\"body-read\":5}");
    differs("{\"body-read-at-most\":5}", "{\"body-read\":6}", "expected at most 5");
    differs("{\"body-read-at-most\":5}", "{}", "expected at most 5");
    for (String number : List.of("-1", "4.5", "18446744073709551616", "\"5\"")) {
      String answer = "{\"body-read\":" + number + "}";
      differs("{\"body-read-at-most\":5}", answer, "expected at most 5");
    }
  }

  @Test
  void ofSeveral_oneHasToFit() {
    fits("[{\"a\":1},{\"a\":2}]", "{\"a\":2}");
    differs("[{\"a\":1},{\"a\":2}]", "{\"a\":3}", "expected 1", "expected 2");
  }

  @Test
  void errors_haveToBeAmongThoseReported() {
    String answer = "{\"errors\":[{\"at\":\"1:1\",\"code\":\"yaml\",\"message\":\"m\"}]}";
    fits("{\"errors\":[{\"at\":\"1:1\",\"code\":\"yaml\"}]}", answer);
    differs("{\"errors\":[{\"at\":\"1:2\",\"code\":\"yaml\"}]}", answer, "is not among");
  }

  private static final String STAGES =
      "{\"splits\":{\"web\":{\"stage\":\"a\",\"how\":\"kept\",\"labels\":{\"v\":\"1\"}}}}";

  @Test
  void splits_haveToBeTheSame_andOfThemWhatIsMentioned() {
    fits("{\"splits\":{\"web\":{\"how\":\"kept\"}}}", STAGES);
    fits("{\"splits\":{\"web\":{\"stage\":\"a\",\"labels\":{\"v\":\"1\"}}}}", STAGES);
    differs("{\"splits\":{\"web\":{\"how\":\"new\"}}}", STAGES, "how of split web is \"kept\"");
    differs("{\"splits\":{\"web\":{\"labels\":{}}}}", STAGES, "labels of split web");
    differs("{\"splits\":{\"api\":{\"how\":\"kept\"}}}", STAGES, "splits are of [web]");
    differs("{\"splits\":{\"web\":{\"how\":\"kept\"}}}", "{}", "splits are of []");
    differs("{\"splits\":null}", STAGES, "expected none");
    fits("{\"splits\":null}", "{}");
  }

  @Test
  void cookies_haveToBeThoseThatAreDue() {
    String due = "{\"set-cookie\":[\"r=abc=; Max-Age=60; Secure\",\"s=1\"]}";
    fits("{\"set-cookie\":{\"s\":\"[0-9]\",\"r\":\"a.*\"}}", due);
    fits(
        "{\"set-cookie\":{\"s\":\".\",\"r\":{\"value\":\"abc=\",\"with\":[\"secure\",\"max-age=60\"]}}}",
        due);
    differs("{\"set-cookie\":{\"s\":\"1\",\"r\":\"ab\"}}", due, "cookie r is abc=, expected ab");
    differs("{\"set-cookie\":{\"s\":\"1\"}}", due, "set-cookie has [r, s], expected [s]");
    differs("{\"set-cookie\":{\"s\":\"1\"}}", "{}", "set-cookie has [], expected [s]");
    differs(
        "{\"set-cookie\":{\"r\":\".*\",\"s\":{\"value\":\"1\",\"with\":[\"HttpOnly\"]}}}",
        due,
        "expected \"HttpOnly\"");
    differs("{\"set-cookie\":{\"s\":\".\"}}", "{\"set-cookie\":[\"s=1\",\"s=2\"]}", "twice");
    differs("{\"set-cookie\":null}", due, "expected none");
  }

  @Test
  void chance_isLeftOutOfWhatIsNew() {
    JsonNode kept = read(STAGES);
    assertThat(SplitExpectation.withoutChance(kept)).isEqualTo(kept);
    String drawn = STAGES.replace("kept", "new").replace("}}}}", "}}},\"set-cookie\":[\"r=1\"]}");
    assertThat(SplitExpectation.withoutChance(read(drawn)))
        .isEqualTo(read("{\"splits\":{\"web\":{\"how\":\"new\"}}}"));
  }

  @Test
  void caseThatExpectsNothing_neverFits() {
    differs("{}", "{\"cell\":\"us-1\"}", "expects nothing");
    differs("[]", "{\"cell\":\"us-1\"}", "expects nothing");
    assertThat(Expectation.differences(JSON.missingNode(), JSON.createObjectNode())).isNotEmpty();
  }
}
