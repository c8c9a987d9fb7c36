// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import static io.turnout.dynamo.Records.KEY;
import static io.turnout.dynamo.Records.alias;
import static io.turnout.dynamo.Records.inCell;
import static io.turnout.dynamo.Records.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityAnswer.Known;
import io.turnout.spi.AuthorityAnswer.Unknown;
import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import io.turnout.store.RouteStoreException.Kind;
import io.turnout.store.StoredRoute;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DynamoAuthorityTest {

  private static final ItemCodec CODEC = new ItemCodec(ScriptedClient.TABLE);
  private static final Duration DAY = Duration.ofDays(1);

  private final VirtualTime time = new VirtualTime(1_700_000_000_000L);
  private final ScriptedClient client = new ScriptedClient();
  private final DynamoAuthority authority = builder().build();

  private DynamoAuthority.Builder builder() {
    return DynamoAuthority.builder(client, ScriptedClient.TABLE)
        .clock(time)
        .scheduler(time)
        .random(() -> 1);
  }

  @Test
  void noLookups_askNothing() {
    assertThat(authority.lookupAll(List.of())).isEmpty();
    time.settle();
    assertThat(client.calls).isEmpty();
  }

  private void store(StoredRoute... routes) {
    for (StoredRoute route : routes) {
      client.put(CODEC.encode(route));
    }
  }

  private AuthorityAnswer lookup(DynamoAuthority asked, RouteKey key, long atLeast) {
    CompletionStage<AuthorityAnswer> stage = asked.lookup(key, atLeast);
    time.settle();
    return Await.answer(stage);
  }

  private String failure(RouteKey key, Kind kind) {
    CompletionStage<AuthorityAnswer> stage = authority.lookup(key, 0);
    time.settle();
    return Await.failure(stage, kind);
  }

  @Test
  void lookup_readsOneKeyWithGetItem() {
    store(inCell(KEY, "us-1", 7));
    assertThat(lookup(authority, KEY, 0))
        .isEqualTo(new Known(KEY, "us-1", 7, Duration.ofMinutes(5), DAY));
    assertThat(client.calls).containsExactlyInAnyOrder("get", "defaults");
  }

  @Test
  void lookup_ofAKeyWithoutRecord_isUnknown() {
    assertThat(lookup(authority, KEY, 0))
        .isEqualTo(new Unknown(KEY, 0, Duration.ofSeconds(30), Duration.ofMinutes(1)));
  }

  @Test
  void lookupAll_readsAHundredKeysInOneRequest() {
    List<Lookup> lookups =
        IntStream.range(0, 100).mapToObj(i -> new Lookup(key("k" + i), 0)).toList();
    lookups.forEach(lookup -> store(inCell(lookup.key(), "us-1", 7)));
    List<CompletionStage<AuthorityAnswer>> stages = authority.lookupAll(lookups);
    time.settle();
    for (int i = 0; i < 100; i++) {
      assertThat(Await.answer(stages.get(i)).key()).isEqualTo(lookups.get(i).key());
    }
    assertThat(client.calls).containsExactlyInAnyOrder("batch 100", "defaults");
    assertThat(authority.mostAtOnce()).isEqualTo(100);
  }

  @Test
  void lookupAll_ofMoreThanAHundred_isRefused() {
    List<Lookup> lookups =
        IntStream.range(0, 101).mapToObj(i -> new Lookup(key("k" + i), 0)).toList();
    assertThatThrownBy(() -> authority.lookupAll(lookups))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("101 look-ups at once; at most 100");
  }

  @Test
  void lookupAll_readsWhatAliasesLeadTo_oneRequestForEachStep() {
    store(
        inCell(key("t"), "us-1", 7),
        inCell(key("u"), "eu-1", 8),
        alias(key("a"), key("t"), 100),
        alias(key("b"), key("t"), 200),
        alias(key("c"), key("a"), 1_000),
        alias(key("d"), key("u"), 5));
    List<Lookup> lookups = lookups("a", "b", "c", "d", "t");
    List<CompletionStage<AuthorityAnswer>> stages = authority.lookupAll(lookups);
    time.settle();
    List<AuthorityAnswer> answers = stages.stream().map(Await::answer).toList();
    assertThat(answers)
        .extracting(answer -> ((Known) answer).cell())
        .containsExactly("us-1", "us-1", "us-1", "eu-1", "us-1");
    assertThat(answers)
        .extracting(AuthorityAnswer::version)
        .containsExactly(107L, 207L, 1_107L, 13L, 7L);
    assertThat(client.calls).containsExactlyInAnyOrder("batch 5", "batch 3", "get", "defaults");
  }

  private static List<Lookup> lookups(String... values) {
    return Stream.of(values).map(value -> new Lookup(key(value), 0)).toList();
  }

  @Test
  void alias_threeDeep_isFollowed_andFourDeepFails() {
    store(
        inCell(key("t"), "us-1", 7),
        alias(key("a1"), key("t"), 1),
        alias(key("a2"), key("a1"), 1),
        alias(key("a3"), key("a2"), 1),
        alias(key("a4"), key("a3"), 1));
    assertThat(lookup(authority, key("a3"), 0).version()).isEqualTo(10);
    assertThat(failure(key("a4"), Kind.DAMAGED))
        .contains("more than 3 aliases")
        .doesNotContain("a4")
        .doesNotContain("a3");
  }

  @Test
  void alias_thatLeadsBackToItself_fails() {
    store(
        alias(key("self"), key("self"), 1),
        alias(key("one"), key("two"), 1),
        alias(key("two"), key("one"), 1),
        alias(key("into"), key("one"), 1));
    for (String value : List.of("self", "one", "two", "into")) {
      assertThat(failure(key(value), Kind.DAMAGED))
          .contains("aliases that lead back to themselves");
    }
  }

  @Test
  void alias_ofAKeyWithoutRecord_isUnknown_withItsOwnVersion() {
    store(alias(key("a"), key("gone"), 5));
    assertThat(lookup(authority, key("a"), 0))
        .isInstanceOf(Unknown.class)
        .extracting(AuthorityAnswer::version)
        .isEqualTo(5L);
  }

  @Test
  void alias_whoseVersionIsBeyondTheHighest_fails() {
    store(inCell(key("t"), "us-1", 7), alias(key("a"), key("t"), RouteEntry.MAX_VERSION));
    assertThat(failure(key("a"), Kind.DAMAGED)).contains("version is beyond the highest");
  }

  @Test
  void lookupAll_failsDamagedRecordsAlone() {
    store(inCell(key("good"), "us-1", 7));
    client.put(
        new ItemCodec.Write(
            ItemCodec.routeKey(key("bad")), Map.of("cell", ItemCodec.text("us-1")), List.of()));
    List<CompletionStage<AuthorityAnswer>> stages =
        authority.lookupAll(lookups("bad", "good", "none"));
    time.settle();
    assertThat(Await.failure(stages.get(0), Kind.DAMAGED)).contains("\"f\", which is not there");
    assertThat(Await.answer(stages.get(1))).isInstanceOf(Known.class);
    assertThat(Await.answer(stages.get(2))).isInstanceOf(Unknown.class);
  }

  @Test
  void lookupAll_asksAgainForWhatIsUnprocessed_afterPausesThatDouble() {
    store(inCell(key("a"), "us-1", 1), inCell(key("b"), "us-1", 1), inCell(key("c"), "us-1", 1));
    client.processOnly(1, 0, 1);
    List<CompletionStage<AuthorityAnswer>> stages = authority.lookupAll(lookups("a", "b", "c"));
    time.settle();
    assertThat(stages).extracting(DynamoAuthorityTest::isDone).containsExactly(true, false, false);
    time.advance(Duration.ofMillis(9));
    assertThat(client.calls).containsExactlyInAnyOrder("batch 3", "defaults");
    time.advance(Duration.ofMillis(1));
    assertThat(client.calls).containsExactlyInAnyOrder("batch 3", "defaults", "batch 2");
    time.advance(Duration.ofMillis(20));
    assertThat(stages).extracting(DynamoAuthorityTest::isDone).containsExactly(true, true, false);
    time.advance(Duration.ofMillis(40));
    assertThat(stages).extracting(DynamoAuthorityTest::isDone).containsExactly(true, true, true);
    assertThat(Await.answer(stages.get(2))).isInstanceOf(Known.class);
    assertThat(client.calls).hasSize(5).last().isEqualTo("get");
  }

  private static boolean isDone(CompletionStage<?> stage) {
    return stage.toCompletableFuture().isDone();
  }

  @Test
  void lookupAll_givesUpAfterFiveTries() {
    store(inCell(key("a"), "us-1", 1));
    client.processOnly(1, 0, 0, 0, 0);
    List<CompletionStage<AuthorityAnswer>> stages = authority.lookupAll(lookups("a", "b", "c"));
    time.advance(Duration.ofMillis(150));
    assertThat(Await.answer(stages.get(0))).isInstanceOf(Known.class);
    assertThat(Await.failure(stages.get(1), Kind.THROTTLED)).contains("too many");
    assertThat(Await.failure(stages.get(2), Kind.THROTTLED)).contains("too many");
    assertThat(client.calls.stream().filter("batch 2"::equals)).hasSize(4);
    assertThat(time.waiting()).isZero();
  }

  @Test
  void lookupAll_thatIsUnprocessedWhenTimeRunsOut_isThrottled() {
    DynamoAuthority hasty = builder().timeout(Duration.ofMillis(5)).build();
    client.processOnly(0);
    List<CompletionStage<AuthorityAnswer>> stages = hasty.lookupAll(lookups("a", "b"));
    time.advance(Duration.ofMillis(5));
    assertThat(Await.failure(stages.get(0), Kind.THROTTLED)).contains("too many");
    time.advance(Duration.ofSeconds(1));
    assertThat(client.calls).containsExactlyInAnyOrder("batch 2", "defaults");
  }

  @Test
  void lookup_thatIsNotAnswered_failsAtTheTimeout_andIsCalledOff() {
    client.hangs = true;
    CompletionStage<AuthorityAnswer> stage = authority.lookup(KEY, 0);
    time.advance(DynamoAuthority.DEFAULT_TIMEOUT.minusMillis(1));
    assertThat(isDone(stage)).isFalse();
    time.advance(Duration.ofMillis(1));
    assertThat(Await.failure(stage, Kind.UNREACHABLE)).contains("did not answer within 1000 ms");
    assertThat(client.held).hasSize(2).allMatch(CompletableFuture::isCancelled);
    assertThat(time.waiting()).isZero();
    client.hangs = false;
    assertThat(lookup(authority, KEY, 0)).isInstanceOf(Unknown.class);
  }

  @Test
  void batch_withoutResponses_isNoAnswer() {
    client.emptyAnswers = true;
    List<CompletionStage<AuthorityAnswer>> stages = authority.lookupAll(lookups("a", "b"));
    time.settle();
    for (CompletionStage<AuthorityAnswer> stage : stages) {
      assertThat(Await.failure(stage, Kind.UNREACHABLE)).contains("without the parts");
    }
  }

  @Test
  void lookup_eventually_readsAgainConsistentlyOnlyBelowWhatIsWanted() {
    DynamoAuthority lax = builder().eventuallyConsistent().build();
    client.lag(CODEC.encode(inCell(KEY, "us-1", 5)));
    store(inCell(KEY, "eu-1", 9));
    assertThat(lookup(lax, KEY, 0).version()).isEqualTo(5);
    assertThat(lookup(lax, KEY, 5).version()).isEqualTo(5);
    assertThat(client.calls)
        .containsExactlyInAnyOrder("get eventually", "defaults", "get eventually");
    client.calls.clear();
    assertThat(lookup(lax, KEY, 6)).extracting(AuthorityAnswer::version).isEqualTo(9L);
    assertThat(client.calls).containsExactly("get eventually", "get");
  }

  @Test
  void lookup_eventually_readsAMissingRecordAgainWhereAVersionIsWanted() {
    DynamoAuthority lax = builder().eventuallyConsistent().build();
    store(inCell(KEY, "eu-1", 9));
    assertThat(lookup(lax, KEY, 0)).isInstanceOf(Unknown.class);
    assertThat(lookup(lax, KEY, 1)).isInstanceOf(Known.class);
  }

  @Test
  void lookupAll_eventually_readsTheWholeWayOfAnAliasAgain() {
    DynamoAuthority lax = builder().eventuallyConsistent().build();
    client.lag(CODEC.encode(alias(key("a"), key("old"), 100)));
    client.lag(CODEC.encode(inCell(key("old"), "us-1", 5)));
    store(alias(key("a"), key("new"), 1_000), inCell(key("new"), "eu-1", 7));
    List<CompletionStage<AuthorityAnswer>> stages =
        lax.lookupAll(List.of(new Lookup(key("a"), 106), new Lookup(key("old"), 0)));
    time.settle();
    Known answer = (Known) Await.answer(stages.get(0));
    assertThat(answer.cell()).isEqualTo("eu-1");
    assertThat(answer.version()).isEqualTo(1_007);
    assertThat(Await.answer(stages.get(1)).version()).isEqualTo(5);
  }

  @Test
  void lookup_belowWhatIsWanted_isAnsweredOnce_whereReadsAreConsistent() {
    store(inCell(KEY, "us-1", 5));
    assertThat(lookup(authority, KEY, 6).version()).isEqualTo(5);
    assertThat(client.calls).containsExactlyInAnyOrder("get", "defaults");
  }

  @Test
  void close_failsWhatWaitsAndWhatComesLater() {
    client.hangs = true;
    CompletionStage<AuthorityAnswer> waiting = authority.lookup(KEY, 0);
    time.settle();
    authority.close();
    assertThat(Await.failure(waiting, Kind.UNREACHABLE)).contains("the authority was closed");
    assertThat(Await.failure(authority.lookup(KEY, 0), Kind.UNREACHABLE)).contains("closed");
    authority.close();
  }

  @Test
  void limits_areKept() {
    DynamoAuthority.Builder builder = builder();
    builder.timeout(Duration.ofMillis(1)).timeout(Duration.ofSeconds(10));
    builder.defaultsMaxAge(Duration.ZERO).defaultsMaxAge(Duration.ofMinutes(1));
    assertThatThrownBy(() -> builder.timeout(Duration.ofNanos(999_999)))
        .hasMessageContaining("timeout PT0.000999999S must lie in PT0.001S to PT10S");
    assertThatThrownBy(() -> builder.timeout(Duration.ofMillis(10_001)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.defaultsMaxAge(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.defaultsMaxAge(Duration.ofMillis(60_001)))
        .hasMessageContaining("defaultsMaxAge");
  }

  @Test
  void defaults_areGivenOutLessTheirAge() {
    client.put(CODEC.encode(Records.defaults(Duration.ofHours(1), Duration.ofMinutes(10), 1)));
    store(inCell(KEY, "us-1", 5));
    assertThat(lookup(authority, KEY, 0).expireAfter()).isEqualTo(Duration.ofHours(1));
    time.advance(Duration.ofSeconds(3));
    assertThat(lookup(authority, KEY, 0).expireAfter())
        .isEqualTo(Duration.ofHours(1).minusSeconds(3));
    assertThat(lookup(authority, key("none"), 0).expireAfter())
        .isEqualTo(Duration.ofMinutes(10).minusSeconds(3));
  }

  @Test
  void defaults_thatAreDamaged_failLookups() {
    client.put(
        new ItemCodec.Write(ItemCodec.defaultsKey(), Map.of("f", ItemCodec.number(1)), List.of()));
    store(inCell(KEY, "us-1", 5));
    assertThat(failure(KEY, Kind.DAMAGED)).contains("the record of default durations");
    client.put(CODEC.encode(Records.defaults(Duration.ofHours(1), Duration.ofMinutes(10), 1)));
    assertThat(lookup(authority, KEY, 0)).isInstanceOf(Known.class);
  }

  @Test
  void loweredDefaults_areKeptByEveryCopyFromWhenTheyWereWritten() {
    Duration before = Duration.ofHours(1);
    client.put(CODEC.encode(Records.defaults(before, Duration.ofMinutes(10), 1)));
    store(inCell(KEY, "us-1", 5));
    lookup(authority, KEY, 0);
    time.advance(Duration.ofSeconds(1));
    long written = time.nanos();
    client.put(CODEC.encode(Records.defaults(Duration.ofSeconds(90), Duration.ofSeconds(60), 2)));
    for (int i = 0; i < 400; i++) {
      time.advance(Duration.ofMillis(100));
      long sent = time.nanos();
      Duration life = lookup(authority, KEY, 0).expireAfter();
      long latest = Math.max(written + before.toNanos(), sent + Duration.ofSeconds(90).toNanos());
      assertThat(sent + life.toNanos()).isLessThanOrEqualTo(latest);
    }
    assertThat(lookup(authority, KEY, 0).expireAfter()).isLessThanOrEqualTo(Duration.ofSeconds(90));
  }
}
