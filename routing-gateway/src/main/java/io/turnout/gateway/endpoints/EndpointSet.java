// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.endpoints;

import io.turnout.gateway.config.CellSettings;
import io.turnout.gateway.config.EjectionSettings;
import io.turnout.gateway.config.EndpointFailure;
import io.turnout.gateway.config.LabelledOrigin;
import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.OriginHealth;
import io.turnout.gateway.endpoints.ChangeLog.Change;
import io.turnout.gateway.endpoints.Endpoint.Standing;
import io.turnout.spi.RouteScheduler;
import io.turnout.spi.RouteScheduler.Scheduled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of one cell, of which each request gets one. Thread-safe.
 *
 * <p>What changes, be it which endpoints there are or how they are, is only noted at first. It is
 * applied together, by the scheduler, at once if that was not done for a while, otherwise as soon
 * as the pace allows: then an index is made anew, which is all that a choice reads.
 */
public final class EndpointSet implements Asked {

  private final CellSettings settings;
  private final boolean plain;
  private final Surroundings with;
  private final List<Consumer<List<Endpoint>>> removalHearers = new CopyOnWriteArrayList<>();
  private final ChangeLog log;
  private volatile EndpointIndex index = EndpointIndex.empty();

  private final Object lock = new Object();
  private Map<Origin, Endpoint> members = Map.of();
  private Map<Endpoint, Map<String, String>> labels = Map.of();
  private List<EndpointIndex.Kin> kins = List.of();
  private List<Draining> draining = List.of();
  private @Nullable List<LabelledOrigin> wanted;
  private @Nullable Asker asker;
  private @Nullable Scheduled next;
  private long nextAt;
  private boolean everApplied;
  private long appliedAt;

  private record Draining(Endpoint endpoint, long until) {}

  /**
   * What a set needs of the world.
   *
   * @param scheduler what applies changes; stays open
   * @param nanos the monotonic clock
   * @param random a number from 0 to below its argument, for any thread
   * @param log what is told of changes, a line at a time
   */
  public record Surroundings(
      RouteScheduler scheduler, LongSupplier nanos, IntUnaryOperator random, Consumer<String> log) {

    /** Checks the parts. */
    public Surroundings {
      Objects.requireNonNull(scheduler, "scheduler");
      Objects.requireNonNull(nanos, "nanos");
      Objects.requireNonNull(random, "random");
      Objects.requireNonNull(log, "log");
    }
  }

  /** The endpoints that are listed; none if they are in a file, until {@link #use}. */
  public EndpointSet(CellSettings settings, Surroundings with) {
    this.settings = Objects.requireNonNull(settings, "settings");
    this.with = Objects.requireNonNull(with, "with");
    plain = settings.isPlain();
    log = new ChangeLog(plain ? line -> {} : with.log());
    if (settings.members() instanceof CellSettings.Listed listed) {
      use(listed.endpoints());
    }
  }

  /** The cell's settings. */
  public CellSettings settings() {
    return settings;
  }

  /**
   * The endpoint that a request gets: the one with fewer requests of two drawn at random.
   *
   * @param asked the labels that it has to have
   * @param tried those that it may not be
   * @return empty if there is none with those labels, nor with those asked for instead, or all that
   *     get requests were tried
   */
  public Optional<Endpoint> choose(Map<String, String> asked, Set<Endpoint> tried) {
    Subset subset = find(plain ? Map.of() : asked);
    Optional<Map<String, String>> instead = settings.noMatch().labels();
    if (subset.isEmpty() && instead.isPresent()) {
      subset = find(instead.get());
    }
    return Optional.ofNullable(subset.choose(with.random(), tried));
  }

  private Subset find(Map<String, String> asked) {
    Subset found = index.find(asked);
    return found != null ? found : learn(asked);
  }

  private Subset learn(Map<String, String> asked) {
    synchronized (lock) {
      index = index.knowing(asked.keySet());
      return Objects.requireNonNull(index.find(asked));
    }
  }

  /** How many endpoints with these labels get requests. */
  public int usable(Map<String, String> asked) {
    return find(asked).size();
  }

  /** From now on these are the endpoints, each origin once. The first ones are at once. */
  public void use(List<LabelledOrigin> endpoints) {
    boolean first;
    synchronized (lock) {
      wanted = List.copyOf(endpoints);
      first = !everApplied;
    }
    if (first) {
      apply();
    } else {
      changed();
    }
  }

  @Override
  public OriginHealth health() {
    return settings.health().orElseThrow();
  }

  @Override
  public void well(Origin origin) {
    Endpoint endpoint = member(origin);
    if (endpoint != null && endpoint.well()) {
      changed();
    }
  }

  @Override
  public void unwell(Origin origin, String why) {
    Endpoint endpoint = member(origin);
    if (endpoint != null && endpoint.unwell(why, health().failures())) {
      changed();
    }
  }

  private @Nullable Endpoint member(Origin origin) {
    synchronized (lock) {
      return members.get(origin);
    }
  }

  @Override
  public void askedBy(Asker one) {
    synchronized (lock) {
      asker = one;
      one.ask(members.keySet());
    }
  }

  /** A request that an endpoint got did not fail. */
  public void succeeded(Endpoint endpoint) {
    endpoint.succeeded();
  }

