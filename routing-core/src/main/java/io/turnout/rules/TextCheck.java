// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.document.ListValue;
import io.turnout.document.MapValue;
import io.turnout.document.ProblemCode;
import io.turnout.document.Scalar;
import io.turnout.document.Value;

/** Refuses texts that are too long. */
final class TextCheck {

  private final Reading reading;

  TextCheck(Reading reading) {
    this.reading = reading;
  }

  /** Checks every key and value from {@code value} down. */
  void check(Value value) {
    if (value instanceof Scalar scalar) {
      checkText(scalar);
    } else if (value instanceof ListValue list) {
      list.items().forEach(this::check);
    } else if (value instanceof MapValue map) {
      for (MapValue.Entry entry : map.entries()) {
        checkText(entry.key());
        check(entry.value());
      }
    }
  }

  private void checkText(Scalar scalar) {
    String text = scalar.text();
    int most = reading.limits().textChars();
    if (text.length() > most && text.codePointCount(0, text.length()) > most) {
      reading
          .problems()
          .error(
              scalar.at(),
              ProblemCode.INVALID_VALUE,
              "this text has "
                  + text.codePointCount(0, text.length())
                  + " characters, and "
                  + most
                  + " are the most");
    }
  }
}
