// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request's head, as an adapter shows it.
 *
 * <p>Bytes outside ASCII stand as one {@code char} each (ISO-8859-1), in the target as in header
 * values, which is how HTTP engines hand them over; what they mean is decided here. Nothing is
 * decoded, joined, split or normalised by the adapter. One thread at a time reads a head, and it
 * must stay readable until the decision is made.
 */
public interface RequestHead {

  /** The method as it came, {@code GET}. */
  String method();

  /** The request target as it came: origin, absolute, authority or asterisk form. */
  String target();

  /** {@code http} or {@code https}. */
  String scheme();

  /** HTTP/2's {@code :authority}; null over HTTP/1, where the {@code Host} field says it. */
  @Nullable String authority();

  /** The names of the header fields, in any case, each at least once. */
  Iterable<String> headerNames();

  /**
   * The value of a header field.
   *
   * <p>Lines are asked for in turn, 0, 1, 2 and on until there is none. A head on which each step
   * takes longer than the last is open to requests with very many lines of one name.
   *
   * @param name the field's name in lower case
   * @param index 0 for the first line of that name, 1 for the second, and so on
   * @return the value as it came, or null if there are not so many lines of that name
   */
  @Nullable String header(String name, int index);

  /** The address of the peer of the connection; null if it is not an Internet address. */
  @Nullable InetSocketAddress remoteAddress();

  /**
   * The subject alternative names of the certificate that the peer proved to hold; empty without
   * mutual TLS.
   */
  List<String> peerNames();

  /** Whether a body follows. */
  BodyPresence body();
}
