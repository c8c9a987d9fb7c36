// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/** The body that curl's data options make together. */
final class CurlBody {

  /** The most that a body given by file may have, in bytes. */
  static final long MAX_BYTES = 64L << 20;

  /** The options that make a body. */
  static final Set<String> OPTIONS =
      Set.of("--data", "--data-ascii", "--data-raw", "--data-binary", "--data-urlencode", "--json");

  private static final String JSON = "application/json";
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String UNRESERVED = "-._~";

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private boolean given;
  private boolean json;

  /** Takes the value of one of {@link #OPTIONS}. */
  void take(String name, String value) throws IOException {
    switch (name) {
      case "--data", "--data-ascii" ->
          add(value.startsWith("@") ? withoutLineEnds(file(value)) : utf8(value), "&");
      case "--data-raw" -> add(utf8(value), "&");
      case "--data-binary" -> add(fileOrText(value), "&");
      case "--data-urlencode" -> add(encoded(value), "&");
      case "--json" -> {
        json = true;
        add(fileOrText(value), "");
      }
      default -> throw new IllegalArgumentException(name + " makes no body");
    }
  }

  /** Whether an option gave a body, which may be empty. */
  boolean isGiven() {
    return given;
  }

  /** Whether it was given as JSON. */
  boolean isJson() {
    return json;
  }

  /** The content type that curl sends with it. */
  String contentType() {
    return json ? JSON : FORM;
  }

  byte[] content() {
    return bytes.toByteArray();
  }

  private void add(byte[] more, String separator) {
    if (bytes.size() > 0) {
      bytes.writeBytes(utf8(separator));
    }
    given = true;
    bytes.writeBytes(more);
  }

  private static byte[] fileOrText(String value) throws IOException {
    return value.startsWith("@") ? file(value) : utf8(value);
  }

  /** The bytes of the file that a text names after its at sign. */
  static byte[] file(String value) throws IOException {
    String name = value.substring(value.indexOf('@') + 1);
    if (name.equals("-")) {
      throw new IllegalArgumentException("\"" + value + "\": the standard input is not read");
    }
    Path file = Path.of(name);
    if (Files.size(file) > MAX_BYTES) {
      throw new IllegalArgumentException(
          "file " + file + " must have " + MAX_BYTES + " bytes at most");
    }
    return Files.readAllBytes(file);
  }

  private static byte[] withoutLineEnds(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return text.replaceAll("[\r\n\0]", "").getBytes(StandardCharsets.ISO_8859_1);
  }

  /** {@code content}, {@code =content}, {@code name=content}, {@code @file}, {@code name@file}. */
  private static byte[] encoded(String value) throws IOException {
    int equals = value.indexOf('=');
    int at = value.indexOf('@');
    if (equals < 0 && at >= 0) {
      return utf8((at > 0 ? value.substring(0, at) + "=" : "") + encoded(file(value)));
    }
    String name = equals < 1 ? "" : value.substring(0, equals + 1);
    return utf8(name + encoded(utf8(value.substring(equals + 1))));
  }

  /** A text as curl encodes it in a query or a form. */
  static String encodedText(String text) {
    return encoded(utf8(text));
  }

  private static String encoded(byte[] content) {
    StringBuilder text = new StringBuilder();
    for (byte each : content) {
      char c = (char) (each & 0xff);
      boolean plain =
          c >= 'a' && c <= 'z'
              || c >= 'A' && c <= 'Z'
              || c >= '0' && c <= '9'
              || UNRESERVED.indexOf(c) >= 0;
      text.append(plain ? String.valueOf(c) : String.format(Locale.ROOT, "%%%02X", (int) c));
    }
    return text.toString();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
