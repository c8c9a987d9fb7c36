// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import static io.turnout.dynamo.Records.KEY;
import static io.turnout.dynamo.Records.inCell;
import static io.turnout.dynamo.Records.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.turnout.dynamo.server.DynaliteServer;
import io.turnout.dynamo.server.FaultProxy;
import io.turnout.dynamo.server.FaultProxy.Fault;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityAnswer.Known;
import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteKey;
import io.turnout.store.AuditEntry;
import io.turnout.store.RouteListing;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteStoreException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

@Tag("external")
class DynamoOutageTest {

  private static final Duration SHORT = Duration.ofMillis(400);
  private static final String SECRET = "business:" + KEY.value();

  private final String table = Tables.create();
  private final FaultProxy proxy = FaultProxy.before(DynaliteServer.shared().endpoint());
  private final DynamoDbAsyncClient client = DynaliteServer.client(proxy.endpoint());
  private final DynamoRoutes routes = DynamoRoutes.of(client, table);

  private DynamoAuthority authority = authority(Duration.ofSeconds(10));

  private DynamoAuthority authority(Duration timeout) {
    return DynamoAuthority.builder(client, table)
        .timeout(timeout)
        .defaultsMaxAge(Duration.ZERO)
        .build();
  }

  @AfterEach
  void close() {
    authority.close();
    client.close();
    proxy.close();
  }

  /** Faults, what they are called, and what the text says of them. */
  static Stream<Arguments> faults() {
    return Stream.of(
        arguments(new Fault.Reset(), Kind.UNREACHABLE, "could not be asked"),
        arguments(new Fault.Half(), Kind.UNREACHABLE, "could not be asked"),
        arguments(error(400, "ProvisionedThroughputExceededException"), Kind.THROTTLED, "too many"),
        arguments(error(400, "ThrottlingException"), Kind.THROTTLED, "too many"),
        arguments(error(400, "RequestLimitExceeded"), Kind.THROTTLED, "too many"),
        arguments(error(400, "ResourceNotFoundException"), Kind.MISSING, "does not exist"),
        arguments(error(400, "ValidationException"), Kind.MISSING, "a table of routes"),
        arguments(error(400, "AccessDeniedException"), Kind.FORBIDDEN, "permissions"),
        arguments(error(400, "ExpiredTokenException"), Kind.FORBIDDEN, "credentials"),
        arguments(error(500, "InternalServerError"), Kind.UNREACHABLE, "(500 InternalServer"),
        arguments(error(503, "ServiceUnavailable"), Kind.UNREACHABLE, "(503 ServiceUnavailable)"),
        arguments(new Fault.Answer(502, "<html>" + SECRET), Kind.UNREACHABLE, "(502)"),
        arguments(new Fault.Answer(200, "<html>" + SECRET), Kind.UNREACHABLE, "could not be asked"),
        arguments(new Fault.Answer(200, "[1, 2"), Kind.UNREACHABLE, "could not be asked"));
  }

