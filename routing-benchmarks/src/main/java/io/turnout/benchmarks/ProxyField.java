// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import io.turnout.cli.Main;
import io.turnout.cli.processes.Child;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Proxies that run beside each other in front of the same four cells, each with one thread. */
final class ProxyField implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(60);
  private static final Pattern LISTENING = Pattern.compile("listening on http://127.0.0.1:(\\d+)");
  private static final Pattern ROUTE =
      Pattern.compile("^  \"(business|account):([^\"]+)\": ([a-z0-9-]+)", Pattern.MULTILINE);
  private static final List<String> CELLS = List.of("us-1", "us-2", "eu-1", "ap-1");

  /** A heap whose pages have been touched, as for all benchmarks. */
  private static final List<String> OPTIONS =
      List.of("-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch");

  private static final String GATEWAY =
      """
      turnout-gateway: 1
      listen: { host: 127.0.0.1, port: 0 }
      rules: %s
      authority: { file: %s }
      access-log: { to: none }
      threads: 1
      cells:
      """;
  private static final String FIXED =
      "turnout: 1\nrules: [ { name: everything, then: cell us-1 } ]\n";

  private static final String NGINX =
      """
      daemon off; master_process off; pid %1$s/nginx-%2$s.pid; error_log %1$s/nginx-%2$s.log crit;
      events { worker_connections 1024; }
      http {
        access_log off; keepalive_requests 100000000; keepalive_timeout 1h; tcp_nodelay on;
        client_body_temp_path %1$s/%2$s-a; proxy_temp_path %1$s/%2$s-b; fastcgi_temp_path %1$s/%2$s-c;
        uwsgi_temp_path %1$s/%2$s-d; scgi_temp_path %1$s/%2$s-e;
        map_hash_max_size 65536; map_hash_bucket_size 128;
      %3$s
      }
      """;

  private final List<Child> gateways = new ArrayList<>();
  private final List<Process> servers = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();
  private final Map<String, Integer> cells = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> routes = new LinkedHashMap<>();

  private ProxyField() {}

  /**
   * What is measured.
   *
   * @param pid the proxy's process
   * @param fixed the row without a decision that it is held against; empty for those themselves
   * @param script what the load generator asks
   */
  record Row(String name, long pid, int port, String fixed, Path script) {}

  /**
   * Starts everything.
   *
   * @throws IllegalStateException if something does not start
   */
  static ProxyField open(Path example, Path folder) throws IOException, InterruptedException {
    ProxyField field = new ProxyField();
    try {
      field.start(example, folder);
      return field;
    } catch (IOException | InterruptedException | RuntimeException e) {
      field.close();
      throw e;
    }
  }

  private void start(Path example, Path folder) throws IOException, InterruptedException {
    Matcher found = ROUTE.matcher(Files.readString(example.resolve("routes.yaml")));
    while (found.find()) {
      routes
          .computeIfAbsent(found.group(1), namespace -> new LinkedHashMap<>())
          .put(found.group(2), found.group(3));
    }
    Path byHeader = script(folder, "header", "/v1/payments", "business");
    Path byPath = script(folder, "path", "/v1/accounts/%s/balance", "account");
    startCells(folder);
    Path fixedRules = Files.writeString(folder.resolve("fixed.yaml"), FIXED);
    Path rules = example.resolve("rules.yaml").toAbsolutePath();
    Path table = example.resolve("routes.yaml").toAbsolutePath();
    Child fixed = gateway("gateway-fixed", folder, fixedRules, table);
    Child deciding = gateway("gateway-rules", folder, rules, table);
    String same = "gateway, fixed cell";
    rows.add(new Row(same, fixed.pid(), port(fixed), "", byHeader));
    rows.add(new Row("gateway, key in a header", deciding.pid(), port(deciding), same, byHeader));
    rows.add(new Row("gateway, key in the path", deciding.pid(), port(deciding), same, byPath));
    startNginx(folder, byHeader);
  }

  /** Requests for every key of a namespace, one after the other. */
  private Path script(Path folder, String name, String path, String namespace) throws IOException {
    StringBuilder lua = new StringBuilder("local r = {}\n");
    for (String value : keys(namespace).keySet()) {
      lua.append("r[#r+1] = wrk.format('GET', '").append(path.formatted(value)).append('\'');
      lua.append(", { ['Host'] = 'api.ostrand.example'");
      if (name.equals("header")) {
        lua.append(", ['X-Business-Id'] = '").append(value).append('\'');
      }
      lua.append(" })\n");
    }
    lua.append("local i = 0\nfunction request() i = i % #r + 1; return r[i] end\n");
    return Files.writeString(folder.resolve(name + ".lua"), lua);
  }

  private Map<String, String> keys(String namespace) {
    Map<String, String> keys = routes.getOrDefault(namespace, Map.of());
    if (keys.isEmpty()) {
      throw new IllegalStateException("the example has no routes of " + namespace);
    }
    return keys;
  }

  private void startCells(Path folder) throws IOException, InterruptedException {
    StringBuilder servers = new StringBuilder();
    for (String cell : CELLS) {
      int port = freePort();
      cells.put(cell, port);
      servers.append("  server { listen 127.0.0.1:").append(port);
      servers.append("; location / { return 200 \"").append(cell).append("\"; } }\n");
    }
    nginx(folder, "cells", servers.toString(), Objects.requireNonNull(cells.get("us-1")));
  }

  private void startNginx(Path folder, Path script) throws IOException, InterruptedException {
    StringBuilder shared = new StringBuilder();
    cells.forEach(
        (cell, port) ->
            shared
                .append("  upstream ")
                .append(cell)
                .append(" { server 127.0.0.1:")
                .append(port)
                .append("; keepalive 64; keepalive_requests 100000000; }\n"));
    String proxy = "proxy_http_version 1.1; proxy_set_header Connection \"\"; proxy_pass http://";
    int fixedPort = freePort();
    String fixed =
        "  server { listen 127.0.0.1:" + fixedPort + "; location / { " + proxy + "us-1; } }\n";
    StringBuilder map = new StringBuilder("  map $http_x_business_id $cell {\n");
    keys("business")
        .forEach(
            (key, cell) -> map.append("    ").append(key).append(' ').append(cell).append(";\n"));
    int mapPort = freePort();
    map.append("  }\n  server { listen 127.0.0.1:").append(mapPort);
    map.append("; location / { ").append(proxy).append("$cell; } }\n");
    long fixedPid = nginx(folder, "fixed", shared + fixed, fixedPort);
    long mapPid = nginx(folder, "map", shared + map.toString(), mapPort);
    String same = "nginx, fixed origin";
    rows.add(new Row(same, fixedPid, fixedPort, "", script));
    rows.add(new Row("nginx, map of a header", mapPid, mapPort, same, script));
  }

  /** Starts an nginx that ends with this process, and returns its own process's number. */
  private long nginx(Path folder, String name, String servers, int port)
      throws IOException, InterruptedException {
    Path config = folder.resolve("nginx-" + name + ".conf");
    Files.writeString(config, NGINX.formatted(folder, name, servers));
    String untilInputEnds = "\"$0\" \"$@\" & p=$!; cat >/dev/null; kill $p; wait $p";
    servers(
        new ProcessBuilder(
                "sh",
                "-c",
                untilInputEnds,
                "nginx",
                "-p",
                folder.toString(),
                "-c",
                config.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("nginx-" + name + ".out").toFile())
            .start());
    Path pid = folder.resolve("nginx-" + name + ".pid");
    long end = System.nanoTime() + START.toNanos();
    while (!answers(port) || !Files.exists(pid)) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(
            "nginx did not start: " + Files.readString(folder.resolve("nginx-" + name + ".out")));
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
    return Long.parseLong(Files.readString(pid).strip());
  }

  private void servers(Process process) {
    servers.add(process);
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private Child gateway(String name, Path folder, Path rules, Path table) throws IOException {
    StringBuilder text = new StringBuilder(GATEWAY.formatted(rules, table));
    cells.forEach(
        (cell, port) ->
            text.append("  ").append(cell).append(": http://127.0.0.1:").append(port).append('\n'));
    Path config = Files.writeString(folder.resolve(name + ".yaml"), text);
    Child child =
        Child.start(
            new Child.Call(
                name, OPTIONS, Main.class, List.of("serve", "--end-with-input", config.toString())),
            line -> {});
    gateways.add(child);
    return child;
  }

  private static int port(Child gateway) throws InterruptedException {
    return Integer.parseInt(gateway.await(LISTENING, START).group(1));
  }

  /** What is measured, in the order of the table. */
  List<Row> rows() {
    return rows;
  }

  @Override
  public void close() {
    gateways.forEach(Child::close);
    for (Process server : servers) {
      try {
        server.getOutputStream().close();
        server.waitFor();
      } catch (IOException e) {
        server.destroyForcibly();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
