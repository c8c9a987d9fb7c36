// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoutingFilterTest {

  private static final int GIB = 1 << 30;

  private final TestRouting routing = new TestRouting(TestRouting::twoCells, router -> router);
  private final RoutingFilter.Builder builder = RoutingFilter.builder(routing.router());

  @AfterEach
  void close() {
    routing.close();
  }

  @Test
  void limits_are_taken_from_end_to_end() {
    assertThatCode(
            () ->
                builder
                    .readAhead(0)
                    .readAhead(GIB)
                    .resendLimit(0)
                    .resendLimit(GIB)
                    .formLimit(0)
                    .formLimit(GIB)
                    .timeout(Duration.ofMillis(1))
                    .timeout(Duration.ofHours(1))
                    .build())
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, GIB + 1})
  void bytes_out_of_bounds_are_refused_by_name_and_value(int bytes) {
    assertThatThrownBy(() -> builder.readAhead(bytes)).hasMessageContaining("readAhead " + bytes);
    assertThatThrownBy(() -> builder.resendLimit(bytes))
        .hasMessageContaining("resendLimit " + bytes);
    assertThatThrownBy(() -> builder.formLimit(bytes)).hasMessageContaining("formLimit " + bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT0.0009S", "PT-1S", "PT1H0.001S"})
  void time_out_of_bounds_is_refused(String timeout) {
    assertThatThrownBy(() -> builder.timeout(Duration.parse(timeout)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must lie in 1 ms to 1 h");
  }
}
