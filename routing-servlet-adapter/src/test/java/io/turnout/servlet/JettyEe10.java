// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.MultipartConfigElement;
import java.util.EnumSet;
import org.eclipse.jetty.ee10.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Jetty with EE 10's servlets, set up so that targets stay as they come. */
final class JettyEe10 implements TestServer {

  private final Server server;

  private JettyEe10(Server server) {
    this.server = server;
  }

  static TestServer start(Site site) throws Exception {
    Server server = JettyCore.server();
    ServletContextHandler context = new ServletContextHandler("/");
    context.getServletHandler().setDecodeAmbiguousURIs(true);
    site.filters()
        .forEach(
            filter -> {
              FilterHolder holder = new FilterHolder(filter);
              holder.setAsyncSupported(true);
              context.addFilter(holder, "/*", EnumSet.allOf(DispatcherType.class));
            });
    site.servlets()
        .forEach(
            (pattern, servlet) -> {
              ServletHolder holder = new ServletHolder(servlet);
              holder.setAsyncSupported(true);
              holder.getRegistration().setMultipartConfig(new MultipartConfigElement(""));
              context.addServlet(holder, pattern);
            });
    ErrorPageErrorHandler errors = new ErrorPageErrorHandler();
    errors.addErrorPage(500, "/error");
    context.setErrorHandler(errors);
    server.setHandler(context);
    server.start();
    return new JettyEe10(server);
  }

  @Override
  public int port() {
    return ((ServerConnector) server.getConnectors()[0]).getLocalPort();
  }

  @Override
  public void close() throws Exception {
    server.stop();
  }
}
