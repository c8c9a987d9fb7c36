// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.cli.Ran;
import io.turnout.gateway.config.AuthoritySettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A table of the test server, as a person fills it with the command.
 *
 * @param endpoint where the server listens
 * @param name the table's name
 */
record PaymentsTable(URI endpoint, String name) {

  private static final String REGION = "us-east-1";

  /** Makes a table with no routes. */
  static PaymentsTable create(URI endpoint) {
    PaymentsTable table = new PaymentsTable(endpoint, "payments-" + UUID.randomUUID());
    table.routes(List.of(), "create-table");
    return table;
  }

  /** Brings in the routes of the payments example. */
  Ran importPayments(Path folder) throws IOException {
    String routes = PaymentsGateway.EXAMPLE.resolve("routes.yaml").toString();
    Ran exported = Ran.turnout("routes", "export", "--file", routes, "--format", "jsonl");
    assertThat(exported.exitCode()).as(exported.err()).isZero();
    Path lines = Files.writeString(folder.resolve("routes.jsonl"), exported.out());
    return routes(List.of(), "import", lines.toString());
  }

  /** What a gateway that looks routes up in it is told. */
  AuthoritySettings settings(Duration timeout) {
    return new AuthoritySettings.DynamoTable(
        name, Optional.of(REGION), Optional.of(endpoint), true, timeout);
  }

  /** Runs a command on the table, which must succeed. */
  Ran routes(List<String> options, String... words) {
    List<String> call = new ArrayList<>(List.of("routes"));
    call.addAll(List.of(words));
    call.addAll(options);
    call.addAll(List.of("--table", name, "--region", REGION));
    call.addAll(List.of("--endpoint", endpoint.toString()));
    Ran ran = Ran.turnout(call.toArray(String[]::new));
    assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
    return ran;
  }
}
