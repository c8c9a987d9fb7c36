// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A recorded request as curl is given it in a shell.
 *
 * @param url the URL
 * @param options the options, each with its value and quoted where it must be
 */
record CurlLine(String url, List<String> options) {

  private static final List<String> SOURCES = List.of("header", "path", "body");
  private static final int COLUMNS = 80;
  private static final String CONTINUED = " \\";
  private static final String PLAIN_TARGET = "[A-Za-z0-9/_.-]+";

  /** The shortest for each of three sources, as far as the recording has one that is plain. */
  static List<CurlLine> examples(List<Recorded> recording, int port) {
    return SOURCES.stream()
        .flatMap(
            source ->
                recording.stream()
                    .filter(recorded -> isPlain(recorded, source))
                    .map(recorded -> of(recorded, port))
                    .min(Comparator.comparingInt(CurlLine::length))
                    .stream())
        .toList();
  }

  private static boolean isPlain(Recorded recorded, String source) {
    return recorded.expected().source().equals(Optional.of(source))
        && recorded.expected().reason().isEmpty()
        && recorded.method().equals(recorded.hasBody() ? "POST" : "GET")
        && recorded.target().matches(PLAIN_TARGET);
  }

  private static CurlLine of(Recorded recorded, int port) {
    List<String> options = new ArrayList<>();
    for (Field field : recorded.headers()) {
      if (!field.name().equalsIgnoreCase("User-Agent")) {
        options.add("-H " + quoted(field.name() + ": " + field.value()));
      }
    }
    if (recorded.hasBody()) {
      options.add("-d " + quoted(new String(recorded.body(), StandardCharsets.UTF_8)));
    }
    return new CurlLine("http://127.0.0.1:" + port + recorded.target(), List.copyOf(options));
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private int length() {
    return options.stream().mapToInt(String::length).sum();
  }

  /** The arguments: the URL, and further in the options, on lines that fit a terminal. */
  String arguments() {
    StringBuilder text = new StringBuilder(url);
    int column = COLUMNS;
    for (String option : options) {
      if (column + 1 + option.length() + CONTINUED.length() > COLUMNS) {
        text.append(CONTINUED).append("\n   ");
        column = 3;
      }
      text.append(' ').append(option);
      column += 1 + option.length();
    }
    return text.toString();
  }
}
