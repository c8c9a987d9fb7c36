// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityThrottledException;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteScheduler;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteStoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * The source of truth in a DynamoDB table, as {@link DynamoRoutes} writes it.
 *
 * <p>One key is read by {@code GetItem}, up to 100 by one {@code BatchGetItem}; what an alias leads
 * to, by one more request for each of at most three steps. Reads are consistent unless the builder
 * says otherwise; a look-up that says which version it wants at least is always answered by a
 * consistent one if the first is below that.
 *
 * <p>A stage fails with {@link AuthorityThrottledException} if DynamoDB refuses calls because there
 * are too many, and else with a {@link RouteStoreException} that tells why: no such table, no
 * permission, no answer, or a record that cannot be understood. No text holds a route key.
 *
 * <p>Thread-safe. Requests are sent from the scheduler, so that credentials that have to be fetched
 * first do not hold a caller; answers come on the client's threads, which must not be held.
 */
public final class DynamoAuthority implements RouteAuthority, AutoCloseable {

  /** How long a call may take, aliases and all, unless the builder says otherwise. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(1);

  /** How old the default durations may be, unless the builder says otherwise. */
  public static final Duration DEFAULT_DEFAULTS_MAX_AGE = Duration.ofSeconds(10);

  private final Duration timeout;
  private final RouteClock clock;
  private final RouteScheduler scheduler;
  private final boolean ownScheduler;
  private final RouteReader reader;
  private final DefaultsReader defaults;
  private final Set<LookupCall> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  private DynamoAuthority(Builder builder) {
    this.timeout = builder.timeout;
    this.clock = builder.clock;
    this.ownScheduler = builder.scheduler == null;
    this.scheduler =
        builder.scheduler == null ? RouteScheduler.newThread("turnout-dynamo") : builder.scheduler;
    this.reader =
        new RouteReader(
            builder.client, builder.table, builder.consistent, scheduler, builder.random);
    this.defaults = new DefaultsReader(clock, builder.defaultsMaxAge, this::readDefaults);
  }

  /** An authority that reads consistently and leaves everything else at its default. */
  public static DynamoAuthority of(DynamoDbAsyncClient client, String table) {
    return builder(client, table).build();
  }

  /**
   * Begins an authority.
   *
   * @param client stays open when the authority is closed
   * @param table the table's name
   */
  public static Builder builder(DynamoDbAsyncClient client, String table) {
    return new Builder(client, table);
  }

