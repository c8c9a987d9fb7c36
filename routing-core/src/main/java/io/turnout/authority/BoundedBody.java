// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A body up to a limit; one that is longer fails, and is read no further. */
final class BoundedBody implements BodySubscriber<byte[]> {

  private final int maxBytes;
  private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private Flow.@Nullable Subscription subscription;

  BoundedBody(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return whole;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    if (subscription != null) {
      given.cancel();
      return;
    }
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> pieces) {
    for (ByteBuffer piece : pieces) {
      if (whole.isDone()) {
        return;
      }
      if (piece.remaining() > maxBytes - bytes.size()) {
        refuse();
        return;
      }
      byte[] copy = new byte[piece.remaining()];
      piece.get(copy);
      bytes.write(copy, 0, copy.length);
    }
  }

  private void refuse() {
    Flow.Subscription running = subscription;
    if (running != null) {
      running.cancel();
    }
    whole.completeExceptionally(
        new IOException("the answer's body is longer than " + maxBytes + " bytes"));
  }

  @Override
  public void onError(Throwable failure) {
    whole.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    whole.complete(bytes.toByteArray());
  }
}
