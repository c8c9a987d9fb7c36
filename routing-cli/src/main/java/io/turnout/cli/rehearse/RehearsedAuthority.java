// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityThrottledException;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.ToIntFunction;

/** One router's way to the authority, which has the faults of its {@link Ailments}. */
final class RehearsedAuthority implements RouteAuthority {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /**
   * What all routers share.
   *
   * @param numbers the number of a key
   */
  record Shared(
      VirtualTime time,
      SplittableRandom random,
      Scenario.World world,
      Truth truth,
      ToIntFunction<RouteKey> numbers,
      Ailments ailments,
      Allowance allowance,
      Measures measures) {}

  /** How many look-ups were answered in the second that is now. */
  static final class Allowance {
    private long second = -1;
    private long used;

    boolean take(int lookups, long nowNanos, long perSecond) {
      long now = nowNanos / NANOS_PER_SECOND;
      if (now != second) {
        second = now;
        used = 0;
      }
      if (used + lookups > perSecond) {
        return false;
      }
      used += lookups;
      return true;
    }
  }

  private final Shared shared;
  private int running;

  RehearsedAuthority(Shared shared) {
    this.shared = shared;
  }

  @Override
  public int mostAtOnce() {
    return shared.world().keysAtOnce();
  }

  @Override
  public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
    return lookupAll(List.of(new Lookup(key, atLeastVersion))).get(0);
  }

  @Override
  public List<CompletionStage<AuthorityAnswer>> lookupAll(List<Lookup> lookups) {
    running++;
    shared.measures().authorityCalled(shared.time().nanos(), lookups.size(), running);
    Call call = new Call(lookups);
    call.begin();
    return List.copyOf(call.stages);
  }

  /** One call, which runs until it is answered or nobody waits for it any more. */
  private final class Call {
    private final List<Lookup> lookups;
    private final List<CompletableFuture<AuthorityAnswer>> stages = new ArrayList<>();
    private boolean over;

    Call(List<Lookup> lookups) {
      this.lookups = lookups;
      lookups.forEach(lookup -> stages.add(new CompletableFuture<>()));
      CompletionStage<Void> all =
          CompletableFuture.allOf(stages.toArray(CompletableFuture<?>[]::new));
      all.whenComplete((done, failure) -> end());
    }

    private void begin() {
      Fault fault = shared.ailments().of(Fault.Part.AUTHORITY);
      Duration latency = shared.world().authorityLatency();
      if (fault == null) {
        answerAfter(latency);
        return;
      }
      switch (fault.kind()) {
        case AUTHORITY_SILENT -> {}
        case AUTHORITY_SLOW -> answerAfter(Duration.ofMillis(fault.amount()));
        case AUTHORITY_THROTTLED -> {
          long now = shared.time().nanos();
          if (shared.allowance().take(lookups.size(), now, fault.amount())) {
            answerAfter(latency);
          } else {
            refuse(new AuthorityThrottledException());
          }
        }
        default -> refuse(new IllegalStateException("refused"));
      }
    }

    private void answerAfter(Duration latency) {
      Runnable answer =
          () -> {
            end();
            for (int i = 0; i < stages.size(); i++) {
              stages.get(i).complete(answer(lookups.get(i).key()));
            }
          };
      shared.time().schedule(answer, Ailments.about(latency, shared.random()));
    }

    private void refuse(RuntimeException refused) {
      Runnable refusal =
          () -> {
            end();
            stages.forEach(stage -> stage.completeExceptionally(refused));
          };
      shared.time().schedule(refusal, Ailments.REFUSAL);
    }

    /** Gives its place back, before anybody hears of the answer and takes it. */
    private void end() {
      if (!over) {
        over = true;
        running--;
      }
    }
  }

  private AuthorityAnswer answer(RouteKey key) {
    int number = shared.numbers().applyAsInt(key);
    return new AuthorityAnswer.Known(
        key,
        shared.truth().cell(number),
        shared.truth().version(number),
        shared.world().freshFor(),
        shared.world().expireAfter());
  }
}
