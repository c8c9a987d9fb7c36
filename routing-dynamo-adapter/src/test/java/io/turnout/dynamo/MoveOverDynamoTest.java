// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import static io.turnout.dynamo.Records.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.admin.FleetTimes;
import io.turnout.admin.RouteAdministration;
import io.turnout.admin.RouteAdministration.OverLive;
import io.turnout.admin.RouteMove;
import io.turnout.admin.RouteMove.Stage;
import io.turnout.dynamo.server.DynaliteServer;
import io.turnout.dynamo.server.FaultProxy;
import io.turnout.dynamo.server.FaultProxy.Fault;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityAnswer.Known;
import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import io.turnout.store.AuditEntry;
import io.turnout.store.LifeSetting;
import io.turnout.store.RouteStoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** A move of a key with aliases in a real table, over a network that loses answers. */
@Tag("external")
class MoveOverDynamoTest {

  private static final RouteKey KEY = key("moved");
  private static final List<RouteKey> ALIASES = List.of(key("a1"), key("a2"), key("a3"));

  private final VirtualTime time = new VirtualTime(1_700_000_000_000L);
  private final String table = Tables.create();
  private final FaultProxy proxy = FaultProxy.before(DynaliteServer.shared().endpoint());
  private final DynamoDbAsyncClient client = DynaliteServer.client(proxy.endpoint());
  private final DynamoRoutes routes = DynamoRoutes.of(client, table);
  private final DynamoAuthority authority =
      DynamoAuthority.builder(Tables.CLIENT, table).timeout(Duration.ofSeconds(10)).build();
  private final RouteAdministration admin =
      RouteAdministration.builder(routes, new AuditEntry.Author("ann", "they pay us"))
          .clock(time)
          .build();
  private List<Long> versions = List.of(0L, 0L, 0L, 0L);

  @AfterEach
  void close() {
    authority.close();
    client.close();
    proxy.close();
  }

  private void fill() {
    admin.put(KEY, "us-1", LifeSetting.DEFAULT, OverLive.REFUSE);
    RouteKey to = KEY;
    for (RouteKey alias : ALIASES) {
      admin.alias(alias, to, LifeSetting.DEFAULT, OverLive.REFUSE);
      to = alias;
    }
  }

  /** That the key and its aliases lead to a cell, and versions are higher than at the last look. */
  private void assertAllIn(String cell, boolean keepable) {
    List<Lookup> lookups = new ArrayList<>(List.of(new Lookup(KEY, 0)));
    ALIASES.forEach(alias -> lookups.add(new Lookup(alias, 0)));
    List<AuthorityAnswer> answers =
        authority.lookupAll(lookups).stream().map(Await::answer).toList();
    for (int i = 0; i < answers.size(); i++) {
      assertThat(answers.get(i)).isInstanceOf(Known.class);
      assertThat(((Known) answers.get(i)).cell()).isEqualTo(cell);
      assertThat(answers.get(i).expireAfter().isZero()).isEqualTo(!keepable);
      assertThat(answers.get(i).version()).isGreaterThan(versions.get(i));
    }
    versions = answers.stream().map(AuthorityAnswer::version).toList();
  }

  private void assertTrailIsClosed() {
    List<AuditEntry> trail = routes.auditOf(Optional.of(KEY), 50, Optional.empty()).items();
    assertThat(trail).extracting(AuditEntry::state).containsOnly(AuditEntry.State.DONE);
    assertThat(trail)
        .extracting(entry -> entry.change().step())
        .containsExactly("settle", "flip", "wait", "mark", "put");
  }

  @Test
  void move_takesAliasesAlong_thoughTheFirstAnswerToEveryWriteIsLost() {
    AtomicInteger writes = new AtomicInteger();
    proxy.plan(
        operation ->
            operation.equals("UpdateItem") && writes.getAndIncrement() % 2 == 0
                ? new Fault.LostAnswer()
                : new Fault.None());
    fill();
    assertAllIn("us-1", true);
    RouteMove move = RouteMove.begin(admin, KEY, "eu-1", FleetTimes.DEFAULT);
    assertAllIn("us-1", false);
    time.advance(move.remaining());
    assertThat(move.next()).isPresent();
    assertAllIn("eu-1", false);
    time.advance(move.remaining());
    assertThat(move.next()).isPresent();
    assertThat(move.stage()).isEqualTo(Stage.SETTLED);
    assertAllIn("eu-1", true);
    assertTrailIsClosed();
    assertThat(writes.get()).isGreaterThan(20);
  }

  @Test
  void move_whoseMoverLosesTheServer_isResumed() {
    fill();
    RouteMove move = RouteMove.begin(admin, KEY, "eu-1", FleetTimes.DEFAULT);
    time.advance(move.remaining());
    AtomicInteger writes = new AtomicInteger();
    proxy.plan( // the intent is written; the flip is carried out, and nothing is heard from then on
        operation -> {
          int before = operation.equals("UpdateItem") ? writes.getAndIncrement() : writes.get();
          return before >= 1 && writes.get() > 1 ? new Fault.LostAnswer() : new Fault.None();
        });
    assertThatThrownBy(move::next).isInstanceOf(RouteStoreException.class);
    proxy.always(new Fault.None());
    assertAllIn("eu-1", false);
    RouteMove resumed = RouteMove.resume(admin, KEY, FleetTimes.DEFAULT);
    time.advance(resumed.remaining());
    while (!resumed.isOver()) {
      resumed.next();
      time.advance(resumed.remaining());
    }
    assertAllIn("eu-1", true);
    assertTrailIsClosed();
  }
}
