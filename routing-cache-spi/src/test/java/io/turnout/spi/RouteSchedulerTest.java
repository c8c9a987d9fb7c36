// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RouteSchedulerTest {

  private final RouteScheduler scheduler = RouteScheduler.newThread("a-name");

  @AfterEach
  void close() {
    scheduler.close();
  }

  private static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(20, TimeUnit.SECONDS);
  }

  @Test
  void tasks_runOnOneDaemonThreadOfThatName() throws Exception {
    CompletableFuture<Thread> first = new CompletableFuture<>();
    CompletableFuture<Thread> second = new CompletableFuture<>();
    scheduler.execute(() -> first.complete(Thread.currentThread()));
    scheduler.schedule(() -> second.complete(Thread.currentThread()), Duration.ofMillis(1));
    assertThat(get(first).getName()).isEqualTo("a-name");
    assertThat(get(first).isDaemon()).isTrue();
    assertThat(get(second)).isSameAs(get(first));
  }

  @Test
  void taskThatThrows_harmsNoOther() throws Exception {
    CompletableFuture<Boolean> next = new CompletableFuture<>();
    scheduler.execute(
        () -> {
          throw new IllegalStateException("a failure that a test wants");
        });
    scheduler.execute(() -> next.complete(true));
    assertThat(get(next)).isTrue();
  }

  @Test
  void cancelledTask_neverRuns() throws Exception {
    CompletableFuture<Boolean> never = new CompletableFuture<>();
    CompletableFuture<Boolean> later = new CompletableFuture<>();
    CompletableFuture<Boolean> threadIsFree = new CompletableFuture<>();
    scheduler.execute(threadIsFree::join);
    scheduler.schedule(() -> never.complete(true), Duration.ofMillis(1)).cancel();
    scheduler.schedule(() -> later.complete(true), Duration.ofMillis(2));
    threadIsFree.complete(true);
    assertThat(get(later)).isTrue();
    assertThat(never).isNotDone();
  }

  @Test
  void closed_endsItsThreadAndIgnoresWhatComes() throws Exception {
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    scheduler.execute(() -> thread.complete(Thread.currentThread()));
    Thread worker = get(thread);
    CompletableFuture<Boolean> never = new CompletableFuture<>();
    scheduler.schedule(() -> never.complete(true), Duration.ofHours(1));
    scheduler.close();
    scheduler.close();
    scheduler.execute(() -> never.complete(true));
    worker.join(20_000);
    assertThat(worker.isAlive()).isFalse();
    assertThat(never).isNotDone();
  }
}
