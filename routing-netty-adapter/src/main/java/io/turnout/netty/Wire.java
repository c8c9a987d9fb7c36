// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.turnout.decision.Refusal;
import io.turnout.protocol.HeaderField;
import io.turnout.protocol.TurnoutHeaders;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How one kind of pipeline spells requests and answers. Holds nothing. */
interface Wire {

  /** The status of what is no head of an answer. */
  int NO_STATUS = 0;

  /** The wire that a message is of; null if it is no part of a request or an answer. */
  static @Nullable Wire of(Object message) {
    if (HttpWire.WIRE.spells(message)) {
      return HttpWire.WIRE;
    }
    return FrameWire.WIRE.spells(message) ? FrameWire.WIRE : null;
  }

  /**
   * The wire that a head is of.
   *
   * @throws IllegalArgumentException if it is of none
   */
  static Wire require(Object head) {
    Wire wire = of(head);
    if (wire == null) {
      throw new IllegalArgumentException(
          "a head must be an HttpRequest or an Http2HeadersFrame, but it is a "
              + head.getClass().getName());
    }
    return wire;
  }

  /** Whether a message is the head of an answer of a cell that does not hold the key. */
  static boolean isOfWrongCell(Wire wire, Object message) {
    int status = wire.status(message);
    return status != NO_STATUS
        && TurnoutHeaders.isWrongCell(status, name -> wire.lines(message, name));
  }

  /** The names among those of fields that are of fields between routers, as they are spelt. */
  static List<String> turnout(Iterator<Map.Entry<CharSequence, CharSequence>> fields) {
    List<String> found = List.of();
    while (fields.hasNext()) {
      CharSequence name = fields.next().getKey();
      boolean likely = name.length() > 0 && (name.charAt(0) | 0x20) == 't'; // spares others a copy
      if (likely && TurnoutHeaders.isTurnout(name.toString())) {
        found = found.isEmpty() ? new ArrayList<>() : found;
        found.add(name.toString());
      }
    }
    return found;
  }

  /** Whether a message is part of a request or an answer, in this spelling. */
  boolean spells(Object message);

  /** What is wrong with a piece of a body; null if nothing is. */
  @Nullable Throwable failure(Object message);

  /** The head in a message; null if it begins no request. */
  @Nullable NettyHead head(Object message, Channel channel);

  /** The bytes of the body in a message; empty if it has none. */
  ByteBuf content(Object message);

  /** Whether the request or the answer ends with a message. */
  boolean ends(Object message);

  /**
   * A piece of a body with nothing but these bytes.
   *
   * @param like another piece of it
   */
  Object piece(ByteBuf bytes, Object like);

  /** The status in a message; {@link #NO_STATUS} if it begins no answer. */
  int status(Object message);

  /** The lines of a field of a head, by its name in lower case. */
  List<String> lines(Object head, String name);

  /**
   * Takes the fields between routers off a head or off trailers; off the head of a wrong cell's
   * answer cookies too, which would take a user's session at the right one.
   */
  void strip(Object message);

  /** Adds a field to a head, unless that cannot be changed. */
  void add(Object head, HeaderField field);

  /** Lets a field take the place of all lines of its name, unless the head cannot be changed. */
  void replace(Object head, HeaderField field);

  /** An answer that gives leave to send the body. */
  Object goOn();

  /**
   * The messages of an answer.
   *
   * @param request the head of what is answered
   * @param ending whether the connection ends with it
   */
  List<Object> answer(Refusal refusal, Object request, boolean ending);
}
