// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What a reader of a {@link HeldBody} is told: that there is something to read, once at first and
 * then each time that it was told to wait; the end, once; a failure, once.
 *
 * <p>The container tells of its part of the body. That held bytes are there it cannot know: of
 * these the reader is told when the chain has returned to the filter, as a container would do it,
 * or on a thread of the container if that is past. No two calls run at a time.
 */
final class ReadEvents implements ReadListener {

  private final HeldBody body;
  private final ServletRequest request;
  private final AtomicInteger signals = new AtomicInteger();
  private final AtomicInteger chains = new AtomicInteger();
  private volatile @Nullable ReadListener listener;
  private volatile @Nullable Throwable failure;
  private volatile boolean waits;
  private volatile boolean restReady;
  private volatile boolean over;

  ReadEvents(HeldBody body, ServletRequest request) {
    this.body = body;
    this.request = request;
  }

  boolean hasListener() {
    return listener != null;
  }

  /**
   * Takes who is to be told.
   *
   * @throws IllegalStateException if there is one already, or the request is not async
   */
  void listen(ReadListener reader) {
    if (reader == null) {
      throw new NullPointerException("the ReadListener must not be null");
    }
    if (listener != null) {
      throw new IllegalStateException("the body has a ReadListener already");
    }
    if (!request.isAsyncStarted()) {
      throw new IllegalStateException("a ReadListener needs a request that is async");
    }
    waits = true;
    over = false;
    listener = reader;
  }

  /** There is nobody to be told until the next one listens. */
  void forget() {
    listener = null;
  }

  /** Whether the container's part of the body can be read; the reader waits if not. */
  boolean isReady(ServletInputStream rest) {
    boolean before = waits;
    waits = true; // first, since the container may tell before it has answered
    restReady = false;
    boolean ready = rest.isReady();
    if (ready) {
      waits = before;
    }
    return ready;
  }

  /** The chain is entered, on a thread of the container. */
  void enterChain() {
    chains.incrementAndGet();
  }

  /** The chain has returned. */
  void leaveChain() {
    if (chains.decrementAndGet() == 0 && listener != null && request.isAsyncStarted()) {
      signal();
    }
  }

  /** Has the reader told of what is held, or of the end, at the next opportunity. */
  void prompt() {
    if (listener == null || over) {
      return;
    }
    if (signals.get() > 0) {
      signal();
    } else if (chains.get() == 0) {
      try {
        request.getAsyncContext().start(this::signal);
      } catch (IllegalStateException e) {
        over = true; // the exchange has ended, and there is nothing to tell
      }
    }
  }

  @Override
  public void onDataAvailable() {
    restReady = true;
    signal();
  }

  @Override
  public void onAllDataRead() {
    signal();
  }

  @Override
  public void onError(Throwable thrown) {
    failure = thrown;
    signal();
  }

  private void signal() {
    if (signals.getAndIncrement() != 0) {
      return;
    }
    int seen = 1;
    do {
      tell();
      seen = signals.addAndGet(-seen);
    } while (seen != 0);
  }

  private void tell() {
    ReadListener reader = listener;
    if (reader == null || over) {
      return;
    }
    Throwable broken = failure;
    try {
      if (broken == null && waits && (body.holds() || restReady) && !body.isReadUp()) {
        waits = false;
        reader.onDataAvailable();
      }
      // Whoever was told to wait has read all that there was, on whatever thread the end is told.
      if (broken == null && (body.isReadUp() || waits && body.isAtEnd())) {
        over = true;
        reader.onAllDataRead();
      }
    } catch (IOException | RuntimeException | Error e) {
      broken = e;
    }
    if (broken != null) {
      over = true;
      reader.onError(broken);
    }
  }
}
