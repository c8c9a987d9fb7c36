// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request that was given to the command: as one gives it to curl, or as a file has it.
 *
 * @param headers name and value, in the order given
 * @param content the body; empty for none
 */
@SuppressWarnings("ArrayRecordComponent") // requests are never compared
record GivenRequest(
    String method, String scheme, String target, List<Field> headers, byte[] content)
    implements RequestHead {

  /**
   * A header field; its bytes stand as one {@code char} each.
   *
   * @param secrecy whether its value may be shown
   */
  record Field(String name, String value, Secrecy secrecy) {

    /** Whether a value may be shown. */
    enum Secrecy {
      /** It may. */
      OPEN,
      /** It never is. */
      SECRET
    }

    /** A field out of bytes that may be shown. */
    static Field ofBytes(String name, String value) {
      return new Field(name, value, Secrecy.OPEN);
    }

    /** A field out of text, whose characters become UTF-8. */
    static Field ofText(String name, String value) {
      return ofBytes(name, latin(value));
    }

    /** The same field, never to be shown. */
    Field hidden() {
      return new Field(name, value, Secrecy.SECRET);
    }
  }

  /** Puts a request together out of text, whose characters become UTF-8. */
  static GivenRequest of(
      String method, String scheme, String target, List<Field> headers, byte[] content) {
    return new GivenRequest(method, scheme, latin(target), List.copyOf(headers), content);
  }

  /** The values that are never shown. */
  List<String> secrets() {
    return headers.stream()
        .filter(field -> field.secrecy() == Field.Secrecy.SECRET)
        .map(field -> Words.ofBytes(field.value()))
        .toList();
  }

  private static String latin(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  @Override
  public @Nullable String authority() {
    return null;
  }

  @Override
  public Iterable<String> headerNames() {
    return headers.stream().map(Field::name).distinct().toList();
  }

  @Override
  public @Nullable String header(String name, int index) {
    int left = index;
    for (Field field : headers) {
      if (field.name().equalsIgnoreCase(name) && left-- == 0) {
        return field.value();
      }
    }
    return null;
  }

  @Override
  public @Nullable InetSocketAddress remoteAddress() {
    return null;
  }

  @Override
  public List<String> peerNames() {
    return List.of();
  }

  @Override
  public BodyPresence body() {
    return content.length == 0 ? BodyPresence.NONE : BodyPresence.SOME;
  }
}
