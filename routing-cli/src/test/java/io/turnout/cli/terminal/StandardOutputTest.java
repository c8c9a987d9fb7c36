// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import org.junit.jupiter.api.Test;

class StandardOutputTest {

  private static PrintWriter failingWith(String message) {
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            throw new IOException(message);
          }
        };
    return new PrintWriter(new StandardOutput(out), true);
  }

  @Test
  void readerThatHasSeenEnough_isNoFailure() {
    PrintWriter out = failingWith("Broken pipe");
    out.println("one");
    out.println("two");
    assertThat(out.checkError()).isFalse();
  }

  @Test
  void fullDisk_isOne() {
    PrintWriter out = failingWith("No space left on device");
    out.println("one");
    assertThat(out.checkError()).isTrue();
  }
}
