// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.CellRouter;
import io.turnout.RoutingAttempt;
import io.turnout.authority.MemoryRoutes;
import io.turnout.cli.demo.RolloutTally.Weights;
import io.turnout.decision.RouteDecision;
import io.turnout.gateway.Gateway;
import io.turnout.gateway.config.AccessLogSettings;
import io.turnout.gateway.config.Address;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.request.RequestHead;
import io.turnout.resolve.CellResolver;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A rollout of the example's web site, running on loopback: a gateway in front of servers of three
 * versions, and users who come, stay and come back while the weights change.
 */
final class Rollout implements AutoCloseable {

  private static final int PER_SECOND = 600;
  private static final int OF_YESTERDAY = 40;
  private static final long POLL_MILLIS = 100;
  private static final List<String> CELLS = List.of("us-1", "us-2", "eu-1", "ap-1", "crawl-1");

  private final RolloutSite site;
  private final RolloutTally tally = new RolloutTally();
  private @Nullable Gateway gateway;
  private @Nullable RolloutCourse course;
  private CompletableFuture<Void> over = CompletableFuture.completedFuture(null);

  private Rollout(RolloutSite site) {
    this.site = site;
  }

  /**
   * Starts it.
   *
   * @param fast whether requests are sent as fast as it goes
   * @throws IllegalStateException if something cannot be started; nothing is left running
   */
  static Rollout start(Vertx vertx, Example example, boolean fast) throws IOException {
    Rollout rollout = new Rollout(RolloutSite.copied(example));
    try {
      rollout.open(vertx, example, fast ? Replayer.FULL_SPEED : PER_SECOND);
      return rollout;
    } catch (IOException | RuntimeException e) {
      rollout.close();
      throw e;
    }
  }

  private void open(Vertx vertx, Example example, int perSecond) throws IOException {
    RolloutServers servers =
        Platform.await(RolloutServers.start(vertx).toCompletionStage(), "the site's servers");
    GatewayConfig.Builder config =
        GatewayConfig.builder(site.rules(), example.routeFile())
            .listen(new Address("127.0.0.1", 0))
            .pollMillis(POLL_MILLIS)
            .accessLog(AccessLogSettings.NONE);
    CELLS.forEach(cell -> config.cell(cell, servers.cell()));
    Gateway opened =
        Platform.await(
            Gateway.builder(config.build()).decisionListener(this::decided).start(),
            "the site's gateway");
    gateway = opened;
    RolloutClient client = new RolloutClient(vertx, opened.port(), site.key("brightwave-2"));
    List<RolloutUser> known = new ArrayList<>(usersOfYesterday("old"));
    known.addAll(usersOfYesterday(RolloutCourse.GIVEN_UP));
    known.forEach(user -> tally.joined());
    RolloutCourse started =
        new RolloutCourse(vertx, new RolloutCourse.Parts(site, client), tally, known, perSecond);
    course = started;
    over = started.run().toCompletionStage().toCompletableFuture();
  }

  private void decided(RequestHead head, RouteDecision decision) {
    if (tally.weights().isEmpty()) {
      begin(decision.rulesVersion());
    }
    tally.decided(decision);
  }

  private synchronized void begin(String version) {
    if (tally.weights().isEmpty()) {
      try {
        tally.follow(new Weights(site.weights(), version, Duration.ZERO));
      } catch (IOException e) {
        tally.wrong("the site's rules cannot be read: " + e.getMessage());
      }
    }
  }

  /** Users whom an earlier router of the same keys gave a stage that takes nobody any more. */
  private List<RolloutUser> usersOfYesterday(String stage) throws IOException {
    List<RolloutUser> users = new ArrayList<>();
    try (CellResolver resolver = CellResolver.builder(new MemoryRoutes()).build()) {
      CellRouter yesterday = CellRouter.of(site.rulesOfYesterday(stage), resolver);
      for (int i = 0; i < OF_YESTERDAY; i++) {
        RoutingAttempt attempt = yesterday.begin(RolloutClient.healthRequest());
        int number = stage.equals(RolloutCourse.GIVEN_UP) ? OF_YESTERDAY + i : i;
        users.add(RolloutUser.returning(number, attempt.decisionNow().setCookies().get(0)));
      }
    }
    return users;
  }

  /** Lets no more requests be sent. */
  void stop() {
    if (course != null) {
      course.stop();
    }
  }

  /** Completes when all is over. */
  CompletableFuture<Void> over() {
    return over;
  }

  RolloutTally tally() {
    return tally;
  }

  @Override
  public void close() {
    stop();
    if (gateway != null) {
      Platform.ended(gateway.stop());
    }
    site.close();
  }
}
