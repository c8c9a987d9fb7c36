// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The questions of a scan of {@code application/x-www-form-urlencoded}.
 *
 * <p>Names and values are decoded as they come. A bad escape makes a name equal to nothing, and the
 * body unreadable where a value is asked for; other fields are skipped unread.
 */
final class FormQuestions implements BodyScanner {

  private enum Place {
    /** In a field's name. */
    NAME,
    /** In the value of a field that is asked for. */
    VALUE,
    /** In a field that is not asked for. */
    ELSEWHERE
  }

  private static final int[] NOBODY = {};

  private final byte[][] names;
  private final int longestNameBytes;
  private final Answers answers;
  private final Candidate text = new Candidate();
  private final Utf8 utf8 = new Utf8();
  private Place place = Place.NAME;
  private int[] asked = NOBODY;
  private int escapeLeft;
  private int escaped;

  FormQuestions(List<FormSource> questions, Answers answers) {
    this.answers = answers;
    names = new byte[questions.size()][];
    int longest = 0;
    for (int i = 0; i < names.length; i++) {
      names[i] = questions.get(i).name().getBytes(StandardCharsets.UTF_8);
      longest = Math.max(longest, names[i].length);
    }
    longestNameBytes = longest;
    text.start(longest);
  }

  @Override
  public void scan(byte[] bytes, int from, int to, long offset) {
    long shift = offset - from;
    int i = from;
    while (i < to && answers.anyOpen()) {
      if (place == Place.ELSEWHERE) {
        i = ByteRuns.until('&', bytes, i, to);
        if (i == to) {
          return;
        }
      }
      byte b = bytes[i++];
      if (b == '&') {
        endField(shift + i);
      } else if (b == '=' && place == Place.NAME) {
        endName();
      } else if (!decode(b)) {
        spoil(shift + i);
      }
    }
  }

  @Override
  public void end(long totalBytes) {
    endField(totalBytes);
    answers.settleAll(Extraction.absent(), totalBytes);
  }

  @Override
  public void answersChanged() {
    if (place == Place.VALUE && Arrays.stream(asked).noneMatch(answers::isOpen)) {
      place = Place.ELSEWHERE;
      text.release();
    }
  }

  /** Takes one byte of a name or value; false if it spoils it. */
  private boolean decode(byte b) {
    if (escapeLeft > 0) {
      int digit = Hex.digit(b);
      escaped = escaped << 4 | digit;
      escapeLeft--;
      return digit >= 0 && (escapeLeft > 0 || add((byte) escaped));
    }
    if (b == '%') {
      escapeLeft = 2;
      escaped = 0;
      return true;
    }
    return add(b == '+' ? (byte) ' ' : b);
  }

  private boolean add(byte b) {
    text.add(b);
    return utf8.accept(b) && !text.isTooLong();
  }

  private boolean isWhole() {
    return escapeLeft == 0 && utf8.isComplete();
  }

  private void spoil(long position) {
    if (place == Place.VALUE) {
      answers.settle(asked, Extraction.unreadable(UnreadableCause.BODY_MALFORMED), position);
    }
    place = Place.ELSEWHERE;
  }

  private void endName() {
    asked = isWhole() ? askedFor() : NOBODY;
    place = asked.length > 0 ? Place.VALUE : Place.ELSEWHERE;
    begin(Integer.MAX_VALUE);
  }

  private int[] askedFor() {
    int count = 0;
    for (int i = 0; i < names.length; i++) {
      count += isAskedFor(i) ? 1 : 0;
    }
    if (count == 0) {
      return NOBODY;
    }
    int[] found = new int[count];
    for (int i = names.length - 1; i >= 0; i--) {
      if (isAskedFor(i)) {
        found[--count] = i;
      }
    }
    return found;
  }

  private boolean isAskedFor(int question) {
    byte[] name = names[question];
    return answers.isOpen(question)
        && Arrays.equals(name, 0, name.length, text.bytes(), 0, text.length());
  }

  private void endField(long position) {
    if (place == Place.NAME) {
      endName();
    }
    if (place == Place.VALUE) {
      answers.settle(asked, fieldValue(), position);
      text.release();
    }
    place = Place.NAME;
    begin(longestNameBytes);
  }

  private Extraction fieldValue() {
    if (!isWhole()) {
      return Extraction.unreadable(UnreadableCause.BODY_MALFORMED);
    }
    if (text.length() == 0) {
      return Extraction.absent();
    }
    return Extraction.found(new String(text.bytes(), 0, text.length(), StandardCharsets.UTF_8));
  }

  private void begin(int limitBytes) {
    text.start(limitBytes);
    utf8.reset();
    escapeLeft = 0;
  }
}
