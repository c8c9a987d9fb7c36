// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import static java.util.Objects.requireNonNullElse;

import io.turnout.spi.RouteCache;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A layer in a map that keeps the contract but for one planted bug. */
final class PlantedCache implements RouteCache, Outage {

  /** What is wrong with it. */
  enum Bug {
    NONE,
    NAME_IS_NO_NAME,
    NOTHING_IS_A_FAILURE,
    UNKNOWN_KEYS_ARE_DROPPED,
    UNKNOWN_KEYS_GET_A_CELL,
    LIVES_GROW,
    LIVES_END_AT_ONCE,
    LOADED_AT_IS_THE_TIME_OF_THE_PUT,
    LOADED_AT_IS_IN_SECONDS,
    LOWER_VERSION_REPLACES,
    HIGHER_VERSION_NEEDS_A_LONGER_LIFE,
    FIRST_OF_EQUAL_VERSIONS_STAYS,
    LAST_OF_EQUAL_VERSIONS_STAYS,
    LATER_EXPIRY_OF_EQUAL_VERSIONS_STAYS,
    VERSIONS_ARE_FLOATS,
    EXPIRED_IS_GIVEN_OUT,
    EXPIRED_IS_GIVEN_OUT_BY_GET_ALL,
    EXPIRED_IS_TAKEN,
    EXPIRED_REMOVES_WHAT_IS_HELD,
    STALE_IS_NOT_GIVEN_OUT,
    SERVING_LENGTHENS,
    REMOVAL_IGNORES_VERSIONS,
    REMOVAL_INCLUDES_ITS_VERSION,
    REMOVAL_OF_ALL_OVERFLOWS,
    REMOVAL_IS_NOT_REMEMBERED,
    REMOVAL_IS_REMEMBERED_WHERE_SOMETHING_WAS_HELD,
    REMOVAL_REFUSES_HIGHER_VERSIONS,
    REMOVAL_REFUSES_FOR_EVER,
    REMOVAL_IS_FORGOTTEN_SOON,
    REMOVAL_IS_FORGOTTEN_BY_A_PUT,
    REMOVAL_IS_FORGOTTEN_BY_A_LOWER_ONE,
    KEYS_LACK_THEIR_NAMESPACE,
    KEYS_LOSE_CASE,
    KEYS_ARE_CUT,
    OTHER_KEYS_ENTRY,
    GET_ALL_STOPS_AT_50,
    GET_ALL_OF_NONE_FAILS,
    GET_ALL_GIVES_ANOTHER_VERSION,
    PUT_IS_NO_ATOMIC_STEP,
    OUTAGE_IS_THROWN,
    OUTAGE_HOLDS_THE_CALLER,
    OUTAGE_NEVER_COMPLETES,
    OUTAGE_IS_NOTHING,
    OUTAGE_OF_A_PUT_IS_SILENT,
    OUTAGE_NEVER_ENDS
  }

  private record Removal(long below, long at) {}

  private static final long REMEMBERED_MILLIS = 60_000;

  private final RouteClock clock;
  private final Bug bug;
  private final Map<String, RouteEntry> entries = new HashMap<>();
  private final Map<String, Removal> removals = new HashMap<>();
  private volatile boolean broken;
  private volatile boolean wasBroken;

  PlantedCache(RouteClock clock, Bug bug) {
    this.clock = clock;
    this.bug = bug;
  }

  private boolean has(Bug one) {
    return bug == one;
  }

  @Override
  public void begin() {
    broken = true;
    wasBroken = true;
  }

  @Override
  public void end() {
    broken = false;
  }

  @Override
  public String name() {
    return has(Bug.NAME_IS_NO_NAME) ? "My Layer" : "planted";
  }

  private String place(RouteKey key) {
    String text = has(Bug.KEYS_LACK_THEIR_NAMESPACE) ? key.value() : key.text();
    if (has(Bug.KEYS_LOSE_CASE)) {
      return text.toLowerCase(Locale.ROOT);
    }
    return has(Bug.KEYS_ARE_CUT) ? text.substring(0, Math.min(text.length(), 12)) : text;
  }

  @Override
  public CompletionStage<Optional<RouteEntry>> get(RouteKey key) {
    Optional<RouteEntry> none = Optional.empty();
    return answered(
        has(Bug.OUTAGE_IS_NOTHING) ? none : null,
        () -> {
          Optional<RouteEntry> found = found(key, !has(Bug.EXPIRED_IS_GIVEN_OUT));
          if (found.isEmpty() && has(Bug.NOTHING_IS_A_FAILURE)) {
            throw new IllegalStateException("nothing is held");
          }
          return found;
        });
  }

