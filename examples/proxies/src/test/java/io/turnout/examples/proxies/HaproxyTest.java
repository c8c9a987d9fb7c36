// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.proxies;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class HaproxyTest extends ProxyTest {

  @Override
  List<String> files() {
    return List.of("haproxy/haproxy.cfg", "haproxy/turnout.lua");
  }

  @Override
  Program start(Path files, int port) throws IOException {
    Path folder = files.resolve("haproxy");
    List<String> command =
        List.of("/usr/sbin/haproxy", "-db", "-f", folder.resolve("haproxy.cfg").toString());
    return Program.start(
        port,
        files.resolve("log"),
        Map.of("TURNOUT_LUA", folder.resolve("turnout.lua").toString()),
        command);
  }
}
