// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.ServerTls;
import io.turnout.gateway.config.TlsFiles;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.TrustOptions;
import java.io.IOException;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** TLS of one port, with the certificates that its files hold at the moment. Thread-safe. */
final class PortTls implements AutoCloseable {

  private static final Logger logger = LoggerFactory.getLogger(PortTls.class);

  private final ServerTls settings;
  private final WatchedTls<Material> watched;

  /**
   * What the files hold.
   *
   * @param keys what the port proves itself with
   * @param trusted whose certificates clients may show; empty: they are asked for none
   */
  private record Material(KeyManagerFactory keys, Optional<TrustManagerFactory> trusted) {}

  /**
   * Reads the files and begins to watch them.
   *
   * @throws java.io.UncheckedIOException if they cannot be used
   */
  PortTls(ServerTls settings, WatchedTls.Watching watching) {
    this.settings = settings;
    watched = new WatchedTls<>(settings.identity().certificate(), this::read, watching);
  }

  private Material read(TlsFiles files) throws IOException {
    KeyManagerFactory keys = files.keys(settings.identity());
    return settings.clientCa().isEmpty()
        ? new Material(keys, Optional.empty())
        : new Material(keys, Optional.of(files.trust(settings.clientCa().get())));
  }

  /** Lets a server that is not started yet speak it. */
  void speak(HttpServerOptions options) {
    Material material = watched.inUse();
    options.setSsl(true).setKeyCertOptions(KeyCertOptions.wrap(material.keys()));
    options.setClientAuth(asking());
    material.trusted().ifPresent(trusted -> options.setTrustOptions(TrustOptions.wrap(trusted)));
  }

  /** Lets a server that has begun to listen follow the files. */
  void follow(HttpServer server, boolean alpn) {
    watched.takenBy(material -> update(server, material, alpn));
  }

  private void update(HttpServer server, Material material, boolean alpn) {
    ServerSSLOptions options = new ServerSSLOptions();
    options.setClientAuth(asking()).setUseAlpn(alpn);
    options.setKeyCertOptions(KeyCertOptions.wrap(material.keys()));
    material.trusted().ifPresent(trusted -> options.setTrustOptions(TrustOptions.wrap(trusted)));
    server
        .updateSSLOptions(options, true)
        .onFailure(failure -> logger.error("certificates could not be changed", failure));
  }

  private ClientAuth asking() {
    return switch (settings.clientAuthentication()) {
      case NONE -> ClientAuth.NONE;
      case REQUEST -> ClientAuth.REQUEST;
      case REQUIRE -> ClientAuth.REQUIRED;
    };
  }

  @Override
  public void close() {
    watched.close();
  }
}
