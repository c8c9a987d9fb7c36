// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.spi.AuthorityThrottledException;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteStoreException.Kind;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for stages, for a bounded time. */
final class Await {

  private static final long LIMIT_SECONDS = 30;

  private Await() {}

  /** What a stage completes with. */
  static <T> T answer(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("the stage must not fail", e.getCause());
    } catch (TimeoutException | InterruptedException e) {
      throw new AssertionError("the stage must complete", e);
    }
  }

  /** Whether a stage completes, rather than fails. */
  static boolean succeeds(CompletionStage<?> stage) {
    return answer(stage.handle((value, failure) -> failure == null));
  }

  /** The text of what a look-up fails with, which is of a kind. */
  static String failure(CompletionStage<?> stage, Kind kind) {
    Throwable failure = failure(stage);
    assertThat(failure).hasNoCause();
    if (kind == Kind.THROTTLED) {
      assertThat(failure).isInstanceOf(AuthorityThrottledException.class);
    } else {
      assertThat(failure).isInstanceOf(RouteStoreException.class);
      assertThat(((RouteStoreException) failure).kind()).isEqualTo(kind);
    }
    return String.valueOf(failure.getMessage());
  }

  /** What a stage fails with. */
  static Throwable failure(CompletionStage<?> stage) {
    try {
      Object answer = stage.toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
      throw new AssertionError("the stage must fail, and gave " + answer);
    } catch (ExecutionException e) {
      return e.getCause() == null ? e : e.getCause();
    } catch (TimeoutException | InterruptedException e) {
      throw new AssertionError("the stage must complete", e);
    }
  }
}
