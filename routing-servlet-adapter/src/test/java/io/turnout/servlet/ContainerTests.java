// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import io.turnout.CellRouter;
import io.turnout.spi.RouteAuthority;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;

/** What the tests in a container have in common. */
abstract class ContainerTests {

  private final List<AutoCloseable> open = new ArrayList<>();

  /** The container. */
  abstract TestServer.Kind kind();

  @AfterEach
  void close() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  TestRouting routing() {
    return routing(TestRouting::twoCells, router -> router);
  }

  TestRouting routing(RouteAuthority authority, UnaryOperator<CellRouter.Builder> options) {
    return routing(TestRouting.RULES, authority, options);
  }

  TestRouting routing(
      String rules, RouteAuthority authority, UnaryOperator<CellRouter.Builder> options) {
    TestRouting routing = new TestRouting(rules, authority, options);
    open.add(routing);
    return routing;
  }

  /** A server with a filter before a servlet. */
  RawClient.Dialler serve(Filter filter, HttpServlet servlet) throws Exception {
    return serve(new TestServer.Site(List.of(filter), Map.of("/*", servlet)));
  }

  RawClient.Dialler serve(TestServer.Site site) throws Exception {
    TestServer server = kind().start(site);
    open.add(server);
    return () -> {
      RawClient client = RawClient.to(server.port());
      open.add(client);
      return client;
    };
  }

  /** A GET on a connection of its own. */
  static RawClient.Answer get(RawClient.Dialler server, String target, String... fields)
      throws IOException {
    return server.dial().send(head("GET " + target, fields)).answer();
  }

  /** A POST with {@code Content-Length} on a connection of its own. */
  static RawClient.Answer post(RawClient.Dialler server, String target, String type, String body)
      throws IOException {
    return server.dial().send(posted(target, type, body)).answer();
  }

  static String posted(String target, String type, String body) {
    return head("POST " + target, "Content-Type: " + type, "Content-Length: " + body.length())
        + body;
  }

  static String head(String line, String... fields) {
    StringBuilder head = new StringBuilder(line).append(" HTTP/1.1\r\nHost: a.test\r\n");
    for (String field : fields) {
      head.append(field).append("\r\n");
    }
    return head.append("\r\n").toString();
  }

  static String json(String id, int padding) {
    return "{\"id\":\"" + id + "\",\"rest\":\"" + "x".repeat(padding) + "\"}";
  }
}
