// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import io.turnout.spi.RouteKey;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Requests from a file, a line each: a key, and perhaps a blank or tab and the milliseconds since
 * the first one. A key is any text. Lines without milliseconds come at the rate of the load. The
 * file is read as it is played; messages have the number of a line, never a key.
 */
final class FileTrace implements Trace {

  /** The longest line, in bytes. */
  static final int MAX_LINE_BYTES = 512;

  private static final Pattern OFFSET = Pattern.compile("[0-9]{1,12}");
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Path file;
  private final InputStream in;
  private final double gapNanos;
  private final byte[] line = new byte[MAX_LINE_BYTES];
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<RouteKey> keys = new ArrayList<>();
  private int[] counts = new int[1_024];
  private long lineNumber;
  private long requests;
  private double atNanos;
  private int key;

  FileTrace(Path file, Load load) throws IOException {
    this.file = file;
    in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    gapNanos = 1e9 / load.perSecond();
  }

  @Override
  public boolean next() throws IOException {
    for (int length = readLine(); length >= 0; length = readLine()) {
      String text = new String(line, 0, length, StandardCharsets.UTF_8).strip();
      if (!text.isEmpty()) {
        take(text);
        return true;
      }
    }
    return false;
  }

  private void take(String text) {
    int blank = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t'));
    String last = text.substring(blank + 1);
    if (blank > 0 && OFFSET.matcher(last).matches()) {
      double at = (double) Long.parseLong(last) * NANOS_PER_MILLI;
      if (at < atNanos) {
        throw wrong("its milliseconds are below those of the line before");
      }
      atNanos = at;
      key = number(text.substring(0, blank).stripTrailing());
    } else {
      atNanos += requests == 0 ? 0 : gapNanos;
      key = number(text);
    }
    requests++;
    counts[key]++;
  }

  private int number(String text) {
    Integer known = numbers.get(text);
    if (known != null) {
      return known;
    }
    if (keys.size() == Load.MOST_KEYS) {
      throw wrong("there are more than " + Load.MOST_KEYS + " keys");
    }
    if (!RouteKey.isValue(text)) {
      throw wrong("a key must have 1 to 256 bytes of UTF-8 without control characters");
    }
    int next = keys.size();
    numbers.put(text, next);
    keys.add(new RouteKey("key", text));
    if (next == counts.length) {
      counts = Arrays.copyOf(counts, next * 2);
    }
    return next;
  }

  /** The length of the next line; -1 after the last. */
  private int readLine() throws IOException {
    int length = 0;
    int next = in.read();
    if (next < 0) {
      return -1;
    }
    lineNumber++;
    for (; next >= 0 && next != '\n'; next = in.read()) {
      if (length == MAX_LINE_BYTES) {
        throw wrong("it has more than " + MAX_LINE_BYTES + " bytes");
      }
      line[length++] = (byte) next;
    }
    return length;
  }

  private IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException(file + ", line " + lineNumber + ": " + what);
  }

  @Override
  public long atNanos() {
    return (long) atNanos;
  }

  @Override
  public int key() {
    return key;
  }

  @Override
  public RouteKey routeKey(int number) {
    return keys.get(number);
  }

  @Override
  public int number(RouteKey routeKey) {
    return Objects.requireNonNull(numbers.get(routeKey.value()));
  }

  @Override
  public int keys() {
    return keys.size();
  }

  @Override
  public double[] shares() {
    double[] shares = new double[keys.size()];
    Arrays.setAll(shares, i -> (double) counts[i] / requests);
    return shares;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
