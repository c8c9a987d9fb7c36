// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.AccessLogSettings;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A line of JSON for every exchange, written by a thread of its own. Where lines come faster than
 * they can be written, some are left out, and a line says how many; no request ever waits.
 */
final class AccessLog implements ExchangeListener, AutoCloseable {

  /** The most exchanges that wait to be written. */
  static final int MAX_WAITING_LINES = 8_192;

  private static final Logger logger = LoggerFactory.getLogger(AccessLog.class);
  private static final long LOOK_MILLIS = 100;
  private static final long CLOSE_MILLIS = 5_000;

  private final BlockingQueue<ExchangeRecord> waiting = new ArrayBlockingQueue<>(MAX_WAITING_LINES);
  private final AtomicLong leftOut = new AtomicLong();
  private final AccessLogLine line;
  private final OutputStream out;
  private final boolean closeOut;
  private final Thread writer;
  private volatile boolean closing;

  private AccessLog(AccessLogLine line, OutputStream out, boolean closeOut) {
    this.line = line;
    this.out = out;
    this.closeOut = closeOut;
    writer = new Thread(this::write, "turnout-access-log");
    writer.setDaemon(true);
  }

  /**
   * Opens a log to a file, which is appended to and made if it is not there.
   *
   * @throws IOException if it cannot be opened
   */
  static AccessLog toFile(Path file, AccessLogSettings settings) throws IOException {
    OutputStream out =
        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return started(new AccessLog(new AccessLogLine(settings), new BufferedOutputStream(out), true));
  }

  /** Opens a log to a stream that stays its caller's. */
  static AccessLog toStream(OutputStream out, AccessLogSettings settings) {
    AccessLogLine line = new AccessLogLine(settings);
    return started(new AccessLog(line, new BufferedOutputStream(out), false));
  }

  private static AccessLog started(AccessLog log) {
    log.writer.start();
    return log;
  }

  @Override
  public void onExchange(ExchangeRecord exchange) {
    if (!waiting.offer(exchange)) {
      leftOut.incrementAndGet();
    }
  }

  private void write() {
    boolean failing = false;
    while (!closing || !waiting.isEmpty()) {
      try {
        writeWaiting();
        failing = false;
      } catch (IOException e) {
        if (!failing) {
          logger.warn("the access log cannot be written; lines are lost", e);
        }
        failing = true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void writeWaiting() throws IOException, InterruptedException {
    ExchangeRecord next = waiting.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    long missing = leftOut.getAndSet(0);
    if (missing > 0) {
      writeLine("{\"lines-left-out\":" + missing + "}");
    }
    for (; next != null; next = waiting.poll()) {
      writeLine(line.of(next));
    }
    out.flush();
  }

  private void writeLine(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.write('\n');
  }

  /** Writes what waits, for a while at most, and ends. */
  @Override
  public void close() {
    closing = true;
    try {
      writer.join(CLOSE_MILLIS);
      if (closeOut) {
        out.close();
      }
    } catch (IOException e) {
      logger.warn("the access log cannot be closed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
