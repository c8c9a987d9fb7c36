// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The body of one request, from its first byte on: what was read of it to decide the request is
 * held and given out first, the rest comes from the container. As long as it is no longer than it
 * may be kept, it stays whole and can be given out again.
 *
 * <p>The container's stream takes one listener, at least until a dispatch. It is always a relay of
 * this class, which tells whoever reads at the time: first who decides, then what follows the
 * filter. One thread at a time reads.
 */
final class HeldBody extends ServletInputStream {

  /** How much is read at once to decide a request, in bytes. */
  static final int PIECE_BYTES = 8 * 1024;

  private static final byte[] NOTHING = {};

  private final ServletRequest request;
  private final int keptBytes;
  private final ReadEvents events;
  private @Nullable ServletInputStream rest;
  private volatile byte[] held = NOTHING;
  private volatile int length;
  private volatile int position;
  private volatile boolean ended;
  private volatile boolean whole = true;
  private volatile boolean relayed;
  private volatile boolean listenersOnly;
  private volatile boolean endSeen;
  private volatile @Nullable Thread reader;
  private volatile ReadListener told;
  private boolean closed;

  /**
   * Shows a body.
   *
   * @param request the container's request
   * @param keptBytes the longest body that can be given out again, in bytes
   */
  HeldBody(ServletRequest request, int keptBytes) {
    this.request = request;
    this.keptBytes = keptBytes;
    this.events = new ReadEvents(this, request);
    this.told = events;
  }

  /** Whether the container's stream was asked for. */
  boolean isOpened() {
    return rest != null;
  }

  /** How much is held, in bytes. */
  int heldBytes() {
    return length;
  }

  /** Asks the container for its stream, so that it reads the body for nothing else. */
  void open() throws IOException {
    rest();
  }

  private ServletInputStream rest() throws IOException {
    ServletInputStream open = rest;
    if (open == null) {
      open = request.getInputStream();
      rest = open;
    }
    return open;
  }

  /** Whether something is held that was not given out. */
  boolean holds() {
    return position < length;
  }

  /** Whether the container's part was read to its end, or to this length if it is not negative. */
  boolean isReadTo(long contentLength) {
    ServletInputStream open = rest;
    return ended || length == contentLength || (open != null && open.isFinished());
  }

  /** Takes note of the body's end. */
  void end() {
    ended = true;
  }

  // To decide the request.

  /** Reads the next piece and holds it; null at the end. */
  @Nullable ByteBuffer more() throws IOException {
    int from = length;
    reserve(from + PIECE_BYTES);
    int count = rest().read(held, from, PIECE_BYTES);
    if (count < 0) {
      ended = true;
      return null;
    }
    length = from + count;
    return ByteBuffer.wrap(held, from, count).asReadOnlyBuffer();
  }

  /** Whether a piece is there, or the end; the relay is told later if not. */
  boolean isMoreReady() throws IOException {
    return rest().isReady();
  }

  /** Has the container tell {@code decider} of what comes, until {@link #release}. */
  void relayTo(ReadListener decider) throws IOException {
    told = decider;
    relay();
  }

  /**
   * Has what follows be told of what comes from now on.
   *
   * @param wholeBytes the longest body that was read to its end by now
   */
  void release(int wholeBytes) {
    listenersOnly = relayed && length > wholeBytes;
    told = events;
  }

  private void relay() throws IOException {
    boolean again = relayed;
    relayed = true;
    try {
      rest().setReadListener(new Relay());
    } catch (IllegalStateException e) {
      if (!again) {
        relayed = false;
        throw e;
      }
      // The container still tells the first one; others forget it when a request is dispatched.
    }
  }

  private void reserve(int bytes) {
    if (bytes > held.length) {
      held = Arrays.copyOf(held, Math.max(bytes, Math.min(2 * held.length, Integer.MAX_VALUE / 2)));
    }
  }

  // To give it out again.

  /** Whether no byte that was given out is lost. */
  boolean isWhole() {
    return whole;
  }

