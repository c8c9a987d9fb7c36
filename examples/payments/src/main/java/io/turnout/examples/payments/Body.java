// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.UnaryOperator;

/** The body of a recorded request. */
sealed interface Body {

  /** No body at all. */
  Body NONE = new None();

  /** The same body with another text in place of its placeholders. */
  Body mapped(UnaryOperator<String> change);

  /** Adds the body's description to that of its request. */
  void write(ObjectNode request);

  record None() implements Body {
    @Override
    public Body mapped(UnaryOperator<String> change) {
      return this;
    }

    @Override
    public void write(ObjectNode request) {}
  }

  /** Text, written as UTF-8. */
  record Text(String text) implements Body {
    @Override
    public Body mapped(UnaryOperator<String> change) {
      return new Text(change.apply(text));
    }

    @Override
    public void write(ObjectNode request) {
      request.put("body", text);
    }
  }

  /** Bytes that are no UTF-8: each character of the text, up to U+00FF, is one byte. */
  record Bytes(String latin1) implements Body {
    @Override
    public Body mapped(UnaryOperator<String> change) {
      return new Bytes(change.apply(latin1));
    }

    @Override
    public void write(ObjectNode request) {
      byte[] bytes = latin1.getBytes(StandardCharsets.ISO_8859_1);
      request.put("body-base64", Base64.getEncoder().encodeToString(bytes));
    }
  }

  /** A long body, described instead of stored: a text many times over, between two others. */
  record Repeated(String before, String text, int times, String after) implements Body {
    @Override
    public Body mapped(UnaryOperator<String> change) {
      return new Repeated(change.apply(before), text, times, change.apply(after));
    }

    @Override
    public void write(ObjectNode request) {
      ObjectNode repeat = request.putObject("body-repeat");
      if (!before.isEmpty()) {
        repeat.put("before", before);
      }
      repeat.put("text", text).put("times", times);
      if (!after.isEmpty()) {
        repeat.put("after", after);
      }
    }
  }
}
