// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.turnout.conformance.contract.Rule.Strength;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteInvalidations;
import io.turnout.spi.RouteInvalidations.Listener;
import io.turnout.spi.RouteInvalidations.Subscription;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The contract of {@link RouteInvalidations}: extend it, give it your channel, and run it with
 * JUnit.
 *
 * <p>One hook is required, {@link #create}. A channel that can break overrides {@link #outage} as
 * well, one whose time is virtual {@link #advance}.
 */
@Rule(
    value = "What is published while nobody can hear may be lost, and is then reported as a gap.",
    strength = Strength.CANNOT_BE_TESTED)
@Rule(
    value = "A subscription that is closed leaves no thread, connection or listener behind.",
    strength = Strength.CANNOT_BE_TESTED)
@Rule(value = "Keys are not in logs and exceptions.", strength = Strength.CANNOT_BE_TESTED)
@SuppressWarnings("try") // subscriptions are there to be closed
public abstract class RouteInvalidationsContract {

  private static final RouteKey KEY = new RouteKey("business", "1234");
  private static final List<Long> VERSIONS =
      List.of(0L, 1L, RouteEntry.MAX_VERSION, RouteEntry.MAX_VERSION + 1);
  private static final RouteKey MARK = new RouteKey("business", "mark");

  /** Makes a channel; all that a test makes are channels of one medium, as of several processes. */
  protected abstract RouteInvalidations create();

  /**
   * Lets time pass, where it is virtual.
   *
   * @param by at least so much
   */
  protected void advance(Duration by) {}

  /** A way to break the medium; none by default. */
  protected Optional<Outage> outage() {
    return Optional.empty();
  }

  /** How long anything may take, in real time. */
  Duration limit() {
    return Waiting.LIMIT;
  }

  @Test
  @Rule("What one process publishes every subscriber hears, in its own process and in others.")
  final void publish_isHeardByEverySubscriber() {
    RouteInvalidations here = create();
    RouteInvalidations there = create();
    Heard first = new Heard();
    Heard second = new Heard();
    Heard own = new Heard();
    try (Subscription one = there.subscribe(first);
        Subscription two = there.subscribe(second);
        Subscription three = here.subscribe(own)) {
      publishUntilHeard(here, KEY, 7, first);
      publishUntilHeard(here, KEY, 8, second);
      publishUntilHeard(here, KEY, 9, own);
      publishUntilHeard(there, KEY, 10, own);
    }
  }

  @Test
  @Rule("Every key that can be made is heard as it was published, with every version.")
  final void publish_ofAllKinds_isHeardAsItWas() {
    RouteInvalidations channel = create();
    Heard heard = new Heard();
    try (Subscription subscription = channel.subscribe(heard)) {
      for (RouteKey key : OddKeys.ALL) {
        publishUntilHeard(channel, key, 7, heard);
      }
      for (long version : VERSIONS) {
        publishUntilHeard(channel, KEY, version, heard);
      }
      for (Message message : heard.messages) {
        assertTrue(
            message.key().equals(KEY)
                ? VERSIONS.contains(message.belowVersion())
                : OddKeys.ALL.contains(message.key()) && message.belowVersion() == 7,
            "heard what nobody published");
      }
    }
  }

  @Test
  @Rule("Once a subscription is closed its listener hears nothing, and others go on hearing.")
  final void close_endsOneSubscriptionOnly() {
    RouteInvalidations channel = create();
    Heard closed = new Heard();
    Heard open = new Heard();
    Subscription ended = channel.subscribe(closed);
    try (Subscription subscription = channel.subscribe(open)) {
      publishUntilHeard(channel, KEY, 7, open);
      publishUntilHeard(channel, KEY, 7, closed);
      ended.close();
      int heard = closed.messages.size();
      int gaps = closed.gaps.get();
      publishUntilHeard(channel, KEY, 8, open);
      publishUntilHeard(channel, MARK, 9, open);
      assertEquals(heard, closed.messages.size());
      assertEquals(gaps, closed.gaps.get());
    }
  }

  @Test
  @Rule("Closing a subscription again does nothing.")
  final void close_again_doesNothing() {
    RouteInvalidations channel = create();
    Heard open = new Heard();
    Subscription ended = channel.subscribe(new Heard());
    try (Subscription subscription = channel.subscribe(open)) {
      ended.close();
      ended.close();
      publishUntilHeard(channel, KEY, 7, open);
    }
  }

  @Test
  @Rule("After the last subscription is closed, a new one hears again.")
  final void subscribe_afterAClose_hears() {
    RouteInvalidations channel = create();
    for (int version = 1; version <= 3; version++) {
      Heard heard = new Heard();
      try (Subscription subscription = channel.subscribe(heard)) {
        publishUntilHeard(channel, KEY, version, heard);
      }
    }
  }

  @Test
  @Rule("A listener that throws harms neither the others nor what it hears next.")
  final void listener_thatThrows_harmsNobody() {
    RouteInvalidations channel = create();
    AtomicInteger thrown = new AtomicInteger();
    Heard heard = new Heard();
    Listener broken =
        new Listener() {
          @Override
          public void onInvalidated(RouteKey key, long belowVersion) {
            thrown.incrementAndGet();
            throw new IllegalStateException("a broken listener");
          }

          @Override
          public void onGap() {
            throw new IllegalStateException("a broken listener");
          }
        };
    try (Subscription first = channel.subscribe(broken);
        Subscription second = channel.subscribe(heard)) {
      publishUntilHeard(channel, KEY, 7, heard);
      publishUntilHeard(channel, KEY, 8, heard);
      waiting().until("the broken listener is called again", () -> thrown.get() >= 2);
    }
  }

  @Test
  @Rule("A listener may close its own subscription.")
  final void listener_mayCloseItsSubscription() {
    RouteInvalidations channel = create();
    Queue<Subscription> own = new ConcurrentLinkedQueue<>();
    CountDownLatch closed = new CountDownLatch(1);
    Heard heard =
        new Heard() {
          @Override
          public void onInvalidated(RouteKey key, long belowVersion) {
            super.onInvalidated(key, belowVersion);
            own.forEach(Subscription::close);
            closed.countDown();
          }
        };
    own.add(channel.subscribe(heard));
    Heard other = new Heard();
    try (Subscription subscription = channel.subscribe(other)) {
      publishUntilHeard(channel, KEY, 7, heard);
      waiting().until("close returns", () -> closed.getCount() == 0);
      int messages = heard.messages.size();
      publishUntilHeard(channel, KEY, 8, other);
      publishUntilHeard(channel, MARK, 9, other);
      assertEquals(messages, heard.messages.size());
    }
  }

  @TestFactory
  @Rule("While the medium is away nothing throws or holds its caller, and publishing fails.")
  final Stream<DynamicTest> outage_failsThePublishing() {
    return duringOutage(
        "publishing fails its stage",
        (channel, outage) -> {
          outage.begin();
          waiting().promptly("subscribe", () -> channel.subscribe(new Heard())).close();
          waiting().failure("publish", () -> channel.publish(KEY, 7));
        });
  }

  @TestFactory
  @Rule("After the medium was away its subscribers hear a gap, and then what is published.")
  final Stream<DynamicTest> outage_endsWithAGap() {
    return duringOutage(
        "the gap is heard, then messages",
        (channel, outage) -> {
          Heard heard = new Heard();
          try (Subscription subscription = channel.subscribe(heard)) {
            publishUntilHeard(channel, KEY, 7, heard);
            int gaps = heard.gaps.get();
            outage.begin();
            waiting().failure("publish", () -> channel.publish(KEY, 8));
            outage.end();
            waiting().until("a gap is heard", () -> heard.gaps.get() > gaps);
            publishUntilHeard(channel, KEY, 9, heard);
          }
        });
  }

  @TestFactory
  @Rule("Who subscribes while the medium is away hears a gap when it is there.")
  final Stream<DynamicTest> outage_beforeSubscribing_endsWithAGap() {
    return duringOutage(
        "the first connection comes late",
        (channel, outage) -> {
          outage.begin();
          Heard heard = new Heard();
          try (Subscription subscription =
              waiting().promptly("subscribe", () -> channel.subscribe(heard))) {
            outage.end();
            waiting().until("a gap is heard", () -> heard.gaps.get() > 0);
            publishUntilHeard(channel, KEY, 9, heard);
          }
        });
  }

  private interface OutageTest {
    void run(RouteInvalidations channel, Outage outage);
  }

  private Stream<DynamicTest> duringOutage(String what, OutageTest test) {
    RouteInvalidations channel = create();
    return outage().stream()
        .map(
            outage ->
                DynamicTest.dynamicTest(
                    what,
                    () -> {
                      try {
                        test.run(channel, outage);
                      } finally {
                        outage.end();
                      }
                    }));
  }

  private record Message(RouteKey key, long belowVersion) {}

  private static class Heard implements Listener {
    final Queue<Message> messages = new ConcurrentLinkedQueue<>();
    final AtomicInteger gaps = new AtomicInteger();

    @Override
    public void onInvalidated(RouteKey key, long belowVersion) {
      messages.add(new Message(key, belowVersion));
    }

    @Override
    public void onGap() {
      gaps.incrementAndGet();
    }
  }

  /** A channel may lose messages, above all before a subscription is in place: so it is tried. */
  private void publishUntilHeard(
      RouteInvalidations channel, RouteKey key, long belowVersion, Heard heard) {
    Message message = new Message(key, belowVersion);
    waiting()
        .until(
            "what is published is heard",
            () ->
                waiting().succeeds("publish", () -> channel.publish(key, belowVersion))
                    && heard.messages.contains(message));
  }

  private Waiting waiting() {
    return new Waiting(this::advance, limit());
  }
}
