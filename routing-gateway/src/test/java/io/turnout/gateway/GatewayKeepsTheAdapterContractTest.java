// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.CellRouter;
import io.turnout.Handover;
import io.turnout.RoutingAttempt;
import io.turnout.conformance.WrittenRequest;
import io.turnout.conformance.contract.AdapterContract;
import io.turnout.conformance.contract.AdapterServer;
import io.turnout.conformance.contract.EngineRefusal;
import io.turnout.conformance.contract.Upstream;
import io.turnout.decision.RouteDecision;
import io.turnout.gateway.config.AccessLogSettings;
import io.turnout.gateway.config.Address;
import io.turnout.gateway.config.AuthorityTierSettings;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.OriginHealth;
import io.turnout.protocol.HeaderField;
import io.turnout.request.RequestHead;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;

class GatewayKeepsTheAdapterContractTest extends AdapterContract {

  /** Origin form, or absolute form of http and https. */
  private static final Pattern TARGET =
      Pattern.compile("/[\\x21-\\xff&&[^\\x7f]]*|https?://[^/?#@\\\\]+([/?#].*)?");

  private static final long LIMIT_SECONDS = 40;

  /** Asks once, on a port where nobody answers, which is not enough to count as down. */
  private static final OriginHealth NO_HEALTH =
      new OriginHealth("/", OptionalInt.of(1), Duration.ofHours(1), Duration.ofSeconds(1), 100);

  @Override
  protected AdapterServer start(CellRouter router, Upstream upstream) throws Exception {
    GatewayConfig.Builder config =
        GatewayConfig.builder(Path.of("rules.yaml"), Path.of("routes.yaml"))
            .listen(new Address("127.0.0.1", 0))
            .threads(1)
            .accessLog(AccessLogSettings.NONE);
    upstream
        .cells()
        .forEach((name, at) -> config.cell(name, new Origin("127.0.0.1", at.getPort())));
    AuthorityTierSettings tier =
        new AuthorityTierSettings(
            List.of(new Origin("127.0.0.1", upstream.authority().getPort())), NO_HEALTH);
    OriginStates authority = new OriginStates(tier, System::nanoTime);
    Health.Report well = new Health.Report(true, "{}");
    Fleet fleet = Fleet.open(config.build());
    Front front =
        Front.start(
                config.build(),
                new Front.Parts(
                    of(router),
                    fleet.cells(),
                    Optional.of(authority),
                    told -> {},
                    () -> well,
                    () -> well,
                    lookup -> new CompletableFuture<>(),
                    router::begin))
            .toCompletionStage()
            .toCompletableFuture()
            .get(LIMIT_SECONDS, TimeUnit.SECONDS);
    return new AdapterServer() {
      @Override
      public int port() {
        return front.port();
      }

      @Override
      public void stop() throws Exception {
        front.stop().toCompletionStage().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        fleet.close();
      }
    };
  }

  @Override
  protected List<EngineRefusal> refusals() {
    return List.of(
        refusal("CONNECT", request -> request.method().equals("CONNECT"), 501),
        refusal("more than one Host", request -> EngineRefusal.count(request, "host") > 1, 400),
        refusal("a Host that is none", request -> !hasHost(request), 400),
        refusal("a control character in a field", request -> hasControl(request), 400),
        refusal("a target that is none", request -> !hasTarget(request), 400));
  }

  private static boolean hasTarget(WrittenRequest request) {
    return request.target().equals("*")
        ? request.method().equals("OPTIONS")
        : TARGET.matcher(request.target()).matches();
  }

  private static boolean hasHost(WrittenRequest request) {
    return request.fields().stream()
        .filter(field -> field.name().equalsIgnoreCase("host"))
        .allMatch(field -> HostField.isValid(field.value().strip()));
  }

  private static boolean hasControl(WrittenRequest request) {
    return request.fields().stream()
        .flatMapToInt(field -> field.value().chars())
        .anyMatch(c -> c < ' ' && c != '\t' || c == 0x7f);
  }

  private static EngineRefusal refusal(
      String reason, Predicate<WrittenRequest> requests, int status) {
    return new EngineRefusal(reason, requests, Set.of(status));
  }

  @Override
  protected List<String> added() {
    return List.of("Via", "X-Forwarded-For");
  }

  private static Router of(CellRouter router) {
    return new Router() {
      @Override
      public RoutingAttempt begin(RequestHead head) {
        return router.begin(head);
      }

      @Override
      public Handover handOver(RequestHead head, RouteDecision decision) {
        return router.handOver(head, decision);
      }

      @Override
      public Optional<HeaderField> teaching(RouteDecision decision) {
        return router.teaching(decision);
      }

      @Override
      public CompletionStage<Optional<RouteDecision>> correct(RouteDecision decision) {
        return router.correct(decision);
      }
    };
  }
}
