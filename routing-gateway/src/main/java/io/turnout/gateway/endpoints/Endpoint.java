// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.endpoints;

import io.turnout.gateway.config.EjectionSettings;
import io.turnout.gateway.config.EndpointFailure;
import io.turnout.gateway.config.Origin;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One endpoint of a cell, from when it is added until it is removed: what is known of it, and how
 * many requests it has. Thread-safe.
 */
public final class Endpoint {

  private final Origin origin;
  private final AtomicInteger inFlight = new AtomicInteger();
  private volatile boolean removed;
  private volatile int failures;
  private int questionsFailed;
  private boolean unwell;
  private boolean ejected;
  private int ejections;
  private long ejectedUntil;
  private String why = "";
  private Standing applied = Standing.USED;

  /** Whether it gets requests, as far as it alone is looked at. */
  enum Standing {
    /** It does. */
    USED,
    /** It says that it is not well, or says nothing. */
    UNHEALTHY,
    /** It failed requests, and gets none for a while. */
    EJECTED
  }

  Endpoint(Origin origin) {
    this.origin = origin;
  }

  /** Where it is reached, and how. */
  public Origin origin() {
    return origin;
  }

  /** Notes that it gets a request; {@link #ended} has to follow once. */
  public void begun() {
    inFlight.incrementAndGet();
  }

  /** Notes that a request which it got is over. */
  public void ended() {
    inFlight.decrementAndGet();
  }

  /** How many requests it has. */
  public int inFlight() {
    return inFlight.get();
  }

  /** Whether it is no endpoint of its cell any more, so that it gets no more requests. */
  public boolean isRemoved() {
    return removed;
  }

  void remove() {
    removed = true;
  }

  /** It says that it is well; whether that is news. */
  synchronized boolean well() {
    questionsFailed = 0;
    boolean news = unwell;
    unwell = false;
    return news;
  }

  /** It was asked, and did not say that it is well; whether it is not used because of that now. */
  synchronized boolean unwell(String reason, int most) {
    questionsFailed++;
    if (unwell || questionsFailed < most) {
      return false;
    }
    unwell = true;
    why = reason;
    return true;
  }

  /** A request that it got did not fail. */
  void succeeded() {
    if (failures != 0) {
      failures = 0;
    }
  }

  /** A request that it got failed; whether it is ejected because of that now. */
  synchronized boolean failed(EndpointFailure how, EjectionSettings settings, long nanos) {
    if (ejected) {
      return false;
    }
    int inRow = failures + 1;
    failures = inRow;
    if (inRow < settings.failures()) {
      return false;
    }
    failures = 0;
    boolean forgotten = nanos - ejectedUntil > settings.longest().toNanos();
    ejections = forgotten ? 1 : ejections + 1;
    ejectedUntil = nanos + length(settings).toNanos();
    ejected = true;
    why = inRow + " requests in a row failed, the last one: " + how.text();
    return true;
  }

  private Duration length(EjectionSettings settings) {
    Duration length = settings.first();
    for (int i = 1; i < ejections && length.compareTo(settings.longest()) < 0; i++) {
      length = length.multipliedBy(2);
    }
    return length.compareTo(settings.longest()) < 0 ? length : settings.longest();
  }

  /** How it stands now; an ejection whose time is over ends with this. */
  synchronized Standing standing(long nanos) {
    if (ejected && nanos - ejectedUntil >= 0) {
      ejected = false;
    }
    return unwell ? Standing.UNHEALTHY : ejected ? Standing.EJECTED : Standing.USED;
  }

  /** Until when it is ejected, if it is. */
  synchronized long ejectedUntil() {
    return ejectedUntil;
  }

  synchronized boolean isEjected() {
    return ejected;
  }

  /** Why it was last found not to be used. */
  synchronized String why() {
    return why;
  }

  /** How it stood when changes were last applied; for whoever applies them. */
  Standing applied() {
    return applied;
  }

  void apply(Standing standing) {
    applied = standing;
  }

  @Override
  public String toString() {
    return origin.toString();
  }
}
