// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import static software.amazon.awssdk.services.dynamodb.model.KeyType.HASH;
import static software.amazon.awssdk.services.dynamodb.model.KeyType.RANGE;

import io.turnout.dynamo.DynamoRoutes.CreatedTable;
import io.turnout.store.RouteStoreException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbAsyncWaiter;

/**
 * Makes a table of routes, or finds that one is there.
 *
 * <pre>
 * table     pk, sk
 * by-cell   cell, pk    all attributes    the routes that lead to a cell by themselves
 * by-alias  alias, pk   keys only         the aliases of a key
 * </pre>
 *
 * <p>Only items that have the attribute are in an index, so deleted routes and audits are in none.
 */
final class TableSetUp {

  static final String BY_CELL = "by-cell";
  static final String BY_ALIAS = "by-alias";

  /** What {@link CreatedTable#refused} calls the two protections. */
  static final String RECOVERY = "point-in-time recovery";

  static final String PROTECTION = "deletion protection";

  private static final Duration POLL = Duration.ofMillis(250);

  private final DynamoDbAsyncClient client;
  private final String table;
  private final Failures failures;
  private final Calls calls;

  TableSetUp(DynamoDbAsyncClient client, String table, Duration timeout) {
    this.client = client;
    this.table = table;
    this.failures = new Failures(table);
    this.calls = new Calls(failures, timeout);
  }

  CreatedTable run() {
    boolean created = create();
    awaitActive();
    TableDescription description =
        calls.await(() -> client.describeTable(request -> request.tableName(table))).table();
    requireShape(description);
    Map<String, String> refused = new HashMap<>();
    protect(
        refused,
        RECOVERY,
        () ->
            client.updateContinuousBackups(
                request ->
                    request
                        .tableName(table)
                        .pointInTimeRecoverySpecification(
                            recovery -> recovery.pointInTimeRecoveryEnabled(true))));
    if (!Boolean.TRUE.equals(description.deletionProtectionEnabled())) {
      protect(
          refused,
          PROTECTION,
          () ->
              client.updateTable(
                  request -> request.tableName(table).deletionProtectionEnabled(true)));
    }
    return new CreatedTable(created, refused);
  }

  private boolean create() {
    CreateTableRequest request =
        CreateTableRequest.builder()
            .tableName(table)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(
                attribute(ItemCodec.PARTITION),
                attribute(ItemCodec.SORT),
                attribute(ItemCodec.CELL),
                attribute(ItemCodec.ALIAS))
            .keySchema(keys(ItemCodec.PARTITION, ItemCodec.SORT))
            .globalSecondaryIndexes(
                index(BY_CELL, ItemCodec.CELL, ProjectionType.ALL),
                index(BY_ALIAS, ItemCodec.ALIAS, ProjectionType.KEYS_ONLY))
            .build();
    try {
      calls.await(() -> client.createTable(request));
      return true;
    } catch (ResourceInUseException e) {
      return false;
    }
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static List<KeySchemaElement> keys(String partition, String sort) {
    return List.of(key(partition, HASH), key(sort, RANGE));
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static GlobalSecondaryIndex index(String name, String by, ProjectionType projected) {
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(keys(by, ItemCodec.PARTITION))
        .projection(projection -> projection.projectionType(projected))
        .build();
  }

  private void awaitActive() {
    try (DynamoDbAsyncWaiter waiter =
        DynamoDbAsyncWaiter.builder()
            .client(client)
            .overrideConfiguration(
                wait ->
                    wait.maxAttempts(Integer.MAX_VALUE)
                        .waitTimeout(calls.timeout())
                        .backoffStrategyV2(BackoffStrategy.fixedDelay(POLL)))
            .build()) {
      calls.await(() -> waiter.waitUntilTableExists(request -> request.tableName(table)));
    }
  }

  private void requireShape(TableDescription description) {
    if (!description.keySchema().equals(keys(ItemCodec.PARTITION, ItemCodec.SORT))) {
      throw failures.wrongShape("the partition key \"pk\" and the sort key \"sk\"");
    }
    List<AttributeDefinition> expected =
        List.of(
            attribute(ItemCodec.PARTITION),
            attribute(ItemCodec.SORT),
            attribute(ItemCodec.CELL),
            attribute(ItemCodec.ALIAS));
    if (!description.attributeDefinitions().containsAll(expected)) {
      throw failures.wrongShape("keys of the type S in the table and its indexes");
    }
    GlobalSecondaryIndexDescription byCell = requireIndex(description, BY_CELL, ItemCodec.CELL);
    if (byCell.projection().projectionType() != ProjectionType.ALL) {
      throw failures.wrongShape("an index \"" + BY_CELL + "\" with all attributes");
    }
    requireIndex(description, BY_ALIAS, ItemCodec.ALIAS);
  }

  private GlobalSecondaryIndexDescription requireIndex(
      TableDescription description, String name, String by) {
    return description.globalSecondaryIndexes().stream()
        .filter(index -> index.indexName().equals(name))
        .filter(index -> index.keySchema().equals(keys(by, ItemCodec.PARTITION)))
        .filter(index -> index.indexStatus() == IndexStatus.ACTIVE)
        .findFirst()
        .orElseThrow(
            () ->
                failures.wrongShape(
                    "an active index \"" + name + "\" with the keys \"" + by + "\" and \"pk\""));
  }

  private void protect(
      Map<String, String> refused, String what, Supplier<? extends CompletableFuture<?>> request) {
    try {
      calls.await(() -> request.get().thenApply(done -> true));
    } catch (RouteStoreException | ResourceInUseException e) {
      refused.put(what, String.valueOf(e.getMessage()));
    }
  }
}
