// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import io.turnout.authority.FileRoutes;
import io.turnout.store.RouteStore;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class FileRoutesKeepTheContractTest extends RouteStoreContract {

  @TempDir Path folder;

  @Override
  protected RouteStore create() {
    Path file = folder.resolve("routes.yaml");
    FileRoutes.create(file);
    return FileRoutes.of(file);
  }
}
