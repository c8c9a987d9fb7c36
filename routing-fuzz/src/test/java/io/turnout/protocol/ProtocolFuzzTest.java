// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.turnout.fuzz.Mutations;
import io.turnout.naive.Allocation;
import io.turnout.protocol.LookupJson.Answer;
import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteKey;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Whatever another router says is read, or ignored with a reason; what was read is written and read
 * alike. The first byte of an input picks what it is.
 */
class ProtocolFuzzTest {

  private static final long MAX_BYTES = 64L << 20;

  @FuzzTest
  @DictionaryFile(resourcePath = "Protocol.dict")
  void bytes(byte[] input) {
    check(input);
  }

  @Test
  void changedInputs_areReadOrIgnored() {
    Mutations.of(getClass(), 3_000, ProtocolFuzzTest::check);
  }

  private static void check(byte[] input) {
    if (input.length == 0) {
      return;
    }
    byte[] rest = Arrays.copyOfRange(input, 1, input.length);
    List<String> lines = List.of(new String(rest, StandardCharsets.ISO_8859_1).split("\n", -1));
    Allocation.within(
        MAX_BYTES,
        () -> {
          switch (input[0] & 7) {
            case 0 -> routes(lines);
            case 1 -> key(lines);
            case 2 -> others(lines);
            case 3 -> target(lines.get(0));
            case 4 -> questions(rest);
            default -> answers(rest);
          }
        });
  }

  private static void routes(List<String> lines) {
    FieldReading<List<RouteAnnouncement>> reading = TurnoutHeaders.readRoutes(lines);
    reading
        .value()
        .ifPresent(
            routes -> {
              String written = TurnoutHeaders.writeRoutes(routes);
              assertThat(written).hasSizeLessThanOrEqualTo(TurnoutHeaders.MAX_CHARS);
              assertThat(TurnoutHeaders.readRoutes(List.of(written))).isEqualTo(reading);
            });
  }

  private static void key(List<String> lines) {
    FieldReading<HandedKey> reading = TurnoutHeaders.readKey(lines);
    reading
        .value()
        .flatMap(TurnoutHeaders::writeKey)
        .ifPresent(
            written -> assertThat(TurnoutHeaders.readKey(List.of(written))).isEqualTo(reading));
  }

  private static void others(List<String> lines) {
    FieldReading<HandedClient> client = TurnoutHeaders.readClient(lines);
    client
        .value()
        .map(TurnoutHeaders::writeClient)
        .ifPresent(
            written -> assertThat(TurnoutHeaders.readClient(List.of(written))).isEqualTo(client));
    TurnoutHeaders.readReason(lines)
        .value()
        .ifPresent(reason -> assertThat(TurnoutHeaders.writeReason(reason)).isEqualTo(reason));
    TurnoutHeaders.readHops(lines)
        .value()
        .ifPresent(hops -> assertThat(TurnoutHeaders.writeHops(hops)).isNotEmpty());
    TurnoutHeaders.readCell(lines)
        .value()
        .ifPresent(cell -> assertThat(TurnoutHeaders.writeCell(cell)).startsWith("\""));
  }

  private static void target(String target) {
    try {
      Lookup lookup = LookupTarget.read(target);
      assertThat(LookupTarget.read(LookupTarget.write(lookup))).isEqualTo(lookup);
    } catch (UnreadableException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }

  private static void questions(byte[] json) {
    try {
      List<Lookup> lookups = LookupJson.readQuestions(json);
      assertThat(LookupJson.readQuestions(LookupJson.writeQuestions(lookups))).isEqualTo(lookups);
    } catch (UnreadableException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }

  private static void answers(byte[] json) {
    List<RouteKey> asked = List.of(new RouteKey("b", "1"), new RouteKey("b", "2"));
    try {
      List<Answer> answers = LookupJson.readAnswers(json, asked);
      assertThat(LookupJson.readAnswers(LookupJson.writeAnswers(answers), asked))
          .isEqualTo(answers);
    } catch (UnreadableException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }
}
