// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.armeria;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpObject;
import io.turnout.RoutingAttempt;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Shows a body to an attempt, piece by piece, and no further than it asks for. One thread. */
final class BodyReading implements Subscriber<HttpObject> {

  private final RoutingAttempt attempt;
  private @Nullable Subscription subscription;

  BodyReading(RoutingAttempt attempt) {
    this.attempt = attempt;
  }

  @Override
  public void onSubscribe(Subscription begun) {
    subscription = begun;
    begun.request(1);
  }

  @Override
  public void onNext(HttpObject piece) {
    if (piece instanceof HttpData data) {
      attempt.offer(data.byteBuf().nioBuffer());
    }
    Subscription current = subscription;
    if (current == null) {
      return;
    }
    if (attempt.needsBody()) {
      current.request(1);
    } else {
      current.cancel();
    }
  }

  @Override
  public void onError(Throwable failure) {
    if (attempt.needsBody()) {
      attempt.cancel();
    }
  }

  @Override
  public void onComplete() {
    attempt.end();
  }
}
