// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.client.AddressText;
import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request that was given to the command: as one gives it to curl, or as a file has it.
 *
 * @param headers name and value, in the order given
 * @param content the body; empty for none
 */
@SuppressWarnings("ArrayRecordComponent") // requests are never compared
record GivenRequest(
    String method, String scheme, String target, List<Field> headers, byte[] content, Peer peer)
    implements RequestHead {

  /**
   * Who sends a request.
   *
   * @param address where from; empty if that is not said
   * @param names the names of the certificate that it proved to hold
   */
  record Peer(Optional<InetAddress> address, List<String> names) {

    /** Nothing is said of it. */
    static final Peer UNKNOWN = new Peer(Optional.empty(), List.of());

    /** Copies the list. */
    Peer {
      names = List.copyOf(names);
    }

    /**
     * A peer with this address.
     *
     * @param what what the address is called in a message
     * @throws IllegalArgumentException if it is none
     */
    static Peer of(String what, Optional<String> address, List<String> names) {
      return new Peer(address.map(text -> parsed(what, text)), names);
    }

    private static InetAddress parsed(String what, String text) {
      InetAddress parsed = AddressText.parse(text);
      if (parsed == null) {
        throw new IllegalArgumentException(
            what + " \"" + text + "\" must be an IP address, like 203.0.113.7 or 2001:db8::7");
      }
      return parsed;
    }
  }

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
    return new GivenRequest(
        method, scheme, latin(target), List.copyOf(headers), content, Peer.UNKNOWN);
  }

  /** The same request from a peer. */
  GivenRequest from(Peer sender) {
    return new GivenRequest(method, scheme, target, headers, content, sender);
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
    return peer.address().map(address -> new InetSocketAddress(address, 0)).orElse(null);
  }

  @Override
  public List<String> peerNames() {
    return peer.names();
  }

  @Override
  public BodyPresence body() {
    return content.length == 0 ? BodyPresence.NONE : BodyPresence.SOME;
  }
}
