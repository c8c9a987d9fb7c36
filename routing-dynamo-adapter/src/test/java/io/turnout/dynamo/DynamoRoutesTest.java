// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import static io.turnout.dynamo.Records.KEY;
import static io.turnout.dynamo.Records.alias;
import static io.turnout.dynamo.Records.inCell;
import static io.turnout.dynamo.Records.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.spi.RouteKey;
import io.turnout.store.AuditEntry;
import io.turnout.store.LifeSetting;
import io.turnout.store.Page;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteListing;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteStoreException.Kind;
import io.turnout.store.RouteTarget;
import io.turnout.store.StoredRoute;
import io.turnout.store.WriteStamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@Tag("external")
class DynamoRoutesTest {

  private final String table = Tables.create();
  private final DynamoRoutes routes = DynamoRoutes.of(Tables.CLIENT, table);

  @Test
  void read_ofAKeyThatWasNeverWritten_isEmpty() {
    assertThat(routes.read(KEY)).isEmpty();
  }

  @Test
  void write_replacesOnlyTheVersionThatWasRead() {
    assertThat(routes.write(inCell(KEY, "us-1", 5), 0)).isTrue();
    assertThat(routes.read(KEY)).contains(inCell(KEY, "us-1", 5));
    assertThat(routes.write(inCell(KEY, "eu-1", 6), 4)).isFalse();
    assertThat(routes.write(inCell(KEY, "eu-1", 6), 0)).isFalse();
    assertThat(routes.read(KEY)).contains(inCell(KEY, "us-1", 5));
    assertThat(routes.write(inCell(KEY, "eu-1", 6), 5)).isTrue();
    assertThat(routes.read(KEY)).contains(inCell(KEY, "eu-1", 6));
  }

  @Test
  void write_ofARecordThatIsGone_isRefused() {
    assertThat(routes.write(inCell(KEY, "eu-1", 6), 5)).isFalse();
    assertThat(routes.read(KEY)).isEmpty();
  }

  @Test
  void write_thatIsThereAlready_wasWritten() {
    StoredRoute route = inCell(KEY, "us-1", 5);
    assertThat(routes.write(route, 0)).isTrue();
    assertThat(routes.write(route, 0)).isTrue();
    assertThat(routes.write(inCell(KEY, "us-1", 6), 5)).isTrue();
    assertThat(routes.write(route, 0)).isFalse();
  }

  @Test
  void write_ofAnotherTarget_leavesNothingOfTheOld() {
    assertThat(routes.write(alias(KEY, key("other"), 5), 0)).isTrue();
    assertThat(routes.aliasesOf(key("other"))).containsExactly(KEY);
    StoredRoute deleted = Records.route(KEY, new RouteTarget.Deleted(), 2);
    assertThat(routes.write(deleted, 1)).isTrue();
    assertThat(routes.read(KEY)).contains(deleted);
    assertThat(routes.aliasesOf(key("other"))).isEmpty();
    assertThat(routes.write(inCell(KEY, "us-1", 3), 2)).isTrue();
    assertThat(routes.read(KEY)).contains(inCell(KEY, "us-1", 3));
    assertThat(Tables.get(table, ItemCodec.routeKey(KEY)))
        .containsOnlyKeys("pk", "sk", "f", "version", "writeId", "cell");
  }

  @Test
  void write_keepsWhatANewerVersionAdded() {
    assertThat(routes.write(inCell(KEY, "us-1", 5), 0)).isTrue();
    change("weight", AttributeValue.fromN("7"));
    assertThat(routes.write(inCell(KEY, "eu-1", 6), 5)).isTrue();
    assertThat(Tables.get(table, ItemCodec.routeKey(KEY)))
        .containsEntry("weight", AttributeValue.fromN("7"))
        .containsEntry("cell", AttributeValue.fromS("eu-1"));
  }

  @Test
  void write_overANewerFormat_isRefusedClearly() {
    assertThat(routes.write(inCell(KEY, "us-1", 5), 0)).isTrue();
    change("f", AttributeValue.fromN("2"));
    assertDamaged(() -> routes.write(inCell(KEY, "eu-1", 6), 5), "has the format 2");
    assertDamaged(() -> routes.read(KEY), "has the format 2");
    assertThat(Tables.get(table, ItemCodec.routeKey(KEY)))
        .containsEntry("cell", AttributeValue.fromS("us-1"));
  }

  @Test
  void write_overADamagedRecord_isRefusedClearly() {
    assertThat(routes.write(inCell(KEY, "us-1", 5), 0)).isTrue();
    change("version", AttributeValue.fromS("5"));
    assertDamaged(() -> routes.write(inCell(KEY, "eu-1", 6), 5), "\"version\" to have the type N");
    assertDamaged(() -> routes.write(inCell(KEY, "eu-1", 6), 0), "\"version\" to have the type N");
  }

  private void change(String name, AttributeValue value) {
    Map<String, AttributeValue> item = new HashMap<>(Tables.get(table, ItemCodec.routeKey(KEY)));
    item.put(name, value);
    Tables.put(table, item);
  }

