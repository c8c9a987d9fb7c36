// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.util.Arrays;

/** What is known about each question of a scan, each within its own limit. */
final class Answers {

  private final long[] limitBytes;
  private final Extraction[] answers;
  private final long[] settledAt;
  private int open;
  private long nearestLimitBytes;

  Answers(long[] limitBytes) {
    this.limitBytes = limitBytes.clone();
    answers = new Extraction[limitBytes.length];
    settledAt = new long[limitBytes.length];
    Arrays.fill(answers, Extraction.needsBody());
    Arrays.fill(settledAt, -1);
    open = limitBytes.length;
    findNearestLimit();
  }

  /** Whether a question is open. */
  boolean anyOpen() {
    return open > 0;
  }

  boolean isOpen(int question) {
    return answers[question].kind() == Extraction.Kind.NEEDS_BODY;
  }

  Extraction answer(int question) {
    return answers[question];
  }

  long settledAt(int question) {
    return settledAt[question];
  }

  /** The smallest limit of an open question. */
  long nearestLimitBytes() {
    return nearestLimitBytes;
  }

  /** Answers those of the questions that are open. */
  void settle(int[] questions, Extraction answer, long position) {
    for (int question : questions) {
      settle(question, answer, position);
    }
    findNearestLimit();
  }

  /** Answers whatever is open. */
  void settleAll(Extraction answer, long position) {
    for (int question = 0; question < answers.length; question++) {
      settle(question, answer, position);
    }
    findNearestLimit();
  }

  /** As many bytes as the nearest limit are read, and there are more. */
  void limitReached() {
    long reached = nearestLimitBytes;
    for (int question = 0; question < answers.length; question++) {
      if (limitBytes[question] <= reached) {
        settle(question, Extraction.unreadable(UnreadableCause.BODY_LIMIT), limitBytes[question]);
      }
    }
    findNearestLimit();
  }

  private void settle(int question, Extraction answer, long position) {
    if (isOpen(question)) {
      answers[question] = answer;
      settledAt[question] = position;
      open--;
    }
  }

  private void findNearestLimit() {
    nearestLimitBytes = Long.MAX_VALUE;
    for (int question = 0; question < answers.length; question++) {
      if (isOpen(question)) {
        nearestLimitBytes = Math.min(nearestLimitBytes, limitBytes[question]);
      }
    }
  }
}
