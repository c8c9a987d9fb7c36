// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The header fields that curl's options make together. As with curl, a field of {@code -H} replaces
 * the one that another option would make, and one without a value keeps it from being sent.
 */
final class CurlHeaders {

  private final List<GivenRequest.Field> own = new ArrayList<>();
  private final List<GivenRequest.Field> byOption = new ArrayList<>();
  private final List<String> cookies = new ArrayList<>();
  private final Set<String> named = new HashSet<>();

  /** Takes {@code -H}: {@code Name: value}, {@code Name:}, {@code Name;} or {@code @file}. */
  void header(String text) throws IOException {
    if (text.startsWith("@")) {
      String lines = new String(CurlBody.file(text), StandardCharsets.UTF_8);
      for (String line : lines.split("\r?\n", -1)) {
        if (!line.isBlank()) {
          header(line);
        }
      }
      return;
    }
    int colon = text.indexOf(':');
    if (colon < 1 && text.strip().endsWith(";")) {
      own(text.strip().substring(0, text.strip().length() - 1), "");
      return;
    }
    if (colon < 1) {
      throw new IllegalArgumentException(
          "header \"" + text + "\" must be \"Name: value\", or \"Name;\" for an empty one");
    }
    String name = text.substring(0, colon);
    String value = text.substring(colon + 1).strip();
    if (value.isEmpty()) {
      named.add(name.toLowerCase(Locale.ROOT));
    } else {
      own(name, value);
    }
  }

  private void own(String name, String value) {
    named.add(name.toLowerCase(Locale.ROOT));
    own.add(GivenRequest.Field.ofText(name, value));
  }

  /** Takes {@code -b}: pairs, not a file to read them from. */
  void cookies(String value) {
    if (value.isEmpty()) {
      return;
    }
    if (value.indexOf('=') < 0) {
      throw new IllegalArgumentException(
          "-b \"" + value + "\" names a file of cookies, which is not read; give \"name=value\"");
    }
    cookies.add(value);
  }

  /** A field that an option makes, unless {@code -H} names it; none if the value is empty. */
  void byOption(String name, String value) {
    byOption(GivenRequest.Field.ofText(name, value));
  }

  /** The same for a field whose value is never shown. */
  void secret(String name, String value) {
    byOption(GivenRequest.Field.ofText(name, value).hidden());
  }

  private void byOption(GivenRequest.Field field) {
    byOption.removeIf(other -> other.name().equalsIgnoreCase(field.name()));
    if (!field.value().isEmpty()) {
      byOption.add(field);
    }
  }

  /** All fields, {@code Host} first. */
  List<GivenRequest.Field> all(String host) {
    List<GivenRequest.Field> all = new ArrayList<>();
    if (!named.contains("host")) {
      all.add(GivenRequest.Field.ofText("Host", host));
    }
    all.addAll(own);
    if (!cookies.isEmpty()) {
      byOption("Cookie", String.join("; ", cookies));
    }
    for (GivenRequest.Field field : byOption) {
      if (!named.contains(field.name().toLowerCase(Locale.ROOT))) {
        all.add(field);
      }
    }
    return List.copyOf(all);
  }
}
