// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.dynamo.server.DynaliteServer;
import io.turnout.dynamo.server.FaultProxy;
import io.turnout.dynamo.server.FaultProxy.Fault;
import io.turnout.store.RouteStoreException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClientBuilder;

/** The client that docs/dynamodb.md recommends, which is the one that is made here. */
class DocumentedClientTest {

  private static final Path SOURCE =
      Path.of("src/test/java/io/turnout/dynamo/DocumentedClientTest.java");
  private static final Path PAGE = Path.of("../docs/dynamodb.md");

  private static final AwsCredentialsProvider CREDENTIALS =
      StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test"));

  static DynamoDbAsyncClientBuilder recommended(Region region, AwsCredentialsProvider credentials) {
    // shown from here
    return DynamoDbAsyncClient.builder()
        .region(region)
        .credentialsProvider(credentials)
        .httpClientBuilder(
            NettyNioAsyncHttpClient.builder()
                .maxConcurrency(64)
                .connectionTimeout(Duration.ofMillis(250))
                .connectionAcquisitionTimeout(Duration.ofMillis(250))
                .tcpKeepAlive(true))
        .overrideConfiguration(
            c ->
                c.apiCallAttemptTimeout(Duration.ofMillis(400))
                    .apiCallTimeout(Duration.ofSeconds(1))
                    .retryStrategy(
                        DefaultRetryStrategy.standardStrategyBuilder()
                            .useClientDefaults(false)
                            .maxAttempts(2)
                            .retryOnExceptionInstanceOf(SdkClientException.class)
                            .backoffStrategy(BackoffStrategy.retryImmediately())
                            .build()));
    // to here
  }

  @Test
  @Tag("external")
  void recommendedClient_works() {
    URI endpoint = DynaliteServer.shared().endpoint();
    String table = Tables.create();
    try (DynamoDbAsyncClient client =
            recommended(Region.US_EAST_1, CREDENTIALS).endpointOverride(endpoint).build();
        DynamoAuthority authority =
            DynamoAuthority.builder(client, table).timeout(Duration.ofSeconds(10)).build()) {
      int left = 20; // on a busy machine the first ones may take longer than the client waits
      while (!Await.succeeds(authority.lookup(Records.KEY, 0))) {
        assertThat(--left).isPositive();
      }
    }
  }

  @Test
  @Tag("external")
  void recommendedClient_triesAgainWhereTheConnectionFails_andNotWhereDynamoDbRefuses() {
    String table = Tables.create();
    try (FaultProxy proxy = FaultProxy.before(DynaliteServer.shared().endpoint());
        DynamoDbAsyncClient client =
            recommended(Region.US_EAST_1, CREDENTIALS).endpointOverride(proxy.endpoint()).build()) {
      DynamoRoutes routes = DynamoRoutes.of(client, table);
      assertThat(requests(proxy, routes, new Fault.Reset())).isEqualTo(2);
      for (String code : List.of("ThrottlingException", "AccessDeniedException")) {
        Fault refusal = new Fault.Answer(400, "{\"__type\":\"" + code + "\"}");
        assertThat(requests(proxy, routes, refusal)).isEqualTo(1);
      }
    }
  }

  private static int requests(FaultProxy proxy, DynamoRoutes routes, Fault fault) {
    proxy.always(fault);
    int before = proxy.requests();
    assertThatThrownBy(() -> routes.read(Records.KEY)).isInstanceOf(RouteStoreException.class);
    return proxy.requests() - before;
  }

  @Test
  void page_showsTheClientThatIsMadeHere() throws IOException {
    List<String> lines = Files.readAllLines(SOURCE);
    int from = lines.indexOf("    // shown from here");
    int to = lines.indexOf("    // to here");
    String shown =
        lines.subList(from + 1, to).stream()
            .map(line -> line.substring("    ".length()))
            .collect(Collectors.joining("\n"));
    assertThat(Files.readString(PAGE)).contains("```java\n" + shown + "\n```");
  }
}
