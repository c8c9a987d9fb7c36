// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.dynamo.DynamoRoutes;
import io.turnout.store.RouteStore;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClientBuilder;

/** A DynamoDB table. */
final class TablePlace implements Place {

  /** Authorities read consistently, but keep the defaults for so long. */
  private static final Duration READ_LAG = Duration.ofSeconds(10);

  private static final Duration CREATION = Duration.ofMinutes(5);

  private final String table;
  private final Access access;
  private final DynamoDbAsyncClient client;

  /**
   * How a table is reached; what is empty, the AWS SDK finds by itself.
   *
   * @param region an AWS region
   * @param endpoint where DynamoDB is asked, if not at AWS
   * @param profile of the credentials
   */
  record Access(Optional<String> region, Optional<URI> endpoint, Optional<String> profile) {

    /** The options that say so, each after a space. */
    String options() {
      return region.map(it -> " --region " + it).orElse("")
          + endpoint.map(it -> " --endpoint " + it).orElse("")
          + profile.map(it -> " --profile " + it).orElse("");
    }
  }

  private TablePlace(String table, Access access, DynamoDbAsyncClient client) {
    this.table = table;
    this.access = access;
    this.client = client;
  }

  /**
   * A table, which is not asked yet.
   *
   * @throws IllegalStateException if the AWS SDK does not find what the call leaves out
   */
  static TablePlace of(String table, Access access) {
    DynamoDbAsyncClientBuilder builder = DynamoDbAsyncClient.builder();
    access.region().map(Region::of).ifPresent(builder::region);
    access.endpoint().ifPresent(builder::endpointOverride);
    access
        .profile()
        .map(ProfileCredentialsProvider::create)
        .ifPresent(builder::credentialsProvider);
    try {
      return new TablePlace(table, access, builder.build());
    } catch (SdkClientException e) {
      String why =
          access.region().isEmpty()
              ? "the AWS SDK finds no region: say --region, or set AWS_REGION"
              : Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
      throw new IllegalStateException(
          "DynamoDB cannot be asked for the table \"" + table + "\": " + why, e);
    }
  }

  @Override
  public String name() {
    return "table " + table;
  }

  @Override
  public String options() {
    return "--table " + table + access.options();
  }

  @Override
  public RouteStore open() {
    return DynamoRoutes.of(client, table);
  }

  @Override
  public Created create() {
    DynamoRoutes.CreatedTable created = DynamoRoutes.createTable(client, table, CREATION);
    List<String> notices =
        created.refused().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(it -> it.getKey() + " could not be switched on: " + it.getValue())
            .toList();
    return new Created(created.created(), notices);
  }

  @Override
  public Duration readLag() {
    return READ_LAG;
  }

  /** Nobody waits for it: the SDK first looks on for two seconds whether its threads are idle. */
  @Override
  public void close() {
    Thread closing = new Thread(client::close, "turnout-table-close");
    closing.setDaemon(true);
    closing.start();
  }
}
