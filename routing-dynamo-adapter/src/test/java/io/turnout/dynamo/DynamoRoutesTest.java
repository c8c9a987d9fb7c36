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
import io.turnout.store.Page;
import io.turnout.store.RouteListing;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteStoreException.Kind;
import io.turnout.store.RouteTarget;
import io.turnout.store.StoredRoute;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@Tag("external")
class DynamoRoutesTest {

  private final String table = Tables.create();
  private final DynamoRoutes routes = DynamoRoutes.of(Tables.CLIENT, table);

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
    try (DynamoAuthority authority =
        DynamoAuthority.builder(Tables.CLIENT, "none-such")
            .timeout(Duration.ofSeconds(10))
            .build()) {
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
