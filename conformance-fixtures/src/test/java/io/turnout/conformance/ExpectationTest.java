// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpectationTest {

  private static final JsonMapper JSON = new JsonMapper();

  private static List<String> differences(String expected, String answer) {
    try {
      return Expectation.differences(JSON.readTree(expected), JSON.readTree(answer));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
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

  @Test
  void caseThatExpectsNothing_neverFits() {
    differs("{}", "{\"cell\":\"us-1\"}", "expects nothing");
    differs("[]", "{\"cell\":\"us-1\"}", "expects nothing");
    assertThat(Expectation.differences(JSON.missingNode(), JSON.createObjectNode())).isNotEmpty();
  }
}
