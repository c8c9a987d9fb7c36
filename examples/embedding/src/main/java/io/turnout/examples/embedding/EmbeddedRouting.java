// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.embedding;

import io.turnout.CellRouter;
import io.turnout.authority.FileAuthority;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import io.turnout.rules.WatchedRules;
import io.turnout.spi.RouteScheduler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** What a program that routes opens once, keeps, and closes in the end. Thread-safe. */
final class EmbeddedRouting implements AutoCloseable {

  private final RouteScheduler files;
  private final WatchedRules watched;
  private final FileAuthority authority;
  private final CellResolver resolver;
  private final CellRouter router;
  private final DecisionCounts decisions = new DecisionCounts();
  private final LookupCounts lookups = new LookupCounts();

  private EmbeddedRouting(
      Path rulesFile, Path routesFile, Set<String> addressed, RouteScheduler files) {
    this.files = files;
    // example: watched-rules
    watched =
        WatchedRules.builder(rulesFile, files)
            .check(rules -> cellsWithoutAddress(rules, addressed))
            .listener(new FileLog())
            .build();
    RuleSet rules = watched.start();
    // end of example
    // example: file-authority
    authority = FileAuthority.builder(routesFile, files).listener(new FileLog()).open();
    // end of example
    // example: resolver
    resolver =
        CellResolver.builder(authority)
            .nearCache(100_000)
            .maxStale(Duration.ofMinutes(10))
            .listener(lookups)
            .build();
    // end of example
    // example: router
    router = CellRouter.builder(rules, resolver).listener(decisions).build();
    watched.handTo(router::swap);
    // end of example
  }

  /**
   * Opens routing by two files, which are read again whenever they change.
   *
   * @param addressed the cells that can be reached
   * @throws io.turnout.rules.InvalidRulesException if the rule file has a mistake
   */
  static EmbeddedRouting open(Path rulesFile, Path routesFile, Set<String> addressed) {
    // example: scheduler
    RouteScheduler files = RouteScheduler.newThread("routing-files");
    // end of example
    return open(rulesFile, routesFile, addressed, files);
  }

  /** The same with another scheduler, which is closed together with the routing. */
  static EmbeddedRouting open(
      Path rulesFile, Path routesFile, Set<String> addressed, RouteScheduler files) {
    try {
      return new EmbeddedRouting(rulesFile, routesFile, addressed, files);
    } catch (RuntimeException e) {
      files.close();
      throw e;
    }
  }

  // example: check
  private static List<String> cellsWithoutAddress(RuleSet rules, Set<String> addressed) {
    return rules.namedCells().stream()
        .filter(cell -> !addressed.contains(cell))
        .map(cell -> "the cell " + cell + " has no address")
        .toList();
  }

  // end of example

  CellRouter router() {
    return router;
  }

  DecisionCounts decisions() {
    return decisions;
  }

  LookupCounts lookups() {
    return lookups;
  }

  // example: close
  @Override
  public void close() {
    watched.close();
    resolver.close();
    authority.close();
    files.close();
  }
  // end of example
}
