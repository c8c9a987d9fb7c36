// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a request from arguments as curl has them: {@code [curl] [METHOD] URL [options]}. Options
 * that do not change what is sent are skipped.
 */
final class CurlArguments {

  /** The most that a body given by file may have, in bytes. */
  static final long MAX_BODY_BYTES = 64L << 20;

  private static final String JSON = "application/json";
  private static final Set<String> SKIPPED =
      Set.of(
          "--silent",
          "--show-error",
          "--insecure",
          "--verbose",
          "--include",
          "--location",
          "--compressed",
          "--fail",
          "--globoff",
          "--http1.1",
          "--http2",
          "--no-buffer",
          "--path-as-is",
          "--no-progress-meter");
  private static final Set<String> SKIPPED_WITH_VALUE =
      Set.of("--output", "--max-time", "--connect-timeout", "--write-out", "--resolve");
  private static final Map<String, String> HEADER_OPTIONS =
      Map.of("--user-agent", "User-Agent", "--referer", "Referer", "--cookie", "Cookie");
  private static final Map<Character, String> LONG_NAMES =
      Map.ofEntries(
          Map.entry('s', "--silent"),
          Map.entry('S', "--show-error"),
          Map.entry('k', "--insecure"),
          Map.entry('v', "--verbose"),
          Map.entry('i', "--include"),
          Map.entry('L', "--location"),
          Map.entry('f', "--fail"),
          Map.entry('g', "--globoff"),
          Map.entry('N', "--no-buffer"),
          Map.entry('o', "--output"),
          Map.entry('m', "--max-time"),
          Map.entry('w', "--write-out"),
          Map.entry('A', "--user-agent"),
          Map.entry('e', "--referer"),
          Map.entry('b', "--cookie"),
          Map.entry('X', "--request"),
          Map.entry('H', "--header"),
          Map.entry('d', "--data"),
          Map.entry('u', "--user"),
          Map.entry('I', "--head"),
          Map.entry('G', "--get"));

  private final List<CurlRequest.Field> headers = new ArrayList<>();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private String method = "";
  private String url = "";
  private String contentType = "";
  private boolean hasData;
  private boolean inQuery;

  private CurlArguments() {}

  /**
   * Reads a request.
   *
   * @throws IllegalArgumentException if it names no URL or has an option that is not understood
   */
  static CurlRequest read(List<String> arguments) throws IOException {
    CurlArguments reading = new CurlArguments();
    Iterator<String> rest = arguments.iterator();
    while (rest.hasNext()) {
      reading.take(rest.next(), rest);
    }
    return reading.request();
  }

  private void take(String argument, Iterator<String> rest) throws IOException {
    boolean first = url.isEmpty() && method.isEmpty();
    if (argument.startsWith("--")) {
      int equals = argument.indexOf('=');
      String name = equals < 0 ? argument : argument.substring(0, equals);
      option(name, name, equals < 0 ? rest : List.of(argument.substring(equals + 1)).iterator());
    } else if (argument.startsWith("-")) {
      letters(argument, rest);
    } else if (first && argument.matches("[A-Z]+")) {
      method = argument;
    } else if (url.isEmpty()) {
      url = first && argument.equals("curl") ? "" : argument;
    } else {
      throw new IllegalArgumentException(
          "the request names two URLs, \"" + url + "\" and \"" + argument + "\"");
    }
  }

  /** Options of one letter, several of which may stand together, the last one with its value. */
  private void letters(String argument, Iterator<String> rest) throws IOException {
    for (int i = 1; i < argument.length(); i++) {
      String shown = "-" + argument.charAt(i);
      String name = LONG_NAMES.getOrDefault(argument.charAt(i), shown);
      String after = argument.substring(i + 1);
      if (option(name, shown, after.isEmpty() ? rest : List.of(after).iterator())) {
        return;
      }
    }
  }

