// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * An implementation that is a command of its own, asked on its standard input and output.
 *
 * <p>A command that ends, does not answer in time or prints anything but one JSON object for each
 * request fails that request and is ended; the next request starts it again.
 */
final class CommandImplementation implements Implementation {

  /** How long an answer may take. */
  static final Duration HANG_LIMIT = Duration.ofSeconds(5);

  /** How long it may take until the first answer, to {@code hello}. */
  static final Duration START_LIMIT = Duration.ofSeconds(30);

  private static final String BYE = "{\"op\":\"bye\"}";

  private final JsonMapper json =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
  private final List<String> command;
  private final Duration hangLimit;
  private @Nullable ChildProcess child;

  CommandImplementation(List<String> command, Duration hangLimit) {
    this.command = List.copyOf(command);
    this.hangLimit = hangLimit;
    if (command.isEmpty()) {
      throw new IllegalArgumentException("the command must have a program at least");
    }
  }

  @Override
  public String answer(String line) {
    ChildProcess running = child;
    if (running == null) {
      running = start();
    }
    return ask(running, line, hangLimit);
  }

  private ChildProcess start() {
    ChildProcess started;
    try {
      started = ChildProcess.start(command);
    } catch (IOException e) {
      throw new NotStartedException(
          "the command " + command + " cannot be started: " + e.getMessage(), e);
    }
    child = started;
    try {
      ask(started, Transcript.HELLO, START_LIMIT);
    } catch (IllegalStateException e) {
      throw new NotStartedException(String.valueOf(e.getMessage()), e);
    }
    return started;
  }

  private String ask(ChildProcess running, String line, Duration limit) {
    String answer;
    try {
      answer = running.ask(line).get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw failed(running, "did not answer within " + limit.toMillis() + " ms", line);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw failed(running, String.valueOf((cause == null ? e : cause).getMessage()), line);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(running, "was not waited for any longer", line);
    }
    if (!isObject(answer)) {
      throw failed(running, "printed what is no JSON object: " + shown(answer), line);
    }
    return answer;
  }

  private boolean isObject(String answer) {
    try {
      return json.readTree(answer).isObject();
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  private IllegalStateException failed(ChildProcess running, String what, String line) {
    child = null;
    running.kill();
    String errors = running.errors();
    return new IllegalStateException(
        "the command "
            + what
            + "\n  asked: "
            + shown(line)
            + (errors.isEmpty() ? "" : "\n  its standard error ends: " + errors));
  }

  private static String shown(String text) {
    return text.length() <= 500 ? text : text.substring(0, 500) + "...";
  }

  @Override
  public void close() {
    ChildProcess running = child;
    child = null;
    if (running != null) {
      running.end(BYE, hangLimit);
    }
  }
}
