// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A few seconds of it: too few to find a leak, enough to find what fails or stays open. */
class SoakTest {

  @Test
  @EnabledOnOs(OS.LINUX)
  void fewSeconds_hold() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    boolean held = Soak.run(new PrintStream(out, true, StandardCharsets.UTF_8), 6, 100);
    String told = out.toString(StandardCharsets.UTF_8);
    assertThat(held).as(told).isTrue();
    assertThat(told).contains("slow reader", "gateway before and after", "Holds: ");
  }
}
