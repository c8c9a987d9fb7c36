// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * A client of one table in memory, for what a server does not do when it is asked to: leave keys
 * unprocessed, lag behind, hang. Reads that are not consistent see what {@link #lagging} holds.
 */
final class ScriptedClient implements DynamoDbAsyncClient {

  static final String TABLE = "routes";

  private final Map<Map<String, AttributeValue>, Map<String, AttributeValue>> items =
      new HashMap<>();
  private final Map<Map<String, AttributeValue>, Map<String, AttributeValue>> lagging =
      new HashMap<>();
  private final Deque<Integer> processed = new ArrayDeque<>();
  final List<String> calls = new ArrayList<>();
  final List<CompletableFuture<?>> held = new ArrayList<>();
  boolean hangs;
  boolean emptyAnswers;

  void put(ItemCodec.Write write) {
    items.put(write.key(), item(write));
  }

  void lag(ItemCodec.Write write) {
    lagging.put(write.key(), item(write));
  }

  private static Map<String, AttributeValue> item(ItemCodec.Write write) {
    Map<String, AttributeValue> item = new HashMap<>(write.set());
    item.putAll(write.key());
    return item;
  }

  /** How many keys the next batches process, one number for each; all if there is none. */
  void processOnly(Integer... counts) {
    processed.addAll(List.of(counts));
  }

  @Override
  public CompletableFuture<GetItemResponse> getItem(GetItemRequest request) {
    boolean defaults = request.key().equals(ItemCodec.defaultsKey());
    calls.add((defaults ? "defaults" : "get") + (request.consistentRead() ? "" : " eventually"));
    Map<String, AttributeValue> item = items(request.consistentRead()).get(request.key());
    return answer(GetItemResponse.builder().item(item).build());
  }

  @Override
  public CompletableFuture<BatchGetItemResponse> batchGetItem(BatchGetItemRequest request) {
    KeysAndAttributes asked = Objects.requireNonNull(request.requestItems().get(TABLE));
    List<Map<String, AttributeValue>> keys = asked.keys();
    calls.add("batch " + keys.size() + (asked.consistentRead() ? "" : " eventually"));
    int count = processed.isEmpty() ? keys.size() : Math.min(processed.remove(), keys.size());
    List<Map<String, AttributeValue>> found =
        keys.subList(0, count).stream()
            .flatMap(key -> Stream.ofNullable(items(asked.consistentRead()).get(key)))
            .toList();
    BatchGetItemResponse.Builder response = BatchGetItemResponse.builder();
    if (!emptyAnswers) {
      response.responses(Map.of(TABLE, found));
      if (count < keys.size()) {
        KeysAndAttributes left =
            KeysAndAttributes.builder().keys(keys.subList(count, keys.size())).build();
        response.unprocessedKeys(Map.of(TABLE, left));
      }
    }
    return answer(response.build());
  }

  private Map<Map<String, AttributeValue>, Map<String, AttributeValue>> items(boolean consistent) {
    return consistent ? items : lagging;
  }

  private <T> CompletableFuture<T> answer(T response) {
    if (!hangs) {
      return CompletableFuture.completedFuture(response);
    }
    CompletableFuture<T> never = new CompletableFuture<>();
    held.add(never);
    return never;
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public void close() {}
}
