// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.admin.FleetTimes;
import io.turnout.admin.RouteAdministration;
import io.turnout.admin.RouteMove;
import io.turnout.admin.RouteMove.Stage;
import io.turnout.cli.proof.Load.Ask;
import io.turnout.cli.proof.Load.Seen;
import io.turnout.dynamo.DynamoRoutes;
import io.turnout.dynamo.server.DynaliteServer;
import io.turnout.spi.RouteKey;
import io.turnout.store.AuditEntry.Author;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** A business of the payments example moves, while clients ask for it by four keys. */
@Tag("external")
class MoveUnderLoadTest {

  private static final String OLD = "us-1";
  private static final String NEW = "eu-1";
  private static final int CLIENTS = 4;
  private static final Duration LOOKUP_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration TABLE_TIMEOUT = Duration.ofSeconds(10);
  private static final FleetTimes FLEET =
      new FleetTimes(
          LOOKUP_TIMEOUT,
          Duration.ofMillis(500),
          Duration.ZERO,
          Duration.ZERO,
          Optional.empty(),
          Duration.ofSeconds(5),
          Duration.ofSeconds(1));
  private static final RouteKey BUSINESS = new RouteKey("business", "b-900001");
  private static final List<Ask> ASKS =
      List.of(
          Ask.business(BUSINESS.value()),
          new Ask("account:acct_moved000", "/v1/accounts/acct_moved000/balance", ""),
          new Ask("card:card_9000000001", "/v1/cards/card_9000000001/limits", ""),
          new Ask("email-domain:moved.example", "/scim/v2/moved.example/Users", ""));

  @TempDir private Path folder;

  private final Credentials credentials = new Credentials();
  private final DynaliteServer server = DynaliteServer.shared();
  private final PaymentsTable table = PaymentsTable.create(server.endpoint());
  private final DynamoDbAsyncClient client = DynaliteServer.client(server.endpoint());
  private final RouteAdministration administration =
      RouteAdministration.builder(
              DynamoRoutes.of(client, table.name()),
              new Author("a test", "to see whether it holds"))
          .build();
  private PaymentsGateway gateway;

  @BeforeEach
  void start() {
    gateway = new PaymentsGateway(table, TABLE_TIMEOUT, LOOKUP_TIMEOUT, folder);
  }

  @AfterEach
  void close() {
    gateway.close();
    client.close();
    credentials.close();
  }

  private void put(String freshFor, String expireAfter) {
    List<String> life = List.of("--fresh-for", freshFor, "--expire-after", expireAfter);
    table.routes(life, "put", BUSINESS.text(), OLD);
    for (Ask ask : ASKS.subList(1, ASKS.size())) {
      table.routes(life, "alias", ask.key(), BUSINESS.text());
    }
  }

  /** Lets clients begin, and waits until each key has been answered some times. */
  private void begin() {
    for (int i = 0; i < CLIENTS; i++) {
      gateway.load().add(ASKS);
    }
    Waits.until("every key is asked for", () -> atLeast(20, it -> it.status() == 200));
  }

  private boolean atLeast(int count, Predicate<Seen> which) {
    List<Seen> seen = gateway.load().seen();
    return ASKS.stream()
        .allMatch(
            ask ->
                seen.stream().filter(it -> it.key().equals(ask.key()) && which.test(it)).count()
                    >= count);
  }

  @Test
  void move_keepsWhatItsCertificateSays_andLosesNoRequest() throws IOException {
    assertThat(table.importPayments(folder).out()).contains("5000");
    put("1s", "2s");
    begin();
    long marked = System.currentTimeMillis();
    RouteMove move = RouteMove.begin(administration, BUSINESS, NEW, FLEET);
    Waits.pass(move.remaining());
    long flipBegun = System.currentTimeMillis();
    while (move.stage() == Stage.MARKED) {
      Waits.pass(move.remaining());
      flipBegun = System.currentTimeMillis();
      move.next();
    }
    CutOver cutOver =
        new CutOver(
            OLD,
            NEW,
            flipBegun,
            System.currentTimeMillis(),
            FLEET.lastDecisionAfterFlip(),
            FLEET.forwardTimeout());
    assertThat(move.certificate().flip()).isBetween(cutOver.flipBegun(), cutOver.flipDone());
    while (!move.isOver()) {
      Waits.pass(move.remaining());
      move.next();
    }
    assertThat(move.stage()).isEqualTo(Stage.SETTLED);
    askUntil(cutOver.lastDecisionMillis() + 500);
    gateway.stop();

    List<LogLine> decided = gateway.accessLog();
    assertThat(decided).hasSameSizeAs(gateway.load().seen());
    assertThat(cutOver.violations(decided, gateway.cells().log())).isEmpty();
    assertThatEachWindowIsPopulated(decided, marked, cutOver);
    assertThatWrongClaimsAreFound(decided, cutOver);
  }

  /** Lets the clients go on until a time of the wall clock, and a few requests more. */
  private void askUntil(long millis) {
    Waits.pass(Duration.ofMillis(Math.max(0, millis - System.currentTimeMillis())));
    int before = gateway.load().seen().size();
    Waits.until(
        "clients go on", () -> gateway.load().seen().size() >= before + 20 * ASKS.size() + CLIENTS);
  }

  private static void assertThatEachWindowIsPopulated(
      List<LogLine> decided, long marked, CutOver cutOver) {
    for (Ask ask : ASKS) {
      List<LogLine> of = decided.stream().filter(it -> it.key().equals(ask.key())).toList();
      assertThat(of)
          .as(ask.key())
          .anyMatch(it -> it.decidedMillis() < marked && it.freshness().equals("fresh"))
          .anyMatch(it -> isIn(it, OLD, marked + 500, cutOver.flipBegun()))
          .anyMatch(it -> isIn(it, NEW, cutOver.flipBegun(), cutOver.lastDecisionMillis()))
          .anyMatch(it -> isIn(it, NEW, cutOver.lastDecisionMillis(), Long.MAX_VALUE));
    }
  }

  private static boolean isIn(LogLine line, String cell, long from, long to) {
    return line.cell().equals(cell) && line.decidedMillis() >= from && line.decidedMillis() < to;
  }

  private void assertThatWrongClaimsAreFound(List<LogLine> decided, CutOver cutOver) {
    assertThat(
            cutOver
                .claimedLater(FLEET.lastDecisionAfterFlip())
                .violations(decided, gateway.cells().log()))
        .anyMatch(it -> it.contains("decided for the new cell before the flip"))
        .anyMatch(it -> it.contains("at the new cell before the flip"));
    assertThat(cutOver.claiming(Duration.ofSeconds(-2)).violations(decided, gateway.cells().log()))
        .anyMatch(it -> it.contains("decided for the old cell later than flip and L"));
  }

  @Test
  void changeWithoutAMove_isFound() {
    put("1h", "1h");
    begin();
    long begun = System.currentTimeMillis();
    table.routes(List.of("--force", "--yes"), "put", BUSINESS.text(), NEW);
    CutOver cutOver =
        new CutOver(
            OLD,
            NEW,
            begun,
            System.currentTimeMillis(),
            Duration.ofMillis(500),
            FLEET.forwardTimeout());
    askUntil(cutOver.lastDecisionMillis());
    gateway.stop();
    assertThat(cutOver.violations(gateway.accessLog(), gateway.cells().log()))
        .isNotEmpty()
        .allMatch(it -> it.contains("decided for the old cell later than flip and L"));
  }
}
