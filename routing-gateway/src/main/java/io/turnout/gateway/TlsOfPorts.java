// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.LookupSettings;
import io.turnout.gateway.config.ServerTls;
import io.turnout.spi.RouteScheduler;
import java.time.Duration;
import java.util.Optional;

/**
 * TLS of the ports that speak it, with one thread that looks at the files.
 *
 * @param requests that of the requests
 * @param lookups that of the look-ups of other routers
 * @param closers what ends the looking
 */
record TlsOfPorts(Optional<PortTls> requests, Optional<PortTls> lookups, Closers closers) {

  /**
   * Reads the files and begins to watch them.
   *
   * @throws java.io.UncheckedIOException if any cannot be used; nothing is left running
   */
  static TlsOfPorts open(GatewayConfig config) {
    Closers closers = new Closers();
    Optional<ServerTls> lookups = config.lookups().flatMap(LookupSettings::tls);
    if (config.tls().isEmpty() && lookups.isEmpty()) {
      return new TlsOfPorts(Optional.empty(), Optional.empty(), closers);
    }
    RouteScheduler scheduler = RouteScheduler.newThread("turnout-certificates");
    closers.add(scheduler::close);
    Duration interval = Duration.ofMillis(config.pollMillis());
    try {
      return new TlsOfPorts(
          config
              .tls()
              .map(tls -> open(tls, "certificate of the requests", scheduler, interval, closers)),
          lookups.map(
              tls -> open(tls, "certificate of the look-ups", scheduler, interval, closers)),
          closers);
    } catch (RuntimeException e) {
      closers.close();
      throw e;
    }
  }

  private static PortTls open(
      ServerTls settings,
      String what,
      RouteScheduler scheduler,
      Duration interval,
      Closers closers) {
    PortTls opened = new PortTls(settings, new WatchedTls.Watching(what, scheduler, interval));
    closers.add(opened::close);
    return opened;
  }
}
