// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.authority.MemoryRoutes;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import io.turnout.store.AuditEntry;
import io.turnout.store.AuditEntry.Author;
import io.turnout.store.RouteListing;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteStoreException.Kind;
import io.turnout.store.StoredRoute;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs programs that share a store in every order of their calls, and with every fault of every
 * call.
 *
 * <p>A program is stopped at a call by an error and brought to the next one by running it anew with
 * the answers it got before. Two ways that lead to the same store and the same answers are one.
 */
final class EveryOrder {

  /** What goes wrong with one call. */
  enum Fault {
    NONE,
    FAILS_BEFORE,
    FAILS_AFTER,
    CRASHES_BEFORE,
    CRASHES_AFTER
  }

  /** Between which calls programs take turns. */
  enum Turns {
    /** Between all. */
    AT_EVERY_CALL,
    /** Before each reading and writing of a record and each pause; a fault may hit any call. */
    AT_RECORDS
  }

  /** What runs: it sees a store through its administration, and waits by its pause. */
  @FunctionalInterface
  interface Program {
    void run(RouteAdministration administration, Pause pause);
  }

  /** Lets time pass. */
  @FunctionalInterface
  interface Pause {
    void sleep(Duration time);
  }

  /** Sees each write of a record. */
  @FunctionalInterface
  interface Monitor {
    void written(Optional<StoredRoute> before, StoredRoute after, long millis);
  }

  /** Sees how it ends. */
  @FunctionalInterface
  interface End {
    void check(MemoryRoutes store, Set<String> written, long millis);
  }

