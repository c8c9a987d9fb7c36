// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import jakarta.servlet.http.HttpServlet;
import org.junit.jupiter.api.Nested;

/** The filter in Jetty with Servlet 6.0. */
class JettyEe10Test {

  @Nested
  class DecidingByWaiting extends DecidingTests {
    @Override
    TestServer.Kind kind() {
      return JettyEe10::start;
    }

    @Override
    RoutingFilter.Builder mode(RoutingFilter.Builder filter) {
      return filter;
    }

    @Override
    HttpServlet echo() {
      return Echo.blocking();
    }
  }

  @Nested
  class DecidingWithoutWaiting extends DecidingTests {
    @Override
    TestServer.Kind kind() {
      return JettyEe10::start;
    }

    @Override
    RoutingFilter.Builder mode(RoutingFilter.Builder filter) {
      return filter.async();
    }

    @Override
    HttpServlet echo() {
      return new Echo.Async();
    }
  }

  @Nested
  class BodiesAfterWaiting extends BodyTests {
    @Override
    TestServer.Kind kind() {
      return JettyEe10::start;
    }

    @Override
    RoutingFilter.Builder mode(RoutingFilter.Builder filter) {
      return filter;
    }
  }

  @Nested
  class BodiesWithoutWaiting extends BodyTests {
    @Override
    TestServer.Kind kind() {
      return JettyEe10::start;
    }

    @Override
    RoutingFilter.Builder mode(RoutingFilter.Builder filter) {
      return filter.async();
    }
  }

  @Nested
  class Fields extends FieldsTests {
    @Override
    TestServer.Kind kind() {
      return JettyEe10::start;
    }
  }

  @Nested
  class Cookies extends CookieTests {
    @Override
    TestServer.Kind kind() {
      return JettyEe10::start;
    }
  }

  @Nested
  class DispatchesAfterWaiting extends DispatchTests {
    @Override
    TestServer.Kind kind() {
      return JettyEe10::start;
    }

    @Override
    RoutingFilter.Builder mode(RoutingFilter.Builder filter) {
      return filter;
    }

    @Override
    boolean waits() {
      return true;
    }
  }

  @Nested
  class DispatchesWithoutWaiting extends DispatchTests {
    @Override
    TestServer.Kind kind() {
      return JettyEe10::start;
    }

    @Override
    RoutingFilter.Builder mode(RoutingFilter.Builder filter) {
      return filter.async();
    }

    @Override
    boolean waits() {
      return false;
    }
  }

  @Nested
  class Heads extends HeadTests {
    @Override
    TestServer.Kind kind() {
      return JettyEe10::start;
    }
  }
}
