// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.authority.HttpAuthority;
import io.turnout.document.CompanionFiles;
import io.turnout.dynamo.DynamoAuthority;
import io.turnout.gateway.config.AuthoritySettings;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.OriginTls;
import io.turnout.gateway.config.TlsFiles;
import io.turnout.redis.RedisInvalidations;
import io.turnout.redis.RedisRouteCache;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteCache;
import io.turnout.spi.RouteInvalidations;
import io.turnout.spi.RouteScheduler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClientBuilder;

/** Opens what a configuration says of where routes come from. */
final class Sources {

  private static final Duration LONGEST_START = Duration.ofSeconds(3);
  private static final Duration SHORTEST_CONNECT = Duration.ofMillis(250);
  private static final int FEWEST_CONNECTIONS = 64;

  private final GatewayConfig config;
  private final Closers closers;

  Sources(GatewayConfig config, Closers closers) {
    this.config = config;
    this.closers = closers;
  }

  /**
   * The source of truth.
   *
   * @param layers the layers above it
   * @param onUse what is to be done whenever another content of a route file is in use
   */
  RouteSource source(List<? extends RouteCache> layers, Runnable onUse) {
    AuthoritySettings settings = config.authority();
    if (settings instanceof AuthoritySettings.RouteFile file) {
      return FileSource.open(file, Duration.ofMillis(config.pollMillis()), onUse, closers);
    }
    RouteAuthority authority =
        settings instanceof AuthoritySettings.DynamoTable table
            ? dynamo(table)
            : endpoint((AuthoritySettings.Endpoint) settings);
    RouteScheduler scheduler = RouteScheduler.newThread("turnout-first-look-up");
    closers.add(scheduler::close);
    return RemoteSource.open(authority, layers, LONGEST_START, scheduler);
  }

  private static RouteAuthority endpoint(AuthoritySettings.Endpoint settings) {
    HttpAuthority.Builder builder =
        HttpAuthority.builder(settings.url()).callTimeout(settings.timeout());
    settings.token().ifPresent(token -> builder.token(token.text()));
    settings.tls().ifPresent(tls -> builder.client(client(tls)));
    return builder.build();
  }

  private static HttpClient client(OriginTls tls) {
    TlsFiles files = new TlsFiles(new CompanionFiles());
    try {
      KeyManager[] shown =
          tls.identity().isPresent()
              ? files.keys(tls.identity().get()).getKeyManagers()
              : new KeyManager[0];
      TrustManager[] trusted =
          tls.trust().isPresent() ? files.trust(tls.trust().get()).getTrustManagers() : null;
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(shown, trusted, null);
      return HttpClient.newBuilder()
          .sslContext(context)
          .followRedirects(HttpClient.Redirect.NEVER)
          .proxy(HttpClient.Builder.NO_PROXY)
          .connectTimeout(HttpAuthority.DEFAULT_CALL_TIMEOUT)
          .build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has TLS", e);
    }
  }

  private RouteAuthority dynamo(AuthoritySettings.DynamoTable settings) {
    DynamoDbAsyncClient client = client(settings);
    closers.add(client::close);
    DynamoAuthority.Builder builder =
        DynamoAuthority.builder(client, settings.table()).timeout(settings.timeout());
    if (!settings.consistent()) {
      builder.eventuallyConsistent();
    }
    DynamoAuthority authority = builder.build();
    closers.add(authority::close);
    return authority;
  }

  /** The client that the documentation of the adapter recommends. */
  private DynamoDbAsyncClient client(AuthoritySettings.DynamoTable settings) {
    DefaultCredentialsProvider credentials =
        DefaultCredentialsProvider.builder().asyncCredentialUpdateEnabled(true).build();
    closers.add(credentials::close);
    Duration timeout = settings.timeout();
    Duration connect = connect(timeout);
    DynamoDbAsyncClientBuilder builder =
        DynamoDbAsyncClient.builder()
            .credentialsProvider(credentials)
            .httpClientBuilder(
                NettyNioAsyncHttpClient.builder()
                    .maxConcurrency(connections())
                    .connectionTimeout(connect)
                    .connectionAcquisitionTimeout(connect)
                    .tcpKeepAlive(true))
            .overrideConfiguration(
                c ->
                    c.apiCallAttemptTimeout(timeout.multipliedBy(2).dividedBy(5))
                        .apiCallTimeout(timeout)
                        .retryStrategy(
                            DefaultRetryStrategy.standardStrategyBuilder()
                                .useClientDefaults(false)
                                .maxAttempts(2)
                                .retryOnExceptionInstanceOf(SdkClientException.class)
                                .backoffStrategy(BackoffStrategy.retryImmediately())
                                .build()));
    settings.region().ifPresent(name -> builder.region(Region.of(name)));
    settings.endpoint().ifPresent(builder::endpointOverride);
    try {
      return builder.build();
    } catch (SdkClientException e) {
      throw new IllegalStateException(
          "no client for the table \"" + settings.table() + "\" can be made: " + e.getMessage(), e);
    }
  }

  /** A share of the whole time-out, so that whoever gives a call more time gives connections it. */
  private static Duration connect(Duration timeout) {
    Duration share = timeout.dividedBy(4);
    return share.compareTo(SHORTEST_CONNECT) < 0 ? SHORTEST_CONNECT : share;
  }

  /** Room for the calls of both resolvers, and for connections that are being replaced. */
  private int connections() {
    int resolvers = config.lookups().isPresent() ? 2 : 1;
    return Math.max(FEWEST_CONNECTIONS, 2 * resolvers * config.resolver().authorityConcurrency());
  }

  /** The layers, from the top; each connects in the background. */
  List<RedisRouteCache> layers() {
    return config.layers().stream()
        .map(
            settings -> {
              RedisRouteCache layer =
                  RedisRouteCache.builder(settings.uri().text())
                      .name(settings.name())
                      .prefix(settings.prefix())
                      .timeout(settings.timeout())
                      .build();
              closers.add(layer::close);
              return layer;
            })
        .toList();
  }

  /** The channel on which changes are heard; connects in the background. */
  Optional<RouteInvalidations> channel() {
    return config
        .invalidations()
        .map(
            settings -> {
              RedisInvalidations channel =
                  RedisInvalidations.builder(settings.uri().text())
                      .channel(settings.channel())
                      .timeout(settings.timeout())
                      .build();
              closers.add(channel::close);
              return channel;
            });
  }
}
