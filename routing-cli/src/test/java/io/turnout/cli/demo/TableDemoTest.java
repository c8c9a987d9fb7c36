// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.cli.terminal.Interrupts;
import io.turnout.cli.terminal.Terminal;
import io.turnout.dynamo.server.DynaliteServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo over a table instead of the route file. */
@Tag("external")
class TableDemoTest {

  private static final Path HOME = Path.of("").toAbsolutePath().resolveSibling("");
  private static final String RECORDED =
      "{\"name\":\"%s\",\"request\":{\"method\":\"GET\",\"target\":\"/a?k=%s\",\"headers\":[[\"Host\",\"h\"]]},"
          + "\"expect\":{\"outcome\":\"cell\",\"cell\":\"%s\"}}\n";

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();

  private boolean demo(Optional<URI> endpoint, String routes) throws IOException {
    Files.writeString(
        folder.resolve("rules.yaml"),
        "turnout: 1\nrules:\n  - { name: a, key: { namespace: k, from: [ { query: k } ] } }\n");
    Files.writeString(folder.resolve("routes.yaml"), "turnout-routes: 1\nroutes: " + routes + "\n");
    Files.writeString(
        folder.resolve("recording.jsonl"),
        RECORDED.formatted("one", "1", "us-1") + RECORDED.formatted("two", "2", "eu-1"));
    PrintWriter writer = new PrintWriter(out, true);
    Demo demo =
        new Demo(
            Terminal.plain(InputStream.nullInputStream(), writer, writer),
            new Example(folder),
            new DemoRoutes.InTable(endpoint, HOME),
            new Demo.Options(100, Demo.After.END, false));
    return demo.run(new Interrupts());
  }

  @Test
  void routes_areFoundInATable() throws IOException {
    assertThat(demo(Optional.empty(), "{ \"k:1\": us-1, \"k:2\": eu-1 }")).isTrue();
    assertThat(out.toString())
        .contains("2 routes in table turnout-demo", "All as expected: 2 requests in ");
    assertThat(System.getProperty("aws.accessKeyId")).isNull();
  }

  @Test
  void tableThatIsThere_isTakenIfItLeadsTheSameWay() throws IOException {
    try (DynaliteServer server = DynaliteServer.start()) {
      Optional<URI> endpoint = Optional.of(server.endpoint());
      assertThat(demo(endpoint, "{ \"k:1\": us-1, \"k:2\": us-1 }")).isFalse();
      assertThat(demo(endpoint, "{ \"k:2\": us-1 }")).isFalse();
      assertThatThrownBy(() -> demo(endpoint, "{ \"k:2\": eu-1 }"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("lead elsewhere");
    }
  }
}
