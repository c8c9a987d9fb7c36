// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.embedding;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

// example: authority
/** An authority on top of a store that blocks, which is asked on threads of its own. */
final class DirectoryAuthority implements RouteAuthority {

  /** Your store. It throws if it cannot be read, and never says "not there" instead. */
  interface Directory {
    Optional<Home> find(String namespace, String value) throws Exception;
  }

  /** Where a key lives; the version grows with every change of the key. */
  record Home(String cell, long version) {}

  private final Directory directory;
  private final Executor threads;

  DirectoryAuthority(Directory directory, Executor threads) {
    this.directory = directory;
    this.threads = threads;
  }

  @Override
  public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
    CompletableFuture<AuthorityAnswer> answer = new CompletableFuture<>();
    threads.execute(
        () -> {
          try {
            answer.complete(answer(key, directory.find(key.namespace(), key.value())));
          } catch (Exception e) {
            answer.completeExceptionally(e);
          }
        });
    return answer;
  }

  private static AuthorityAnswer answer(RouteKey key, Optional<Home> home) {
    return home.isPresent()
        ? new AuthorityAnswer.Known(
            key,
            home.get().cell(),
            home.get().version(),
            Duration.ofMinutes(5), // fresh for
            Duration.ofHours(24)) // expire after
        : new AuthorityAnswer.Unknown(key, 0, Duration.ofSeconds(30), Duration.ofMinutes(1));
  }
}
// end of example
