// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import io.turnout.dynamo.server.DynaliteServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tables on the server that the tests of this module share. */
final class Tables {

  static final DynamoDbAsyncClient CLIENT =
      DynaliteServer.client(DynaliteServer.shared().endpoint());

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final AtomicInteger COUNT = new AtomicInteger();

  private Tables() {}

  /** A name that no other test uses. */
  static String name() {
    return "routes-" + COUNT.incrementAndGet();
  }

  /** The name of a new table. */
  static String create() {
    String table = name();
    DynamoRoutes.createTable(CLIENT, table, LIMIT);
    return table;
  }

  /** Puts an item as it is. */
  static void put(String table, Map<String, AttributeValue> item) {
    Await.answer(CLIENT.putItem(request -> request.tableName(table).item(item)));
  }

  /** An item as it is. */
  static Map<String, AttributeValue> get(String table, Map<String, AttributeValue> key) {
    return Await.answer(CLIENT.getItem(request -> request.tableName(table).key(key))).item();
  }

  /** Makes an item larger by an attribute that no record has. */
  static void grow(String table, Map<String, AttributeValue> key, int chars) {
    Map<String, AttributeValue> item = new HashMap<>(get(table, key));
    item.put("padding", AttributeValue.fromS("x".repeat(chars)));
    put(table, item);
  }
}
