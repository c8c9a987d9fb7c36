// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.protocol.LookupJson.Answer;
import io.turnout.protocol.RouteAnnouncement;
import io.turnout.resolve.Resolution;
import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The requests that docs/protocol.md shows get the answers that it shows. */
class ProtocolExamplesTest {

  private static final Path PAGE = Path.of("..", "docs", "protocol.md");
  private static final Pattern BLOCK = Pattern.compile("```http\n(.*?)```", Pattern.DOTALL);

  private static CompletionStage<Answer> answer(Lookup lookup) {
    RouteKey key = lookup.key();
    Answer answer =
        key.value().equals("down")
            ? Answer.failed(key, "timeout")
            : Answer.of(
                key.namespace().equals("email")
                    ? told(key, Optional.empty(), 0, 30, 60)
                    : told(key, Optional.of("us-1"), 17, 300, 86_400));
    return CompletableFuture.completedStage(answer);
  }

  private static RouteAnnouncement told(
      RouteKey key, Optional<String> cell, long version, long fresh, long expire) {
    return new RouteAnnouncement(
        key, cell, version, Duration.ofSeconds(fresh), Duration.ofSeconds(expire));
  }

  @Test
  void requestsOfThePage_areAnsweredAsItSays() throws Exception {
    List<String> blocks = new ArrayList<>();
    Matcher block = BLOCK.matcher(Files.readString(PAGE));
    while (block.find()) {
      blocks.add(block.group(1));
    }
    assertThat(blocks).hasSize(8);
    try (TestLookups lookups = TestLookups.of(ProtocolExamplesTest::answer)) {
      for (int i = 0; i < blocks.size(); i += 2) {
        try (RawClient client = lookups.client()) {
          RawClient.Answer answer = client.send(wire(blocks.get(i))).answer();
          String[] expected = blocks.get(i + 1).strip().split("\n\n", 2);
          List<String> lines = new ArrayList<>(expected[0].lines().toList());
          assertThat(answer.statusLine()).isEqualTo(lines.remove(0));
          assertThat(answer.fields())
              .filteredOn(field -> !field.toLowerCase(Locale.ROOT).startsWith("content-length"))
              .containsExactlyInAnyOrderElementsOf(lines);
          assertThat(answer.text()).isEqualTo(expected.length == 1 ? "" : expected[1]);
        }
      }
    }
  }

  private static String wire(String shown) {
    String[] parts = shown.strip().split("\n\n", 2);
    String body = parts.length == 1 ? "" : parts[1];
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    String framing = length == 0 ? "" : "\r\nContent-Length: " + length;
    return parts[0].replace("\n", "\r\n") + framing + "\r\n\r\n" + body;
  }

  @Test
  void causesOfFailures_areOnThePage() throws Exception {
    String page = Files.readString(PAGE);
    for (Resolution.Unavailable.Cause cause : Resolution.Unavailable.Cause.values()) {
      assertThat(page).contains("`" + cause.name().toLowerCase(Locale.ROOT) + "`");
    }
  }
}
