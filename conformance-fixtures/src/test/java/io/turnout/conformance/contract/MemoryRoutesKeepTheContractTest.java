// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import io.turnout.authority.MemoryRoutes;
import io.turnout.store.RouteStore;

class MemoryRoutesKeepTheContractTest extends RouteStoreContract {

  @Override
  protected RouteStore create() {
    return new MemoryRoutes();
  }
}