  /** Takes an option, and says whether it took a value. */
  private boolean option(String name, String shown, Iterator<String> values) throws IOException {
    if (SKIPPED.contains(name)) {
      return false;
    }
    if (name.equals("--head")) {
      method = "HEAD";
      return false;
    }
    if (name.equals("--get")) {
      inQuery = true;
      return false;
    }
    if (!values.hasNext()) {
      throw new IllegalArgumentException("curl's option " + shown + " needs a value");
    }
    valued(name, shown, values.next());
    return true;
  }

  private void valued(String name, String shown, String value) throws IOException {
    String field = HEADER_OPTIONS.get(name);
    if (field != null) {
      headers.add(CurlRequest.Field.ofText(field, value));
      return;
    }
    switch (name) {
      case "--request" -> method = value;
      case "--url" -> url = value;
      case "--header" -> header(value);
      case "--user" ->
          headers.add(CurlRequest.Field.ofText("Authorization", "Basic " + base64(value)));
      case "--data", "--data-ascii" ->
          data(value.startsWith("@") ? withoutLineEnds(fileOrText(value)) : utf8(value), "&");
      case "--data-raw" -> data(utf8(value), "&");
      case "--data-binary" -> data(fileOrText(value), "&");
      case "--data-urlencode" -> data(encoded(value), "&");
      case "--json" -> {
        data(fileOrText(value), "");
        contentType = JSON;
      }
      default -> {
        if (!SKIPPED_WITH_VALUE.contains(name)) {
          throw new IllegalArgumentException(
              "curl's option "
                  + shown
                  + " is not understood; -X, -H, -d, -b, -G, -I, -u, -A, -e,"
                  + " --url, --data-raw, --data-binary, --data-urlencode and --json are");
        }
      }
    }
  }

  private void header(String text) {
    int colon = text.indexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException("header \"" + text + "\" must be \"Name: value\"");
    }
    headers.add(
        CurlRequest.Field.ofText(text.substring(0, colon), text.substring(colon + 1).strip()));
  }

  private void data(byte[] more, String separator) {
    hasData = true;
    if (body.size() > 0) {
      body.writeBytes(utf8(separator));
    }
    body.writeBytes(more);
    if (contentType.isEmpty()) {
      contentType = "application/x-www-form-urlencoded";
    }
  }

  private static byte[] fileOrText(String value) throws IOException {
    if (!value.startsWith("@")) {
      return utf8(value);
    }
    Path file = Path.of(value.substring(1));
    if (Files.size(file) > MAX_BODY_BYTES) {
      throw new IllegalArgumentException(
          "file " + file + " must have " + MAX_BODY_BYTES + " bytes at most");
    }
    return Files.readAllBytes(file);
  }

  private static byte[] withoutLineEnds(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return text.replaceAll("[\r\n\0]", "").getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] encoded(String value) {
    if (value.indexOf('=') < 0 && value.indexOf('@') >= 0) {
      throw new IllegalArgumentException(
          "--data-urlencode \"" + value + "\" names a file, which is not understood");
    }
    int equals = value.indexOf('=');
    String name = equals < 1 ? "" : value.substring(0, equals + 1);
    String text = URLEncoder.encode(value.substring(equals + 1), StandardCharsets.UTF_8);
    return utf8(name + text);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(utf8(text));
  }

  private void addMissing(String name, String value) {
    if (headers.stream().noneMatch(one -> one.name().equalsIgnoreCase(name))) {
      headers.add(CurlRequest.Field.ofText(name, value));
    }
  }

  private CurlRequest request() {
    if (url.isEmpty()) {
      throw new IllegalArgumentException("the request names no URL");
    }
    byte[] content = body.toByteArray();
    String to = url;
    if (inQuery && content.length > 0) {
      to += (url.contains("?") ? "&" : "?") + new String(content, StandardCharsets.UTF_8);
      content = new byte[0];
    }
    if (hasData && !inQuery) {
      addMissing("Content-Type", contentType);
    }
    if (contentType.equals(JSON)) {
      addMissing("Accept", JSON);
    }
    String how = !method.isEmpty() ? method : hasData && !inQuery ? "POST" : "GET";
    return CurlRequest.of(how, to, List.copyOf(headers), content);
  }
}