  /**
   * What a call answered, and when. Trails that were read count as equal: they are used for nothing
   * but the calls that follow at once, and those are told apart.
   */
  private record Answer(
      String what, @Nullable Object value, boolean failed, boolean crashed, long millis) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Answer it
          && what.equals(it.what)
          && failed == it.failed
          && crashed == it.crashed
          && millis == it.millis
          && (what.equals("auditOf") || Objects.equals(value, it.value));
    }

    @Override
    public int hashCode() {
      return Objects.hash(what, failed, crashed, millis, what.equals("auditOf") ? 0 : value);
    }
  }

  /** A program's answers so far, and whether it has ended. */
  private record Log(List<Answer> answers, boolean ended) {
    Log with(List<Answer> fresh, boolean ends) {
      if (ends || fresh.get(fresh.size() - 1).crashed()) {
        return new Log(List.of(), true);
      }
      List<Answer> longer = new ArrayList<>(answers);
      longer.addAll(fresh);
      return new Log(longer, false);
    }
  }

  /** Where everything is. */
  private record Node(
      Optional<StoredRoute> record,
      List<AuditEntry> trail,
      Set<String> written,
      long millis,
      int faults,
      List<Log> logs) {}

  private static final class Stop extends Error {
    private static final long serialVersionUID = 1L;

    Stop() {
      super("stop", null, false, false);
    }
  }

  private static final Set<String> TURNS = Set.of("read", "write", "sleep");

  private final RouteKey key;
  private final List<Program> programs;
  private final Monitor monitor;
  private final End end;
  private final Turns turns;
  private final Set<Node> seen = new HashSet<>();
  private final Deque<Node> open = new ArrayDeque<>();

  EveryOrder(RouteKey key, List<Program> programs, Turns turns, Monitor monitor, End end) {
    this.turns = turns;
    this.key = key;
    this.programs = programs;
    this.monitor = monitor;
    this.end = end;
  }

  /**
   * Goes all ways.
   *
   * @param route what is there at the beginning
   * @param faults the most that go wrong on each way
   * @return how many states there were
   */
  int run(StoredRoute route, long millis, int faults) {
    List<Log> logs = programs.stream().map(program -> new Log(List.of(), false)).toList();
    visit(new Node(Optional.of(route), List.of(), Set.of(), millis, faults, logs));
    while (!open.isEmpty()) {
      Node node = open.pop();
      boolean over = true;
      for (int i = 0; i < programs.size(); i++) {
        if (!node.logs().get(i).ended()) {
          over = false;
          visit(new Step(node, i, Fault.NONE, 0).take().orElseThrow());
          if (node.faults() > 0 && i == 0) {
            faults(node);
          }
        }
      }
      if (over) {
        end.check(store(node), node.written(), node.millis());
      }
    }
    return seen.size();
  }

  /** The first program's calls fail, and it crashes; alone, also in ways that it can go on from. */
  private void faults(Node node) {
    Set<Fault> crashes = EnumSet.of(Fault.CRASHES_BEFORE, Fault.CRASHES_AFTER);
    Set<Fault> all = EnumSet.complementOf(EnumSet.of(Fault.NONE));
    for (Fault fault : programs.size() > 1 ? crashes : all) {
      Optional<Node> next = Optional.of(node);
      for (int call = 0; next.isPresent(); call++) {
        next = new Step(node, 0, fault, call).take();
        next.ifPresent(this::visit);
      }
    }
  }

  private void visit(Node node) {
    if (seen.add(node)) {
      open.push(node);
    }
  }

  private static MemoryRoutes store(Node node) {
    MemoryRoutes store = new MemoryRoutes();
    node.record().ifPresent(record -> store.write(record, 0));
    node.trail().forEach(store::audit);
    return store;
  }

  /** What one program does at its turn. */
  private final class Step {
    private final Node node;
    private final int program;
    private final Fault fault;
    private final int faultAt;
    private final MemoryRoutes store;
    private final Set<String> written;
    private final List<Answer> answers;
    private long globalMillis;
    private long localMillis;
    private int calls;
    private final List<Answer> fresh = new ArrayList<>();

    Step(Node node, int program, Fault fault, int faultAt) {
      this.node = node;
      this.program = program;
      this.fault = fault;
      this.faultAt = faultAt;
      this.store = store(node);
      this.written = new HashSet<>(node.written());
      this.answers = node.logs().get(program).answers();
      this.globalMillis = node.millis();
      this.localMillis = answers.isEmpty() ? node.millis() : answers.get(0).millis();
    }

    /** Where it leads; empty if the program makes no call for the fault to happen in. */
    Optional<Node> take() {
      AtomicInteger ids = new AtomicInteger();
      RouteAdministration administration =
          RouteAdministration.builder(new Seen(store), new Author("mover-" + program, ""))
              .clock(new StepClock())
              .ids(() -> "id-" + program + '-' + ids.incrementAndGet())
              .build();
      boolean ended = false;
      try {
        programs.get(program).run(administration, this::sleep);
        ended = true;
      } catch (Stop e) {
        // It goes on from here in the next step.
      }
      if (fresh.isEmpty() && !ended) {
        throw new AssertionError("a turn without a call");
      }
      if (fresh.size() <= faultAt && fault != Fault.NONE) {
        return Optional.empty();
      }
      return Optional.of(after(ended));
    }

    private Node after(boolean ended) {
      List<Log> logs = new ArrayList<>(node.logs());
      logs.set(program, logs.get(program).with(fresh, ended));
      List<AuditEntry> trail =
          store.auditOf(Optional.of(key), RouteListing.MAX_LIMIT, Optional.empty()).items();
      int faults = node.faults() - (fault == Fault.NONE ? 0 : 1);
      return new Node(store.read(key), trail, written, globalMillis, faults, logs);
    }

    private void sleep(Duration time) {
      call(
          "sleep",
          () -> {
            globalMillis = Math.max(globalMillis, localMillis + time.toMillis());
            return true;
          });
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private <T> T call(String what, Supplier<T> real) {
      if (calls < answers.size()) {
        Answer answer = answers.get(calls++);
        localMillis = answer.millis();
        if (answer.failed()) {
          throw away();
        }
        return (T) Objects.requireNonNull(answer.value());
      }
      if (!fresh.isEmpty() && (turns == Turns.AT_EVERY_CALL || TURNS.contains(what))) {
        throw new Stop();
      }
      Fault now = fresh.size() == faultAt ? fault : Fault.NONE;
      boolean crashes = now == Fault.CRASHES_BEFORE || now == Fault.CRASHES_AFTER;
      boolean takesEffect = now != Fault.FAILS_BEFORE && now != Fault.CRASHES_BEFORE;
      T value = takesEffect ? real.get() : null;
      localMillis = globalMillis;
      fresh.add(new Answer(what, value, now != Fault.NONE, crashes, globalMillis));
      if (crashes) {
        throw new Stop();
      }
      if (now != Fault.NONE) {
        throw away();
      }
      return Objects.requireNonNull(value);
    }

    private RouteStoreException away() {
      return new RouteStoreException(Kind.UNREACHABLE, "away");
    }

    private final class StepClock implements RouteClock {
      @Override
      public long wallMillis() {
        return localMillis;
      }

      @Override
      public long nanos() {
        return localMillis * 1_000_000;
      }
    }

    private final class Seen extends StoreWrapper {
      private final MemoryRoutes routes;

      Seen(MemoryRoutes routes) {
        super(routes);
        this.routes = routes;
      }

      @Override
      <T> T call(String what, Supplier<T> call) {
        return Step.this.call(what, call);
      }

      @Override
      public boolean write(StoredRoute route, long expectedVersion) {
        return Step.this.call(
            "write",
            () -> {
              Optional<StoredRoute> before = routes.read(route.key());
              boolean won = routes.write(route, expectedVersion);
              Optional<StoredRoute> after = routes.read(route.key());
              if (!after.equals(before)) {
                written.add(route.stamp().writeId());
                monitor.written(before, route, globalMillis);
              }
              return won;
            });
      }
    }
  }
}