  private synchronized Optional<RouteEntry> found(RouteKey key, boolean alive) {
    RouteEntry held = entries.get(place(key));
    long now = clock.wallMillis();
    if (held == null || (alive && now >= held.expiresAt())) {
      return Optional.empty();
    }
    if (has(Bug.STALE_IS_NOT_GIVEN_OUT) && now >= held.freshUntil()) {
      return Optional.empty();
    }
    RouteKey named = has(Bug.OTHER_KEYS_ENTRY) ? new RouteKey("other", "key") : key;
    long more = has(Bug.SERVING_LENGTHENS) ? 20_000 : 0;
    RouteEntry entry =
        new RouteEntry(
            named,
            held.cell(),
            held.version(),
            held.loadedAt(),
            held.freshUntil(),
            held.expiresAt());
    if (more > 0) {
      entries.put(place(key), lengthened(held, more));
    }
    return Optional.of(entry);
  }

  private static RouteEntry lengthened(RouteEntry held, long by) {
    return new RouteEntry(
        held.key(),
        held.cell(),
        held.version(),
        held.loadedAt(),
        held.freshUntil() + by,
        held.expiresAt() + by);
  }

  @Override
  public CompletionStage<Map<RouteKey, RouteEntry>> getAll(Collection<RouteKey> keys) {
    Map<RouteKey, RouteEntry> none = Map.of();
    return answered(
        has(Bug.OUTAGE_IS_NOTHING) ? none : null,
        () -> {
          if (keys.isEmpty() && has(Bug.GET_ALL_OF_NONE_FAILS)) {
            throw new IllegalStateException("no keys");
          }
          Map<RouteKey, RouteEntry> all = new HashMap<>();
          for (RouteKey key : keys) {
            if (!has(Bug.GET_ALL_STOPS_AT_50) || all.size() < 50) {
              boolean alive = !has(Bug.EXPIRED_IS_GIVEN_OUT_BY_GET_ALL);
              found(key, alive).ifPresent(entry -> all.put(key, listed(entry)));
            }
          }
          return all;
        });
  }

  private RouteEntry listed(RouteEntry entry) {
    long version = has(Bug.GET_ALL_GIVES_ANOTHER_VERSION) ? 0 : entry.version();
    return new RouteEntry(
        entry.key(),
        entry.cell(),
        version,
        entry.loadedAt(),
        entry.freshUntil(),
        entry.expiresAt());
  }

  @Override
  public CompletionStage<Void> put(RouteEntry entry) {
    boolean silent = has(Bug.OUTAGE_OF_A_PUT_IS_SILENT) || has(Bug.OUTAGE_IS_NOTHING);
    if (broken && silent) {
      return CompletableFuture.completedStage(null);
    }
    return answered(
        null,
        () -> {
          if (has(Bug.PUT_IS_NO_ATOMIC_STEP)) {
            takeInTwoSteps(entry);
          } else {
            take(entry);
          }
          return null;
        });
  }

  private void takeInTwoSteps(RouteEntry entry) {
    RouteEntry held;
    synchronized (this) {
      held = entries.get(place(entry.key()));
    }
    LockSupport.parkNanos(50_000);
    if (held == null || replaces(entry, held)) {
      synchronized (this) {
        entries.put(place(entry.key()), entry);
      }
    }
  }

  private synchronized void take(RouteEntry entry) {
    String place = place(entry.key());
    if (entry.expiresAt() <= clock.wallMillis() && !has(Bug.EXPIRED_IS_TAKEN)) {
      if (has(Bug.EXPIRED_REMOVES_WHAT_IS_HELD)) {
        entries.remove(place);
      }
      return;
    }
    if (entry.cell().isEmpty() && has(Bug.UNKNOWN_KEYS_ARE_DROPPED)) {
      return;
    }
    RouteEntry held = entries.get(place);
    boolean isHeld = held != null && held.expiresAt() > clock.wallMillis();
    boolean wins = held == null || !isHeld || replaces(entry, held);
    if (wins && !refused(place, entry)) {
      entries.put(place, kept(entry));
      if (has(Bug.REMOVAL_IS_FORGOTTEN_BY_A_PUT)) {
        removals.remove(place);
      }
    }
  }

  private boolean refused(String place, RouteEntry entry) {
    Removal removal = removals.get(place);
    long age = removal == null ? 0 : clock.wallMillis() - removal.at();
    long remembered = has(Bug.REMOVAL_IS_FORGOTTEN_SOON) ? 30_000 : REMEMBERED_MILLIS;
    if (removal == null || age > remembered) {
      return false;
    }
    boolean before = entry.loadedAt() < removal.at() || has(Bug.REMOVAL_REFUSES_FOR_EVER);
    boolean below = entry.version() < removal.below() || has(Bug.REMOVAL_REFUSES_HIGHER_VERSIONS);
    return before && below;
  }

