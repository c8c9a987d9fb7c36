// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import io.turnout.conformance.WrittenRequest.Field;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads messages of HTTP/1.1 byte by byte; one char stands for one byte. One thread. */
final class HttpInput {

  private final BufferedInputStream in;

  HttpInput(BufferedInputStream in) {
    this.in = in;
  }

  /**
   * A head as it came.
   *
   * @param line the request line or the status line
   */
  record Head(String line, List<Field> fields) {

    List<String> all(String name) {
      return Fields.values(fields, name);
    }

    /** A word of the first line, counted from 0. */
    String word(int index) {
      return line.split(" ", -1)[index];
    }
  }

  /**
   * A body as it came.
   *
   * @param text its bytes, one char for each
   */
  record Body(String text, List<Field> trailers) {
    static final Body NONE = new Body("", List.of());
  }

  /** Reads a head; that the stream ends before its first byte is an {@link EOFException} too. */
  Head head() throws IOException {
    return new Head(line(), fields());
  }

  /** Reads the body of a request. */
  Body bodyOfRequest(Head head) throws IOException {
    return body(head, Body.NONE);
  }

  /** Reads the body of a final answer, which may end with the stream. */
  Body bodyOfAnswer(Head head, String method) throws IOException {
    int status = Integer.parseInt(head.word(1));
    return method.equals("HEAD") || status == 204 || status == 304 ? Body.NONE : body(head, null);
  }

  private Body body(Head head, @Nullable Body unmeasured) throws IOException {
    if (!head.all("transfer-encoding").isEmpty()) {
      return chunked();
    }
    List<String> lengths = head.all("content-length");
    if (!lengths.isEmpty()) {
      return new Body(text(bytes(Integer.parseInt(lengths.get(0)))), List.of());
    }
    return unmeasured != null ? unmeasured : new Body(text(in.readAllBytes()), List.of());
  }

  private Body chunked() throws IOException {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    while (true) {
      int size = Integer.parseInt(line().split(";", 2)[0].strip(), 16);
      if (size == 0) {
        return new Body(text(whole.toByteArray()), fields());
      }
      whole.write(bytes(size));
      line();
    }
  }

  private List<Field> fields() throws IOException {
    List<Field> fields = new ArrayList<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      if (colon < 0) {
        throw new IOException("\"" + line + "\" is no header field");
      }
      fields.add(new Field(line.substring(0, colon), Fields.trimmed(line.substring(colon + 1))));
    }
    return fields;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** Reads a line, without its end. */
  String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("closed after \"" + line + '"');
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  /** Reads so many bytes. */
  byte[] bytes(int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException("closed after " + bytes.length + " of " + count + " bytes");
    }
    return bytes;
  }

  /** Whether something can be read without waiting. */
  boolean hasMore() throws IOException {
    return in.available() > 0;
  }

  /** Reads and drops until the other side closes. */
  void drain() throws IOException {
    in.transferTo(OutputStream.nullOutputStream());
  }
}
