// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.AuthorityTierSettings;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.LookupSettings;
import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.OriginTls;
import io.turnout.gateway.config.ServerTls;
import io.turnout.spi.RouteScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
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
          opening.outward(origins(config)),
          closers);
    } catch (RuntimeException e) {
      closers.close();
      throw e;
    }
  }

  private static List<Origin> origins(GatewayConfig config) {
    List<Origin> origins = new ArrayList<>(config.cells().values());
    config.tier().authorityTier().map(AuthorityTierSettings::origins).ifPresent(origins::addAll);
    return origins;
  }

  /** Opens them one by one. */
  private record Opening(RouteScheduler scheduler, Duration interval, Closers closers) {

    PortTls port(ServerTls settings, String what) {
      PortTls opened = new PortTls(settings, new WatchedTls.Watching(what, scheduler, interval));
      closers.add(opened::close);
      return opened;
    }

    Map<OriginTls, OutwardTls> outward(Collection<Origin> origins) {
      Map<OriginTls, OutwardTls> outward = new HashMap<>();
      for (Origin origin : origins) {
        origin.tls().ifPresent(tls -> outward.computeIfAbsent(tls, any -> outward(tls, origin)));
      }
      return outward;
    }

    private OutwardTls outward(OriginTls tls, Origin origin) {
      OutwardTls opened =
          new OutwardTls(
              tls, new WatchedTls.Watching("certificates towards " + origin, scheduler, interval));
      closers.add(opened::close);
      return opened;
    }
  }
}
