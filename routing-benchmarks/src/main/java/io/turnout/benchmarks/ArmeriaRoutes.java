// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.RequestTarget;
import com.linecorp.armeria.common.SessionProtocol;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.RouteBuilder;
import com.linecorp.armeria.server.Routed;
import com.linecorp.armeria.server.RoutingContext;
import com.linecorp.armeria.server.RoutingStatus;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceConfig;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.linecorp.armeria.server.VirtualHost;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Objects;

/**
 * A route table in Armeria's router, a trie, without the cache of exact paths that it puts in front
 * of it.
 */
final class ArmeriaRoutes {

  private static final String HOST = "api.ostrand.example";

  /** Makes a context as the server's own request handler does; the factory is not public. */
  private static final MethodHandle CONTEXT = contextFactory();

  private final VirtualHost host;

  /** A service that only says which route it is. */
  private record Numbered(int number) implements HttpService {
    @Override
    public HttpResponse serve(ServiceRequestContext context, HttpRequest request) {
      return HttpResponse.of(204);
    }
  }

  private ArmeriaRoutes(VirtualHost host) {
    this.host = host;
  }

  /** The routes of a table, by number. */
  static ArmeriaRoutes of(List<Route> routes) {
    System.setProperty("com.linecorp.armeria.routeCacheSpec", "off");
    ServerBuilder server = Server.builder();
    for (int i = 0; i < routes.size(); i++) {
      server.service(route(routes.get(i)), new Numbered(i));
    }
    return new ArmeriaRoutes(server.build().config().defaultVirtualHost());
  }

  /** The head of a GET request as Armeria hands it to its router. */
  static RequestHeaders headers(String target) {
    return RequestHeaders.builder(HttpMethod.GET, target).authority(HOST).scheme("https").build();
  }

  /** The context that the router needs, made from a head. */
  RoutingContext context(RequestHeaders headers) {
    RequestTarget target = RequestTarget.forServer(headers.path());
    try {
      return (RoutingContext)
          CONTEXT.invokeExact(host, HOST, target, headers, RoutingStatus.OK, SessionProtocol.H1C);
    } catch (Throwable e) {
      throw new IllegalStateException("Armeria makes no context of " + target, e);
    }
  }

  /** What the router finds. */
  Routed<ServiceConfig> find(RoutingContext context) {
    return host.findServiceConfig(context);
  }

  /** The number of the route that was found. */
  static int number(Routed<ServiceConfig> routed) {
    Numbered found = routed.value().service().as(Numbered.class);
    return Objects.requireNonNull(found, "found").number();
  }

  private static com.linecorp.armeria.server.Route route(Route route) {
    RouteBuilder builder = com.linecorp.armeria.server.Route.builder();
    return (route.open() ? builder.pathPrefix(route.template()) : builder.path(route.template()))
        .build();
  }

  private static MethodHandle contextFactory() {
    try {
      Class<?> type = Class.forName("com.linecorp.armeria.server.DefaultRoutingContext");
      MethodType of =
          MethodType.methodType(
              RoutingContext.class,
              VirtualHost.class,
              String.class,
              RequestTarget.class,
              RequestHeaders.class,
              RoutingStatus.class,
              SessionProtocol.class);
      return MethodHandles.privateLookupIn(type, MethodHandles.lookup()).findStatic(type, "of", of);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this version of Armeria makes its contexts otherwise", e);
    }
  }
}
