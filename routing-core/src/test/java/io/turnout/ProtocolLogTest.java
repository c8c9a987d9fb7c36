// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.protocol.FieldMistake;
import io.turnout.protocol.ProtocolListener;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProtocolLogTest {

  private static final ProtocolListener NOBODY = new ProtocolListener() {};

  private final VirtualTime time = new VirtualTime(0);
  private final LoggedLines logged = new LoggedLines();

  @Test
  void whatIsIgnored_isLoggedOnceInAnInterval() {
    ProtocolLog log = new ProtocolLog(NOBODY, time, logged);
    log.onIgnored("Turnout-Key", FieldMistake.SYNTAX);
    for (int i = 0; i < 5; i++) {
      log.onIgnored("Turnout-Key", FieldMistake.SYNTAX);
    }
    time.advance(Duration.ofNanos(ProtocolLog.INTERVAL_NANOS - 1));
    log.onIgnored("Turnout-Key", FieldMistake.SYNTAX);
    time.advance(Duration.ofNanos(1));
    log.onIgnored("Turnout-Hops", FieldMistake.OUT_OF_BOUNDS);

    String begin = "WARN fields of other routers that were ignored since the last such line: ";
    assertThat(logged.lines())
        .containsExactly(
            begin + "1; the latest: Turnout-Key, syntax",
            begin + "7; the latest: Turnout-Hops, out-of-bounds");
  }

  @Test
  void listenerThatThrows_changesNothing() {
    ProtocolLog log =
        new ProtocolLog(
            new ProtocolListener() {
              @Override
              public void onKeyNotTaken(String edge) {
                throw new IllegalStateException("business:1");
              }

              @Override
              public void onHandedOn(String edge, Optional<String> reason) {
                throw new OutOfMemoryError();
              }
            },
            time,
            logged);
    for (int i = 0; i < 4; i++) {
      log.onKeyNotTaken("e");
    }

    String begin =
        "WARN the protocol's listener failed with java.lang.IllegalStateException; failures so far: ";
    assertThat(logged.lines()).containsExactly(begin + 1, begin + 2, begin + 4);
    assertThatThrownBy(() -> log.onHandedOn("e", Optional.empty()))
        .isInstanceOf(OutOfMemoryError.class);
  }
}
