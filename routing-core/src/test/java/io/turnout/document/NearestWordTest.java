// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestWordTest {

  private static final List<String> KNOWN =
      List.of("method", "host", "path", "header", "query", "content-type", "tag", "key");

  @ParameterizedTest
  @CsvSource({
    "methd,method",
    "mehtod,method",
    "METHOD,method",
    "Host,host",
    "hots,host",
    "heade,header",
    "content_type,content-type",
    "contenttype,content-type",
    "tags,tag",
    "ket,key",
    "querry,query"
  })
  void near_isFound(String written, String meant) {
    assertThat(NearestWord.of(written, KNOWN)).contains(meant);
  }

  @ParameterizedTest
  @CsvSource({"banana", "''", "xyz", "mxthyz"})
  void far_isNot(String written) {
    assertThat(NearestWord.of(written, KNOWN)).isEmpty();
  }

  @Test
  void firstOfEquallyNear_isTaken() {
    assertThat(NearestWord.of("ca", List.of("cb", "cc"))).contains("cb");
  }

  @Test
  void length_isLimited() {
    String word = "x".repeat(64);

    assertThat(NearestWord.of(word, List.of(word))).contains(word);
    assertThat(NearestWord.of(word + "x", List.of(word))).isEmpty();
  }
}
