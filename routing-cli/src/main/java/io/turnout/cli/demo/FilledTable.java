// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.admin.ImportReport;
import io.turnout.admin.RouteAdministration;
import io.turnout.admin.RouteExport;
import io.turnout.admin.RouteFormat;
import io.turnout.admin.RouteImport;
import io.turnout.authority.FileRoutes;
import io.turnout.cli.terminal.Terminal;
import io.turnout.dynamo.DynamoRoutes;
import io.turnout.gateway.config.AuthoritySettings;
import io.turnout.store.AuditEntry.Author;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteListing;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * A table that holds the routes of a file. While it is open, the process has invented AWS
 * credentials, so that no server gets to see a person's own.
 */
final class FilledTable implements AutoCloseable {

  private static final String NAME = "turnout-demo";
  private static final Region REGION = Region.US_EAST_1;
  private static final Map<String, String> INVENTED =
      Map.of("aws.accessKeyId", "demo", "aws.secretAccessKey", "demo");
  private static final Author AUTHOR = new Author("turnout demo", "the routes of the example");
  private static final Duration CREATION = Duration.ofMinutes(1);
  private static final Duration LOOKUP = Duration.ofSeconds(2);

  private final Map<String, Optional<String>> replaced = new HashMap<>();
  private final @Nullable LocalServer server;
  private final URI endpoint;

  private FilledTable(@Nullable LocalServer server, URI endpoint) {
    this.server = server;
    this.endpoint = endpoint;
    INVENTED.forEach(
        (name, value) -> replaced.put(name, Optional.ofNullable(System.setProperty(name, value))));
  }

  /**
   * Makes the table, or takes the one that is there, and brings the routes in.
   *
   * @param routes a route file
   * @throws IOException if it cannot be read
   * @throws IllegalStateException if the server cannot be started, or the table holds other routes
   * @throws io.turnout.store.RouteStoreException if the server cannot be asked
   */
  static FilledTable open(DemoRoutes.InTable where, Path routes, Terminal terminal)
      throws IOException {
    FilledTable table = at(where);
    try {
      terminal.out().println("Bringing routes into a table on " + table.endpoint + "...");
      long lines = table.fill(FileRoutes.of(routes));
      terminal.out().println(Numbers.counted(lines, "route") + " in table " + NAME);
      return table;
    } catch (IOException | RuntimeException e) {
      table.close();
      throw e;
    }
  }

  private static FilledTable at(DemoRoutes.InTable where) {
    if (where.endpoint().isPresent()) {
      return new FilledTable(null, where.endpoint().get());
    }
    LocalServer server = LocalServer.start(where.home());
    return new FilledTable(server, server.endpoint());
  }

  private long fill(FileRoutes from) throws IOException {
    StringBuilder lines = new StringBuilder();
    RouteExport.write(
        RouteAdministration.builder(from, AUTHOR).build(),
        RouteListing.ALL,
        RouteFormat.JSON_LINES,
        lines);
    RouteDefaults defaults = from.defaults();
    try (DynamoDbAsyncClient client = client()) {
      DynamoRoutes.createTable(client, NAME, CREATION);
      RouteAdministration to =
          RouteAdministration.builder(DynamoRoutes.of(client, NAME), AUTHOR).build();
      to.defaults(defaults.known(), defaults.unknown());
      ImportReport report =
          RouteImport.builder(to, RouteFormat.JSON_LINES)
              .build()
              .run(new ByteArrayInputStream(lines.toString().getBytes(StandardCharsets.UTF_8)));
      if (report.refused() > 0 || report.end() != ImportReport.End.WHOLE) {
        throw new IllegalStateException(
            "table "
                + NAME
                + " on "
                + endpoint
                + " could not take all routes; what it holds already may lead elsewhere: "
                + report.refusals().stream().limit(1).map(it -> it.expected()).toList());
      }
      return report.added() + report.changed() + report.same();
    }
  }

  private DynamoDbAsyncClient client() {
    return DynamoDbAsyncClient.builder()
        .endpointOverride(endpoint)
        .region(REGION)
        .credentialsProvider(SystemPropertyCredentialsProvider.create())
        .build();
  }

  /** What a gateway is told that looks routes up here. */
  AuthoritySettings settings() {
    return new AuthoritySettings.DynamoTable(
        NAME, Optional.of(REGION.id()), Optional.of(endpoint), true, LOOKUP);
  }

  @Override
  public void close() {
    replaced.forEach(
        (name, value) ->
            value.ifPresentOrElse(
                it -> System.setProperty(name, it), () -> System.clearProperty(name)));
    if (server != null) {
      server.close();
    }
  }
}
