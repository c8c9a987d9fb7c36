// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.turnout.admin.RouteAdministration;
import io.turnout.cli.terminal.Json;
import io.turnout.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a command works with.
 *
 * @param outside what it takes from outside
 * @param place where the routes are
 * @param administration what changes them
 * @param change what the call says of changes
 * @param json whether it prints JSON
 */
record Session(
    Outside outside, Place place, RouteAdministration administration, Change change, boolean json) {

  private static final Pattern CONTROL = Pattern.compile("\\p{Cc}");
  private static final int MAX_ANSWER_BYTES = 64;

  /** Something needs a person, and there is none. */
  static final class UnansweredException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnansweredException(String question) {
      super(
          "nothing was done: there is no terminal to ask \""
              + question
              + "\", and --yes was not given");
    }
  }

  Terminal terminal() {
    return outside.terminal();
  }

  /** Prints a text for people. */
  void print(String text) {
    terminal().out().print(text);
    terminal().out().flush();
  }

  /** Prints data for programs. */
  void print(Map<String, Object> fields) {
    try {
      terminal().out().println(Json.mapper().writeValueAsString(fields));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Says what did not work beside what was asked for. */
  void warn(List<String> notices) {
    notices.forEach(notice -> terminal().err().println("turnout: warning: " + notice));
  }

  /**
   * Asks whether something shall be done that cannot be undone.
   *
   * @throws UnansweredException if nobody can be asked, and the call does not say
   */
  boolean confirmed(String question) {
    if (change.confirmed() || change.dryRun()) {
      return true;
    }
    if (!terminal().interactive()) {
      throw new UnansweredException(question);
    }
    terminal().err().print(question + " [y/N] ");
    terminal().err().flush();
    String answer = line().strip().toLowerCase(Locale.ROOT);
    boolean yes = answer.equals("y") || answer.equals("yes");
    if (!yes) {
      terminal().err().println("turnout: nothing was done");
    }
    return yes;
  }

  private String line() {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try {
      int next = terminal().in().read();
      while (next >= 0 && next != '\n') {
        if (line.size() < MAX_ANSWER_BYTES) {
          line.write(next);
        }
        next = terminal().in().read();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  /** What begins a sentence about a change that is only tried. */
  String would(String done, String tried) {
    return change.dryRun() ? tried : done;
  }

  /** A text that moves no cursor. */
  static String printable(String text) {
    return CONTROL
        .matcher(text)
        .replaceAll(found -> String.format(Locale.ROOT, "<%02X>", (int) found.group().charAt(0)));
  }
}
