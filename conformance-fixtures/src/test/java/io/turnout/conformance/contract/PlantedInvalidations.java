// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteInvalidations;
import io.turnout.spi.RouteKey;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/** A channel on a medium in memory that keeps the contract but for one planted bug. */
final class PlantedInvalidations implements RouteInvalidations {

  /** What is wrong with it. */
  enum Bug {
    NONE,
    OWN_PROCESS_ONLY,
    OTHER_PROCESSES_ONLY,
    FIRST_SUBSCRIBER_ONLY,
    VERSION_IS_LOST,
    KEY_IS_CUT_AT_THE_SECOND_COLON,
    HEARS_WHAT_NOBODY_PUBLISHED,
    CLOSED_GOES_ON_HEARING,
    CLOSE_CLOSES_ALL,
    CLOSE_AGAIN_CLOSES_ANOTHER,
    CLOSE_OF_THE_LAST_IS_FINAL,
    LISTENER_STOPS_THE_OTHERS,
    LISTENER_IS_DROPPED_IF_IT_THROWS,
    CLOSE_WAITS_FOR_THE_LISTENER,
    OUTAGE_IS_THROWN,
    OUTAGE_IS_SILENT,
    OUTAGE_HOLDS_THE_SUBSCRIBER,
    OUTAGE_LOSES_THE_SUBSCRIPTION,
    GAP_IS_NOT_REPORTED,
    GAP_OF_A_LATE_CONNECTION_IS_NOT_REPORTED
  }

  /** What channels share. */
  static final class Medium implements Outage {
    private final List<PlantedInvalidations> channels = new CopyOnWriteArrayList<>();
    private volatile boolean away;

    @Override
    public void begin() {
      away = true;
    }

    @Override
    public void end() {
      if (away) {
        away = false;
        channels.forEach(PlantedInvalidations::back);
      }
    }
  }

  private record Place(Listener listener, boolean late) {}

  private final Medium medium;
  private final Bug bug;
  private final List<Place> places = new CopyOnWriteArrayList<>();
  private volatile boolean ended;

  PlantedInvalidations(Medium medium, Bug bug) {
    this.medium = medium;
    this.bug = bug;
    medium.channels.add(this);
  }

  private boolean has(Bug one) {
    return bug == one;
  }

  private void back() {
    if (has(Bug.OUTAGE_LOSES_THE_SUBSCRIPTION)) {
      places.forEach(place -> place.listener().onGap());
      places.clear();
    }
    for (Place place : places) {
      boolean silent = place.late() && has(Bug.GAP_OF_A_LATE_CONNECTION_IS_NOT_REPORTED);
      if (!silent && !has(Bug.GAP_IS_NOT_REPORTED)) {
        place.listener().onGap();
      }
    }
  }

  @Override
  public CompletionStage<Void> publish(RouteKey key, long belowVersion) {
    if (medium.away) {
      IllegalStateException failure = new IllegalStateException("the medium is away");
      if (has(Bug.OUTAGE_IS_THROWN)) {
        throw failure;
      }
      return has(Bug.OUTAGE_IS_SILENT)
          ? CompletableFuture.completedStage(null)
          : CompletableFuture.failedStage(failure);
    }
    for (PlantedInvalidations channel : medium.channels) {
      boolean own = channel == this;
      if (!(own ? has(Bug.OTHER_PROCESSES_ONLY) : has(Bug.OWN_PROCESS_ONLY))) {
        channel.deliver(sent(key), sent(belowVersion));
      }
    }
    return CompletableFuture.completedStage(null);
  }

  private RouteKey sent(RouteKey key) {
    String[] parts = key.value().split(":", 2);
    return has(Bug.KEY_IS_CUT_AT_THE_SECOND_COLON) && !parts[0].isEmpty()
        ? new RouteKey(key.namespace(), parts[0])
        : key;
  }

  private long sent(long belowVersion) {
    return has(Bug.VERSION_IS_LOST) ? RouteEntry.MAX_VERSION + 1 : belowVersion;
  }

  @SuppressWarnings("ModifyCollectionInEnhancedForLoop") // the list is made for it
  private void deliver(RouteKey key, long belowVersion) {
    for (Place place : places) {
      try {
        if (has(Bug.HEARS_WHAT_NOBODY_PUBLISHED)) {
          place.listener().onInvalidated(new RouteKey("other", "key"), belowVersion);
        }
        place.listener().onInvalidated(key, belowVersion);
      } catch (IllegalStateException e) {
        if (has(Bug.LISTENER_IS_DROPPED_IF_IT_THROWS)) {
          places.remove(place);
        }
        if (has(Bug.LISTENER_STOPS_THE_OTHERS)) {
          return;
        }
      }
      if (has(Bug.FIRST_SUBSCRIBER_ONLY)) {
        return;
      }
    }
  }

  @Override
  public Subscription subscribe(Listener listener) {
    while (medium.away && has(Bug.OUTAGE_HOLDS_THE_SUBSCRIBER)) {
      LockSupport.parkNanos(1_000_000);
    }
    Listener heard = has(Bug.CLOSE_WAITS_FOR_THE_LISTENER) ? locked(listener) : listener;
    Place place = new Place(heard, medium.away);
    if (!ended) {
      places.add(place);
    }
    return () -> close(place);
  }

  /** A listener and its close that wait for each other, on threads of their own. */
  private static Listener locked(Listener listener) {
    return new Listener() {
      @Override
      public synchronized void onInvalidated(RouteKey key, long belowVersion) {
        listener.onInvalidated(key, belowVersion);
      }

      @Override
      public synchronized void onGap() {
        listener.onGap();
      }
    };
  }

  private void close(Place place) {
    if (has(Bug.CLOSE_WAITS_FOR_THE_LISTENER)) {
      Thread other =
          new Thread(
              () -> {
                synchronized (place.listener()) {
                  places.remove(place);
                }
              });
      other.setDaemon(true);
      other.start();
      while (places.contains(place)) {
        LockSupport.parkNanos(1_000_000);
      }
    }
    boolean again = !places.contains(place);
    if (!has(Bug.CLOSED_GOES_ON_HEARING)) {
      places.remove(place);
    }
    if (has(Bug.CLOSE_CLOSES_ALL) || (again && has(Bug.CLOSE_AGAIN_CLOSES_ANOTHER))) {
      places.clear();
    }
    ended = places.isEmpty() && has(Bug.CLOSE_OF_THE_LAST_IS_FINAL);
  }
}
