// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.netty.handler.codec.http.HttpMethod;
import io.turnout.netty.Exchange.State;
import org.jspecify.annotations.Nullable;

/**
 * The answers that the handlers behind write, message by message. For the event loop of one
 * channel.
 */
final class Answers {

  private static final int CONTINUE = 100;
  private static final int SWITCHING_PROTOCOLS = 101;
  private static final int FIRST_FINAL_STATUS = 200;
  private static final int FIRST_UNSUCCESSFUL_STATUS = 300;

  private final Heads heads;

  /** Whether an interim answer is being written, and whether it is one that was sent already. */
  private boolean interim;

  private boolean repeated;

  /** Whether the connection, or the stream, carries something else from now on. */
  private boolean tunnel;

  Answers(Heads heads) {
    this.heads = heads;
  }

  /** Whether the connection, or the stream, carries something else from now on. */
  boolean isTunnel() {
    return tunnel;
  }

  /**
   * Makes a message say what the client may be told.
   *
   * @param now the request that it answers; null if that is answered already
   * @return whether it is to be written: the client has got it already if not
   */
  boolean pass(@Nullable Exchange now, Wire wire, Object message) {
    int status = wire.status(message);
    if (status != Wire.NO_STATUS) {
      interim = status < FIRST_FINAL_STATUS && status != SWITCHING_PROTOCOLS;
      repeated = status == CONTINUE && now != null && now.continued && now.head.expectsContinue();
    }
    if (repeated) {
      repeated = !wire.ends(message);
      return false;
    }
    if (now != null && status != Wire.NO_STATUS && !interim) {
      begin(now, wire, message, status);
    } else {
      wire.strip(message);
    }
    return true;
  }

  private void begin(Exchange now, Wire wire, Object message, int status) {
    if (now.state == State.DECIDING) {
      now.drop();
    }
    heads.answers(now, wire, message);
    tunnel =
        status == SWITCHING_PROTOCOLS
            || now.head.method().equals(HttpMethod.CONNECT.name())
                && status < FIRST_UNSUCCESSFUL_STATUS;
  }

  /** Whether the final answer ends with a message that was passed. */
  boolean isOver(boolean last) {
    boolean over = last && !interim;
    interim = interim && !last;
    return over;
  }
}
