// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The test server of a checkout, which keeps its tables in memory. It ends with this process. */
final class LocalServer implements AutoCloseable {

  private static final String FOLDER = "routing-dynamo-adapter/src/test/dynalite";
  private static final String INSTALLED = "node_modules/dynalite/package.json";
  private static final String READY = "READY ";
  private static final long STOP_SECONDS = 5;

  private final Process process;
  private final URI endpoint;

  private LocalServer(Process process, URI endpoint) {
    this.process = process;
    this.endpoint = endpoint;
  }

  /**
   * Starts it on a free port of the loopback address.
   *
   * @param home the checkout
   * @throws IllegalStateException if it cannot be started; the message says what to install
   */
  static LocalServer start(Path home) {
    Path folder = home.resolve(FOLDER);
    if (!Files.exists(folder.resolve(INSTALLED))) {
      throw missing(folder, "is not installed");
    }
    try {
      Process process =
          new ProcessBuilder("node", "launch.js")
              .directory(folder.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      String line = out.readLine();
      if (line == null || !line.startsWith(READY)) {
        process.destroyForcibly();
        throw missing(folder, "did not start");
      }
      String port = line.substring(READY.length()).strip();
      return new LocalServer(process, URI.create("http://127.0.0.1:" + port));
    } catch (IOException e) {
      throw missing(folder, "could not be started (" + e.getMessage() + ')');
    }
  }

  private static IllegalStateException missing(Path folder, String what) {
    return new IllegalStateException(
        "the server for the demo's table "
            + what
            + "; it needs node 18 or newer and: cd "
            + folder
            + "; npm ci --ignore-scripts; or name another one with --endpoint");
  }

  /** Where it listens. */
  URI endpoint() {
    return endpoint;
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (IOException e) {
      // It is ended all the same.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }
}
