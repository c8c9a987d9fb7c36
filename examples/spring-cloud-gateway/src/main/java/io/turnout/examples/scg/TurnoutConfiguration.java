// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.scg;

import io.turnout.CellRouter;
import io.turnout.authority.FileAuthority;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.WatchedRules;
import io.turnout.spi.RouteScheduler;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The parts of a router, over files that are read again when they change. */
@Configuration(proxyBeanMethods = false)
class TurnoutConfiguration {

  /** The most that is read of a body to decide a request, in bytes. */
  private static final int BODY_LIMIT_BYTES = 1 << 16;

  @Bean(destroyMethod = "close")
  RouteScheduler turnoutFiles() {
    return RouteScheduler.newThread("turnout-files");
  }

  @Bean(destroyMethod = "close")
  WatchedRules turnoutRules(TurnoutProperties properties, RouteScheduler files) {
    return WatchedRules.builder(properties.rules(), files).build();
  }

  @Bean(destroyMethod = "close")
  FileAuthority turnoutRoutes(TurnoutProperties properties, RouteScheduler files) {
    return FileAuthority.builder(properties.routes(), files).open();
  }

  @Bean(destroyMethod = "close")
  CellResolver turnoutResolver(FileAuthority routes) {
    return CellResolver.builder(routes).nearCache(100_000).build();
  }

  @Bean
  CellRouter turnoutRouter(WatchedRules rules, CellResolver resolver) {
    CellRouter router =
        CellRouter.builder(rules.start(), resolver).bodyLimit(BODY_LIMIT_BYTES).build();
    rules.handTo(router::swap);
    return router;
  }

  @Bean
  TurnoutFilter turnoutFilter(CellRouter router, TurnoutProperties properties) {
    return new TurnoutFilter(router, properties.cells());
  }
}
