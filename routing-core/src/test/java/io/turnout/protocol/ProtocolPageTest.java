// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The fields that docs/protocol.md shows. */
class ProtocolPageTest {

  private static final Path PAGE = Path.of("..", "docs", "protocol.md");

  @Test
  void fieldsOfThePage_areReadAndWrittenAlike() throws Exception {
    String page = Files.readString(PAGE);
    String block = page.split("```text\n", 2)[1].split("```", 2)[0];
    for (String line : block.split("\n")) {
      String[] field = line.split(": ", 2);
      assertThat(again(field[0], List.of(field[1]))).as(line).isEqualTo(field[1]);
      assertThat(TurnoutHeaders.isTurnout(field[0])).isTrue();
    }
    assertThat(block.lines()).hasSize(9);
  }

  private static String again(String name, List<String> value) {
    return switch (name) {
      case TurnoutHeaders.ROUTE ->
          TurnoutHeaders.writeRoutes(TurnoutHeaders.readRoutes(value).value().orElseThrow());
      case TurnoutHeaders.KEY ->
          TurnoutHeaders.writeKey(TurnoutHeaders.readKey(value).value().orElseThrow())
              .orElseThrow();
      case TurnoutHeaders.REASON ->
          TurnoutHeaders.writeReason(TurnoutHeaders.readReason(value).value().orElseThrow());
      case TurnoutHeaders.CLIENT ->
          TurnoutHeaders.writeClient(TurnoutHeaders.readClient(value).value().orElseThrow());
      case TurnoutHeaders.HOPS ->
          TurnoutHeaders.writeHops(TurnoutHeaders.readHops(value).value().orElseThrow());
      default -> TurnoutHeaders.writeCell(TurnoutHeaders.readCell(value).value().orElseThrow());
    };
  }

  @Test
  void words_areOnThePage() throws Exception {
    String page = Files.readString(PAGE);
    for (FieldMistake mistake : FieldMistake.values()) {
      assertThat(page).contains("`" + mistake.word() + "`");
    }
    assertThat(page)
        .contains(String.format(Locale.ROOT, "%,d characters", TurnoutHeaders.MAX_CHARS))
        .contains("list of 1 to " + TurnoutHeaders.MAX_ROUTES + " strings")
        .contains(
            String.format(
                Locale.ROOT, "at most %,d (50 years)", RouteAnnouncement.LONGEST_LIFE.toSeconds()))
        .contains("at most " + HandedClient.MAX_TAGS + ")")
        .contains("at most " + HandedClient.MAX_STAGES + ")")
        .contains(LookupJson.MAX_QUESTION_BYTES / 1024 + " KiB")
        .contains(LookupJson.MAX_ANSWER_BYTES / 1024 + " KiB");
  }
}
