// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;

/** Learns from an answer of the authority that an async chain ends without writing a body. */
final class LearningAtTheEnd implements AsyncListener {

  private final ResponseView answer;

  private LearningAtTheEnd(ResponseView answer) {
    this.answer = answer;
  }

  /** Has {@code answer} learnt from when the request is complete. */
  static void of(HttpServletRequest request, ResponseView answer) {
    LearningAtTheEnd learning = new LearningAtTheEnd(answer);
    try {
      request.getAsyncContext().addListener(learning);
    } catch (IllegalStateException e) {
      answer.learn(); // it is complete already
    }
  }

  @Override
  public void onComplete(AsyncEvent event) {
    answer.learn();
  }

  @Override
  public void onTimeout(AsyncEvent event) {}

  @Override
  public void onError(AsyncEvent event) {}

  @Override
  public void onStartAsync(AsyncEvent event) {
    event.getAsyncContext().addListener(this);
  }
}
