// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import io.turnout.resolve.CellResolver;
import io.turnout.spi.RouteAuthority;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What is rehearsed: how routers are set, what is behind them, what is asked for and what goes
 * wrong.
 */
public final class Scenario {

  private final String name;
  private final String about;
  private final Load load;
  private final World world;
  private final ResolverSettings resolver;
  private final List<Fault> faults;

  Scenario(String name, About about, World world, ResolverSettings resolver, List<Fault> faults) {
    this.name = name;
    this.about = about.text();
    this.load = about.load();
    this.world = world;
    this.resolver = resolver;
    this.faults = List.copyOf(faults);
  }

  /** What is said of a scenario, and what it asks for unless the caller wants something else. */
  record About(String text, Load load) {}

  /**
   * What routers stand in.
   *
   * @param routers how many there are; requests go to one of them by chance
   * @param authorityLatency how long the authority takes on average
   * @param keysAtOnce how many keys the authority answers in one call
   * @param layerLatency how long the layer takes on average; empty if there is none
   * @param freshFor how long the authority lets answers be fresh
   * @param expireAfter how long it lets them be used at all
   * @param movesPerMinute how many keys change their cell in a minute
   */
  record World(
      int routers,
      Duration authorityLatency,
      int keysAtOnce,
      Optional<Duration> layerLatency,
      Duration freshFor,
      Duration expireAfter,
      int movesPerMinute) {}

  /** The options of a resolver. */
  record ResolverSettings(
      long nearCache,
      Duration layerTimeout,
      Duration authorityTimeout,
      int concurrency,
      int queue,
      Duration maxFresh,
      Duration maxExpire,
      Duration maxStale,
      Duration serveExpiredFor,
      int spreadPercent) {

    CellResolver.Builder builder(RouteAuthority authority) {
      return CellResolver.builder(authority)
          .nearCache(nearCache)
          .layerTimeout(layerTimeout)
          .authorityTimeout(authorityTimeout)
          .authorityConcurrency(concurrency)
          .authorityQueue(queue)
          .maxFresh(maxFresh)
          .maxExpire(maxExpire)
          .maxStale(maxStale)
          .serveExpiredFor(serveExpiredFor)
          .freshnessSpread(spreadPercent);
    }
  }

  /** What it is called: its name, or that of its file. */
  public String name() {
    return name;
  }

  /** What is asked for, unless the caller wants something else. */
  public Load load() {
    return load;
  }

  String about() {
    return about;
  }

  World world() {
    return world;
  }

  ResolverSettings resolver() {
    return resolver;
  }

  /** What goes wrong, in the order of time. */
  List<Fault> faults() {
    return faults;
  }

  /** How many look-ups a second the authority can answer one router when all is well. */
  double lookupsPerSecond() {
    double seconds = world.authorityLatency().toNanos() / 1e9;
    return (double) resolver.concurrency() * world.keysAtOnce() / seconds;
  }
}
