// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.proxies;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A program that listens on a port; it ends with this process, however that ends. */
final class Program implements AutoCloseable {

  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** The inner program is ended once the pipe to the outer one is closed. */
  private static final String END_WITH_INPUT =
      "\"$0\" \"$@\" & p=$!; cat >/dev/null; kill $p; wait $p";

  private final Process process;

  private Program(Process process) {
    this.process = process;
  }

  static int freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return any.getLocalPort();
    }
  }

  /** Starts a program, and waits until it takes connections. */
  static Program start(int port, Path log, Map<String, String> environment, List<String> command)
      throws IOException {
    List<String> whole = new ArrayList<>(List.of("sh", "-c", END_WITH_INPUT));
    whole.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(whole).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    Program program = new Program(builder.start());
    long end = System.nanoTime() + LIMIT_NANOS;
    while (!listens(port)) {
      if (System.nanoTime() - end > 0) {
        program.close();
        throw new IOException(command + " does not listen: " + Files.readString(log));
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return program;
  }

  private static boolean listens(int port) {
    try (Socket probe = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return probe.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(LIMIT_NANOS, TimeUnit.NANOSECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
