// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.OriginTls;
import io.turnout.gateway.config.TlsFiles;
import io.turnout.gateway.config.TlsIdentity;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.TrustOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** TLS towards origins, with the certificates that its files hold at the moment. Thread-safe. */
final class OutwardTls implements AutoCloseable {

  private static final Logger logger = LoggerFactory.getLogger(OutwardTls.class);

  private final OriginTls settings;
  private final Optional<WatchedTls<Material>> watched;

  /**
   * What the files hold.
   *
   * @param trusted whose certificates origins may show; empty: those that the system trusts
   * @param keys what the gateway proves itself with; empty: nothing
   */
  private record Material(Optional<TrustManagerFactory> trusted, Optional<KeyManagerFactory> keys) {

    static final Material NONE = new Material(Optional.empty(), Optional.empty());
  }

  /**
   * Reads the files and begins to watch them.
   *
   * @throws java.io.UncheckedIOException if they cannot be used
   */
  OutwardTls(OriginTls settings, WatchedTls.Watching watching) {
    this.settings = settings;
    Optional<Path> first =
        settings.trust().or(() -> settings.identity().map(TlsIdentity::certificate));
    watched = first.map(file -> new WatchedTls<>(file, this::read, watching));
  }

  private Material read(TlsFiles files) throws IOException {
    Optional<TrustManagerFactory> trusted = Optional.empty();
    Optional<KeyManagerFactory> keys = Optional.empty();
    if (settings.trust().isPresent()) {
      trusted = Optional.of(files.trust(settings.trust().get()));
    }
    if (settings.identity().isPresent()) {
      keys = Optional.of(files.keys(settings.identity().get()));
    }
    return new Material(trusted, keys);
  }

  /** Lets a client speak it, on connections that it makes from now on, and follow the files. */
  void speak(HttpClientAgent client) {
    if (watched.isPresent()) {
      watched.get().takenBy(material -> update(client, material));
    } else {
      update(client, Material.NONE);
    }
  }

  private static void update(HttpClientAgent client, Material material) {
    ClientSSLOptions options = new ClientSSLOptions().setHostnameVerificationAlgorithm("HTTPS");
    material.trusted().ifPresent(trusted -> options.setTrustOptions(TrustOptions.wrap(trusted)));
    material.keys().ifPresent(keys -> options.setKeyCertOptions(KeyCertOptions.wrap(keys)));
    client
        .updateSSLOptions(options, true)
        .onFailure(failure -> logger.error("certificates could not be changed", failure));
  }

  @Override
  public void close() {
    watched.ifPresent(WatchedTls::close);
  }
}
