// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.store.RouteStoreException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CallsTest {

  private final ScriptedClient client = new ScriptedClient();

  /** Or the client would go on trying, and write long after its writer has given up. */
  @Test
  void requestThatIsLate_isCalledOff() {
    client.hangs = true;
    DynamoRoutes routes = DynamoRoutes.of(client, ScriptedClient.TABLE, Duration.ofMillis(1));
    assertThatThrownBy(() -> routes.read(Records.KEY))
        .isInstanceOf(RouteStoreException.class)
        .hasMessageContaining("did not answer within 1 ms");
    assertThat(client.held).hasSize(1).allMatch(CompletableFuture::isCancelled);
  }

  @Test
  void requestWhoseWriterIsInterrupted_isCalledOff() {
    client.hangs = true;
    DynamoRoutes routes = DynamoRoutes.of(client, ScriptedClient.TABLE);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> routes.read(Records.KEY))
        .isInstanceOf(RouteStoreException.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(client.held).hasSize(1).allMatch(CompletableFuture::isCancelled);
  }
}
