// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;
import java.util.List;
import java.util.Map;

/** A running servlet container, on a free port of loopback. */
interface TestServer extends AutoCloseable {

  /** Its port. */
  int port();

  @Override
  void close() throws Exception;

  /** A kind of container. */
  interface Kind {
    TestServer start(Site site) throws Exception;
  }

  /**
   * What is served; the page for status 500 is {@code /error}.
   *
   * @param filters for every path and every kind of dispatch, in order
   * @param servlets by their patterns
   */
  record Site(List<Filter> filters, Map<String, HttpServlet> servlets) {}
}
