// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.authority.FileRoutes;
import io.turnout.store.RouteStore;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which source of truth is meant. */
final class StoreOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--file", paramLabel = "ROUTES", description = "A route file.")
  private Optional<Path> file;

  @Option(names = "--table", paramLabel = "NAME", description = "A DynamoDB table.")
  private Optional<String> table;

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "The table's region; else as the AWS SDK finds it.")
  private Optional<String> region;

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description = "Where DynamoDB is asked, if not at AWS.")
  private Optional<String> endpoint;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "The profile of the AWS credentials; else as the AWS SDK finds them.")
  private Optional<String> profile;

  @SuppressWarnings("NullAway.Init")
  StoreOptions() {}

  /**
   * The source of truth that the call names.
   *
   * @throws ParameterException if it names none, or several
   */
  Place place() {
    if (file.isPresent() == table.isPresent()) {
      throw wrong("name one source of truth: --file ROUTES or --table NAME");
    }
    if (file.isPresent()) {
      if (region.isPresent() || endpoint.isPresent() || profile.isPresent()) {
        throw wrong("--region, --endpoint and --profile belong to --table, not to --file");
      }
      return new FilePlace(file.get());
    }
    Optional<URI> asked = endpoint.map(this::uri);
    return TablePlace.of(table.orElseThrow(), new TablePlace.Access(region, asked, profile));
  }

  private URI uri(String text) {
    try {
      URI uri = new URI(text);
      if (uri.getScheme() != null && uri.getHost() != null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // It is told below.
    }
    throw wrong("--endpoint cannot be \"" + text + "\"; it is written http://localhost:8000");
  }

  private ParameterException wrong(String message) {
    return new ParameterException(command.commandLine(), message);
  }

  /** A route file. */
  private record FilePlace(Path file) implements Place {

    /** A router takes a change of the file after it has read it twice alike, a second apart. */
    private static final Duration READ_LAG = Duration.ofSeconds(3);

    @Override
    public String name() {
      return "route file " + file;
    }

    @Override
    public String options() {
      return "--file " + file;
    }

    @Override
    public RouteStore open() {
      return FileRoutes.of(file);
    }

    @Override
    public Created create() {
      return new Created(FileRoutes.create(file), List.of());
    }

    @Override
    public Duration readLag() {
      return READ_LAG;
    }

    @Override
    public void close() {}
  }
}
