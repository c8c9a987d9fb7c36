// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/** Small random documents whose names repeat, pointers into them, and damage. */
final class RandomJson {

  private static final String[] NAMES = {
    "a",
    "b",
    "id",
    "0",
    "1",
    "-",
    "~",
    "x/y",
    "\u00e9",
    "\ud83d\ude00",
    "",
    "longer-name",
    "*",
    "sixteen-letters-",
    "seventeen-letters",
    "a-name-that-is-longer-than-any-one-step"
  };
  private static final String[] STRINGS = {
    "",
    "x",
    "X",
    "1",
    "\\n",
    "\\u00e9",
    "\u00e9",
    "\\ud83d\\ude00",
    "\\ud83d",
    "\\ude00z",
    "plain text of some length",
    "fifteen letters",
    "sixteen letters.",
    "and seventeen it.",
    "a text of more than forty bytes, so that it takes some steps to pass",
    "\u20ac\u20ac\u20ac\u20ac",
    "\\\"quoted\\\"",
    "\\/\\\\",
    "\\u0000"
  };
  private static final String[] SCALARS = {
    "0",
    "-0",
    "1",
    "12345678901234567890",
    "-17",
    "1.5",
    "1e3",
    "0.0",
    "-1E-2",
    "true",
    "false",
    "null",
    "123456789012345678901234567890.5",
    "12345678",
    "-1234567",
    "0.123456789",
    "1E400",
    "{}",
    "[]",
    "[[[[[[[[[[]]]]]]]]]]",
    "[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]",
    "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":1}}}}}}}}}}"
  };
  private static final String[] BLANKS = {"", "", "", "", " ", "\n", "\t\r\n", "           "};
  private static final String MARKS = "{}[]:,\"\\ \n0123456789.eE+-truefalsn\u0000\u001f/abu*";

  private final Random random;
  private final StringBuilder text = new StringBuilder();

  RandomJson(Random random) {
    this.random = random;
  }

  byte[] object() {
    text.setLength(0);
    blank();
    container(true, 4);
    blank();
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  String pointer() {
    StringBuilder pointer = new StringBuilder();
    for (int i = random.nextInt(4); i >= 0; i--) {
      String name = random.nextInt(3) == 0 ? "*" : one(NAMES);
      pointer.append('/').append(name.replace("~", "~0").replace("/", "~1"));
    }
    return pointer.toString();
  }

  byte[] damage(byte[] body) {
    byte[] damaged = body;
    for (int i = random.nextInt(2); i >= 0; i--) {
      int at = random.nextInt(damaged.length + 1);
      int end = Math.min(damaged.length, at + random.nextInt(3));
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.write(damaged, 0, at);
      switch (random.nextInt(4)) {
        case 0 -> out.write(MARKS.charAt(random.nextInt(MARKS.length())));
        case 1 -> out.write(0x80 + random.nextInt(0x80));
        case 2 -> out.writeBytes(Arrays.copyOfRange(body, 0, random.nextInt(body.length)));
        default -> {}
      }
      out.write(damaged, end, damaged.length - end);
      damaged = out.toByteArray();
    }
    return damaged;
  }

  private void value(int levels) {
    blank();
    int kind = random.nextInt(6);
    if (levels > 0 && kind < 3) {
      container(kind == 0, levels - 1);
    } else if (kind < 4) {
      text.append('"').append(one(STRINGS)).append('"');
    } else {
      text.append(one(SCALARS));
    }
    blank();
  }

  private void container(boolean object, int levels) {
    text.append(object ? '{' : '[');
    blank();
    int count = random.nextInt(object ? 6 : 4);
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        text.append(',');
      }
      if (object) {
        blank();
        text.append('"').append(name()).append('"');
        blank();
        text.append(':');
      }
      value(levels);
    }
    text.append(object ? '}' : ']');
  }

  private String name() {
    String name = one(NAMES);
    if (random.nextInt(4) > 0 || name.isEmpty()) {
      return name;
    }
    StringBuilder escaped = new StringBuilder();
    name.chars().forEach(c -> escaped.append(String.format("\\u%04x", c)));
    return escaped.toString();
  }

  private void blank() {
    text.append(one(BLANKS));
  }

  private String one(String[] of) {
    return of[random.nextInt(of.length)];
  }
}
