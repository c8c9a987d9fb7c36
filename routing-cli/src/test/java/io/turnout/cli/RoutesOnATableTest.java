// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.dynamo.server.DynaliteServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** That the commands reach a table: what they do there is tried on files. */
@Tag("external")
class RoutesOnATableTest {

  private final Properties before = new Properties();
  private final String table = "routes-" + UUID.randomUUID();

  @BeforeEach
  void credentials() {
    before.putAll(System.getProperties());
    System.setProperty("aws.accessKeyId", "test");
    System.setProperty("aws.secretAccessKey", "test");
  }

  @AfterEach
  void restore() {
    System.setProperties(before);
  }

  private Ran routes(String call) {
    List<String> words = new ArrayList<>(List.of("routes"));
    words.addAll(List.of(call.split(" ")));
    words.addAll(List.of("--table", table, "--region", "us-east-1"));
    words.addAll(List.of("--endpoint", DynaliteServer.shared().endpoint().toString()));
    return Ran.turnout(words.toArray(String[]::new));
  }

  @Test
  void table_isMadeFilledAndMovedIn() {
    Ran missing = routes("get business:1");
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.err()).contains("\"" + table + "\"");

    Ran made = routes("create-table");
    assertThat(made.exitCode()).as(made.err()).isZero();
    assertThat(made.out()).isEqualTo("table " + table + " was made, and has no routes yet\n");
    assertThat(routes("create-table").out()).contains("was there already");

    assertThat(routes("put business:1 us-1 --expire-after 10m").exitCode()).isZero();
    assertThat(routes("alias card:1 business:1").exitCode()).isZero();
    assertThat(routes("get card:1").out()).startsWith("card:1: in cell us-1\n");
    assertThat(routes("list --cell us-1").out()).contains("business:1");
    assertThat(routes("export --format csv").out().lines())
        .containsExactlyInAnyOrder(
            "key,cell,alias-of,fresh-for,expire-after",
            "business:1,us-1,,,10m",
            "card:1,,business:1,,");

    Ran marked = routes("move business:1 --to eu-1 --step --yes");
    assertThat(marked.exitCode()).as(marked.err()).isEqualTo(1);
    assertThat(marked.out())
        .contains("reads lag by at most 10000 ms", "business:1: marked; the flip is due in ")
        .contains("--resume --table " + table + " --region us-east-1 --endpoint http://");
    assertThat(routes("move business:1 --abort").exitCode()).isZero();
    assertThat(routes("audit business:1").out()).containsSubsequence("abort", "mark", "put");
  }
}
