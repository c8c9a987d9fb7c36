// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.dynamo.DynamoRoutes.CreatedTable;
import io.turnout.dynamo.server.DynaliteServer;
import io.turnout.dynamo.server.FaultProxy;
import io.turnout.dynamo.server.FaultProxy.Fault;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteStoreException.Kind;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

@Tag("external")
class TableSetUpTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final String table = Tables.name();

  private CreatedTable create() {
    return DynamoRoutes.createTable(Tables.CLIENT, table, LIMIT);
  }

  @Test
  void createTable_makesItWithBothIndexes_paidByRequest() {
    assertThat(create().created()).isTrue();
    TableDescription made =
        Await.answer(Tables.CLIENT.describeTable(request -> request.tableName(table))).table();
    assertThat(made.billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
    assertThat(made.globalSecondaryIndexes())
        .extracting(index -> index.indexName() + " " + index.projection().projectionType())
        .containsExactlyInAnyOrder("by-cell ALL", "by-alias KEYS_ONLY");
  }

  @Test
  void createTable_onAServerWithoutProtections_saysSo_andGoesOn() {
    CreatedTable made = create();
    assertThat(made.refused()).containsOnlyKeys("point-in-time recovery", "deletion protection");
    assertThat(made.refused().values()).allMatch(why -> why.contains("\"" + table + "\""));
    assertThat(DynamoRoutes.of(Tables.CLIENT, table).read(Records.KEY)).isEmpty();
  }

  @Test
  void createTable_whereOneIsThere_takesIt() {
    create();
    assertThat(
            DynamoRoutes.of(Tables.CLIENT, table).write(Records.inCell(Records.KEY, "us-1", 1), 0))
        .isTrue();
    assertThat(create().created()).isFalse();
    assertThat(DynamoRoutes.of(Tables.CLIENT, table).read(Records.KEY)).isPresent();
  }

  @Test
  void createTable_whereAnotherIsThere_fails() {
    other(keys -> keys.keySchema(key("pk", KeyType.HASH)), "pk");
    assertWrongShape("the partition key \"pk\" and the sort key \"sk\"");
  }

  @Test
  void createTable_whereOneWithoutTheIndexesIsThere_fails() {
    other(keys -> keys.keySchema(key("pk", KeyType.HASH), key("sk", KeyType.RANGE)), "pk", "sk");
    assertWrongShape("keys of the type S in the table and its indexes");
  }

  @Test
  void createTable_whereAnIndexIsOther_fails() {
    other(
        keys ->
            keys.keySchema(key("pk", KeyType.HASH), key("sk", KeyType.RANGE))
                .globalSecondaryIndexes(index("by-cell", "cell"), index("by-alias", "alias")),
        "pk",
        "sk",
        "cell",
        "alias");
    assertWrongShape("an index \"by-cell\" with all attributes");
  }

  private void other(Consumer<CreateTableRequest.Builder> keys, String... attributes) {
    CreateTableRequest.Builder request =
        CreateTableRequest.builder()
            .tableName(table)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(
                Stream.of(attributes)
                    .map(
                        name ->
                            AttributeDefinition.builder()
                                .attributeName(name)
                                .attributeType(ScalarAttributeType.S)
                                .build())
                    .toList());
    keys.accept(request);
    Await.answer(Tables.CLIENT.createTable(request.build()));
  }

  private static GlobalSecondaryIndex index(String name, String by) {
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(key(by, KeyType.HASH), key("pk", KeyType.RANGE))
        .projection(projection -> projection.projectionType(ProjectionType.KEYS_ONLY))
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private void assertWrongShape(String expected) {
    assertThatThrownBy(this::create)
        .isInstanceOf(RouteStoreException.class)
        .hasMessageContaining("exists and is no table of routes: expected " + expected)
        .extracting(e -> ((RouteStoreException) e).kind())
        .isEqualTo(Kind.MISSING);
  }

  @Test
  void createTable_whoseAnswerIsLost_takesWhatWasMade() {
    try (FaultProxy proxy = FaultProxy.before(DynaliteServer.shared().endpoint());
        DynamoDbAsyncClient client = DynaliteServer.client(proxy.endpoint())) {
      proxy.next(1, "CreateTable", new Fault.LostAnswer());
      assertThat(DynamoRoutes.createTable(client, table, LIMIT).created()).isFalse();
      assertThat(DynamoRoutes.of(client, table).read(Records.KEY)).isEmpty();
    }
  }

  @Test
  void createTable_thatIsForbidden_fails() {
    try (FaultProxy proxy = FaultProxy.before(DynaliteServer.shared().endpoint());
        DynamoDbAsyncClient client = DynaliteServer.client(proxy.endpoint())) {
      proxy.always(
          new Fault.Answer(400, "{\"__type\":\"com.amazon.coral.service#AccessDeniedException\"}"));
      assertThatThrownBy(() -> DynamoRoutes.createTable(client, table, LIMIT))
          .isInstanceOf(RouteStoreException.class)
          .extracting(e -> ((RouteStoreException) e).kind())
          .isEqualTo(Kind.FORBIDDEN);
    }
  }
}
