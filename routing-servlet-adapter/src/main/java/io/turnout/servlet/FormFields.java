// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fields in the form of {@code application/x-www-form-urlencoded}: of a query, and of a body. */
final class FormFields {

  static final String MEDIA_TYPE = "application/x-www-form-urlencoded";

  /** The most fields that a form may have. */
  static final int MAX_FIELDS = 1_000;

  private final Map<String, List<String>> values = new LinkedHashMap<>();
  private final Charset charset;
  private int fields;

  private FormFields(Charset charset) {
    this.charset = charset;
  }

  /** The parameters of a query, as it came. */
  static FormFields ofQuery(@Nullable String query) {
    FormFields fields = new FormFields(StandardCharsets.UTF_8);
    fields.addAll(query == null ? "" : query);
    return fields;
  }

  /**
   * These, and after them those of a form, which is read to its end.
   *
   * @throws IllegalStateException if it is longer than {@code maxBytes}, has more than {@link
   *     #MAX_FIELDS} fields, or a broken escape
   */
  FormFields with(InputStream body, Charset encoding, int maxBytes) throws IOException {
    byte[] form = body.readNBytes(maxBytes);
    if (form.length == maxBytes && body.read() >= 0) {
      throw new IllegalStateException("the form is longer than " + maxBytes + " bytes");
    }
    FormFields all = new FormFields(encoding);
    values.forEach((name, several) -> all.values.put(name, new ArrayList<>(several)));
    all.addAll(new String(form, StandardCharsets.ISO_8859_1));
    return all;
  }

  /** The values of each name, in the order of their first. */
  Map<String, String[]> map() {
    Map<String, String[]> result = new LinkedHashMap<>();
    values.forEach((name, several) -> result.put(name, several.toArray(String[]::new)));
    return Collections.unmodifiableMap(result);
  }

  private void addAll(String form) {
    int from = 0;
    while (from < form.length()) {
      int and = form.indexOf('&', from);
      int end = and < 0 ? form.length() : and;
      if (end > from) {
        add(form, from, end);
      }
      from = end + 1;
    }
  }

  private void add(String form, int from, int end) {
    if (++fields > MAX_FIELDS) {
      throw new IllegalStateException("the form has more than " + MAX_FIELDS + " fields");
    }
    int equals = form.indexOf('=', from);
    int nameEnd = equals < 0 || equals > end ? end : equals;
    String name = decode(form, from, nameEnd);
    String value = nameEnd == end ? "" : decode(form, nameEnd + 1, end);
    values.computeIfAbsent(name, first -> new ArrayList<>()).add(value);
  }

  private String decode(String form, int from, int end) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(end - from);
    for (int i = from; i < end; i++) {
      char c = form.charAt(i);
      if (c == '%') {
        bytes.write(escaped(form, i + 1, end));
        i += 2;
      } else {
        bytes.write(c == '+' ? ' ' : c);
      }
    }
    return bytes.toString(charset);
  }

  private static int escaped(String form, int from, int end) {
    int high = from + 1 < end ? Character.digit(form.charAt(from), 16) : -1;
    int low = from + 1 < end ? Character.digit(form.charAt(from + 1), 16) : -1;
    if (high < 0 || low < 0) {
      throw new IllegalStateException("the form has a % that no two hexadecimal digits follow");
    }
    return high << 4 | low;
  }
}
