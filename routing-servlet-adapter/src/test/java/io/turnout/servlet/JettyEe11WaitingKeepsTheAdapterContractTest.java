// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import org.junit.jupiter.api.Tag;

@Tag("servlet-6.1")
class JettyEe11WaitingKeepsTheAdapterContractTest extends JettyContract {

  @Override
  TestServer.Kind kind() {
    return JettyEe11::start;
  }

  @Override
  boolean waits() {
    return true;
  }
}
