// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http.UriCompliance.Violation;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** What Jetty's servers have in common. */
final class JettyCore {

  private static final int HEAD_BYTES = 64 * 1024;

  private JettyCore() {}

  static Server server() {
    QueuedThreadPool threads = new QueuedThreadPool(16);
    threads.setDaemon(true);
    Server server = new Server(threads);
    HttpConfiguration config = new HttpConfiguration();
    config.setUriCompliance(UriCompliance.UNSAFE.without("routed", Violation.FRAGMENT));
    config.setHeaderCacheCaseSensitive(true);
    config.setRequestHeaderSize(HEAD_BYTES);
    ServerConnector connector =
        new ServerConnector(
            server,
            1,
            1,
            new HttpConnectionFactory(config),
            new HTTP2CServerConnectionFactory(config));
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    return server;
  }
}
