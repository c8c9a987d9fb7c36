// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import io.turnout.conformance.LineReader.LineTooLongException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A running command: a line in, a line out. One thread at a time asks. */
final class ChildProcess {

  /** The longest line that is read from a command, in bytes. */
  static final int MAX_LINE_BYTES = 1 << 20;

  private static final int ERRORS_KEPT_CHARS = 4096;

  private final Process process;
  private final OutputStream in;
  private final LineReader out;
  private final StringBuilder errors = new StringBuilder();
  private final ExecutorService talking;

  private ChildProcess(Process process) {
    this.process = process;
    in = process.getOutputStream();
    out = new LineReader(new BufferedInputStream(process.getInputStream()), MAX_LINE_BYTES);
    talking = Executors.newCachedThreadPool(ChildProcess::daemon);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "conformance-command");
    thread.setDaemon(true);
    return thread;
  }

  static ChildProcess start(List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(FixtureSecrets.ALL);
    ChildProcess child = new ChildProcess(builder.start());
    child.talking.execute(child::keepErrors);
    return child;
  }

  /** Writes a line and reads one; fails if the command ends or has written before it was asked. */
  Future<String> ask(String line) {
    return talking.submit(
        () -> {
          if (isAhead()) {
            throw new IOException("printed more than one line: " + readLine());
          }
          write(line);
          return readLine();
        });
  }

  private boolean isAhead() throws IOException {
    try {
      return out.isReady();
    } catch (IOException e) {
      throw ended(e);
    }
  }

  private void write(String line) throws IOException {
    try {
      in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      in.flush();
    } catch (IOException e) {
      throw ended(e);
    }
  }

  private static IOException ended(IOException cause) {
    return new IOException("ended", cause);
  }

  private String readLine() throws IOException {
    try {
      return out.next().orElseThrow(() -> new EOFException("ended"));
    } catch (LineTooLongException e) {
      throw new IOException("printed " + e.getMessage(), e);
    }
  }

  private void keepErrors() {
    byte[] piece = new byte[1024];
    try (InputStream from = process.getErrorStream()) {
      int count = from.read(piece);
      while (count >= 0) {
        keep(new String(piece, 0, count, StandardCharsets.UTF_8));
        count = from.read(piece);
      }
    } catch (IOException e) {
      keep("(its standard error could not be read: " + e.getMessage() + ")");
    }
  }

  private void keep(String piece) {
    synchronized (errors) {
      errors.append(piece);
      errors.delete(0, Math.max(0, errors.length() - ERRORS_KEPT_CHARS));
    }
  }

  /** The end of what it wrote to its standard error. */
  String errors() {
    synchronized (errors) {
      return errors.toString().strip();
    }
  }

  /** Ends it at once, and what it started. */
  void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    talking.shutdown();
  }

  /** Says bye and closes its input, and ends it if it does not end within {@code limit}. */
  void end(String bye, Duration limit) {
    Future<?> said = talking.submit(() -> sayLast(bye));
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        said.cancel(true);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      kill();
    }
  }

  private void sayLast(String line) {
    try (OutputStream last = in) {
      last.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      keep("(it did not take the last line: " + e.getMessage() + ")");
    }
  }
}
