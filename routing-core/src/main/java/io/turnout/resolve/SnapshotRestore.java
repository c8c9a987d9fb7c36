// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gathers what a snapshot holds, and brings it back when all of it is read. */
final class SnapshotRestore implements SnapshotReader.Visitor {

  private final ResolverParts parts;
  private final long graceNanos;
  private final Instants now;
  private final Invalidations invalidations;
  private final List<NearEntry> held = new ArrayList<>();
  private final List<Runnable> invalidated = new ArrayList<>();
  private Runnable doubt = () -> {};
  private long room;

  /**
   * Starts with nothing.
   *
   * @param graceNanos for how long what is expired may still be of use
   */
  SnapshotRestore(ResolverParts parts, long graceNanos) {
    this.parts = parts;
    this.graceNanos = graceNanos;
    now = Instants.now(parts.clock());
    invalidations = parts.invalidations();
    room = parts.near().bound().most();
  }

  @Override
  public void everything(long beforeMillis) {
    long before = now.nanosAt(beforeMillis);
    invalidated(() -> invalidations.everything(before));
  }

  @Override
  public void namespace(String namespace, long beforeMillis) {
    long before = now.nanosAt(beforeMillis);
    invalidated(() -> invalidations.namespace(namespace, before));
  }

  @Override
  public void doubt(long beforeMillis) {
    long before = now.nanosAt(beforeMillis);
    doubt = () -> invalidations.doubt(before);
  }

  private void invalidated(Runnable invalidation) {
    if (invalidated.size() > Invalidations.MAX_NAMESPACES) {
      throw new IllegalArgumentException(
          "there are more than " + Invalidations.MAX_NAMESPACES + " namespaces");
    }
    invalidated.add(invalidation);
  }

  @Override
  public void key(SnapshotKey key) {
    if (room > 0) {
      NearEntry entry = entry(key);
      room -= parts.near().bound().weigh(entry);
      held.add(entry);
    }
  }

  private NearEntry entry(SnapshotKey key) {
    Removal removal =
        key.removed()
            .map(it -> new Removal(it.belowVersion(), Removal.BEFORE_ALL, now.nanosAt(it.at())))
            .orElse(null);
    RouteEntry entry = key.entry().orElse(null);
    if (entry != null && !Lives.isFromFuture(entry, parts.clock())) {
      Life life = parts.lives().restored(entry, key.loaded(), now);
      if (now.nanos() - life.expires() < graceNanos) {
        return NearEntry.restored(
            key.key(), key.version(), parts.lives().told(entry, life, now), life, removal);
      }
    }
    return remembered(key, removal);
  }

  private NearEntry remembered(SnapshotKey key, @Nullable Removal removal) {
    long loaded = now.nanosAt(key.loaded());
    Life none = new Life(loaded, loaded, loaded);
    return NearEntry.restored(key.key(), key.version(), null, none, removal);
  }

  @Override
  public void end(long writtenAt) throws IOException {
    long ahead = -Lives.between(writtenAt, now.wallMillis());
    if (ahead > Lives.FUTURE_TOLERANCE_MILLIS) {
      throw new IOException(
          "it was written " + ahead + " ms ahead of this clock, so its entries have no known age");
    }
    invalidated.forEach(Runnable::run);
    doubt.run();
    held.forEach(parts.near()::restore);
  }

  /** How many keys came back, those of which only the version is remembered included. */
  int keys() {
    return held.size();
  }
}
