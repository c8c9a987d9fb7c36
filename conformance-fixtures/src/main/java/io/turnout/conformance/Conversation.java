// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.turnout.conformance.LineReader.LineTooLongException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.util.Optional;

/** A program's end of the line protocol. */
final class Conversation {

  /** The longest line that is read from a runner, in bytes. */
  static final int MAX_LINE_BYTES = 16 << 20;

  private final JsonMapper json = new JsonMapper();
  private final Implementation implementation;
  private final LineReader in;
  private final Writer out;

  Conversation(Implementation implementation, InputStream in, Writer out) {
    this.implementation = implementation;
    this.in = new LineReader(new BufferedInputStream(in), MAX_LINE_BYTES);
    this.out = out;
  }

  /** Answers until the other side says bye or ends. */
  void hold() throws IOException {
    boolean goesOn = true;
    while (goesOn) {
      try {
        Optional<String> line = in.next();
        goesOn = line.isPresent() && !isBye(line.get());
        if (goesOn && !line.get().isEmpty()) {
          say(implementation.answer(line.get()));
        }
      } catch (LineTooLongException e) {
        in.skip();
        say(json.createObjectNode().put("error", e.getMessage()).toString());
      }
    }
  }

  private void say(String answer) throws IOException {
    out.write(answer + "\n");
    out.flush();
  }

  private boolean isBye(String line) {
    try {
      return json.readTree(line).path("op").asText().equals("bye");
    } catch (JsonProcessingException e) {
      return false;
    }
  }
}
