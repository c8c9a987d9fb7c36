// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A stream whose reader may have seen enough: what comes after a pipe was closed at its other end
 * is dropped, as for {@code | head}. Every other failure is one, such as a full disk.
 */
final class StandardOutput extends FilterOutputStream {

  private boolean unread;

  StandardOutput(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    if (unread) {
      return;
    }
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      String message = String.valueOf(e.getMessage());
      unread = message.startsWith("Broken pipe") || message.startsWith("The pipe is being closed");
      if (!unread) {
        throw e;
      }
    }
  }
}
