// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.turnout.fuzz.Mutations;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Each line of the line protocol has one answer, which is a JSON object on one line. */
class LineProtocolFuzzTest {

  private static final JsonMapper JSON = new JsonMapper();

  @FuzzTest
  @DictionaryFile(resourcePath = "LineProtocol.dict")
  void bytes(byte[] input) {
    check(input);
  }

  @Test
  void changedInputs_areAnswered() {
    Mutations.of(getClass(), 1_000, LineProtocolFuzzTest::check);
  }

  private static void check(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    try (Implementation library = Implementation.ofLibrary()) {
      for (String line : text.split("\n", 16)) {
        String answer = library.answer(line);
        assertThat(answer).doesNotContain("\n");
        assertThat(JSON.readTree(answer).isObject()).isTrue();
      }
    } catch (JsonProcessingException e) {
      throw new AssertionError("an answer is no JSON", e);
    }
  }
}
