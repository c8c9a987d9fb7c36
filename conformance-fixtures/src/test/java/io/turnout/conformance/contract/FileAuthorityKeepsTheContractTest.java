// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.turnout.authority.FileAuthority;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteScheduler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;

class FileAuthorityKeepsTheContractTest extends RouteAuthorityContract {

  @TempDir Path folder;
  private final ObjectMapper json = new ObjectMapper();
  private final Map<String, String> routes = new TreeMap<>();

  @Override
  protected RouteAuthority create(RouteClock clock) {
    write();
    return FileAuthority.builder(file(), (RouteScheduler) clock).clock(clock).open();
  }

  @Override
  protected void put(RouteKey key, String cell) {
    routes.put(key.text(), cell);
    reload();
  }

  @Override
  protected void remove(RouteKey key) {
    routes.remove(key.text());
    reload();
  }

  private void reload() {
    write();
    advance(Duration.ofSeconds(2));
  }

  private Path file() {
    return folder.resolve("routes.json");
  }

  private void write() {
    try {
      Files.write(file(), json.writeValueAsBytes(Map.of("turnout-routes", 1, "routes", routes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file may go: what was read from it stays. */
  @Override
  protected Optional<Outage> outage() {
    return Optional.empty();
  }
}
