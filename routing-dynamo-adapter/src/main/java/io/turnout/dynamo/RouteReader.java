// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import io.turnout.spi.AuthorityThrottledException;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteScheduler;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteStoreException;
import io.turnout.store.StoredRoute;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * Reads items of a table in as few requests as there can be: one key with {@code GetItem}, more
 * with {@code BatchGetItem}.
 *
 * @param isConsistent whether reads are consistent where nothing else is asked for
 * @param scheduler runs what comes after a pause
 * @param random spreads pauses; gives 0 to 1
 */
record RouteReader(
    DynamoDbAsyncClient client,
    String table,
    boolean isConsistent,
    RouteScheduler scheduler,
    DoubleSupplier random) {

  /** What one request brought. */
  record Found(
      ItemCodec codec,
      Map<RouteKey, Map<String, AttributeValue>> items,
      Set<RouteKey> unprocessed) {

    /**
     * The record of a key that was processed.
     *
     * @throws RouteStoreException if it is damaged
     */
    Optional<StoredRoute> route(RouteKey key) {
      return Optional.ofNullable(items.get(key)).map(item -> codec.route(key, item));
    }
  }

  /**
   * Reads up to 100 keys.
   *
   * @return the request's own future, as far as that it can be cancelled
   */
  CompletableFuture<Found> read(List<RouteKey> keys, boolean consistent) {
    try {
      return keys.size() == 1 ? one(keys.get(0), consistent) : many(keys, consistent);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private CompletableFuture<Found> one(RouteKey key, boolean consistent) {
    GetItemRequest request =
        GetItemRequest.builder()
            .tableName(table)
            .key(ItemCodec.routeKey(key))
            .consistentRead(consistent)
            .build();
    return cancelling(
        client.getItem(request),
        response ->
            new Found(
                codec(), response.hasItem() ? Map.of(key, response.item()) : Map.of(), Set.of()));
  }

  private CompletableFuture<Found> many(List<RouteKey> keys, boolean consistent) {
    KeysAndAttributes asked =
        KeysAndAttributes.builder()
            .keys(keys.stream().map(ItemCodec::routeKey).toList())
            .consistentRead(consistent)
            .build();
    return cancelling(
        client.batchGetItem(request -> request.requestItems(Map.of(table, asked))),
        response -> found(keys, response));
  }

  private Found found(List<RouteKey> keys, BatchGetItemResponse response) {
    if (!response.hasResponses()
        || response.responses().isEmpty() && !response.hasUnprocessedKeys()) {
      throw failures().noAnswer();
    }
    Map<String, RouteKey> byText = new HashMap<>();
    keys.forEach(key -> byText.put(key.text(), key));
    Map<RouteKey, Map<String, AttributeValue>> items = new HashMap<>();
    response.responses().values().stream()
        .flatMap(Collection::stream)
        .forEach(item -> items.put(named(byText, item), item));
    Set<RouteKey> unprocessed = new HashSet<>();
    response.unprocessedKeys().values().stream()
        .flatMap(left -> left.keys().stream())
        .forEach(key -> unprocessed.add(named(byText, key)));
    return new Found(codec(), items, unprocessed);
  }

  private RouteKey named(Map<String, RouteKey> byText, Map<String, AttributeValue> attributes) {
    AttributeValue partition = attributes.get(ItemCodec.PARTITION);
    RouteKey key = partition == null ? null : byText.get(partition.s());
    if (key == null) {
      throw failures().noAnswer();
    }
    return key;
  }

  /** Reads the defaults, consistently. */
  CompletableFuture<RouteDefaults> defaults() {
    return cancelling(
        client.getItem(
            request -> request.tableName(table).key(ItemCodec.defaultsKey()).consistentRead(true)),
        response -> codec().defaults(response.item()));
  }

  /** Runs something after the pause that follows a number of tries. */
  void afterPause(int tries, Runnable task) {
    Duration longest = LookupCall.FIRST_PAUSE.multipliedBy(1L << (tries - 1));
    scheduler.schedule(
        task, Duration.ofNanos((long) (longest.toNanos() * (1 + random.getAsDouble()) / 2)));
  }

  /** A future of what is made of a response; cancelling it cancels the request. */
  private static <T, R> CompletableFuture<R> cancelling(
      CompletableFuture<T> sent, Function<T, R> made) {
    CompletableFuture<R> result = sent.thenApply(made);
    CompletionStage<R> ended = result;
    ended.whenComplete(
        (value, failure) -> {
          if (result.isCancelled()) {
            sent.cancel(true);
          }
        });
    return result;
  }

  RouteStoreException failure(Throwable thrown) {
    return failures().of(thrown);
  }

  /** That DynamoDB left a key unprocessed too often. */
  RouteStoreException unprocessed() {
    return failures().throttled("left keys unprocessed in every try, for lack of capacity");
  }

  RouteStoreException damaged(String what) {
    return failures().damaged(what);
  }

  /** What an asker is told of a failure. */
  static RuntimeException toAsker(RouteStoreException failure) {
    return failure.kind() == RouteStoreException.Kind.THROTTLED
        ? new AuthorityThrottledException()
        : failure;
  }

  Failures failures() {
    return new Failures(table);
  }

  private ItemCodec codec() {
    return new ItemCodec(table);
  }
}
