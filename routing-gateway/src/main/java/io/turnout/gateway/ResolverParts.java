// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.NearCacheBound;
import io.turnout.gateway.config.ResolverSettings;
import io.turnout.resolve.CellResolver;
import io.turnout.resolve.ResolverListener;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteCache;
import io.turnout.spi.RouteInvalidations;
import java.util.List;
import java.util.Optional;

/**
 * What the resolvers of a gateway are made of.
 *
 * @param settings what the configuration says of them
 * @param layers the layers, from the top
 * @param channel where changes are heard
 * @param listener who hears what they do
 */
record ResolverParts(
    ResolverSettings settings,
    List<? extends RouteCache> layers,
    Optional<RouteInvalidations> channel,
    ResolverListener listener) {

  /** The resolver of requests. */
  CellResolver forRequests(RouteAuthority authority) {
    CellResolver.Builder builder = CellResolver.builder(authority);
    common(builder);
    builder
        .layerTimeout(settings.layerTimeout())
        .maxStale(settings.maxStale())
        .serveExpiredFor(settings.serveExpiredFor());
    layers.forEach(builder::layer);
    settings.snapshot().ifPresent(kept -> builder.snapshot(kept.file(), kept.every()));
    return builder.build();
  }

  /** What both resolvers have: that of other routers' look-ups tells nothing that is not fresh. */
  void common(CellResolver.Builder builder) {
    NearCacheBound bound = settings.nearCache();
    switch (bound.unit()) {
      case KEYS -> builder.nearCache(bound.most());
      case BYTES -> builder.nearCacheBytes(bound.most());
    }
    builder
        .authorityTimeout(settings.authorityTimeout())
        .authorityConcurrency(settings.authorityConcurrency())
        .authorityQueue(settings.authorityQueue())
        .maxFresh(settings.maxFresh())
        .maxExpire(settings.maxExpire())
        .freshnessSpread(settings.freshnessSpread())
        .listener(listener);
    channel.ifPresent(builder::invalidations);
  }
}
