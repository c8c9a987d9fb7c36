// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.processes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Java process with the class path of this one. Its standard input is a pipe that ends with this
 * process, however that ends: a child that watches it never outlives its parent. Thread-safe.
 */
public final class Child implements AutoCloseable {

  private static final long STOP_SECONDS = 10;
  private static final int LINES_KEPT = 40;

  private final String name;
  private final Process process;
  private final Deque<String> said = new ArrayDeque<>();
  private boolean silent;

  private Child(String name, Process process) {
    this.name = name;
    this.process = process;
  }

  /**
   * What is started.
   *
   * @param name what messages call it
   * @param options options of the virtual machine
   * @param main the main class
   * @param arguments its arguments
   */
  public record Call(String name, List<String> options, Class<?> main, List<String> arguments) {}

  /**
   * Starts a process.
   *
   * @param output what hears each line of its standard output, on a thread of its own
   * @throws IOException if it cannot be started
   */
  public static Child start(Call call, Consumer<String> output) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(call.options());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(call.main().getName());
    command.addAll(call.arguments());
    Child child = new Child(call.name(), new ProcessBuilder(command).start());
    child.listen(child.process.getInputStream(), output, () -> {});
    child.listen(child.process.getErrorStream(), child::heard, child::endOfErrors);
    return child;
  }

  private void listen(InputStream stream, Consumer<String> lines, Runnable end) {
    Thread thread = new Thread(() -> read(stream, lines, end), name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void read(InputStream stream, Consumer<String> lines, Runnable end) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.accept(line);
      }
    } catch (IOException e) {
      // It has ended.
    } finally {
      end.run();
    }
  }

  private synchronized void heard(String line) {
    said.addLast(line);
    if (said.size() > LINES_KEPT) {
      said.removeFirst();
    }
    notifyAll();
  }

  private synchronized void endOfErrors() {
    silent = true;
    notifyAll();
  }

  /**
   * Waits until a pattern is found in a line of its standard error.
   *
   * @throws IllegalStateException if it ends first, or the time is over; the message has what it
   *     said last
   */
  public synchronized Matcher await(Pattern pattern, Duration within) throws InterruptedException {
    long end = System.nanoTime() + within.toNanos();
    while (true) {
      for (String line : said) {
        Matcher found = pattern.matcher(line);
        if (found.find()) {
          return found;
        }
      }
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (silent || left <= 0) {
        throw new IllegalStateException(
            name + (silent ? " ended" : " is not ready after " + within) + "; it said " + said);
      }
      wait(left);
    }
  }

  /** What messages call it. */
  public String name() {
    return name;
  }

  /** The number of the process. */
  public long pid() {
    return process.pid();
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** The last lines of its standard error. */
  public synchronized List<String> said() {
    return List.copyOf(said);
  }

  /** Ends it at once, as a machine does that fails. */
  public void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Ends its input, and does not wait for what that does. */
  public void endInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended.
    }
  }

  /** Ends its input, and with that the process; at once if that takes long. */
  @Override
  public void close() {
    endInput();
    try {
      if (process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }
}
