// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import io.turnout.request.HttpToken;
import io.turnout.request.RequestHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a router said with a request that it handed on, to be read only if it has proved itself.
 * What cannot be read is as if it were not there, and the listener is told.
 *
 * @param key the key that it found
 * @param client who it says that the client is
 */
public record HandedRequest(Optional<HandedKey> key, Optional<HandedClient> client) {

  /** The most lines of a field that are looked at; two that say something are too many already. */
  private static final int MOST_LINES = 16;

  /** Reads what stands in for finding a key, and for looking at the client. */
  public static HandedRequest read(RequestHead head, ProtocolListener listener) {
    return new HandedRequest(
        field(head, TurnoutHeaders.KEY, TurnoutHeaders::readKey, listener),
        field(head, TurnoutHeaders.CLIENT, TurnoutHeaders::readClient, listener));
  }

  /** Reads how many routers a request has passed; 0 if nothing is said. */
  public static int hops(RequestHead head, ProtocolListener listener) {
    return field(head, TurnoutHeaders.HOPS, TurnoutHeaders::readHops, listener).orElse(0);
  }

  /** Reads why a request was handed on. */
  public static Optional<String> reason(RequestHead head, ProtocolListener listener) {
    return field(head, TurnoutHeaders.REASON, TurnoutHeaders::readReason, listener);
  }

  private static <T> Optional<T> field(
      RequestHead head,
      String name,
      Function<List<String>, FieldReading<T>> form,
      ProtocolListener listener) {
    String lowerName = HttpToken.lowerCase(name);
    List<String> lines = List.of();
    String line;
    for (int i = 0; i < MOST_LINES && (line = head.header(lowerName, i)) != null; i++) {
      lines = i == 0 ? new ArrayList<>(1) : lines;
      lines.add(line);
    }
    FieldReading<T> read = form.apply(lines);
    read.mistake().ifPresent(mistake -> listener.onIgnored(name, mistake));
    return read.value();
  }
}
