// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import static io.turnout.dynamo.ItemCodec.number;
import static io.turnout.dynamo.ItemCodec.text;

import io.turnout.spi.RouteKey;
import io.turnout.store.AuditEntry;
import io.turnout.store.Page;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteListing;
import io.turnout.store.RouteStore;
import io.turnout.store.RouteStoreException;
import io.turnout.store.StoredRoute;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * The routes in a DynamoDB table, as their administration reads and writes them.
 *
 * <p>Every write is one conditional {@code UpdateItem}; transactions are not used. A write that is
 * refused reads the record consistently before it says so, since the client may have sent its own
 * write twice. Attributes that a newer version of this library added are left as they are; an item
 * of a newer format is damaged to this one, and not written over.
 *
 * <p>Thread-safe. Calls wait for DynamoDB, up to the time-out.
 */
public final class DynamoRoutes implements RouteStore {

  /** How long a call may take unless something else is said. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  private final DynamoDbAsyncClient client;
  private final String table;
  private final Calls calls;
  private final ItemCodec codec;

  private DynamoRoutes(DynamoDbAsyncClient client, String table, Duration timeout) {
    this.client = Objects.requireNonNull(client, "client");
    this.table = Objects.requireNonNull(table, "table");
    this.calls = new Calls(new Failures(table), timeout);
    this.codec = new ItemCodec(table);
  }

  /**
   * The routes of a table, with {@link #DEFAULT_TIMEOUT}.
   *
   * @param client is used and never closed
   */
  public static DynamoRoutes of(DynamoDbAsyncClient client, String table) {
    return of(client, table, DEFAULT_TIMEOUT);
  }

  /**
   * The routes of a table.
   *
   * @param client is used and never closed
   * @param timeout how long a request may take with all that the client tries, 1 ms to 10 min
   * @throws IllegalArgumentException if the time-out is out of range
   */
  public static DynamoRoutes of(DynamoDbAsyncClient client, String table, Duration timeout) {
    return new DynamoRoutes(client, table, timeout);
  }

  /**
   * What became of a table that was to be created.
   *
   * @param created whether it was; if not, one of the right shape was there
   * @param refused which protections the server does not give, and why; none of {@code
   *     point-in-time recovery} and {@code deletion protection} if it gives both
   */
  public record CreatedTable(boolean created, Map<String, String> refused) {

    /** Copies the map. */
    public CreatedTable {
      refused = Map.copyOf(refused);
    }
  }

  /**
   * Creates a table with all that routes need, or takes one of the right shape that is there: paid
   * by request, with both indexes. Waits until it can be used, and then switches on point-in-time
   * recovery and deletion protection; that a server refuses these is said in the result.
   *
   * @param timeout how long all of it may take, 1 ms to 10 min; DynamoDB takes seconds
   * @throws RouteStoreException if there is a table of that name and another shape, or it cannot be
   *     created
   * @throws IllegalArgumentException if the time-out is out of range
   */
  public static CreatedTable createTable(
      DynamoDbAsyncClient client, String table, Duration timeout) {
    return new TableSetUp(client, table, timeout).run();
  }

  @Override
  public Optional<StoredRoute> read(RouteKey key) {
    Map<String, AttributeValue> item = read(ItemCodec.routeKey(key));
    return item.isEmpty() ? Optional.empty() : Optional.of(codec.route(key, item));
  }

  @Override
  public boolean write(StoredRoute route, long expectedVersion) {
    return update(codec.encode(route), Optional.of(expectedVersion))
        || read(route.key()).filter(there -> isSame(route, there)).isPresent();
  }

  private static boolean isSame(StoredRoute route, StoredRoute there) {
    return there.stamp().writeId().equals(route.stamp().writeId());
  }

  @Override
  public RouteDefaults defaults() {
    return codec.defaults(read(ItemCodec.defaultsKey()));
  }

  @Override
  public boolean writeDefaults(RouteDefaults defaults, long expectedVersion) {
    return update(codec.encode(defaults), Optional.of(expectedVersion))
        || defaults().stamp().writeId().equals(defaults.stamp().writeId());
  }

  @Override
  public Page<StoredRoute> list(RouteListing listing) {
    return listing.cell().isPresent() ? listCell(listing, listing.cell().get()) : listAll(listing);
  }

  private Page<StoredRoute> listAll(RouteListing listing) {
    Map<String, String> names = new HashMap<>(Map.of("#sk", ItemCodec.SORT));
    Map<String, AttributeValue> values = new HashMap<>(Map.of(":route", text(ItemCodec.ROUTE)));
    List<String> filters = new ArrayList<>(List.of("#sk = :route"));
    if (!listing.prefix().isEmpty()) {
      names.put("#pk", ItemCodec.PARTITION);
      values.put(":prefix", text(listing.prefix()));
      filters.add("begins_with(#pk, :prefix)");
    }
    if (!listing.deleted()) {
      names.put("#deleted", ItemCodec.DELETED);
      filters.add("attribute_not_exists(#deleted)");
    }
    ScanRequest.Builder request =
        ScanRequest.builder()
            .tableName(table)
            .limit(listing.limit())
            .filterExpression(String.join(" AND ", filters))
            .expressionAttributeNames(names)
            .expressionAttributeValues(values);
    listing.after().ifPresent(after -> request.exclusiveStartKey(Cursor.ALL.place(after)));
    ScanResponse response = calls.await(() -> client.scan(request.build()));
    return page(response.items(), Cursor.ALL.after(response.lastEvaluatedKey()));
  }