  private static Fault error(int status, String code) {
    return new Fault.Answer(
        status,
        "{\"__type\":\"com.amazonaws.dynamodb.v20120810#%s\",\"message\":\"%s\"}"
            .formatted(code, SECRET));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void lookups_failWithTheirKind_andSucceedAgain(Fault fault, Kind kind, String text) {
    assertThat(routes.write(inCell(KEY, "us-1", 5), 0)).isTrue();
    proxy.always(fault);
    assertFailed(authority.lookup(KEY, 0), kind, text);
    List<Lookup> both = List.of(new Lookup(KEY, 0), new Lookup(key("none"), 0));
    authority.lookupAll(both).forEach(stage -> assertFailed(stage, kind, text));
    proxy.always(new Fault.None());
    assertThat(Await.answer(authority.lookup(KEY, 0))).isInstanceOf(Known.class);
    assertThat(authority.lookupAll(both).stream().map(Await::answer)).hasSize(2);
  }

  private static void assertFailed(CompletionStage<?> stage, Kind kind, String text) {
    assertThat(Await.failure(stage, kind)).contains(text).doesNotContain(KEY.value());
  }

  @ParameterizedTest
  @MethodSource("faults")
  void administration_failsWithItsKind_andSucceedsAgain(Fault fault, Kind kind, String text) {
    proxy.always(fault);
    List<ThrowingCallable> calls =
        List.of(
            () -> routes.read(KEY),
            () -> routes.write(inCell(KEY, "us-1", 5), 0),
            routes::defaults,
            () -> routes.writeDefaults(Records.defaults(SHORT, SHORT, 3), 0),
            () -> routes.list(RouteListing.ALL),
            () -> routes.aliasesOf(KEY),
            () -> routes.audit(entry()),
            () -> routes.auditOf(Optional.of(KEY), 5, Optional.empty()));
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call)
          .isInstanceOf(RouteStoreException.class)
          .hasMessageContaining(text)
          .hasMessageNotContaining(KEY.value())
          .hasNoCause()
          .extracting(e -> ((RouteStoreException) e).kind())
          .isEqualTo(kind);
    }
    proxy.always(new Fault.None());
    routes.audit(entry());
    assertThat(routes.auditOf(Optional.of(KEY), 5, Optional.empty()).items()).hasSize(1);
  }

  private static AuditEntry entry() {
    return new AuditEntry(
        "1",
        Optional.of(KEY),
        new AuditEntry.Change("put", "", "us-1", 7),
        "write-7",
        new AuditEntry.Author("ann", "because"),
        5,
        AuditEntry.State.DONE);
  }

  @Test
  void blackHole_endsAtTheTimeout_andIsForgotten() {
    authority.close();
    authority = authority(SHORT);
    routes.read(KEY); // loads the classes
    proxy.always(new Fault.BlackHole());
    assertFailed(authority.lookup(KEY, 0), Kind.UNREACHABLE, "did not answer within 400 ms");
    DynamoRoutes hasty = DynamoRoutes.of(client, table, SHORT);
    assertThatThrownBy(() -> hasty.read(KEY)).hasMessageContaining("did not answer within 400 ms");
    assertThatThrownBy(() -> hasty.write(inCell(KEY, "us-1", 5), 0))
        .isInstanceOf(RouteStoreException.class);
    proxy.always(new Fault.None());
    authority.close();
    authority = authority(Duration.ofSeconds(10));
    Await.answer(authority.lookup(KEY, 0));
  }

  @Test
  void latency_belowTheTimeout_isWaitedFor() {
    assertThat(routes.write(inCell(KEY, "us-1", 5), 0)).isTrue();
    proxy.always(new Fault.Late(150));
    assertThat(Await.answer(authority.lookup(KEY, 0))).isInstanceOf(Known.class);
  }

  @Test
  void connectionsThatAreRefused_fail() {
    proxy.close();
    assertFailed(authority.lookup(KEY, 0), Kind.UNREACHABLE, "could not be asked");
  }

  @Test
  void faultThatEnds_isOvercomeByTheClientsSecondAttempt() {
    assertThat(routes.write(inCell(KEY, "us-1", 5), 0)).isTrue();
    for (Fault fault : List.of(new Fault.Reset(), new Fault.Half(), error(500, "Internal"))) {
      proxy.next(1, "GetItem", fault);
      assertThat(routes.read(KEY)).isPresent();
    }
  }

  @Test
  void write_whoseFirstAnswerIsLost_isKnownAsOnesOwn() {
    for (Fault fault : List.of(new Fault.LostAnswer(), new Fault.Half())) {
      long before = routes.read(KEY).map(route -> route.version()).orElse(0L);
      proxy.next(1, "UpdateItem", fault);
      int requests = proxy.requests();
      assertThat(routes.write(inCell(KEY, "us-1", before + 1), before)).isTrue();
      assertThat(proxy.requests() - requests).isEqualTo(3); // sent twice, and read
      assertThat(routes.read(KEY)).contains(inCell(KEY, "us-1", before + 1));
    }
    proxy.next(1, "UpdateItem", new Fault.LostAnswer());
    assertThat(routes.writeDefaults(Records.defaults(SHORT, SHORT, 3), 0)).isTrue();
  }

  @Test
  void write_thatIsRefusedAndCannotBeReadBack_isNotKnown() {
    assertThat(routes.write(inCell(KEY, "us-1", 5), 0)).isTrue();
    proxy.plan(
        operation -> operation.equals("GetItem") ? error(500, "Internal") : new Fault.None());
    assertThatThrownBy(() -> routes.write(inCell(KEY, "eu-1", 6), 4))
        .isInstanceOf(RouteStoreException.class)
        .hasMessageContaining("failed (500");
  }

  @Test
  void write_ofWhichEveryAnswerIsLost_isNotKnown_andCanBeLookedUp() {
    proxy.plan(
        operation -> operation.equals("UpdateItem") ? new Fault.LostAnswer() : new Fault.None());
    assertThatThrownBy(() -> routes.write(inCell(KEY, "us-1", 5), 0))
        .isInstanceOf(RouteStoreException.class)
        .extracting(e -> ((RouteStoreException) e).kind())
        .isIn(Kind.UNREACHABLE);
    assertThat(routes.read(KEY)).contains(inCell(KEY, "us-1", 5));
  }

  @Test
  void defaultsThatCannotBeRead_failLookups_whateverTheRouteSays() {
    assertThat(routes.write(inCell(KEY, "us-1", 5), 0)).isTrue();
    proxy.next(2, "GetItem", error(500, "Internal"));
    List<Lookup> both = List.of(new Lookup(KEY, 0), new Lookup(key("none"), 0));
    authority
        .lookupAll(both)
        .forEach(stage -> assertFailed(stage, Kind.UNREACHABLE, "failed (500"));
    assertThat(Await.answer(authority.lookup(KEY, 0))).isInstanceOf(Known.class);
  }

  @Test
  void largeBatches_thatTheServerCutsShort_areReadToTheEnd() {
    List<RouteKey> keys = IntStream.range(0, 20).mapToObj(i -> key("large-" + i)).toList();
    for (RouteKey key : keys) {
      assertThat(routes.write(inCell(key, "us-1", 5), 0)).isTrue();
      Tables.grow(table, ItemCodec.routeKey(key), 300_000);
    }
    int before = proxy.requests();
    List<CompletionStage<AuthorityAnswer>> stages =
        authority.lookupAll(keys.stream().map(key -> new Lookup(key, 0)).toList());
    for (int i = 0; i < keys.size(); i++) {
      assertThat(Await.answer(stages.get(i)))
          .isEqualTo(Await.answer(authority.lookup(keys.get(i), 0)));
    }
    assertThat(proxy.requests() - before).isGreaterThan(2);
  }
}
