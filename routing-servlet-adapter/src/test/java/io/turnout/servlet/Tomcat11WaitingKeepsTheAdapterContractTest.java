// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import org.junit.jupiter.api.Tag;

@Tag("servlet-6.1")
class Tomcat11WaitingKeepsTheAdapterContractTest extends TomcatContract {

  @Override
  TestServer.Kind kind() {
    return TomcatEmbedded::start;
  }

  @Override
  boolean waits() {
    return true;
  }
}