  private static void assertDamaged(ThrowingCallable call, String expected) {
    assertThatThrownBy(call)
        .isInstanceOf(RouteStoreException.class)
        .hasMessageContaining(expected)
        .hasMessageNotContaining(KEY.value())
        .extracting(e -> ((RouteStoreException) e).kind())
        .isEqualTo(Kind.DAMAGED);
  }

  @Test
  void writers_thatRace_neverLoseAWrite() throws Exception {
    int writers = 4;
    int each = 15;
    long written = 60;
    ExecutorService pool = Executors.newFixedThreadPool(writers);
    try {
      List<CompletableFuture<Void>> all =
          IntStream.range(0, writers)
              .mapToObj(w -> CompletableFuture.runAsync(() -> increment("w" + w, each), pool))
              .toList();
      all.forEach(Await::answer);
    } finally {
      pool.shutdownNow();
    }
    assertThat(routes.read(KEY).orElseThrow().version()).isEqualTo(written);
  }

  private void increment(String writer, int times) {
    for (int done = 0; done < times; ) {
      long version = routes.read(KEY).map(StoredRoute::version).orElse(0L);
      StoredRoute next =
          new StoredRoute(
              KEY,
              new RouteTarget.InCell("us-1"),
              LifeSetting.DEFAULT,
              0,
              Optional.empty(),
              new WriteStamp(version + 1, writer + "-" + version + "-" + done));
      done += routes.write(next, version) ? 1 : 0;
    }
  }

  @Test
  void defaults_areWrittenLikeARecord() {
    assertThat(routes.defaults()).isEqualTo(RouteDefaults.INITIAL);
    RouteDefaults one = Records.defaults(Duration.ofHours(1), Duration.ofMinutes(1), 5);
    RouteDefaults other = Records.defaults(Duration.ofHours(2), Duration.ofMinutes(2), 6);
    assertThat(routes.writeDefaults(one, 0)).isTrue();
    assertThat(routes.writeDefaults(one, 0)).isTrue();
    assertThat(routes.writeDefaults(other, 4)).isFalse();
    assertThat(routes.defaults()).isEqualTo(one);
    assertThat(routes.writeDefaults(other, 5)).isTrue();
    assertThat(routes.defaults()).isEqualTo(other);
    assertThat(routes.list(RouteListing.ALL).items()).isEmpty();
  }

  @Test
  void list_givesEachRouteOnce_pageByPage() {
    Set<StoredRoute> all = fill();
    assertThat(all(RouteListing.ALL)).hasSize(25).containsAll(all);
    assertThat(all(new RouteListing("", Optional.empty(), false, 3, Optional.empty())))
        .hasSize(25)
        .containsAll(all);
    RouteListing deleted = new RouteListing("", Optional.empty(), true, 7, Optional.empty());
    assertThat(all(deleted)).hasSize(26).contains(Records.route(KEY, new RouteTarget.Deleted(), 1));
  }

  @Test
  void list_byPrefixAndByCell_givesThoseAlone() {
    fill();
    RouteListing prefix =
        new RouteListing("business:k1", Optional.empty(), false, 4, Optional.empty());
    assertThat(all(prefix))
        .extracting(route -> route.key().value())
        .containsExactlyInAnyOrder(
            "k1", "k10", "k11", "k12", "k13", "k14", "k15", "k16", "k17", "k18", "k19");
    RouteListing cell = new RouteListing("", Optional.of("cell-1"), false, 3, Optional.empty());
    assertThat(all(cell))
        .hasSize(10)
        .allMatch(r -> r.target().equals(new RouteTarget.InCell("cell-1")));
    RouteListing both =
        new RouteListing("business:k1", Optional.of("cell-1"), true, 2, Optional.empty());
    assertThat(all(both))
        .extracting(route -> route.key().value())
        .containsExactlyInAnyOrder("k1", "k11", "k13", "k15", "k17", "k19");
    assertThat(all(new RouteListing("x", Optional.of("nowhere"), true, 2, Optional.empty())))
        .isEmpty();
  }

