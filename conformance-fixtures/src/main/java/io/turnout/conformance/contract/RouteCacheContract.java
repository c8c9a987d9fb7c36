// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.turnout.conformance.contract.Rule.Strength;
import io.turnout.spi.Freshness;
import io.turnout.spi.RouteCache;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RoutingName;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The contract of a {@link RouteCache}: extend it, give it your layer, and run it with JUnit.
 *
 * <p>One hook is required, {@link #create}. A layer that counts lives by a clock of its own
 * overrides {@link #advance} and {@link #patience} as well; one that stands on something that can
 * fail overrides {@link #outage}.
 */
@Rule(
    value = "A call never holds its caller, also where the store does not fail.",
    strength = Strength.CANNOT_BE_TESTED)
@Rule(
    value = "A value that cannot be understood, or is another key's, fails the read.",
    strength = Strength.CANNOT_BE_TESTED)
@Rule(
    value = "Hosts whose clocks differ can only shorten a life.",
    strength = Strength.CANNOT_BE_TESTED)
@Rule(
    value = "A write that is long on its way lengthens no life and comes in behind no removal.",
    strength = Strength.CANNOT_BE_TESTED)
@Rule(
    value = "Neither keys nor values are in logs and exceptions.",
    strength = Strength.CANNOT_BE_TESTED)
public abstract class RouteCacheContract {

  private static final RouteKey KEY = new RouteKey("business", "1234");
  private static final RouteKey OTHER = new RouteKey("business", "1235");
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofMillis(300);

  /** By how much a life may shrink on the way, in milliseconds. */
  private static final long SLACK_MILLIS = 10_000;

  private final VirtualTime time = new VirtualTime(1_700_000_000_000L);

  /**
   * Makes a layer that holds nothing; called once in each test.
   *
   * @param clock the clock of the layer's host
   */
  protected abstract RouteCache create(RouteClock clock);

  /**
   * Lets time pass: on the clock that {@link #create} was given, which this method moves, and on
   * the store's, where that has one. A store whose time is real is waited for.
   *
   * @param by at least so much
   */
  protected void advance(Duration by) {
    time.advance(by);
  }

  /**
   * How long a test may let pass in order to see that something is still remembered. Shorten it
   * where time is real.
   */
  protected Duration patience() {
    return Duration.ofSeconds(59);
  }

  /**
   * How old an entry may be when it is put; by default it may be from 1970. Shorten it where lives
   * are capped and counted from when the entry was loaded.
   */
  protected Duration oldest() {
    return Duration.ofMillis(time.wallMillis());
  }

  /** A way to break what the layer made last stands on; none by default. */
  protected Optional<Outage> outage() {
    return Optional.empty();
  }

  /** How long anything may take, in real time. */
  Duration limit() {
    return Waiting.LIMIT;
  }

  @Test
  @Rule("A layer's name is a routing name.")
  final void name_isARoutingName() {
    String name = create(time).name();
    assertTrue(RoutingName.isValid(name), name);
  }

  @Test
  @Rule("Where nothing is held, the answer is nothing, not a failure.")
  final void get_ofNothing_isEmpty() {
    assertEquals(Optional.empty(), get(create(time), KEY));
  }

  @Test
  @Rule("What was put comes back: key, cell, version and loadedAt as they were, lives no longer.")
  final void get_givesWhatWasPut() {
    RouteCache cache = create(time);
    RouteEntry entry = entry(KEY, 7, MINUTE, HOUR);
    put(cache, entry);
    assertHeld(cache, entry);
  }

  @Test
  @Rule("That a key is unknown is held like a cell.")
  final void get_ofAnUnknownKey_hasNoCell() {
    RouteCache cache = create(time);
    long now = time.wallMillis();
    RouteEntry entry =
        new RouteEntry(KEY, Optional.empty(), 7, now, now + 60_000, now + MINUTE.toMillis());
    put(cache, entry);
    assertHeld(cache, entry);
  }

  @Test
  @Rule("A loadedAt is kept as it is, however old or odd.")
  final void loadedAt_isKept() {
    RouteCache cache = create(time);
    RouteEntry fresh = entry(KEY, 7, MINUTE, HOUR);
    long first = fresh.loadedAt() - oldest().toMillis();
    for (long loadedAt : new long[] {first, fresh.loadedAt() - 3_600_000, fresh.loadedAt() - 1}) {
      RouteKey key = new RouteKey("business", "loaded-" + loadedAt);
      RouteEntry entry =
          new RouteEntry(key, fresh.cell(), 7, loadedAt, fresh.freshUntil(), fresh.expiresAt());
      put(cache, entry);
      assertEquals(loadedAt, held(cache, key).loadedAt());
    }
  }

  @Test
  @Rule("An entry never gives way to one of a lower version.")
  final void put_ofALowerVersion_isNotTaken() {
    RouteCache cache = create(time);
    RouteEntry held = entry(KEY, 7, MINUTE, HOUR);
    put(cache, held);
    put(cache, entry(KEY, 6, HOUR, HOUR));
    assertHeld(cache, held);
  }

  @Test
  @Rule("An entry gives way to one of a higher version, however short its life.")
  final void put_ofAHigherVersion_isTaken() {
    RouteCache cache = create(time);
    put(cache, entry(KEY, 7, HOUR, HOUR));
    RouteEntry higher = entry(KEY, 8, MINUTE, MINUTE);
    put(cache, higher);
    assertHeld(cache, higher);
  }

  @Test
  @Rule("Of equal versions the one that is fresh longer stays.")
  final void put_ofTheSameVersion_isTakenIfItIsFreshLonger() {
    RouteCache cache = create(time);
    put(cache, entry(KEY, 7, MINUTE, HOUR));
    RouteEntry longer = entry(KEY, 7, Duration.ofMinutes(5), HOUR);
    put(cache, longer);
    assertHeld(cache, longer);
    put(cache, entry(KEY, 7, MINUTE, Duration.ofHours(9)));
    assertHeld(cache, longer);
  }

  @Test
  @Rule("Versions are exact from 0 to the highest.")
  final void versions_areExactAtTheirLimits() {
    RouteCache cache = create(time);
    for (long version : new long[] {0, 1, RouteEntry.MAX_VERSION - 1, RouteEntry.MAX_VERSION}) {
      RouteEntry entry = entry(KEY, version, MINUTE, HOUR);
      put(cache, entry);
      assertHeld(cache, entry);
    }
    put(cache, entry(KEY, RouteEntry.MAX_VERSION - 1, HOUR, HOUR));
    assertEquals(RouteEntry.MAX_VERSION, held(cache, KEY).version());
  }

  @Test
  @Rule("An expired entry is not given out.")
  final void get_ofAnExpiredEntry_isEmpty() {
    RouteCache cache = create(time);
    put(cache, entry(KEY, 7, SHORT, SHORT));
    advance(SHORT);
    assertEquals(Optional.empty(), get(cache, KEY));
    assertEquals(Map.of(), getAll(cache, List.of(KEY)));
  }

  @Test
  @Rule("An expired entry is not taken, and harms nothing that is held.")
  final void put_ofAnExpiredEntry_isNotTaken() {
    RouteCache cache = create(time);
    RouteEntry held = entry(KEY, 7, MINUTE, HOUR);
    put(cache, held);
    put(cache, entry(KEY, 8, Duration.ofMinutes(-1), Duration.ZERO));
    put(cache, entry(OTHER, 8, Duration.ofMinutes(-1), Duration.ZERO));
    assertHeld(cache, held);
    assertEquals(Optional.empty(), get(cache, OTHER));
  }

  @Test
  @Rule("A stale entry is given out as stale.")
  final void get_ofAStaleEntry_isStale() {
    RouteCache cache = create(time);
    put(cache, entry(KEY, 7, Duration.ZERO, HOUR));
    put(cache, entry(OTHER, 7, SHORT, HOUR));
    advance(SHORT);
    for (RouteKey key : List.of(KEY, OTHER)) {
      assertEquals(Freshness.STALE, held(cache, key).freshness(time.wallMillis()));
    }
  }

  @Test
  @Rule("Serving an entry never moves its times.")
  final void get_doesNotLengthenALife() {
    RouteCache cache = create(time);
    RouteEntry entry = entry(KEY, 7, MINUTE, HOUR);
    put(cache, entry);
    for (int i = 0; i < 3; i++) {
      advance(Duration.ofMillis(100));
      assertHeld(cache, entry);
    }
  }

  @Test
  @Rule("A removal drops what is below its version and nothing else.")
  final void remove_dropsWhatIsBelow() {
    RouteCache cache = create(time);
    RouteEntry entry = entry(KEY, 7, MINUTE, HOUR);
    put(cache, entry);
    remove(cache, KEY, 0);
    remove(cache, KEY, 7);
    assertHeld(cache, entry);
    remove(cache, KEY, 8);
    assertEquals(Optional.empty(), get(cache, KEY));
    put(cache, entry(OTHER, RouteEntry.MAX_VERSION, MINUTE, HOUR));
    remove(cache, OTHER, RouteEntry.MAX_VERSION + 1);
    assertEquals(Optional.empty(), get(cache, OTHER));
  }

  @Test
  @Rule("What was loaded before a removal and is below its version is not taken.")
  final void remove_refusesWhatWasLoadedBefore() {
    RouteCache cache = create(time);
    RouteEntry before = entry(KEY, 7, MINUTE, HOUR);
    advance(Duration.ofMillis(50));
    remove(cache, KEY, 8);
    put(cache, before);
    assertEquals(Optional.empty(), get(cache, KEY));
  }

  @Test
  @Rule("What is not below a removal's version is taken, whenever it was loaded.")
  final void remove_takesWhatIsNotBelow() {
    RouteCache cache = create(time);
    RouteEntry before = entry(KEY, 8, MINUTE, HOUR);
    advance(Duration.ofMillis(50));
    remove(cache, KEY, 8);
    put(cache, before);
    assertHeld(cache, before);
  }

  @Test
  @Rule("What was loaded more than a second after a removal is taken, whatever its version.")
  final void remove_takesWhatWasLoadedAfter() {
    RouteCache cache = create(time);
    put(cache, entry(KEY, 7, MINUTE, HOUR));
    remove(cache, KEY, 8);
    advance(Duration.ofMillis(1_001));
    RouteEntry after = entry(KEY, 3, MINUTE, HOUR);
    put(cache, after);
    assertHeld(cache, after);
  }

  @Test
  @Rule("A removal is remembered for a minute, whatever is put or removed meanwhile.")
  final void remove_isRemembered() {
    RouteCache cache = create(time);
    RouteEntry before = entry(KEY, 7, HOUR, HOUR);
    RouteEntry shortLived = entry(KEY, 8, SHORT, SHORT);
    advance(Duration.ofMillis(50));
    remove(cache, KEY, 8);
    put(cache, shortLived);
    remove(cache, KEY, 2);
    advance(patience());
    put(cache, before);
    assertTrue(get(cache, KEY).map(held -> held.version() >= 8).orElse(true), "taken again");
  }

  @Test
  @Rule("Keys do not touch each other.")
  final void keys_areApart() {
    RouteCache cache = create(time);
    List<RouteKey> keys =
        List.of(KEY, OTHER, new RouteKey("account", "1234"), new RouteKey("business", "123"));
    RouteEntry first = entry(keys.get(0), 9, MINUTE, HOUR);
    put(cache, first);
    for (RouteKey key : keys.subList(1, keys.size())) {
      assertEquals(Optional.empty(), get(cache, key));
      RouteEntry entry = entry(key, 3, MINUTE, HOUR);
      put(cache, entry);
      assertHeld(cache, entry);
      remove(cache, key, 4);
      assertEquals(Optional.empty(), get(cache, key));
    }
    assertHeld(cache, first);
  }

  @Test
  @Rule("Every key that can be made can be held.")
  final void keys_ofAllKinds_areHeld() {
    RouteCache cache = create(time);
    List<RouteEntry> entries = new ArrayList<>();
    for (RouteKey key : OddKeys.ALL) {
      entries.add(entry(key, entries.size(), MINUTE, HOUR));
    }
    entries.forEach(entry -> put(cache, entry));
    entries.forEach(entry -> assertHeld(cache, entry));
    Map<RouteKey, RouteEntry> all = getAll(cache, OddKeys.ALL);
    assertEquals(Set.copyOf(OddKeys.ALL), all.keySet());
    all.forEach((key, entry) -> assertEquals(key, entry.key()));
  }

  @Test
  @Rule("A read of many keys gives what single reads give, up to 100 keys, and none for none.")
  final void getAll_givesWhatGetGives() {
    RouteCache cache = create(time);
    List<RouteKey> keys = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      RouteKey key = new RouteKey("business", "many-" + i);
      keys.add(key);
      if (i % 3 != 0) {
        put(cache, entry(key, i, MINUTE, HOUR));
      }
    }
    Map<RouteKey, RouteEntry> all = getAll(cache, keys);
    for (RouteKey key : keys) {
      assertEquals(
          get(cache, key).map(RouteEntry::version),
          Optional.ofNullable(all.get(key)).map(RouteEntry::version));
    }
    assertEquals(66, all.size());
    assertEquals(Map.of(), getAll(cache, List.of()));
  }

  @Test
  @Rule(
      value = "Whatever order writes arrive in, the highest version stays.",
      strength = Strength.STOCHASTIC)
  final void put_ofManyAtOnce_leavesTheHighest() {
    RouteCache cache = create(time);
    Random random = new Random(20261130);
    for (int round = 0; round < 20; round++) {
      RouteKey key = new RouteKey("business", "round-" + round);
      List<RouteEntry> entries = new ArrayList<>();
      for (int version = 1; version <= 20; version++) {
        entries.add(entry(key, version, HOUR.minusMinutes(version), HOUR));
      }
      Collections.shuffle(entries, random);
      List<CompletionStage<Void>> puts = entries.parallelStream().map(cache::put).toList();
      puts.forEach(put -> waiting().answer("put", () -> put));
      assertEquals(20, held(cache, key).version());
    }
  }

  @TestFactory
  @Rule("What goes wrong fails the stage: no call throws, holds its caller or makes up an answer.")
  final Stream<DynamicTest> outage_failsTheStages() {
    return duringOutage(
        "every call fails its stage",
        (cache, outage) -> {
          outage.begin();
          waiting().failure("get", () -> cache.get(KEY));
          waiting().failure("getAll", () -> cache.getAll(List.of(KEY, OTHER)));
          waiting().failure("put", () -> cache.put(entry(KEY, 8, MINUTE, HOUR)));
          waiting().failure("remove", () -> cache.remove(KEY, 8));
        });
  }

  @TestFactory
  @Rule("A layer whose store has come back works again by itself.")
  final Stream<DynamicTest> outage_ends() {
    return duringOutage(
        "every call succeeds again",
        (cache, outage) -> {
          outage.begin();
          waiting().failure("get", () -> cache.get(KEY));
          outage.end();
          waiting()
              .until("reads succeed again", () -> waiting().succeeds("get", () -> cache.get(KEY)));
          RouteEntry entry = entry(OTHER, 9, MINUTE, HOUR);
          put(cache, entry);
          assertHeld(cache, entry);
        });
  }

  private interface OutageTest {
    void run(RouteCache cache, Outage outage);
  }

  private Stream<DynamicTest> duringOutage(String what, OutageTest test) {
    RouteCache cache = create(time);
    return outage().stream()
        .map(
            outage ->
                DynamicTest.dynamicTest(
                    what,
                    () -> {
                      put(cache, entry(KEY, 7, MINUTE, HOUR));
                      try {
                        test.run(cache, outage);
                      } finally {
                        outage.end();
                      }
                    }));
  }

  private RouteEntry entry(RouteKey key, long version, Duration freshFor, Duration expireAfter) {
    long now = time.wallMillis();
    return new RouteEntry(
        key,
        Optional.of("cell-" + version),
        version,
        now,
        now + freshFor.toMillis(),
        now + expireAfter.toMillis());
  }

  private Optional<RouteEntry> get(RouteCache cache, RouteKey key) {
    return waiting().answer("get", () -> cache.get(key));
  }

  private Map<RouteKey, RouteEntry> getAll(RouteCache cache, List<RouteKey> keys) {
    return waiting().answer("getAll", () -> cache.getAll(keys));
  }

  private void put(RouteCache cache, RouteEntry entry) {
    waiting().answer("put", () -> cache.put(entry));
  }

  private void remove(RouteCache cache, RouteKey key, long belowVersion) {
    waiting().answer("remove", () -> cache.remove(key, belowVersion));
  }

  private RouteEntry held(RouteCache cache, RouteKey key) {
    return get(cache, key).orElseThrow(() -> new AssertionError("nothing is held"));
  }

  private void assertHeld(RouteCache cache, RouteEntry expected) {
    RouteEntry held = held(cache, expected.key());
    assertEquals(expected.key(), held.key());
    assertEquals(expected.cell(), held.cell());
    assertEquals(expected.version(), held.version());
    assertEquals(expected.loadedAt(), held.loadedAt());
    assertNotLonger("freshUntil", expected.freshUntil(), held.freshUntil());
    assertNotLonger("expiresAt", expected.expiresAt(), held.expiresAt());
  }

  private static void assertNotLonger(String what, long expected, long held) {
    assertTrue(
        held <= expected && held >= expected - SLACK_MILLIS,
        () -> what + " " + held + " must not lie beyond " + expected + ", nor much before it");
  }

  private Waiting waiting() {
    return new Waiting(this::advance, limit());
  }
}
