// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpectedFailuresTest {

  @TempDir Path folder;

  private ExpectedFailures read(String yaml) throws IOException {
    return ExpectedFailures.read(Files.writeString(folder.resolve("known.yaml"), yaml));
  }

  private void refused(String yaml, String... words) {
    assertThatThrownBy(() -> read(yaml))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("known.yaml")
        .hasMessageContainingAll(words);
  }

  @Test
  void firstEntryThatFits_givesTheReason() throws IOException {
    ExpectedFailures known = read("\"a/b.yaml#one\": first\n\"a/*\": second\n");
    assertThat(known.reason("a/b.yaml#one")).contains("first");
    assertThat(known.reason("a/b.yaml#two")).contains("second");
    assertThat(known.reason("b.yaml#one")).isEmpty();
  }

  @Test
  void emptyFile_expectsNothing() throws IOException {
    assertThat(read("# none left\n").reasons()).isEmpty();
  }

  @Test
  void entryWithoutAReason_isRefused() {
    refused("\"a#b\":\n", "\"a#b\"", "needs a reason");
    refused("\"a#b\": ' '\n", "\"a#b\"", "needs a reason");
    refused("\"a#b\": [why]\n", "\"a#b\"", "needs a reason");
  }

  @Test
  void whatIsNoMapping_isRefused() {
    refused("[a#b]\n", "must map ids to reasons");
    refused("\"a\": b: c\n", "no YAML");
    refused("a: one\na: two\n", "no YAML", "uplicate");
  }

  @Test
  void file_mayHaveTheMostBytesAndNoMore() throws IOException {
    String most = "a: why #" + "x".repeat(ExpectedFailures.MAX_FILE_BYTES - 8);
    assertThat(read(most).reasons()).hasSize(1);
    refused(most + "x", "more than " + ExpectedFailures.MAX_FILE_BYTES + " bytes");
  }

  @Test
  void missingFile_isNamed() {
    assertThatThrownBy(() -> ExpectedFailures.read(folder.resolve("none.yaml")))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("none.yaml");
  }
}
