// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.turnout.authority.HttpAuthority;
import io.turnout.conformance.contract.RouteAuthorityContract;
import io.turnout.gateway.config.AccessLogSettings;
import io.turnout.gateway.config.Address;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.LookupSettings;
import io.turnout.gateway.config.Origin;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A whole gateway and its route file, asked over a real connection. */
class GatewayLookupsKeepTheContractTest extends RouteAuthorityContract {

  @TempDir Path folder;
  private final Map<String, String> routes = new TreeMap<>();
  private @Nullable Gateway gateway;
  private @Nullable HttpAuthority authority;

  @Override
  protected RouteAuthority create(RouteClock clock) {
    write();
    Path rules = folder.resolve("rules.yaml");
    try {
      Files.writeString(rules, "turnout: 1\nrules: []\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    GatewayConfig config =
        GatewayConfig.builder(rules, folder.resolve("routes.json"))
            .listen(new Address("127.0.0.1", 0))
            .lookups(new LookupSettings(new Address("127.0.0.1", 0), Optional.empty()))
            .threads(1)
            .pollMillis(2)
            .accessLog(AccessLogSettings.NONE)
            .cell("us-1", new Origin("127.0.0.1", 1))
            .build();
    gateway = Gateway.start(config).toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    authority =
        HttpAuthority.builder(URI.create("http://127.0.0.1:" + gateway.lookupPort().orElseThrow()))
            .build();
    return authority;
  }

  @AfterEach
  void stop() {
    Objects.requireNonNull(gateway)
        .stop()
        .toCompletableFuture()
        .orTimeout(20, TimeUnit.SECONDS)
        .join();
  }

  @Override
  protected void put(RouteKey key, String cell) {
    routes.put(key.text(), cell);
    write();
    awaitCell(key, Optional.of(cell));
  }

  @Override
  protected void remove(RouteKey key) {
    routes.remove(key.text());
    write();
    awaitCell(key, Optional.empty());
  }

  private void awaitCell(RouteKey key, Optional<String> cell) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!cell.equals(cell(key))) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("the change of the route file is not seen");
      }
      LockSupport.parkNanos(2_000_000);
    }
  }

  private Optional<String> cell(RouteKey key) {
    AuthorityAnswer answer =
        Objects.requireNonNull(authority).lookup(key, 0).toCompletableFuture().join();
    return answer instanceof AuthorityAnswer.Known known
        ? Optional.of(known.cell())
        : Optional.empty();
  }

  private void write() {
    try (JsonGenerator json =
        new JsonFactory().createGenerator(Files.newBufferedWriter(folder.resolve("routes.json")))) {
      json.writeStartObject();
      json.writeNumberField("turnout-routes", 1);
      json.writeObjectFieldStart("routes");
      for (Map.Entry<String, String> route : routes.entrySet()) {
        json.writeStringField(route.getKey(), route.getValue());
      }
      json.writeEndObject();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
