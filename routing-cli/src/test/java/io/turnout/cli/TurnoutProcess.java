// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command as a process of its own. */
final class TurnoutProcess implements AutoCloseable {

  private static final long END_SECONDS = 60;

  private final Process process;
  private final BufferedReader err;

  private TurnoutProcess(Process process) {
    this.process = process;
    err =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
  }

  /** What starts it, for those who do so themselves. */
  static List<String> command(String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  static TurnoutProcess start(String... arguments) throws IOException {
    return new TurnoutProcess(
        new ProcessBuilder(command(arguments))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  /** Reads its standard error up to a line in which a pattern is found, and returns the match. */
  Matcher awaitError(String pattern) throws IOException {
    List<String> seen = new ArrayList<>();
    for (String line = err.readLine(); line != null; line = err.readLine()) {
      Matcher matcher = Pattern.compile(pattern).matcher(line);
      if (matcher.find()) {
        return matcher;
      }
      seen.add(line);
    }
    throw new AssertionError("\"" + pattern + "\" is not among " + seen);
  }

  /** Sends it SIGTERM; its output can still be read. */
  void terminate() {
    process.toHandle().destroy();
  }

  /** Its exit code, once it has ended. */
  int exitCode() throws InterruptedException {
    if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the process did not end within " + END_SECONDS + " s");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