  /** 20 routes in two cells, 5 aliases, one deleted, and an audit. */
  private Set<StoredRoute> fill() {
    Set<StoredRoute> all = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      all.add(inCell(key("k" + i), "cell-" + i % 2, 1));
    }
    for (int i = 0; i < 5; i++) {
      all.add(alias(key("alias" + i), key("k1"), i));
    }
    all.forEach(route -> assertThat(routes.write(route, 0)).isTrue());
    assertThat(routes.write(Records.route(KEY, new RouteTarget.Deleted(), 1), 0)).isTrue();
    routes.audit(entry(Optional.of(KEY), "1", AuditEntry.State.DONE));
    return all;
  }

  private List<StoredRoute> all(RouteListing listing) {
    return pages(listing.limit(), after -> routes.list(after.map(listing::from).orElse(listing)));
  }

  private static <T> List<T> pages(int limit, Function<Optional<String>, Page<T>> pages) {
    List<T> all = new ArrayList<>();
    Optional<String> next = Optional.empty();
    int count = 0;
    do {
      Page<T> page = pages.apply(next);
      assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
      all.addAll(page.items());
      next = page.next();
      assertThat(count++).isLessThan(1_000);
    } while (next.isPresent());
    return all;
  }

  @Test
  void list_fromAPlaceThatNoPageGave_isRefused() {
    RouteListing cell = new RouteListing("", Optional.of("us-1"), false, 3, Optional.empty());
    for (RouteListing listing : List.of(RouteListing.ALL, cell)) {
      assertThatThrownBy(() -> routes.list(listing.from("business:1234")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("begin again with the first page");
    }
    assertThatThrownBy(() -> routes.auditOf(Optional.of(KEY), 3, Optional.of("x")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aliasesOf_givesThoseOfTheKeyAlone_howeverManyThereAre() {
    Set<RouteKey> aliases = new HashSet<>();
    for (int i = 0; i < 30; i++) {
      aliases.add(key("a" + i));
      assertThat(routes.write(alias(key("a" + i), KEY, i), 0)).isTrue();
    }
    assertThat(routes.write(alias(key("b"), key("a1"), 0), 0)).isTrue();
    assertThat(routes.aliasesOf(KEY)).hasSize(30).containsAll(aliases);
    assertThat(routes.aliasesOf(key("a1"))).containsExactly(key("b"));
    assertThat(routes.aliasesOf(key("none"))).isEmpty();
  }

  @Test
  void audit_isListedLatestFirst_andReplacedById() {
    Optional<RouteKey> whose = Optional.of(KEY);
    for (int i = 0; i < 7; i++) {
      routes.audit(entry(whose, "000" + i, AuditEntry.State.INTENDED));
    }
    routes.audit(entry(Optional.of(key("other")), "0009", AuditEntry.State.INTENDED));
    routes.audit(entry(Optional.empty(), "0001", AuditEntry.State.INTENDED));
    routes.audit(entry(whose, "0003", AuditEntry.State.DONE));
    assertThat(routes.write(inCell(KEY, "us-1", 5), 0)).isTrue();
    List<AuditEntry> all = pages(3, after -> routes.auditOf(whose, 3, after));
    assertThat(all)
        .extracting(AuditEntry::id)
        .containsExactly("0006", "0005", "0004", "0003", "0002", "0001", "0000");
    assertThat(all.get(3)).isEqualTo(entry(whose, "0003", AuditEntry.State.DONE));
    assertThat(routes.auditOf(Optional.empty(), 3, Optional.empty()).items())
        .containsExactly(entry(Optional.empty(), "0001", AuditEntry.State.INTENDED));
    assertThatThrownBy(() -> routes.auditOf(whose, 0, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> routes.auditOf(whose, 1_001, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void audit_ofANewerFormat_isKept() {
    AuditEntry entry = entry(Optional.of(KEY), "1", AuditEntry.State.DONE);
    routes.audit(entry);
    Map<String, AttributeValue> place = ItemCodec.key(KEY.text(), "audit#1");
    Map<String, AttributeValue> item = new HashMap<>(Tables.get(table, place));
    item.put("f", AttributeValue.fromN("2"));
    Tables.put(table, item);
    assertDamaged(() -> routes.audit(entry), "in a newer format, which is kept");
    assertThat(Tables.get(table, place)).isEqualTo(item);
  }

  private static AuditEntry entry(Optional<RouteKey> key, String id, AuditEntry.State state) {
    return new AuditEntry(
        id,
        key,
        new AuditEntry.Change("put", "", "us-1", 7),
        "write-7",
        new AuditEntry.Author("ann", ""),
        5,
        state);
  }

  @Test
  void tableThatIsNotThere_isMissing() {
    DynamoRoutes none = DynamoRoutes.of(Tables.CLIENT, "none-such");
    List<ThrowingCallable> calls =
        List.of(
            () -> none.read(KEY),
            () -> none.write(inCell(KEY, "us-1", 1), 0),
            none::defaults,
            () -> none.list(RouteListing.ALL),
            () -> none.aliasesOf(KEY),
            () -> none.audit(entry(Optional.of(KEY), "1", AuditEntry.State.DONE)),
            () -> none.auditOf(Optional.of(KEY), 1, Optional.empty()));
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call)
          .isInstanceOf(RouteStoreException.class)
          .hasMessageContaining("\"none-such\" does not exist")
          .extracting(e -> ((RouteStoreException) e).kind())
          .isEqualTo(Kind.MISSING);
    }
    try (DynamoAuthority authority = DynamoAuthority.of(Tables.CLIENT, "none-such")) {
      assertThat(Await.failure(authority.lookup(KEY, 0), Kind.MISSING)).contains("does not exist");
    }
  }

  @Test
  void timeout_isBounded() {
    DynamoRoutes.of(Tables.CLIENT, table, Duration.ofMillis(1));
    DynamoRoutes.of(Tables.CLIENT, table, Duration.ofMinutes(10));
    assertThatThrownBy(() -> DynamoRoutes.of(Tables.CLIENT, table, Duration.ZERO))
        .hasMessageContaining("timeout PT0S must lie in PT0.001S to PT10M");
    assertThatThrownBy(() -> DynamoRoutes.of(Tables.CLIENT, table, Duration.ofMinutes(11)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
