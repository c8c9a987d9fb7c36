// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * A server that speaks DynamoDB's protocol and keeps its tables in memory, in a process that ends
 * with this one. What npm installs for it must be there already: it is never installed from here,
 * so that modules which use it cannot get into each other's way.
 */
public final class DynaliteServer implements AutoCloseable {

  private static final String FOLDER = "routing-dynamo-adapter/src/test/dynalite";
  private static final String INSTALLED = "node_modules/dynalite/package.json";

  private final Process process;
  private final URI endpoint;

  private DynaliteServer(Process process, URI endpoint) {
    this.process = process;
    this.endpoint = endpoint;
  }

  private static final class Shared {
    private static final DynaliteServer SERVER = start();
  }

  /** The one of this process, started by whoever asks first; let each test have its own tables. */
  public static DynaliteServer shared() {
    return Shared.SERVER;
  }

  /** Whether what npm installs is there. */
  public static boolean isInstalled() {
    return Files.exists(folder().resolve(INSTALLED));
  }

  private static Path folder() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(here.resolve(FOLDER))) {
      here = Objects.requireNonNull(here.getParent(), "the tests run outside the repository");
    }
    return here.resolve(FOLDER);
  }

  /** Starts a server on a free port of the loopback address. */
  public static DynaliteServer start() {
    if (!isInstalled()) {
      throw new IllegalStateException(
          "the server is not installed: cd " + FOLDER + "; npm ci --ignore-scripts");
    }
    try {
      Process process =
          new ProcessBuilder("node", "launch.js")
              .directory(folder().toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      String line = out.readLine();
      if (line == null || !line.startsWith("READY ")) {
        process.destroyForcibly();
        throw new IOException("the server did not start: " + line);
      }
      return new DynaliteServer(
          process, URI.create("http://127.0.0.1:" + line.substring("READY ".length()).strip()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where it listens. */
  public URI endpoint() {
    return endpoint;
  }

  /** Its process, which a test may stop, go on with, or kill. */
  public ProcessHandle process() {
    return process.toHandle();
  }

  /** A new client of whatever listens at an endpoint, with two attempts to each call. */
  public static DynamoDbAsyncClient client(URI endpoint) {
    return DynamoDbAsyncClient.builder()
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
        .httpClientBuilder(
            NettyNioAsyncHttpClient.builder().connectionAcquisitionTimeout(Duration.ofSeconds(2)))
        .overrideConfiguration(
            c -> c.apiCallTimeout(Duration.ofSeconds(20)).retryStrategy(b -> b.maxAttempts(2)))
        .build();
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
