// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import io.turnout.conformance.contract.Outage;
import io.turnout.conformance.contract.RouteStoreContract;
import io.turnout.dynamo.server.DynaliteServer;
import io.turnout.dynamo.server.FaultProxy;
import io.turnout.store.RouteStore;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

@Tag("external")
class DynamoRoutesContractTest extends RouteStoreContract {

  private final FaultProxy proxy = FaultProxy.before(DynaliteServer.shared().endpoint());
  private final DynamoDbAsyncClient client = DynaliteServer.client(proxy.endpoint());

  @AfterEach
  void close() {
    client.close();
    proxy.close();
  }

  @Override
  protected RouteStore create() {
    return DynamoRoutes.of(client, Tables.create());
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
