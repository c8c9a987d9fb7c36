// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.proxies;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class NginxTest extends ProxyTest {

  @Override
  List<String> files() {
    return List.of("nginx/nginx.conf");
  }

  @Override
  Program start(Path files, int port) throws IOException {
    Path folder = files.resolve("nginx");
    List<String> command =
        List.of("/usr/sbin/nginx", "-p", folder.toString(), "-c", "nginx.conf", "-e", "stderr");
    return Program.start(port, files.resolve("log"), Map.of(), command);
  }
}
