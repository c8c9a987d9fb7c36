// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

/** A Redis server in a process of its own, which a test can kill, pause and start again. */
final class RedisProcess implements AutoCloseable {

  private static final Path BINARY = binary();
  private static final RedisClient CLIENT = RedisClient.create();
  private static final int MOST_TRIES = 3;
  private static final int CLUSTER_BUS = 10_000;
  private static final int HIGHEST_PORT = 65_535;

  private final List<String> arguments;
  private final Path folder;
  private final int port;
  private @Nullable Process process;

  private RedisProcess(int port, List<String> arguments) {
    this.port = port;
    this.arguments = arguments;
    try {
      this.folder = Files.createTempDirectory("redis");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The server that {@code turnout.redis.server} names, or else the one in the test's jar. */
  private static Path binary() {
    String named = System.getProperty("turnout.redis.server", "");
    if (!named.isEmpty()) {
      return Path.of(named);
    }
    try {
      File file = ExecutableProvider.newJarResourceProvider().get();
      file.setExecutable(true);
      return file.toPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a server with further arguments, such as {@code --maxmemory 3mb}. */
  static RedisProcess running(String... arguments) {
    for (int tries = 1; ; tries++) {
      RedisProcess redis = new RedisProcess(freePort(), Arrays.asList(arguments));
      try {
        redis.start();
        return redis;
      } catch (AssertionError e) { // somebody took the port meanwhile
        redis.close();
        if (tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  /** A port that is free, and whose companion is that a member of a cluster takes as well. */
  static int freePort() {
    while (true) {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        int port = socket.getLocalPort();
        if (port + CLUSTER_BUS <= HIGHEST_PORT && isFree(port + CLUSTER_BUS)) {
          return port;
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /** Starts it, again on the same port, with nothing in it. */
  void start() {
    if (process != null && process.isAlive()) {
      return;
    }
    List<String> command = new ArrayList<>();
    command.add(BINARY.toString());
    command.addAll(List.of("--bind", "127.0.0.1", "--port", "" + port, "--save", ""));
    command.addAll(List.of("--appendonly", "no", "--dir", folder.toString()));
    command.addAll(arguments);
    launch(command);
  }

  /** Starts a sentinel that watches a server. */
  static RedisProcess sentinel(RedisProcess master) {
    RedisProcess sentinel = new RedisProcess(freePort(), List.of());
    Path file = sentinel.folder.resolve("sentinel.conf");
    try {
      Files.writeString(
          file,
          """
          port %d
          bind 127.0.0.1
          dir %s
          sentinel monitor routes 127.0.0.1 %d 1
          sentinel down-after-milliseconds routes 300
          sentinel failover-timeout routes 2000
          """
              .formatted(sentinel.port, sentinel.folder, master.port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    sentinel.launch(List.of(BINARY.toString(), file.toString(), "--sentinel"));
    return sentinel;
  }

  private void launch(List<String> command) {
    // The shell's cat ends with this process, however that ends, and then so does the server.
    String script = "\"$0\" \"$@\" & p=$!; echo $p > pid; cat >/dev/null; kill -9 $p; wait $p";
    List<String> whole = new ArrayList<>(List.of("sh", "-c", script));
    whole.addAll(command);
    try {
      process =
          new ProcessBuilder(whole)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("log").toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Await.until("Redis answers on " + port, this::answers);
  }

  private boolean answers() {
    try {
      return "PONG".equals(ask(RedisCommands::ping));
    } catch (RedisException e) {
      return false;
    }
  }

  /** Asks the server something. */
  <T> T ask(Function<RedisCommands<String, String>, T> question) {
    RedisURI uri = RedisURI.create("127.0.0.1", port);
    uri.setTimeout(Duration.ofSeconds(5));
    try (StatefulRedisConnection<String, String> connection = CLIENT.connect(uri)) {
      return question.apply(connection.sync());
    }
  }

  /** Its clock, in milliseconds. */
  long millis() {
    List<String> time = ask(RedisCommands::time);
    return Long.parseLong(time.get(0)) * 1_000 + Long.parseLong(time.get(1)) / 1_000;
  }

  int port() {
    return port;
  }

  String uri() {
    return "redis://127.0.0.1:" + port;
  }

  void kill() {
    signal("-9");
    end();
  }

  private void end() {
    Process running = process;
    if (running != null) {
      try {
        running.getOutputStream().close();
        running.waitFor(5, TimeUnit.SECONDS);
      } catch (IOException e) {
        running.destroyForcibly();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  void pause() {
    signal("-STOP");
  }

  void resume() {
    signal("-CONT");
  }

  private void signal(String signal) {
    try {
      String pid = Files.readString(folder.resolve("pid")).strip();
      new ProcessBuilder("kill", signal, pid).start().waitFor(5, TimeUnit.SECONDS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    kill();
  }
}