  /** Goes back to the first byte; there is no listener then. */
  void rewind() {
    position = 0;
    closed = false;
    endSeen = false;
    reader = null;
    events.forget();
  }

  private void keep(byte[] bytes, int from, int count) {
    if (!whole) {
      return;
    }
    if (count > keptBytes - length) {
      whole = false;
      drop();
      return;
    }
    reserve(length + count);
    System.arraycopy(bytes, from, held, length, count);
    int end = length + count;
    length = end;
    position = end;
  }

  private void drop() {
    position = 0;
    length = 0;
    held = NOTHING;
  }

  // As a stream.

  @Override
  public int read() throws IOException {
    byte[] single = new byte[1];
    int count = read(single, 0, 1);
    return count < 0 ? count : single[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int from, int count) throws IOException {
    Objects.checkFromIndexSize(from, count, bytes.length);
    if (closed) {
      throw new IOException("the body is closed");
    }
    requireReadable();
    reader = Thread.currentThread();
    if (count == 0) {
      return 0;
    }
    if (!holds()) {
      return readRest(bytes, from, count);
    }
    int at = position;
    int taken = Math.min(count, length - at);
    System.arraycopy(held, at, bytes, from, taken);
    position = at + taken;
    if (!holds() && length > keptBytes) {
      whole = false;
      drop();
    }
    return taken;
  }

  private int readRest(byte[] bytes, int from, int count) throws IOException {
    int read = ended ? -1 : rest().read(bytes, from, count);
    if (read < 0) {
      ended = true;
      seeEnd();
    } else {
      keep(bytes, from, read);
    }
    return read;
  }

  /** The reader has seen the end, which the container does not tell in each case. */
  private void seeEnd() {
    endSeen = true;
    events.prompt();
  }

  /** A stream of which the container tells can never wait; so none does, wherever its end is. */
  private void requireReadable() {
    if (listenersOnly && !events.hasListener()) {
      throw new IllegalStateException(
          "the body is longer than a filter in async mode reads ahead, and "
              + length
              + " bytes of it are read: set a ReadListener, let the filter read further ahead, or"
              + " let it wait");
    }
  }

  @Override
  public int available() throws IOException {
    int ready = length - position;
    return closed ? 0 : ended ? ready : ready + rest().available();
  }

  /** Whether there is nothing more to read. */
  boolean isAtEnd() {
    ServletInputStream open = rest;
    return !holds() && (ended || (open != null && open.isFinished()));
  }

  /**
   * Whether there is nothing more to read, and whoever reads is done with what was: it has seen the
   * end, or reads on the thread that asks, or has nothing to read at all.
   */
  boolean isReadUp() {
    return isAtEnd() && (endSeen || reader == null || reader == Thread.currentThread());
  }

  @Override
  public boolean isFinished() {
    boolean finished = isAtEnd();
    if (finished) {
      seeEnd();
    }
    return finished;
  }

  @Override
  public boolean isReady() {
    if (holds()) {
      return true;
    }
    try {
      boolean ready = events.isReady(rest());
      if (isAtEnd()) {
        seeEnd();
      }
      return ready;
    } catch (IOException e) {
      return true; // and the next read says what is wrong
    }
  }

  @Override
  public void setReadListener(ReadListener listener) {
    events.listen(listener);
    try {
      relay();
    } catch (RuntimeException e) {
      events.forget();
      throw e;
    } catch (IOException e) {
      events.onError(e);
    }
    if (holds() || isAtEnd()) {
      events.prompt();
    }
  }

  /** What the chain is told. */
  ReadEvents events() {
    return events;
  }

  /** Closes it for who reads; a body that may be sent again stays open beneath. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    if (keptBytes == 0 || !whole) {
      whole = false;
      drop();
      rest().close();
    }
  }

  /** Tells of what the container tells. */
  private final class Relay implements ReadListener {

    @Override
    public void onDataAvailable() throws IOException {
      told.onDataAvailable();
    }

    @Override
    public void onAllDataRead() throws IOException {
      ended = true;
      told.onAllDataRead();
    }

    @Override
    public void onError(Throwable failure) {
      told.onError(failure);
    }
  }
}