  private boolean replaces(RouteEntry entry, RouteEntry held) {
    if (entry.version() != held.version()) {
      if (has(Bug.HIGHER_VERSION_NEEDS_A_LONGER_LIFE) && entry.freshUntil() <= held.freshUntil()) {
        return false;
      }
      return entry.version() > held.version() || has(Bug.LOWER_VERSION_REPLACES);
    }
    if (has(Bug.LATER_EXPIRY_OF_EQUAL_VERSIONS_STAYS)) {
      return entry.expiresAt() > held.expiresAt();
    }
    return has(Bug.LAST_OF_EQUAL_VERSIONS_STAYS)
        || (entry.freshUntil() > held.freshUntil() && !has(Bug.FIRST_OF_EQUAL_VERSIONS_STAYS));
  }

  private RouteEntry kept(RouteEntry entry) {
    long loadedAt = entry.loadedAt();
    if (has(Bug.LOADED_AT_IS_THE_TIME_OF_THE_PUT)) {
      loadedAt = clock.wallMillis();
    } else if (has(Bug.LOADED_AT_IS_IN_SECONDS)) {
      loadedAt = loadedAt / 1_000 * 1_000;
    }
    Optional<String> cell =
        has(Bug.UNKNOWN_KEYS_GET_A_CELL) ? Optional.of(entry.cell().orElse("none")) : entry.cell();
    long version =
        has(Bug.VERSIONS_ARE_FLOATS)
            ? Math.min(RouteEntry.MAX_VERSION, (long) (float) entry.version())
            : entry.version();
    long grown = has(Bug.LIVES_GROW) ? 1_000 : has(Bug.LIVES_END_AT_ONCE) ? -50_000 : 0;
    return new RouteEntry(
        entry.key(),
        cell,
        version,
        loadedAt,
        entry.freshUntil() + grown,
        entry.expiresAt() + grown);
  }

  @Override
  public CompletionStage<Void> remove(RouteKey key, long belowVersion) {
    if (broken && has(Bug.OUTAGE_IS_NOTHING)) {
      return CompletableFuture.completedStage(null);
    }
    return answered(
        null,
        () -> {
          drop(place(key), belowVersion);
          return null;
        });
  }

  private synchronized void drop(String place, long below) {
    RouteEntry held = entries.get(place);
    long limit = has(Bug.REMOVAL_INCLUDES_ITS_VERSION) ? below + 1 : below;
    boolean overflows = has(Bug.REMOVAL_OF_ALL_OVERFLOWS) && below > RouteEntry.MAX_VERSION;
    boolean drops =
        held != null && !overflows && (held.version() < limit || has(Bug.REMOVAL_IGNORES_VERSIONS));
    if (drops) {
      entries.remove(place);
    }
    if (has(Bug.REMOVAL_IS_NOT_REMEMBERED)
        || (has(Bug.REMOVAL_IS_REMEMBERED_WHERE_SOMETHING_WAS_HELD) && held == null)) {
      return;
    }
    Removal earlier = requireNonNullElse(removals.get(place), new Removal(0, 0));
    long highest =
        has(Bug.REMOVAL_IS_FORGOTTEN_BY_A_LOWER_ONE) ? below : Math.max(below, earlier.below());
    removals.put(place, new Removal(highest, clock.wallMillis()));
  }

  @SuppressWarnings("NullAway") // a stage of Void completes with null
  private <T extends @Nullable Object> CompletionStage<T> answered(
      @Nullable T inOutage, Supplier<T> answer) {
    if (broken && inOutage != null) {
      return CompletableFuture.completedStage(inOutage);
    }
    if (broken || (wasBroken && has(Bug.OUTAGE_NEVER_ENDS))) {
      return brokenStage();
    }
    try {
      return CompletableFuture.completedStage(answer.get());
    } catch (IllegalStateException e) {
      return CompletableFuture.failedStage(e);
    }
  }

  private <T extends @Nullable Object> CompletionStage<T> brokenStage() {
    IllegalStateException failure = new IllegalStateException("the store is away");
    if (has(Bug.OUTAGE_IS_THROWN)) {
      throw failure;
    }
    if (has(Bug.OUTAGE_NEVER_COMPLETES)) {
      return new CompletableFuture<>();
    }
    while (broken && has(Bug.OUTAGE_HOLDS_THE_CALLER)) {
      LockSupport.parkNanos(1_000_000);
    }
    return CompletableFuture.failedStage(failure);
  }
}