  private Page<StoredRoute> listCell(RouteListing listing, String cell) {
    Map<String, String> names = new HashMap<>(Map.of("#cell", ItemCodec.CELL));
    Map<String, AttributeValue> values = new HashMap<>(Map.of(":cell", text(cell)));
    String condition = "#cell = :cell";
    if (!listing.prefix().isEmpty()) {
      names.put("#pk", ItemCodec.PARTITION);
      values.put(":prefix", text(listing.prefix()));
      condition += " AND begins_with(#pk, :prefix)";
    }
    QueryRequest.Builder request =
        QueryRequest.builder()
            .tableName(table)
            .indexName(TableSetUp.BY_CELL)
            .limit(listing.limit())
            .keyConditionExpression(condition)
            .expressionAttributeNames(names)
            .expressionAttributeValues(values);
    listing
        .after()
        .ifPresent(
            after -> {
              Map<String, AttributeValue> place = new HashMap<>(Cursor.CELL.place(after));
              place.put(ItemCodec.CELL, text(cell));
              request.exclusiveStartKey(place);
            });
    QueryResponse response = calls.await(() -> client.query(request.build()));
    return page(response.items(), Cursor.CELL.after(response.lastEvaluatedKey()));
  }

  private Page<StoredRoute> page(List<Map<String, AttributeValue>> items, Optional<String> next) {
    return new Page<>(items.stream().map(codec::listed).toList(), next);
  }

  @Override
  public List<RouteKey> aliasesOf(RouteKey key) {
    List<RouteKey> aliases = new ArrayList<>();
    Map<String, AttributeValue> start = Map.of();
    do {
      QueryRequest request =
          QueryRequest.builder()
              .tableName(table)
              .indexName(TableSetUp.BY_ALIAS)
              .keyConditionExpression("#alias = :key")
              .expressionAttributeNames(Map.of("#alias", ItemCodec.ALIAS))
              .expressionAttributeValues(Map.of(":key", text(key.text())))
              .exclusiveStartKey(start.isEmpty() ? null : start)
              .build();
      QueryResponse response = calls.await(() -> client.query(request));
      response.items().forEach(item -> aliases.add(codec.listedKey(item)));
      start = response.lastEvaluatedKey();
    } while (!start.isEmpty());
    return aliases;
  }

  @Override
  public void audit(AuditEntry entry) {
    if (!update(codec.encode(entry), Optional.empty())) {
      throw new Failures(table)
          .damaged("holds this entry of the audit trail in a newer format, which is kept");
    }
  }

  @Override
  public Page<AuditEntry> auditOf(Optional<RouteKey> key, int limit, Optional<String> after) {
    RouteListing.requireLimit(limit);
    QueryRequest.Builder request =
        QueryRequest.builder()
            .tableName(table)
            .consistentRead(true)
            .limit(limit)
            .scanIndexForward(false)
            .keyConditionExpression("#pk = :pk AND begins_with(#sk, :audit)")
            .expressionAttributeNames(Map.of("#pk", ItemCodec.PARTITION, "#sk", ItemCodec.SORT))
            .expressionAttributeValues(
                Map.of(
                    ":pk", text(ItemCodec.auditPartition(key)), ":audit", text(ItemCodec.AUDIT)));
    after.ifPresent(cursor -> request.exclusiveStartKey(Cursor.AUDIT.place(cursor)));
    QueryResponse response = calls.await(() -> client.query(request.build()));
    return new Page<>(
        response.items().stream().map(item -> codec.audit(key, item)).toList(),
        Cursor.AUDIT.after(response.lastEvaluatedKey()));
  }

  private Map<String, AttributeValue> read(Map<String, AttributeValue> key) {
    GetItemRequest request =
        GetItemRequest.builder().tableName(table).key(key).consistentRead(true).build();
    return calls.await(() -> client.getItem(request)).item();
  }

  /**
   * Writes an item, if it is of no newer format and has the version that is expected.
   *
   * @param expectedVersion 0 if there must be no item; empty for any version, and none
   * @return whether the condition held
   */
  private boolean update(ItemCodec.Write write, Optional<Long> expectedVersion) {
    Map<String, String> names = new HashMap<>();
    Map<String, AttributeValue> values = new HashMap<>();
    List<String> sets = new ArrayList<>();
    List<String> removals = new ArrayList<>();
    for (Map.Entry<String, AttributeValue> attribute : write.set().entrySet()) {
      names.put("#" + attribute.getKey(), attribute.getKey());
      values.put(":" + attribute.getKey(), attribute.getValue());
      sets.add("#" + attribute.getKey() + " = :" + attribute.getKey());
    }
    for (String removed : write.removed()) {
      names.put("#" + removed, removed);
      removals.add("#" + removed);
    }
    String expression =
        "SET "
            + String.join(", ", sets)
            + (removals.isEmpty() ? "" : " REMOVE " + String.join(", ", removals));
    try {
      calls.await(
          () ->
              client.updateItem(
                  request ->
                      request
                          .tableName(table)
                          .key(write.key())
                          .updateExpression(expression)
                          .conditionExpression(condition(expectedVersion, names, values))
                          .expressionAttributeNames(names)
                          .expressionAttributeValues(values)));
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }

  private static String condition(
      Optional<Long> expectedVersion,
      Map<String, String> names,
      Map<String, AttributeValue> values) {
    String format = "#" + ItemCodec.FORMAT + " <= :" + ItemCodec.FORMAT;
    if (expectedVersion.isEmpty()) {
      return "attribute_not_exists(#" + ItemCodec.FORMAT + ") OR " + format;
    }
    if (expectedVersion.get() == 0) {
      names.put("#pk", ItemCodec.PARTITION);
      return "attribute_not_exists(#pk)";
    }
    values.put(":expected", number(expectedVersion.get()));
    return "#" + ItemCodec.VERSION + " = :expected AND " + format;
  }
}
