// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.AuthorityTierSettings;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.LookupSettings;
import io.turnout.gateway.config.OriginTls;
import io.turnout.gateway.config.ServerTls;
import io.turnout.spi.RouteScheduler;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What TLS needs of files, for ports and for origins, with one thread that looks at them.
 *
 * @param requests TLS of the port of the requests
 * @param lookups TLS of the port of the look-ups of other routers
 * @param outward TLS towards origins
 * @param closers what ends the looking
 */
record Certificates(
    Optional<PortTls> requests,
    Optional<PortTls> lookups,
    Map<OriginTls, OutwardTls> outward,
    Closers closers) {

  /**
   * Reads the files and begins to watch them.
   *
   * @throws java.io.UncheckedIOException if any cannot be used; nothing is left running
   */
  static Certificates open(GatewayConfig config) {
    Closers closers = new Closers();
    RouteScheduler scheduler = RouteScheduler.newThread("turnout-certificates");
    closers.add(scheduler::close);
    Opening opening = new Opening(scheduler, Duration.ofMillis(config.pollMillis()), closers);
    try {
      Optional<ServerTls> lookups = config.lookups().flatMap(LookupSettings::tls);
      Optional<PortTls> requests =
          config.tls().map(tls -> opening.port(tls, "certificate of the requests"));
      return new Certificates(
          requests,
          lookups.map(tls -> opening.port(tls, "certificate of the look-ups")),
          opening.outward(outward(config)),
          closers);
    } catch (RuntimeException e) {
      closers.close();
      throw e;
    }
  }

  /** The ways in which TLS is spoken, and to whom. */
  private static Map<OriginTls, String> outward(GatewayConfig config) {
    Map<OriginTls, String> ways = new HashMap<>();
    config
        .cells()
        .forEach((cell, how) -> how.tls().forEach(tls -> ways.putIfAbsent(tls, "cell " + cell)));
    config.tier().authorityTier().map(AuthorityTierSettings::origins).orElse(List.of()).stream()
        .flatMap(origin -> origin.tls().stream())
        .forEach(tls -> ways.putIfAbsent(tls, "the authority tier"));
    return ways;
  }

  /** Opens them one by one. */
  private record Opening(RouteScheduler scheduler, Duration interval, Closers closers) {

    PortTls port(ServerTls settings, String what) {
      PortTls opened = new PortTls(settings, new WatchedTls.Watching(what, scheduler, interval));
      closers.add(opened::close);
      return opened;
    }

    Map<OriginTls, OutwardTls> outward(Map<OriginTls, String> ways) {
      Map<OriginTls, OutwardTls> outward = new HashMap<>();
      ways.forEach((tls, whom) -> outward.put(tls, outward(tls, whom)));
      return outward;
    }

    private OutwardTls outward(OriginTls tls, String whom) {
      OutwardTls opened =
          new OutwardTls(
              tls, new WatchedTls.Watching("certificates towards " + whom, scheduler, interval));
      closers.add(opened::close);
      return opened;
    }
  }
}
