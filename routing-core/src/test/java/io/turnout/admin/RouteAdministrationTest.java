// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.admin.RouteAdministration.OverLive;
import io.turnout.admin.RouteRefusedException.Reason;
import io.turnout.authority.MemoryRoutes;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteInvalidations;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import io.turnout.spi.VirtualTime;
import io.turnout.store.AuditEntry;
import io.turnout.store.AuditEntry.Author;
import io.turnout.store.AuditEntry.State;
import io.turnout.store.LifeSetting;
import io.turnout.store.RouteStore;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteStoreException.Kind;
import io.turnout.store.RouteTarget.AliasOf;
import io.turnout.store.RouteTarget.InCell;
import io.turnout.store.StoredRoute;
import io.turnout.store.WriteStamp;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class RouteAdministrationTest {

  private static final RouteKey KEY = RouteKey.parse("business:secret-1");
  private static final RouteKey OTHER = RouteKey.parse("business:secret-2");
  private static final long NOW = 1_700_000_000_000L;

  private final VirtualTime time = new VirtualTime(NOW);
  private final MemoryRoutes routes = new MemoryRoutes();
  private final RouteAdministration admin = builder().build();

  @Test
  void put_getsTheTimeAsItsVersion() {
    RouteWrite write = put(KEY, "us-1");
    assertThat(write.kind()).isEqualTo(RouteWrite.Kind.ADDED);
    assertThat(write.version()).isEqualTo(NOW);
    assertThat(admin.get(KEY).chain().cell()).contains("us-1");
  }

  @Test
  void put_withAClockThatWentBack_stillRises() {
    put(KEY, "us-1");
    time.jumpWall(Duration.ofDays(-400));
    assertThat(life(KEY, 5).version()).isEqualTo(NOW + 1);
  }

  @Test
  void put_thatChangesNothing_writesNothing() {
    put(KEY, "us-1");
    assertThat(put(KEY, "us-1").kind()).isEqualTo(RouteWrite.Kind.SAME);
    assertThat(trail()).hasSize(1);
  }

  @Test
  void put_overAnotherCell_isRefusedUnlessForced() {
    put(KEY, "us-1");
    refused(Reason.LEADS_ELSEWHERE, () -> put(KEY, "eu-1"));
    admin.put(KEY, "eu-1", LifeSetting.DEFAULT, OverLive.FORCE);
    assertThat(admin.get(KEY).chain().cell()).contains("eu-1");
  }

  @Test
  void alias_thatWouldLeadElsewhere_isRefusedUnlessForced() {
    put(KEY, "us-1");
    put(OTHER, "eu-1");
    refused(Reason.LEADS_ELSEWHERE, () -> alias(KEY, OTHER));
    refused(Reason.LEADS_ELSEWHERE, () -> alias(KEY, RouteKey.parse("business:none")));
    admin.alias(KEY, OTHER, LifeSetting.DEFAULT, OverLive.FORCE);
    assertThat(admin.get(KEY).chain().cell()).contains("eu-1");
    assertThat(admin.aliasesOf(OTHER)).containsExactly(KEY);
  }

  @Test
  void aliases_leadThreeDeepAndNoDeeper() {
    put(key(0), "us-1");
    for (int i = 1; i <= 3; i++) {
      alias(key(i), key(i - 1));
    }
    assertThat(admin.get(key(3)).chain().cell()).contains("us-1");
    refused(Reason.ALIASES_TOO_DEEP, () -> alias(key(4), key(3)));
    put(KEY, "us-1");
    refused(Reason.ALIASES_TOO_DEEP, () -> alias(key(0), KEY));
    refused(Reason.ALIAS_CIRCLE, () -> alias(key(0), key(3)));
    refused(Reason.ALIAS_CIRCLE, () -> alias(KEY, KEY));
    assertThat(admin.aliasesOf(key(0))).containsExactly(key(1), key(2), key(3));
  }

  @Test
  void aliasesThatLeadInACircle_areAFailureAndNoCell() {
    for (RouteKey key : List.of(KEY, OTHER)) {
      routes.write(
          new StoredRoute(
              key,
              new AliasOf(key.equals(KEY) ? OTHER : KEY, 0),
              LifeSetting.DEFAULT,
              0,
              Optional.empty(),
              new WriteStamp(1, "w")),
          0);
    }
    assertThatThrownBy(() -> admin.get(KEY))
        .isInstanceOfSatisfying(
            RouteStoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DAMAGED))
        .hasMessageNotContaining("secret");
    assertThat(routes.lookup(KEY, 0).toCompletableFuture()).isCompletedExceptionally();
    put(KEY, "us-1");
    assertThat(admin.get(OTHER).chain().cell()).contains("us-1");
  }

  @Test
  void delete_keepsTheVersion() {
    refused(Reason.LEADS_NOWHERE, () -> admin.delete(KEY));
    put(KEY, "us-1");
    time.jumpWall(Duration.ofDays(-1));
    assertThat(admin.delete(KEY).version()).isEqualTo(NOW + 1);
    assertThat(admin.delete(KEY).kind()).isEqualTo(RouteWrite.Kind.SAME);
    assertThat(put(KEY, "eu-1").version()).isEqualTo(NOW + 2);
  }

  @Test
  void keyInAMove_isLeftAlone() {
    put(KEY, "us-1");
    put(OTHER, "us-1");
    RouteMove.begin(admin, KEY, "eu-1", FleetTimes.DEFAULT);
    refused(Reason.IN_A_MOVE, () -> put(KEY, "us-1"));
    refused(Reason.IN_A_MOVE, () -> admin.delete(KEY));
    refused(Reason.IN_A_MOVE, () -> alias(KEY, OTHER));
    refused(Reason.IN_A_MOVE, () -> alias(OTHER, KEY));
    refused(Reason.IN_A_MOVE, () -> RouteMove.begin(admin, KEY, "ap-1", FleetTimes.DEFAULT));
    assertThat(alias(key(1), KEY).kind()).isEqualTo(RouteWrite.Kind.ADDED);
  }

  @Test
  void move_ofWhatCannotBeMoved_isRefused() {
    refused(Reason.LEADS_NOWHERE, () -> move(KEY, "eu-1"));
    put(KEY, "us-1");
    alias(OTHER, KEY);
    refused(Reason.IS_AN_ALIAS, () -> move(OTHER, "eu-1"));
    refused(Reason.IS_THERE_ALREADY, () -> move(KEY, "us-1"));
    refused(Reason.IN_NO_MOVE, () -> RouteMove.resume(admin, KEY, FleetTimes.DEFAULT));
    admin.delete(KEY);
    refused(Reason.LEADS_NOWHERE, () -> move(KEY, "eu-1"));
  }

  @Test
  void versionsThatAreUsedUp_areRefused() {
    routes.write(
        new StoredRoute(
            KEY,
            new InCell("us-1"),
            LifeSetting.DEFAULT,
            0,
            Optional.empty(),
            new WriteStamp(RouteEntry.MAX_VERSION, "w")),
        0);
    refused(Reason.VERSIONS_USED_UP, () -> admin.delete(KEY));
    assertThat(trail()).isEmpty();
  }

  @Test
  void lostRace_saysWhatWasFoundAndClosesTheIntent() {
    put(KEY, "us-1");
    RouteAdministration slow =
        builder(
                new StoreWrapper(routes) {
                  @Override
                  <T> T call(String what, Supplier<T> call) {
                    if (what.equals("write")) {
                      life(KEY, 7);
                    }
                    return call.get();
                  }
                })
            .build();
    assertThatThrownBy(() -> slow.delete(KEY))
        .isInstanceOfSatisfying(
            LostRaceException.class,
            e -> {
              assertThat(e.expectedVersion()).isEqualTo(NOW);
              assertThat(e.foundVersion()).isEqualTo(NOW + 1);
              assertThat(e).hasMessageContaining(String.valueOf(NOW + 1));
              assertThat(e).hasMessageNotContaining("secret");
            });
    assertThat(trail())
        .filteredOn(entry -> entry.change().step().equals("delete"))
        .extracting(AuditEntry::state)
        .containsExactly(State.NOT_DONE);
  }

  @Test
  void publishing_thatFails_isReportedAndFailsNothing() {
    RouteAdministration telling =
        builder()
            .invalidations(
                new RouteInvalidations() {
                  @Override
                  public CompletionStage<Void> publish(RouteKey key, long belowVersion) {
                    return CompletableFuture.failedStage(
                        new IllegalStateException("about " + key.text()));
                  }

                  @Override
                  public Subscription subscribe(Listener listener) {
                    return () -> {};
                  }
                })
            .build();
    RouteWrite write = telling.put(KEY, "us-1", LifeSetting.DEFAULT, OverLive.REFUSE);
    assertThat(write.notices()).singleElement().asString().doesNotContain("secret");
    assertThat(admin.get(KEY).chain().cell()).contains("us-1");
  }

  @Test
  void publishing_thatHangs_isWaitedForNoLonger() {
    RouteAdministration telling =
        builder()
            .publishTimeout(Duration.ofMillis(5))
            .invalidations(
                new RouteInvalidations() {
                  @Override
                  public CompletionStage<Void> publish(RouteKey key, long belowVersion) {
                    return new CompletableFuture<>();
                  }

                  @Override
                  public Subscription subscribe(Listener listener) {
                    return () -> {};
                  }
                })
            .build();
    assertThat(telling.put(KEY, "us-1", LifeSetting.DEFAULT, OverLive.REFUSE).notices())
        .singleElement()
        .asString()
        .contains("PT0.005S");
  }

  @Test
  void defaults_rememberWhatWasLonger() {
    admin.defaults(life(60_000), RouteLife.UNKNOWN);
    assertThat(admin.defaults().longestLifeUntil())
        .isEqualTo(NOW + Copies.UNDER_WAY_MILLIS + Duration.ofHours(24).toMillis());
    time.advance(Duration.ofMillis(1));
    long version = admin.defaults().version();
    assertThat(admin.defaults(life(60_000), RouteLife.UNKNOWN).version()).isEqualTo(version);
    assertThat(admin.auditOf(Optional.empty(), 10, Optional.empty()).items())
        .extracting(AuditEntry::state)
        .containsExactly(State.DONE);
  }

  @Test
  void certificate_tellsItsTimesAndAssumptions() {
    life(KEY, 60_000);
    CutOverCertificate certificate = RouteMove.foresee(admin, KEY, "eu-1", FleetTimes.DEFAULT);
    assertThat(certificate.flip()).isEqualTo(NOW + 62_000);
    assertThat(certificate.lastDecision()).isEqualTo(NOW + 64_250);
    assertThat(certificate.lastFirstByte()).isEqualTo(NOW + 69_250);
    assertThat(certificate.text())
        .contains("from us-1 to eu-1")
        .contains("flip not before 2023-11-14T22:14:22Z")
        .contains("no decision for the old cell later than 2023-11-14T22:14:24.250Z")
        .contains("a look-up takes at most 250 ms");
    assertThat(certificate.fields())
        .containsEntry("state", "foreseen")
        .containsEntry("l-ms", 2_250L)
        .containsEntry("last-first-byte", "2023-11-14T22:14:29.250Z");
    assertThat(trail()).hasSize(1);
  }

  private RouteAdministration.Builder builder() {
    return builder(routes);
  }

  private RouteAdministration.Builder builder(RouteStore store) {
    return RouteAdministration.builder(store, new Author("ann", "")).clock(time);
  }

  private RouteWrite put(RouteKey key, String cell) {
    return admin.put(key, cell, LifeSetting.DEFAULT, OverLive.REFUSE);
  }

  private RouteWrite life(RouteKey key, int millis) {
    return admin.put(key, "us-1", LifeSetting.of(life(millis)), OverLive.REFUSE);
  }

  private static RouteLife life(int millis) {
    return new RouteLife(Duration.ofMillis(millis), Duration.ofMillis(millis));
  }

  private RouteWrite alias(RouteKey key, RouteKey target) {
    return admin.alias(key, target, LifeSetting.DEFAULT, OverLive.REFUSE);
  }

  private RouteMove move(RouteKey key, String to) {
    return RouteMove.begin(admin, key, to, FleetTimes.DEFAULT);
  }

  private static RouteKey key(int i) {
    return new RouteKey("email-domain", String.valueOf(i));
  }

  private List<AuditEntry> trail() {
    return admin.auditOf(Optional.of(KEY), 100, Optional.empty()).items();
  }

  private static void refused(Reason reason, Runnable change) {
    assertThatThrownBy(change::run)
        .isInstanceOfSatisfying(
            RouteRefusedException.class, e -> assertThat(e.reason()).isEqualTo(reason))
        .hasMessageNotContaining("secret");
  }
}
