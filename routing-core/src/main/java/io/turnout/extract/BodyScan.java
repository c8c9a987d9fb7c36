// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One pass over one body that answers several questions, each within its own limit; fed piece by
 * piece.
 *
 * <p>How the body is cut makes no difference. Besides the values that may turn out to be answers,
 * memory does not grow with the body. For one thread.
 */
public final class BodyScan {

  /** How much of a body outside the heap is brought into it at a time, in bytes. */
  private static final int PORTION_BYTES = 512;

  private final Answers answers;
  private final BodyScanner scanner;
  private byte[] portion = {};
  private long readBytes;
  private boolean ended;

  private BodyScan(Answers answers, BodyScanner scanner) {
    this.answers = answers;
    this.scanner = scanner;
  }

  /**
   * Begins a scan; a question is known by its index in the list.
   *
   * @param questions either all of JSON or all of forms; at least one
   * @param maxDepth the deepest nesting of JSON that is followed, 0 or more
   * @throws IllegalArgumentException if there are no questions, they are mixed, or the depth is
   *     negative
   */
  public static BodyScan of(List<? extends BodySource> questions, int maxDepth) {
    if (questions.isEmpty()) {
      throw new IllegalArgumentException("a scan needs at least one question");
    }
    if (maxDepth < 0) {
      throw new IllegalArgumentException("the depth is " + maxDepth + "; it must be 0 or more");
    }
    int count = questions.size();
    long[] limitBytes = new long[count];
    List<JsonSource> json = new ArrayList<>(count);
    List<FormSource> form = new ArrayList<>(0);
    for (int i = 0; i < count; i++) {
      BodySource question = questions.get(i);
      limitBytes[i] = question.limitBytes();
      if (question instanceof JsonSource asked) {
        json.add(asked);
      } else if (question instanceof FormSource asked) {
        form.add(asked);
      }
    }
    if (!json.isEmpty() && !form.isEmpty()) {
      throw new IllegalArgumentException("one scan reads either JSON or a form: " + questions);
    }
    Answers answers = new Answers(limitBytes);
    BodyScanner scanner =
        form.isEmpty()
            ? new JsonQuestions(json, answers, maxDepth)
            : new FormQuestions(form, answers);
    return new BodyScan(answers, scanner);
  }

  /**
   * Reads the next piece of the body, from its position to its limit, which stay as they are. No
   * reference is kept.
   *
   * @throws IllegalStateException if the body has {@linkplain #end ended}
   */
  public void offer(ByteBuffer piece) {
    Objects.requireNonNull(piece, "piece");
    if (ended) {
      throw new IllegalStateException("the body has ended; no piece can follow");
    }
    if (piece.hasArray()) {
      int from = piece.arrayOffset() + piece.position();
      scan(piece.array(), from, from + piece.remaining());
      return;
    }
    if (portion.length == 0) {
      portion = new byte[PORTION_BYTES];
    }
    int at = piece.position();
    while (at < piece.limit() && isUndecided()) {
      int length = Math.min(portion.length, piece.limit() - at);
      piece.get(at, portion, 0, length);
      scan(portion, 0, length);
      at += length;
    }
  }

  /** The body is complete: every question has its answer then. */
  public void end() {
    if (ended) {
      return;
    }
    ended = true;
    if (readBytes == 0 && isUndecided()) {
      answers.settleAll(Extraction.absent(), 0);
    } else if (isUndecided()) {
      scanner.end(readBytes);
    }
  }

  /** Whether a question still needs more of the body. */
  public boolean isUndecided() {
    return answers.anyOpen();
  }

  /**
   * The answer to a question: NEEDS_BODY while it is uncertain, else FOUND, ABSENT, AMBIGUOUS or
   * UNREADABLE.
   *
   * @throws IndexOutOfBoundsException if there is no such question
   */
  public Extraction result(int question) {
    return answers.answer(question);
  }

  /**
   * The bytes of the body up to and including the one that settled a question; the question's limit
   * if that was reached; -1 while it is uncertain.
   *
   * @throws IndexOutOfBoundsException if there is no such question
   */
  public long settledAt(int question) {
    return answers.settledAt(question);
  }

  private void scan(byte[] bytes, int start, int to) {
    int from = start;
    while (from < to && answers.anyOpen()) {
      long room = answers.nearestLimitBytes() - readBytes;
      if (room == 0) {
        answers.limitReached();
        scanner.answersChanged();
      } else {
        int stop = (int) Math.min(to, from + room);
        scanner.scan(bytes, from, stop, readBytes);
        readBytes += stop - from;
        from = stop;
      }
    }
  }
}
