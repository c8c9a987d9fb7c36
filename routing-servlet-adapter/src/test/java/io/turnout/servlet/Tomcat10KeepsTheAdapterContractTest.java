// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import org.junit.jupiter.api.Tag;

@Tag("tomcat-10.1")
class Tomcat10KeepsTheAdapterContractTest extends TomcatContract {

  @Override
  TestServer.Kind kind() {
    return TomcatEmbedded::start;
  }

  @Override
  boolean waits() {
    return true;
  }
}
