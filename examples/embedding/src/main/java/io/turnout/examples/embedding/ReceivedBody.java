// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.embedding;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

// example: body
/** A request's body: the pieces that routing has seen are kept, the rest is still unread. */
final class ReceivedBody {

  private static final int PIECE_BYTES = 8 * 1024;

  private final InputStream unread;
  private final ByteArrayOutputStream seen = new ByteArrayOutputStream();

  ReceivedBody(InputStream unread) {
    this.unread = unread;
  }

  /** The next piece, which is kept as well; null at the end. */
  @Nullable ByteBuffer next() throws IOException {
    byte[] piece = new byte[PIECE_BYTES];
    int count = unread.read(piece);
    if (count < 0) {
      return null;
    }
    seen.write(piece, 0, count);
    return ByteBuffer.wrap(piece, 0, count);
  }

  /** Everything from the first byte on; can be read once. */
  InputStream whole() {
    return new SequenceInputStream(new ByteArrayInputStream(seen.toByteArray()), unread);
  }
}
// end of example
