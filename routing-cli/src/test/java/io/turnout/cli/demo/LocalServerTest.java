// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalServerTest {

  @TempDir Path home;

  @Test
  void serverThatIsMissing_isToldWithWhatItNeeds() {
    assertThatThrownBy(() -> LocalServer.start(home))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is not installed; it needs node 18 or newer and: cd " + home)
        .hasMessageContaining("npm ci --ignore-scripts")
        .hasMessageContaining("--endpoint");
  }

  @Test
  void serverThatDoesNotStart_isToldWithWhatItNeeds() throws IOException {
    Path server = home.resolve("routing-dynamo-adapter/src/test/dynalite");
    Files.createDirectories(server.resolve("node_modules/dynalite"));
    Files.writeString(server.resolve("node_modules/dynalite/package.json"), "{}");
    assertThatThrownBy(() -> LocalServer.start(home))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("node 18 or newer");
  }
}
