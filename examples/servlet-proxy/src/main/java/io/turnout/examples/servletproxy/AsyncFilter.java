// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.servletproxy;

import io.turnout.CellRouter;
import io.turnout.decision.Outcome;
import io.turnout.servlet.RoutingFilter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import java.util.EnumSet;

/** Filters that are set up in other ways. */
final class AsyncFilter {

  private AsyncFilter() {}

  // example: async
  static void register(ServletContext context, CellRouter router) {
    RoutingFilter filter = RoutingFilter.builder(router).async().build();
    FilterRegistration.Dynamic registration = context.addFilter("routing", filter);
    registration.setAsyncSupported(true);
    registration.addMappingForUrlPatterns(
        EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC), false, "/*");
  }

  // end of example

  static RoutingFilter telling(CellRouter router) {
    // example: handler
    RoutingFilter filter =
        RoutingFilter.builder(router)
            .handler(
                (decision, request, response, chain) -> {
                  if (decision.outcome() == Outcome.REJECT) {
                    response.sendError(decision.status().orElseThrow()); // your own error page
                  } else {
                    chain.doFilter(request, response);
                  }
                })
            .build();
    // end of example
    return filter;
  }
}