  @Override
  public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
    return call(List.of(new Lookup(key, atLeastVersion))).get(0);
  }

  @Override
  public List<CompletionStage<AuthorityAnswer>> lookupAll(List<Lookup> lookups) {
    if (lookups.size() > MOST_AT_ONCE) {
      throw new IllegalArgumentException(
          lookups.size() + " look-ups at once; at most " + MOST_AT_ONCE + " can be");
    }
    return lookups.isEmpty() ? List.of() : new ArrayList<>(call(lookups));
  }

  /** {@value RouteAuthority#MOST_AT_ONCE}, as many as {@code BatchGetItem} takes. */
  @Override
  public int mostAtOnce() {
    return MOST_AT_ONCE;
  }

  private List<CompletableFuture<AuthorityAnswer>> call(List<Lookup> lookups) {
    CompletableFuture<DefaultsReader.Aged> known = new CompletableFuture<>();
    LookupCall call = new LookupCall(reader, known, clock.nanos(), lookups);
    List<CompletableFuture<AuthorityAnswer>> stages = call.stages();
    open.add(call);
    RouteScheduler.Scheduled deadline =
        scheduler.schedule(() -> call.end(reader.failures().late(timeout)), timeout);
    AtomicInteger left = new AtomicInteger(stages.size());
    for (CompletionStage<AuthorityAnswer> stage : stages) {
      stage.whenComplete(
          (answer, failure) -> {
            if (left.decrementAndGet() == 0) {
              deadline.cancel();
              open.remove(call);
            }
          });
    }
    scheduler.execute(() -> start(call, known));
    if (closed) {
      call.end(reader.failures().closed());
    }
    return stages;
  }

  private void start(LookupCall call, CompletableFuture<DefaultsReader.Aged> known) {
    try {
      call.start();
    } catch (RuntimeException e) {
      call.end(reader.failure(e));
    }
    defaults
        .get()
        .whenComplete(
            (aged, failure) -> {
              if (failure == null) {
                known.complete(aged);
              } else {
                known.completeExceptionally(failure);
              }
            });
  }

  private CompletionStage<RouteDefaults> readDefaults() {
    CompletableFuture<RouteDefaults> sent = reader.defaults();
    RouteScheduler.Scheduled deadline = scheduler.schedule(() -> sent.cancel(true), timeout);
    CompletionStage<RouteDefaults> read = sent;
    return read.whenComplete((defaults, failure) -> deadline.cancel());
  }

  /** Fails what waits and what comes later; the client stays open. */
  @Override
  public void close() {
    closed = true;
    open.forEach(call -> call.end(reader.failures().closed()));
    if (ownScheduler) {
      scheduler.close();
    }
  }

  /** Collects what a {@link DynamoAuthority} is made of. */
  public static final class Builder {

    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(1);
    private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LONGEST_MAX_AGE = Duration.ofMinutes(1);

    private final DynamoDbAsyncClient client;
    private final String table;
    private boolean consistent = true;
    private Duration timeout = DEFAULT_TIMEOUT;
    private Duration defaultsMaxAge = DEFAULT_DEFAULTS_MAX_AGE;
    private RouteClock clock = RouteClock.system();
    private @Nullable RouteScheduler scheduler;
    private DoubleSupplier random = () -> ThreadLocalRandom.current().nextDouble();

    Builder(DynamoDbAsyncClient client, String table) {
      this.client = Objects.requireNonNull(client, "client");
      this.table = Objects.requireNonNull(table, "table");
    }

    /**
     * Lets reads be eventually consistent, at half the price. An answer may then be as old as the
     * replica that gives it lags, usually well below a second and not bounded by DynamoDB: whoever
     * moves keys has to allow for it.
     */
    public Builder eventuallyConsistent() {
      this.consistent = false;
      return this;
    }

    /**
     * How long a call may take, aliases and repeated tries included, 1 ms to 10 s; {@link
     * #DEFAULT_TIMEOUT} by default. A resolver waits for a shorter time anyway.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder timeout(Duration timeout) {
      this.timeout = within(timeout, SHORTEST_TIMEOUT, LONGEST_TIMEOUT, "timeout");
      return this;
    }

    /**
     * How old the default durations may be when an answer is made of them, 0 to 1 minute; {@link
     * #DEFAULT_DEFAULTS_MAX_AGE} by default, and never more than a quarter of the shortest of them.
     * Their age is taken off the durations that are given out, so that no copy lives longer for it.
     * With 0 they are read with every call, at the price of one more consistent read.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder defaultsMaxAge(Duration maxAge) {
      this.defaultsMaxAge = within(maxAge, Duration.ZERO, LONGEST_MAX_AGE, "defaultsMaxAge");
      return this;
    }

    /** What time is told by; the system's clock by default. */
    public Builder clock(RouteClock clock) {
      this.clock = Objects.requireNonNull(clock, "clock");
      return this;
    }

    /**
     * Sends requests, and runs time-outs and repeated tries. By default a thread of the authority's
     * own, which {@link DynamoAuthority#close} ends; one that is given stays open.
     */
    public Builder scheduler(RouteScheduler scheduler) {
      this.scheduler = Objects.requireNonNull(scheduler, "scheduler");
      return this;
    }

    /** What spreads pauses, 0 to 1. */
    Builder random(DoubleSupplier random) {
      this.random = random;
      return this;
    }

    /** Makes the authority; the table is not asked for yet. */
    public DynamoAuthority build() {
      return new DynamoAuthority(this);
    }

    private static Duration within(Duration given, Duration least, Duration most, String what) {
      if (given.compareTo(least) < 0 || given.compareTo(most) > 0) {
        throw new IllegalArgumentException(
            what + " " + given + " must lie in " + least + " to " + most);
      }
      return given;
    }
  }
}
