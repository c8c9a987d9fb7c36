// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.turnout.conformance.contract.Rule.Strength;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import io.turnout.store.AuditEntry;
import io.turnout.store.AuditEntry.Author;
import io.turnout.store.AuditEntry.Change;
import io.turnout.store.AuditEntry.State;
import io.turnout.store.LifeSetting;
import io.turnout.store.MoveMark;
import io.turnout.store.MoveMark.Phase;
import io.turnout.store.Page;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteListing;
import io.turnout.store.RouteStore;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteTarget;
import io.turnout.store.RouteTarget.AliasOf;
import io.turnout.store.RouteTarget.Deleted;
import io.turnout.store.RouteTarget.InCell;
import io.turnout.store.StoredRoute;
import io.turnout.store.WriteStamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The contract of a {@link RouteStore}: extend it, make an empty store, and run it with JUnit.
 *
 * <p>One hook is required: {@link #create}. A store that can fail overrides {@link #outage} as
 * well.
 */
@Rule(
    value = "A record that is there and cannot be understood is a failure, never no record.",
    strength = Strength.CANNOT_BE_TESTED)
@Rule(
    value = "A write whose outcome is not known is a failure, never a refusal.",
    strength = Strength.CANNOT_BE_TESTED)
@Rule(value = "Keys are not in logs and exceptions.", strength = Strength.CANNOT_BE_TESTED)
public abstract class RouteStoreContract {

  private static final RouteKey KEY = new RouteKey("business", "1234");
  private static final RouteKey OTHER = new RouteKey("business", "1235");
  private static final Author AUTHOR = new Author("ann", "");
  private static final int WRITERS = 8;
  private static final int WRITES = 10;

  /** Makes a store that holds nothing; called once in each test. */
  protected abstract RouteStore create();

  /** A way to break what the store made last stands on; none by default. */
  protected Optional<Outage> outage() {
    return Optional.empty();
  }

  /**
   * Waits until what was written is in lists and indexes, too; does nothing by default, for stores
   * whose lists never lag.
   */
  protected void awaitLists() {}

  @Test
  @Rule("A record is read as it was written, whatever it says.")
  final void read_givesWhatWasWritten() {
    RouteStore store = create();
    LifeSetting life = LifeSetting.of(new RouteLife(Duration.ofMillis(1), Duration.ofDays(400)));
    LifeSetting half = new LifeSetting(Optional.empty(), Optional.of(Duration.ZERO));
    MoveMark marked = new MoveMark("m-1", "us-1", "eu-1", Phase.MARKED, MoveMark.NOT_KNOWN_YET);
    MoveMark flipped = new MoveMark("m-1", "eu-1", "us-1", Phase.FLIPPED, 1_700_000_000_000L);
    WriteStamp stamp = new WriteStamp(RouteEntry.MAX_VERSION, "w".repeat(64));
    RouteTarget alias = new AliasOf(new RouteKey("b", "a:b \u20ac"), RouteEntry.MAX_VERSION);
    InCell cell = new InCell("us-1");
    List<StoredRoute> routes =
        List.of(
            route(KEY, cell, 1),
            new StoredRoute(OTHER, cell, life, 1_700_000_000_123L, Optional.of(marked), stamp),
            new StoredRoute(key(1), cell, half, 0, Optional.of(flipped), stamp),
            new StoredRoute(key(2), alias, life, 1, Optional.empty(), stamp),
            new StoredRoute(key(3), new Deleted(), half, 1, Optional.empty(), stamp));
    for (StoredRoute route : routes) {
      assertTrue(store.write(route, 0));
    }
    for (StoredRoute route : routes) {
      assertEquals(Optional.of(route), store.read(route.key()));
    }
  }

  @Test
  @Rule("Every key has a record of its own, and one that was never written has none.")
  final void read_tellsKeysApart() {
    RouteStore store = create();
    for (RouteKey key : OddKeys.ALL) {
      assertEquals(Optional.empty(), store.read(key));
      assertTrue(store.write(route(key, new InCell("us-1"), 1), 0));
    }
    for (RouteKey key : OddKeys.ALL) {
      assertEquals(Optional.of(route(key, new InCell("us-1"), 1)), store.read(key));
    }
  }

  @Test
  @Rule("A record is written only where the one that is there has the version that was read.")
  final void write_isConditional() {
    RouteStore store = create();
    assertFalse(store.write(route(KEY, new InCell("eu-1"), 7), 5));
    assertEquals(Optional.empty(), store.read(KEY));
    assertTrue(store.write(route(KEY, new InCell("us-1"), 5), 0));
    assertFalse(store.write(route(KEY, new InCell("eu-1"), 7), 0));
    assertFalse(store.write(route(KEY, new InCell("eu-1"), 7), 4));
    assertFalse(store.write(route(KEY, new InCell("eu-1"), 7), 6));
    assertEquals(5, version(store, KEY));
    assertTrue(store.write(route(KEY, new Deleted(), 7), 5));
    assertFalse(store.write(route(KEY, new InCell("eu-1"), 9), 0));
    assertEquals(Optional.of(route(KEY, new Deleted(), 7)), store.read(KEY));
  }

  @Test
  @Rule("A write that is there already is told as written, and changes nothing.")
  final void write_again_isWritten() {
    RouteStore store = create();
    StoredRoute first = route(KEY, new InCell("us-1"), 5);
    assertTrue(store.write(first, 0));
    assertTrue(store.write(first, 0));
    StoredRoute second = route(KEY, new InCell("eu-1"), 6);
    assertTrue(store.write(second, 5));
    assertTrue(store.write(second, 5));
    assertFalse(store.write(first, 0));
    assertEquals(Optional.of(second), store.read(KEY));
  }

  @Test
  @Rule("The defaults are the initial ones until they are written, and then what was written.")
  final void defaults_areReadAsWritten() {
    RouteStore store = create();
    assertEquals(RouteDefaults.INITIAL, store.defaults());
    RouteDefaults one = defaults(Duration.ofMinutes(1), 3);
    assertTrue(store.writeDefaults(one, 0));
    assertEquals(one, store.defaults());
  }

  @Test
  @Rule("The defaults are written on the same condition as a record.")
  final void writeDefaults_isConditional() {
    RouteStore store = create();
    RouteDefaults one = defaults(Duration.ofMinutes(1), 3);
    RouteDefaults two = defaults(Duration.ofMinutes(2), 4);
    assertFalse(store.writeDefaults(one, 2));
    assertTrue(store.writeDefaults(one, 0));
    assertTrue(store.writeDefaults(one, 0));
    assertFalse(store.writeDefaults(two, 0));
    assertFalse(store.writeDefaults(two, 2));
    assertEquals(one, store.defaults());
    assertTrue(store.writeDefaults(two, 3));
    assertEquals(two, store.defaults());
  }

  @Test
  @Rule("Of many who write one record at once, exactly one writes each version.")
  final void write_ofManyAtOnce_letsOneWin() {
    RouteStore store = create();
    race(
        writer -> {
          for (int won = 0; won < WRITES; ) {
            Optional<StoredRoute> old = store.read(KEY);
            long version = old.map(StoredRoute::version).orElse(0L);
            String id = "w-" + writer + '-' + won;
            StoredRoute next = route(KEY, new InCell("cell-" + writer), version + 1, id);
            won += store.write(next, version) ? 1 : 0;
          }
        });
    assertEquals(WRITERS * WRITES, version(store, KEY));
  }

  @Test
  @Rule("Of many who create one record at once, exactly one does.")
  final void write_ofManyWhoCreate_letsOneWin() {
    RouteStore store = create();
    for (int round = 0; round < WRITES; round++) {
      RouteKey key = key(round);
      List<Long> winners = new ArrayList<>();
      race(
          writer -> {
            boolean won =
                store.write(route(key, new InCell("us-1"), 10 + writer, "w-" + writer), 0);
            if (won) {
              synchronized (winners) {
                winners.add(10L + writer);
              }
            }
          });
      assertEquals(List.of(version(store, key)), winners);
    }
  }

  @Test
  @Rule("A list names each route once, page by page, to its end.")
  final void list_goesThroughAllPages() {
    RouteStore store = create();
    Set<StoredRoute> written = new HashSet<>();
    for (int i = 0; i < 25; i++) {
      written.add(write(store, route(key(i), new InCell("us-1"), 1)));
    }
    OddKeys.ALL.forEach(key -> written.add(write(store, route(key, new InCell("eu-1"), 1))));
    awaitLists();
    for (int limit : List.of(1, 7, RouteListing.MAX_LIMIT)) {
      List<StoredRoute> listed =
          listed(store, new RouteListing("", Optional.empty(), false, limit, Optional.empty()));
      assertEquals(written.size(), listed.size());
      assertEquals(written, new HashSet<>(listed));
    }
  }

  @Test
  @Rule("A list by prefix names the keys whose text begins with it, character for character.")
  final void list_byPrefix() {
    RouteStore store = create();
    for (String text : List.of("b:1", "b:12", "b:2", "b:1%", "b-1:1", "c:1", "b:\u00e9", "b:E")) {
      write(store, route(RouteKey.parse(text), new InCell("us-1"), 1));
    }
    awaitLists();
    assertEquals(Set.of("b:1", "b:12", "b:1%"), texts(listed(store, listing("b:1"))));
    assertEquals(
        Set.of("b-1:1", "b:1", "b:12", "b:2", "b:1%", "b:\u00e9", "b:E"),
        texts(listed(store, listing("b"))));
    assertEquals(Set.of("b:\u00e9"), texts(listed(store, listing("b:\u00e9"))));
    assertEquals(Set.of(), texts(listed(store, listing("b:e"))));
    assertEquals(Set.of(), texts(listed(store, listing("b:_"))));
  }

  @Test
  @Rule("A list by cell names the routes that lead there by themselves, as they are now.")
  final void list_byCell() {
    RouteStore store = create();
    for (int i = 0; i < 9; i++) {
      write(store, route(key(i), new InCell(i % 3 == 0 ? "us-1" : "us-10"), 1));
    }
    write(store, route(KEY, new AliasOf(key(0), 0), 1));
    assertTrue(store.write(route(key(0), new InCell("us-10"), 2), 1));
    assertTrue(store.write(route(key(3), new Deleted(), 2), 1));
    awaitLists();
    RouteListing inUs1 = new RouteListing("", Optional.of("us-1"), true, 1, Optional.empty());
    assertEquals(Set.of(key(6).text()), texts(listed(store, inUs1)));
    RouteListing both = new RouteListing("many:1", Optional.of("us-10"), true, 1, Optional.empty());
    assertEquals(Set.of(key(1).text()), texts(listed(store, both)));
  }

  @Test
  @Rule("A list names deleted keys only if it is asked to, and aliases always.")
  final void list_ofDeleted() {
    RouteStore store = create();
    write(store, route(key(1), new InCell("us-1"), 1));
    write(store, route(key(2), new Deleted(), 1));
    write(store, route(key(3), new AliasOf(key(1), 0), 1));
    awaitLists();
    assertEquals(Set.of(key(1).text(), key(3).text()), texts(listed(store, RouteListing.ALL)));
    RouteListing all = new RouteListing("", Optional.empty(), true, 2, Optional.empty());
    assertEquals(Set.of(key(1).text(), key(2).text(), key(3).text()), texts(listed(store, all)));
  }

  @Test
  @Rule("The aliases of a key are those that lead to it directly, as they are now.")
  final void aliasesOf_namesThem() {
    RouteStore store = create();
    write(store, route(KEY, new InCell("us-1"), 1));
    for (int i = 1; i <= 4; i++) {
      write(store, route(key(i), new AliasOf(i == 4 ? key(1) : KEY, 0), 1));
    }
    assertTrue(store.write(route(key(2), new AliasOf(OTHER, 0), 2), 1));
    assertTrue(store.write(route(key(3), new Deleted(), 2), 1));
    for (RouteKey odd : OddKeys.ALL) {
      write(store, route(odd, new AliasOf(KEY, 0), 1));
    }
    awaitLists();
    Set<RouteKey> expected = new HashSet<>(OddKeys.ALL);
    expected.add(key(1));
    List<RouteKey> aliases = store.aliasesOf(KEY);
    assertEquals(expected, new HashSet<>(aliases));
    assertEquals(expected.size(), aliases.size());
    assertEquals(List.of(key(2)), store.aliasesOf(OTHER));
    assertEquals(List.of(), store.aliasesOf(key(2)));
  }

  @Test
  @Rule("A key's audit trail begins with the latest entry, page by page, and holds no other's.")
  final void auditOf_isOrderedAndPaged() {
    RouteStore store = create();
    List<AuditEntry> written = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      AuditEntry entry = entry(Optional.of(KEY), (i * 7) % 25, State.INTENDED);
      store.audit(entry);
      written.add(entry);
    }
    AuditEntry ofDefaults = entry(Optional.empty(), 1, State.DONE);
    store.audit(ofDefaults);
    store.audit(entry(Optional.of(OTHER), 1, State.DONE));
    written.sort(Comparator.comparing(AuditEntry::id).reversed());
    for (int limit : List.of(1, 10, 25, RouteListing.MAX_LIMIT)) {
      assertEquals(written, audited(store, Optional.of(KEY), limit));
    }
    assertEquals(List.of(ofDefaults), audited(store, Optional.empty(), 10));
    assertEquals(List.of(), audited(store, Optional.of(key(1)), 10));
  }

  @Test
  @Rule("An audit entry replaces the one of its key with its id, and is read as it was written.")
  final void audit_replaces() {
    RouteStore store = create();
    for (RouteKey key : OddKeys.ALL) {
      AuditEntry entry = entry(Optional.of(key), 1, State.INTENDED);
      store.audit(entry);
      store.audit(entry.closed(State.NOT_DONE));
      store.audit(entry.closed(State.DONE));
      assertEquals(List.of(entry.closed(State.DONE)), audited(store, Optional.of(key), 10));
    }
  }

  @Test
  @Rule("The audit trail is no route: it is in no list.")
  final void audit_isInNoList() {
    RouteStore store = create();
    store.audit(entry(Optional.of(KEY), 1, State.DONE));
    store.audit(entry(Optional.empty(), 1, State.DONE));
    store.writeDefaults(defaults(Duration.ofMinutes(1), 1), 0);
    awaitLists();
    RouteListing all = new RouteListing("", Optional.empty(), true, 10, Optional.empty());
    assertEquals(List.of(), listed(store, all));
    assertEquals(Optional.empty(), store.read(KEY));
  }

  @TestFactory
  @Rule("That the store cannot be asked is a failure: never no record, never a refusal.")
  final Stream<DynamicTest> outage_fails() {
    RouteStore store = create();
    return outage().stream()
        .map(
            outage ->
                DynamicTest.dynamicTest(
                    "every call fails",
                    () -> {
                      write(store, route(KEY, new InCell("us-1"), 1));
                      try {
                        outage.begin();
                        assertAllFail(store);
                      } finally {
                        outage.end();
                      }
                    }));
  }

  private static void assertAllFail(RouteStore store) {
    assertFails(() -> store.read(KEY));
    assertFails(() -> store.write(route(KEY, new InCell("eu-1"), 2), 1));
    assertFails(store::defaults);
    assertFails(() -> store.writeDefaults(defaults(Duration.ZERO, 1), 0));
    assertFails(() -> store.list(RouteListing.ALL));
    assertFails(() -> store.aliasesOf(KEY));
    assertFails(() -> store.audit(entry(Optional.of(KEY), 1, State.DONE)));
    assertFails(() -> store.auditOf(Optional.of(KEY), 10, Optional.empty()));
  }

  private static void assertFails(Runnable call) {
    assertThrows(RouteStoreException.class, call::run);
  }

  private interface Racer {
    void run(int writer);
  }

  private static void race(Racer racer) {
    List<Throwable> failures = new ArrayList<>();
    List<Thread> threads =
        IntStream.range(0, WRITERS)
            .mapToObj(
                writer ->
                    new Thread(
                        () -> {
                          try {
                            racer.run(writer);
                          } catch (RuntimeException | Error e) {
                            synchronized (failures) {
                              failures.add(e);
                            }
                          }
                        },
                        "contract-writer-" + writer))
            .toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      try {
        thread.join(60_000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
      assertFalse(thread.isAlive(), "a writer must come to an end");
    }
    failures.forEach(
        failure -> {
          throw new AssertionError("a writer failed", failure);
        });
  }

  private static StoredRoute write(RouteStore store, StoredRoute route) {
    assertTrue(store.write(route, 0));
    return route;
  }

  private static long version(RouteStore store, RouteKey key) {
    return store.read(key).orElseThrow(() -> new AssertionError("no record")).version();
  }

  private static RouteKey key(int i) {
    return new RouteKey("many", String.valueOf(i));
  }

  private static StoredRoute route(RouteKey key, RouteTarget target, long version) {
    return route(key, target, version, "w-" + version + '-' + target.getClass().getSimpleName());
  }

  private static StoredRoute route(RouteKey key, RouteTarget target, long version, String writeId) {
    return new StoredRoute(
        key, target, LifeSetting.DEFAULT, 0, Optional.empty(), new WriteStamp(version, writeId));
  }

  private static RouteDefaults defaults(Duration known, long version) {
    return new RouteDefaults(
        new RouteLife(Duration.ZERO, known),
        new RouteLife(Duration.ofMillis(1), Duration.ofDays(1)),
        1_700_000_000_000L + version,
        new WriteStamp(version, "d-" + version));
  }

  private static AuditEntry entry(Optional<RouteKey> key, int i, State state) {
    return new AuditEntry(
        "id-" + (100 + i) + "x".repeat(122),
        key,
        new Change("put", "us-1, \u20ac", "alias of a:b", i + 1L),
        "w-" + i,
        AUTHOR,
        1_700_000_000_000L + i,
        state);
  }

  private static RouteListing listing(String prefix) {
    return new RouteListing(prefix, Optional.empty(), false, 2, Optional.empty());
  }

  private static Set<String> texts(Collection<StoredRoute> routes) {
    Set<String> texts = new HashSet<>();
    for (StoredRoute route : routes) {
      assertTrue(texts.add(route.key().text()), "a key is listed twice");
    }
    return texts;
  }

  private static List<StoredRoute> listed(RouteStore store, RouteListing listing) {
    List<StoredRoute> all = new ArrayList<>();
    Optional<RouteListing> next = Optional.of(listing);
    for (int pages = 0; next.isPresent(); pages++) {
      assertTrue(pages < 1_000, "a list must come to its end");
      Page<StoredRoute> page = store.list(next.get());
      assertTrue(page.items().size() <= listing.limit(), "a page must keep to its limit");
      all.addAll(page.items());
      next = page.next().map(listing::from);
    }
    return all;
  }

  private static List<AuditEntry> audited(RouteStore store, Optional<RouteKey> key, int limit) {
    List<AuditEntry> all = new ArrayList<>();
    Optional<String> after = Optional.empty();
    for (int pages = 0; pages == 0 || after.isPresent(); pages++) {
      assertTrue(pages < 1_000, "a trail must come to its end");
      Page<AuditEntry> page = store.auditOf(key, limit, after);
      assertTrue(page.items().size() <= limit, "a page must keep to its limit");
      all.addAll(page.items());
      after = page.next();
    }
    return all;
  }
}
