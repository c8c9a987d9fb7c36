// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Where a snapshot is kept: one content, replaced whole or not at all. Its {@code toString} says in
 * logs what it is.
 */
interface SnapshotStore {

  /** Starts what is to take the place of the content. */
  Draft draft() throws IOException;

  /** What is kept; empty if nothing is. */
  Optional<Content> content() throws IOException;

  /** A content that is being written; closing it without publishing drops it. */
  interface Draft extends Closeable {

    /** Appends all that remains in the buffer. */
    void write(ByteBuffer bytes) throws IOException;

    /** Puts it in the place of the content, for good. */
    void publish() throws IOException;
  }

  /** What is kept. Nobody changes it while it is open. */
  interface Content extends Closeable {

    long size();

    /** Reads from the start; may be called again when the one before is read. */
    InputStream stream() throws IOException;
  }
}
