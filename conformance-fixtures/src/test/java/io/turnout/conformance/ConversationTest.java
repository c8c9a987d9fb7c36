// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConversationTest {

  private static final Implementation ECHO = line -> "{\"bytes\":" + line.length() + "}";

  private static List<String> said(String input) throws IOException {
    StringWriter out = new StringWriter();
    ECHO.serve(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), out);
    return out.toString().lines().toList();
  }

  @Test
  void bye_endsIt() throws IOException {
    assertThat(said("{}\n\n{\"op\":\"bye\"}\n{}\n")).containsExactly("{\"bytes\":2}");
  }

  @Test
  void lastLine_needsNoEnd() throws IOException {
    assertThat(said("{}\r\n[ ]")).containsExactly("{\"bytes\":2}", "{\"bytes\":3}");
  }

  @Test
  void lineOfTheMostBytes_isAnsweredAndALongerOneIsAnError() throws IOException {
    String most = "x".repeat(Conversation.MAX_LINE_BYTES);
    assertThat(said(most + "\n{}"))
        .containsExactly("{\"bytes\":" + Conversation.MAX_LINE_BYTES + "}", "{\"bytes\":2}");
    assertThat(said(most + "xyz\n{}"))
        .containsExactly(
            "{\"error\":\"a line of more than " + Conversation.MAX_LINE_BYTES + " bytes\"}",
            "{\"bytes\":2}");
  }
}
