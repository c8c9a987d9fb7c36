// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import io.turnout.conformance.contract.Outage;
import io.turnout.conformance.contract.RouteAuthorityContract;
import io.turnout.dynamo.server.DynaliteServer;
import io.turnout.dynamo.server.FaultProxy;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import io.turnout.store.RouteTarget;
import io.turnout.store.StoredRoute;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

@Tag("external")
class DynamoAuthorityContractTest extends RouteAuthorityContract {

  private final String table = Tables.create();
  private final FaultProxy proxy = FaultProxy.before(DynaliteServer.shared().endpoint());
  private final DynamoDbAsyncClient client = DynaliteServer.client(proxy.endpoint());
  private final DynamoAuthority authority =
      DynamoAuthority.builder(client, table)
          .timeout(Duration.ofSeconds(8))
          .defaultsMaxAge(Duration.ZERO)
          .build();
  private final DynamoRoutes routes = DynamoRoutes.of(Tables.CLIENT, table);

  @AfterEach
  void close() {
    authority.close();
    client.close();
    proxy.close();
  }

  @Override
  protected RouteAuthority create(RouteClock clock) {
    return authority;
  }

  @Override
  protected void put(RouteKey key, String cell) {
    write(key, new RouteTarget.InCell(cell));
  }

  @Override
  protected void remove(RouteKey key) {
    write(key, new RouteTarget.Deleted());
  }

  private void write(RouteKey key, RouteTarget target) {
    long version = routes.read(key).map(StoredRoute::version).orElse(0L);
    if (!routes.write(Records.route(key, target, version + 1), version)) {
      throw new AssertionError("nobody else writes");
    }
  }

  @Override
  protected Optional<Outage> outage() {
    return Optional.of(
        new Outage() {
          @Override
          public void begin() {
            proxy.always(new FaultProxy.Fault.Reset());
          }

          @Override
          public void end() {
            proxy.always(new FaultProxy.Fault.None());
          }
        });
  }
}
