// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import static io.turnout.dynamo.Records.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import io.turnout.store.AuditEntry;
import io.turnout.store.LifeSetting;
import io.turnout.store.MoveMark;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteTarget;
import io.turnout.store.StoredRoute;
import io.turnout.store.WriteStamp;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ItemCodecTest {

  private static final ItemCodec CODEC = new ItemCodec("routes");
  private static final long MAX = RouteEntry.MAX_VERSION;

  @Test
  void route_comesBackAsItWas() {
    long seed = Long.getLong("turnout.seed", new Random().nextLong());
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      StoredRoute route = anyRoute(random);
      assertThat(CODEC.route(route.key(), item(CODEC.encode(route))))
          .as("seed %d", seed)
          .isEqualTo(route);
    }
  }

  private static StoredRoute anyRoute(Random random) {
    RouteKey key = Records.key("k" + random.nextInt());
    boolean moving = random.nextInt(4) == 0;
    RouteTarget target =
        switch (moving ? 0 : random.nextInt(3)) {
          case 0 -> new RouteTarget.InCell("us-1");
          case 1 ->
              new RouteTarget.AliasOf(Records.key("t" + random.nextInt()), anyVersion(random));
          default -> new RouteTarget.Deleted();
        };
    MoveMark mark =
        random.nextBoolean()
            ? new MoveMark("m1", "us-1", "eu-1", MoveMark.Phase.MARKED, random.nextLong())
            : new MoveMark("m1", "eu-1", "us-1", MoveMark.Phase.FLIPPED, random.nextLong());
    return new StoredRoute(
        key,
        target,
        new LifeSetting(anyDuration(random), anyDuration(random)),
        random.nextBoolean() ? 0 : random.nextLong(Long.MAX_VALUE),
        moving ? Optional.of(mark) : Optional.empty(),
        new WriteStamp(anyVersion(random), "w".repeat(1 + random.nextInt(64))));
  }

  private static long anyVersion(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> MAX;
      default -> random.nextLong(MAX);
    };
  }

  private static Optional<Duration> anyDuration(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(Duration.ZERO);
      case 2 -> Optional.of(Duration.ofMillis(Long.MAX_VALUE));
      default -> Optional.of(Duration.ofMillis(random.nextInt(Integer.MAX_VALUE)));
    };
  }

  @Test
  void defaults_comeBackAsTheyWere() {
    RouteDefaults defaults = Records.defaults(Duration.ofHours(3), Duration.ofSeconds(7), 9);
    assertThat(CODEC.defaults(item(CODEC.encode(defaults)))).isEqualTo(defaults);
    assertThat(CODEC.defaults(null)).isEqualTo(RouteDefaults.INITIAL);
    assertThat(CODEC.defaults(Map.of())).isEqualTo(RouteDefaults.INITIAL);
  }

  @Test
  void audit_comesBackAsItWas() {
    for (Optional<RouteKey> key : List.of(Optional.of(KEY), Optional.<RouteKey>empty())) {
      AuditEntry full = audit(key, "us-1", "eu-1", "because");
      AuditEntry bare = audit(key, "", "", "");
      assertThat(CODEC.audit(key, item(CODEC.encode(full)))).isEqualTo(full);
      assertThat(CODEC.audit(key, item(CODEC.encode(bare)))).isEqualTo(bare);
    }
  }

  private static AuditEntry audit(Optional<RouteKey> key, String from, String to, String why) {
    return new AuditEntry(
        "0001",
        key,
        new AuditEntry.Change("put", from, to, 7),
        "write-7",
        new AuditEntry.Author("ann", why),
        1_700_000_000_000L,
        AuditEntry.State.INTENDED);
  }

  @Test
  void route_withAttributesThatANewerVersionAdded_isUnderstood() {
    StoredRoute route = Records.inCell(KEY, "us-1", 3);
    Map<String, AttributeValue> item = item(CODEC.encode(route));
    item.put("weight", number("7"));
    assertThat(CODEC.route(KEY, item)).isEqualTo(route);
  }

  @Test
  void write_leavesUnknownAttributesAndTakesAwayWhatARouteNoLongerHas() {
    ItemCodec.Write write = CODEC.encode(Records.inCell(KEY, "us-1", 3));
    assertThat(write.set()).containsOnlyKeys("f", "version", "writeId", "cell");
    assertThat(write.removed())
        .containsExactlyInAnyOrder(
            "alias", "offset", "deleted", "freshFor", "expireAfter", "longestLifeUntil", "move");
  }

  @Test
  void duration_beyondWhatMillisecondsCount_isRefused() {
    LifeSetting life =
        new LifeSetting(Optional.empty(), Optional.of(Duration.ofSeconds(Long.MAX_VALUE)));
    StoredRoute route =
        new StoredRoute(
            KEY, new RouteTarget.InCell("us-1"), life, 0, Optional.empty(), Records.stamp(1));
    assertThatThrownBy(() -> CODEC.encode(route)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void duration_losesWhatIsShorterThanAMillisecond() {
    RouteLife life = new RouteLife(Duration.ZERO, Duration.ofNanos(1_999_999));
    RouteDefaults defaults = new RouteDefaults(life, life, 0, Records.stamp(1));
    assertThat(CODEC.defaults(item(CODEC.encode(defaults))).known().expireAfter())
        .isEqualTo(Duration.ofMillis(1));
  }

  static Stream<Arguments> damagedRoutes() {
    AttributeValue text = text("x");
    return Stream.of(
        damage("pk", null, "\"pk\", which is not there"),
        damage("pk", number("1"), "\"pk\" to have the type S, not N"),
        damage("pk", text("business:other"), "the key that was asked for"),
        damage("sk", null, "\"sk\", which is not there"),
        damage("sk", text("audit#1"), "the key that was asked for"),
        damage("f", null, "\"f\", which is not there"),
        damage("f", text, "\"f\" to have the type N, not S"),
        damage("f", number("0"), "\"f\" to be a whole number from 1"),
        damage("f", number("2"), "format 2, which a newer version of this library wrote"),
        damage("version", null, "\"version\", which is not there"),
        damage("version", text, "\"version\" to have the type N, not S"),
        damage("version", number("-1"), "from 0 to 999999999999999, not -1"),
        damage(
            "version", number("" + (MAX + 1)), "from 0 to 999999999999999, not 1000000000000000"),
        damage("version", number("1.5"), "whole number from 0 to 999999999999999, not 1.5"),
        damage("version", number("1E+125"), "not 1E+125"),
        damage("version", number("soon"), "not soon"),
        damage("version", number("1".repeat(65)), "not of 65 characters"),
        damage("writeId", null, "\"writeId\", which is not there"),
        damage("writeId", text(""), "\"writeId\" to have 1 to 64 characters"),
        damage("writeId", text("w".repeat(65)), "\"writeId\" to have 1 to 64 characters"),
        damage(
            "writeId", AttributeValue.fromBool(true), "\"writeId\" to have the type S, not BOOL"),
        damage("cell", null, "exactly one of \"cell\", \"alias\", \"deleted\""),
        damage("alias", text("business:2"), "exactly one of \"cell\", \"alias\", \"deleted\""),
        damage("deleted", AttributeValue.fromBool(true), "exactly one of"),
        damage("cell", text("US 1"), "\"cell\" to be a cell, [a-z0-9][a-z0-9-]{0,62}"),
        damage("cell", text(""), "\"cell\" to be a cell"),
        damage("cell", AttributeValue.fromNul(true), "\"cell\" to have the type S, not NUL"),
        damage(
            "cell", AttributeValue.fromSs(List.of("us-1")), "\"cell\" to have the type S, not SS"),
        damage("offset", number("1"), "no \"offset\" beside anything but an alias"),
        damage("freshFor", number("-1"), "\"freshFor\" to be a whole number from 0"),
        damage("freshFor", text, "\"freshFor\" to have the type N, not S"),
        damage("expireAfter", number("-5"), "\"expireAfter\" to be a whole number from 0"),
        damage(
            "expireAfter", number("9223372036854775808"), "\"expireAfter\" to be a whole number"),
        damage(
            "longestLifeUntil", number("-1"), "\"longestLifeUntil\" to be a whole number from 0"),
        damage("move", text, "\"move\" to have the type M, not S"),
        damage("move", move(Map.of("id", text(""))), "\"id\" not to be empty"),
        damage("move", move(Map.of("from", text("A"))), "\"from\" to be a cell"),
        damage("move", move(Map.of("to", number("1"))), "\"to\" to have the type S, not N"),
        damage("move", move(Map.of("phase", text("HALF"))), "one of [MARKED, FLIPPED]"),
        damage("move", move(Map.of("due", text)), "\"due\" to have the type N, not S"),
        damage("move", move(Map.of("from", text("eu-2"))), "\"move\" to agree with \"cell\""),
        damage("move", AttributeValue.fromM(Map.of()), "\"id\", which is not there"));
  }

  private static Arguments damage(String name, @Nullable AttributeValue value, String expected) {
    return arguments(name, Optional.ofNullable(value), expected);
  }

  private static AttributeValue move(Map<String, AttributeValue> changed) {
    Map<String, AttributeValue> move =
        new HashMap<>(
            Map.of(
                "id", text("m1"),
                "from", text("us-1"),
                "to", text("eu-1"),
                "phase", text("MARKED"),
                "due", number("5")));
    move.putAll(changed);
    return AttributeValue.fromM(move);
  }

  @ParameterizedTest
  @MethodSource("damagedRoutes")
  void route_thatIsDamaged_isNoAnswer(
      String name, Optional<AttributeValue> value, String expected) {
    Map<String, AttributeValue> item = item(CODEC.encode(Records.inCell(KEY, "us-1", 3)));
    set(item, name, value);
    assertDamaged(() -> CODEC.route(KEY, item), expected);
  }

  static Stream<Arguments> damagedAliases() {
    return Stream.of(
        damage("alias", text("nowhere"), "\"alias\" to be a route key, namespace:value"),
        damage("alias", text("business:"), "\"alias\" to be a route key"),
        damage("alias", number("1"), "\"alias\" to have the type S, not N"),
        damage("offset", null, "\"offset\", which is not there"),
        damage("offset", number("-1"), "\"offset\" to be a whole number from 0"),
        damage("offset", number("" + (MAX + 1)), "\"offset\" to be a whole number from 0"),
        damage("move", move(Map.of()), "\"move\" to agree with \"cell\""));
  }

  @ParameterizedTest
  @MethodSource("damagedAliases")
  void alias_thatIsDamaged_isNoAnswer(
      String name, Optional<AttributeValue> value, String expected) {
    Map<String, AttributeValue> item =
        item(CODEC.encode(Records.alias(KEY, Records.key("other"), 5)));
    set(item, name, value);
    assertDamaged(() -> CODEC.route(KEY, item), expected);
  }

  @Test
  void deletion_thatIsDamaged_isNoAnswer() {
    Map<String, AttributeValue> item =
        item(CODEC.encode(Records.route(KEY, new RouteTarget.Deleted(), 4)));
    item.put("deleted", AttributeValue.fromBool(false));
    assertDamaged(() -> CODEC.route(KEY, item), "\"deleted\" to be true");
    item.put("deleted", text("yes"));
    assertDamaged(() -> CODEC.route(KEY, item), "\"deleted\" to have the type BOOL, not S");
  }

  @Test
  void listedItem_thatHasNoKey_isDamaged() {
    Map<String, AttributeValue> item = item(CODEC.encode(Records.inCell(KEY, "us-1", 3)));
    item.put("pk", text("no key"));
    assertDamaged(() -> CODEC.listed(item), "\"pk\" to be a route key");
  }

  static Stream<Arguments> damagedDefaults() {
    return Stream.of(
        damage("f", number("2"), "format 2"),
        damage("version", null, "\"version\", which is not there"),
        damage("writeId", null, "\"writeId\", which is not there"),
        damage("knownFreshFor", null, "\"knownFreshFor\", which is not there"),
        damage("knownExpireAfter", number("-1"), "\"knownExpireAfter\" to be a whole number"),
        damage("unknownFreshFor", text("1s"), "\"unknownFreshFor\" to have the type N, not S"),
        damage("unknownExpireAfter", null, "\"unknownExpireAfter\", which is not there"),
        damage("longestLifeUntil", number("0.5"), "\"longestLifeUntil\" to be a whole number"));
  }

  @ParameterizedTest
  @MethodSource("damagedDefaults")
  void defaults_thatAreDamaged_areNone(
      String name, Optional<AttributeValue> value, String expected) {
    Map<String, AttributeValue> item =
        item(CODEC.encode(Records.defaults(Duration.ofHours(3), Duration.ofSeconds(7), 9)));
    set(item, name, value);
    assertDamaged(() -> CODEC.defaults(item), expected);
  }

  static Stream<Arguments> damagedAudits() {
    return Stream.of(
        damage("f", null, "\"f\", which is not there"),
        damage("sk", text("route"), "\"sk\" to begin with audit#"),
        damage("sk", text("audit#"), "its id to have 1 to 128 characters"),
        damage("sk", text("audit#" + "1".repeat(129)), "its id to have 1 to 128 characters"),
        damage("step", null, "\"step\", which is not there"),
        damage("from", number("1"), "\"from\" to have the type S, not N"),
        damage("version", text("1"), "\"version\" to have the type N, not S"),
        damage("at", null, "\"at\", which is not there"),
        damage("state", text("MAYBE"), "one of [INTENDED, DONE, NOT_DONE]"));
  }

  @ParameterizedTest
  @MethodSource("damagedAudits")
  void audit_thatIsDamaged_isNone(String name, Optional<AttributeValue> value, String expected) {
    Map<String, AttributeValue> item =
        item(CODEC.encode(audit(Optional.of(KEY), "us-1", "eu-1", "why")));
    set(item, name, value);
    assertDamaged(() -> CODEC.audit(Optional.of(KEY), item), expected);
  }

  private static void assertDamaged(ThrowingCallable call, String expected) {
    assertThatThrownBy(call)
        .isInstanceOf(RouteStoreException.class)
        .hasMessageContaining(expected)
        .hasMessageContaining("in table \"routes\"")
        .hasMessageNotContaining(KEY.value())
        .hasNoCause()
        .extracting(e -> ((RouteStoreException) e).kind())
        .isEqualTo(RouteStoreException.Kind.DAMAGED);
  }

  private static void set(
      Map<String, AttributeValue> item, String name, Optional<AttributeValue> value) {
    item.remove(name);
    value.ifPresent(present -> item.put(name, present));
  }

  private static Map<String, AttributeValue> item(ItemCodec.Write write) {
    Map<String, AttributeValue> item = new HashMap<>(write.set());
    item.putAll(write.key());
    return item;
  }

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  private static AttributeValue number(String number) {
    return AttributeValue.fromN(number);
  }
}
