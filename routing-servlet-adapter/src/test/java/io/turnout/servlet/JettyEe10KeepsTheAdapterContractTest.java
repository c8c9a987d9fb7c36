// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

class JettyEe10KeepsTheAdapterContractTest extends JettyContract {

  @Override
  TestServer.Kind kind() {
    return JettyEe10::start;
  }

  @Override
  boolean waits() {
    return true;
  }
}
