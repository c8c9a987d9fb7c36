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

  private static final Set<String> SKIPPED =
      Set.of(
          "-s", "--silent", "-S", "--show-error", "-k", "--insecure", "-v", "--verbose", "-i",
          "--include", "-L", "--location", "--compressed", "-f", "--fail", "-sS", "-g", "--globoff",
          "--http1.1", "--http2", "-N", "--no-buffer", "--path-as-is");
  private static final Set<String> SKIPPED_WITH_VALUE =
      Set.of("-o", "--output", "-m", "--max-time", "--connect-timeout", "-w", "--write-out");
  private static final Map<String, String> HEADER_OPTIONS =
      Map.of(
          "-A", "User-Agent", "--user-agent", "User-Agent", "-e", "Referer", "--referer", "Referer",
          "-b", "Cookie", "--cookie", "Cookie");

  private final List<CurlRequest.Field> headers = new ArrayList<>();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private String method = "";
  private String url = "";
  private String contentType = "";
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
    if (argument.startsWith("-") && argument.length() > 1) {
      option(argument, rest);
    } else if (url.isEmpty() && method.isEmpty() && argument.equals("curl")) {
      return;
    } else if (url.isEmpty() && method.isEmpty() && argument.matches("[A-Z]+")) {
      method = argument;
    } else if (url.isEmpty()) {
      url = argument;
    } else {
      throw new IllegalArgumentException(
          "there are two URLs, \"" + url + "\" and \"" + argument + "\"; one is expected");
    }
  }

  private void option(String argument, Iterator<String> rest) throws IOException {
    int equals = argument.indexOf('=');
    boolean joined = argument.startsWith("--") && equals > 0;
    boolean shortJoined = argument.matches("-[XHdbAeu].+") && !SKIPPED.contains(argument);
    String name =
        joined
            ? argument.substring(0, equals)
            : shortJoined ? argument.substring(0, 2) : argument;
    if (SKIPPED.contains(name)) {
      return;
    }
    if (name.equals("-I") || name.equals("--head")) {
      method = "HEAD";
    } else if (name.equals("-G") || name.equals("--get")) {
      inQuery = true;
    } else {
      String value =
          joined
              ? argument.substring(equals + 1)
              : shortJoined ? argument.substring(2) : next(name, rest);
      valued(name, value);
    }
  }

  private static String next(String name, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new IllegalArgumentException("option " + name + " needs a value");
    }
    return rest.next();
  }

  private void valued(String name, String value) throws IOException {
    String field = HEADER_OPTIONS.get(name);
    if (field != null) {
      headers.add(CurlRequest.Field.ofText(field, value));
      return;
    }
    switch (name) {
      case "-X", "--request" -> method = value;
      case "--url" -> url = value;
      case "-H", "--header" -> header(value);
      case "-u", "--user" ->
          headers.add(CurlRequest.Field.ofText("Authorization", "Basic " + base64(value)));
      case "-d", "--data", "--data-ascii" -> data(without(fileOrText(value), "\r\n"), "&");
      case "--data-raw" -> data(value.getBytes(StandardCharsets.UTF_8), "&");
      case "--data-binary" -> data(fileOrText(value), "&");
      case "--data-urlencode" -> data(encoded(value), "&");
      case "--json" -> {
        data(fileOrText(value), "");
        contentType = "application/json";
      }
      default -> {
        if (!SKIPPED_WITH_VALUE.contains(name)) {
          throw new IllegalArgumentException(
              "curl's option " + name + " is not understood; -X, -H, -d, -b, -G, -I, -u, -A, -e,"
                  + " --data-raw, --data-binary, --data-urlencode and --json are");
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
    if (body.size() > 0) {
      body.writeBytes(separator.getBytes(StandardCharsets.UTF_8));
    }
    body.writeBytes(more);
    if (contentType.isEmpty()) {
      contentType = "application/x-www-form-urlencoded";
    }
  }

  private static byte[] fileOrText(String value) throws IOException {
    if (!value.startsWith("@")) {
      return value.getBytes(StandardCharsets.UTF_8);
    }
    Path file = Path.of(value.substring(1));
    if (Files.size(file) > MAX_BODY_BYTES) {
      throw new IllegalArgumentException(file + " is larger than " + MAX_BODY_BYTES + " bytes");
    }
    return Files.readAllBytes(file);
  }

  private static byte[] without(byte[] bytes, String characters) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return text.replaceAll("[" + characters + "]", "").getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] encoded(String value) {
    int equals = value.indexOf('=');
    String name = equals < 0 ? "" : value.substring(0, equals + 1);
    String text = URLEncoder.encode(value.substring(equals + 1), StandardCharsets.UTF_8);
    return (name + text).getBytes(StandardCharsets.UTF_8);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
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
    boolean typed = headers.stream().anyMatch(one -> one.name().equalsIgnoreCase("content-type"));
    if (content.length > 0 && !typed) {
      headers.add(CurlRequest.Field.ofText("Content-Type", contentType));
    }
    String how = !method.isEmpty() ? method : content.length > 0 ? "POST" : "GET";
    return CurlRequest.of(how, to, List.copyOf(headers), content);
  }
}