  /** A request that an endpoint got failed. */
  public void failed(Endpoint endpoint, EndpointFailure how) {
    EjectionSettings ejection = settings.ejection().orElse(null);
    if (ejection == null) {
      return;
    }
    if (!ejection.on().contains(how)) {
      if (how == EndpointFailure.STATUS) {
        endpoint.succeeded();
      }
    } else if (endpoint.failed(how, ejection, with.nanos().getAsLong())) {
      changed();
    }
  }

  /** Lets somebody hear of endpoints when they get no more requests since they were removed. */
  public void onRemoved(Consumer<List<Endpoint>> hearer) {
    removalHearers.add(hearer);
  }

  private void changed() {
    synchronized (lock) {
      applyAt(with.nanos().getAsLong());
    }
  }

  /** Sees to it that changes are applied then, or as soon after as the pace allows. */
  private void applyAt(long nanos) {
    long earliest = appliedAt + settings.pace().applyEvery().toNanos();
    long at = everApplied && earliest - nanos > 0 ? earliest : nanos;
    if (next != null && nextAt - at <= 0) {
      return;
    }
    if (next != null) {
      next.cancel();
    }
    nextAt = at;
    long delay = Math.max(0, at - with.nanos().getAsLong());
    next = with.scheduler().schedule(this::apply, Duration.ofNanos(delay));
  }

  private void apply() {
    List<Endpoint> removed;
    synchronized (lock) {
      long now = with.nanos().getAsLong();
      next = null;
      appliedAt = now;
      everApplied = true;
      removed = wanted == null ? List.of() : exchange(wanted, now);
      wanted = null;
      long backAt = stand(now);
      index = index.of(kins);
      if (backAt != Long.MAX_VALUE) {
        applyAt(backAt);
      }
      log.tell(now, members.size() + " endpoints, " + usable(Map.of()) + " get requests")
          .ifPresent(this::applyAt);
    }
    if (!removed.isEmpty()) {
      removalHearers.forEach(hearer -> hearer.accept(removed));
    }
  }

  /** Takes the endpoints that are wanted for those that there are; what is no longer among them. */
  private List<Endpoint> exchange(List<LabelledOrigin> all, long now) {
    Map<Origin, Endpoint> found = new LinkedHashMap<>();
    Map<Endpoint, Map<String, String>> having = new LinkedHashMap<>();
    for (LabelledOrigin one : all) {
      Endpoint known = members.get(one.origin());
      Endpoint endpoint = known == null ? new Endpoint(one.origin()) : known;
      if (known == null) {
        log.note(Change.ADDED, one.origin().toString());
      } else if (!one.labels().equals(labels.get(known))) {
        log.note(Change.RELABELLED, one.origin().toString());
      }
      found.put(one.origin(), endpoint);
      having.put(endpoint, one.labels());
    }
    List<Endpoint> removed = new ArrayList<>();
    List<Draining> leaving = new ArrayList<>(stillDraining(now));
    for (Endpoint endpoint : members.values()) {
      if (!found.containsKey(endpoint.origin())) {
        endpoint.remove();
        removed.add(endpoint);
        leaving.add(new Draining(endpoint, now + settings.pace().drain().toNanos()));
        log.note(Change.REMOVED, endpoint.toString());
      }
    }
    members = found;
    labels = having;
    kins = EndpointIndex.kins(having);
    draining = leaving;
    if (asker != null) {
      asker.ask(members.keySet());
    }
    return List.copyOf(removed);
  }

  private List<Draining> stillDraining(long now) {
    return draining.stream()
        .filter(one -> one.endpoint().inFlight() > 0 && now - one.until() < 0)
        .toList();
  }

  /** Notes how each endpoint stands now; when the next ejection ends. */
  private long stand(long now) {
    long backIn = Long.MAX_VALUE;
    for (Endpoint endpoint : members.values()) {
      Standing before = endpoint.applied();
      Standing standing = endpoint.standing(now);
      if (endpoint.isEjected()) {
        backIn = Math.min(backIn, endpoint.ejectedUntil() - now);
      }
      if (standing != before) {
        endpoint.apply(standing);
        switch (standing) {
          case USED -> log.note(Change.BACK, endpoint.toString());
          case UNHEALTHY -> log.note(Change.UNHEALTHY, endpoint + ": " + endpoint.why());
          case EJECTED -> log.note(Change.EJECTED, endpoint + ": " + endpoint.why());
        }
      }
    }
    return backIn == Long.MAX_VALUE ? backIn : now + backIn;
  }

  /** How they are doing. */
  public EndpointCounts counts() {
    synchronized (lock) {
      Map<Standing, Integer> counts = new HashMap<>();
      long inFlight = 0;
      for (Endpoint endpoint : members.values()) {
        counts.merge(endpoint.applied(), 1, Integer::sum);
        inFlight += endpoint.inFlight();
      }
      draining = stillDraining(with.nanos().getAsLong());
      for (Draining one : draining) {
        inFlight += one.endpoint().inFlight();
      }
      return new EndpointCounts(
          counts.getOrDefault(Standing.USED, 0),
          counts.getOrDefault(Standing.UNHEALTHY, 0),
          counts.getOrDefault(Standing.EJECTED, 0),
          draining.size(),
          inFlight);
    }
  }
}
