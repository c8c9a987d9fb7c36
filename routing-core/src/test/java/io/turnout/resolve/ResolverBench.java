// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.resolve.Resolution.Kind;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** A resolver over virtual time and a scripted authority, and short words for both. */
final class ResolverBench {

  static final long START_MILLIS = 1_767_225_600_000L;
  static final RouteKey KEY = RouteKey.parse("business:1");

  final VirtualTime time;
  final ScriptedAuthority authority;
  final Recorder heard = new Recorder();
  final CellResolver resolver;

  ResolverBench() {
    this(options -> options);
  }

  ResolverBench(UnaryOperator<CellResolver.Builder> options) {
    this(options, new ScriptedAuthority(1));
  }

  ResolverBench(UnaryOperator<CellResolver.Builder> options, ScriptedAuthority authority) {
    this(options, authority, START_MILLIS);
  }

  ResolverBench(
      UnaryOperator<CellResolver.Builder> options, ScriptedAuthority authority, long startMillis) {
    time = new VirtualTime(startMillis);
    this.authority = authority;
    resolver =
        options
            .apply(
                CellResolver.builder(authority)
                    .freshnessSpread(0)
                    .clock(time)
                    .scheduler(time)
                    .listener(heard))
            .build();
  }

  /** Writes down what it hears. */
  static final class Recorder implements ResolverListener {
    final List<String> events = new ArrayList<>();

    @Override
    public void onHit(Resolution resolution) {
      events.add("hit " + resolution.kind());
    }

    @Override
    public void onMiss(Resolution.Miss miss) {
      events.add("miss " + miss);
    }

    @Override
    public void onLookup(LookupResult result, long latencyNanos) {
      events.add("lookup " + result + " " + latencyNanos / 1_000_000 + "ms");
    }

    @Override
    public void onAuthorityLimit(int calls) {
      events.add("limit " + calls);
    }

    @Override
    public void onRefresh() {
      events.add("refresh");
    }

    @Override
    public void onUnavailable(Resolution.Unavailable.Cause cause) {
      events.add("unavailable " + cause);
    }

    @Override
    public void onRefused(Refusal reason) {
      events.add("refused " + reason);
    }

    @Override
    public void onEviction() {
      events.add("eviction");
    }

    @Override
    public void onCircuit(String layer, Circuit now) {
      events.add("circuit " + now);
    }

    @Override
    public void onSnapshot(SnapshotResult result, long keys) {
      events.add("snapshot " + result + " " + keys);
    }

    long count(String event) {
      return events.stream().filter(event::equals).count();
    }
  }

  CompletableFuture<Resolution> ask() {
    return ask(KEY);
  }

  CompletableFuture<Resolution> ask(RouteKey key) {
    return resolver.resolve(key).toCompletableFuture();
  }

  Resolution now() {
    return resolver.resolveNow(KEY);
  }

  /** Loads the key now. */
  void load(String cell, long version) {
    CompletableFuture<Resolution> asked = ask();
    authority.last().known(cell, version);
    assertThat(asked).isCompleted();
  }

  /** Loads another key now. */
  void load(RouteKey key, String cell) {
    ask(key);
    authority.last().known(cell, 1);
  }

  void advanceMillis(long millis) {
    time.advance(Duration.ofMillis(millis));
  }

  void assertNow(Kind kind, String cell) {
    assertAnswer(now(), kind, cell);
  }

  static void assertAnswer(CompletableFuture<Resolution> stage, Kind kind, String cell) {
    assertThat(stage).isCompleted();
    assertAnswer(stage.join(), kind, cell);
  }

  static void assertAnswer(Resolution resolution, Kind kind, String cell) {
    assertThat(resolution.kind()).as("%s", resolution).isEqualTo(kind);
    assertThat(resolution.cell()).contains(cell);
  }

  static void assertUnavailable(
      CompletableFuture<Resolution> stage, Resolution.Unavailable.Cause cause) {
    assertThat(stage).isCompletedWithValue(new Resolution.Unavailable(cause));
  }

  /** An entry as a response teaches it, loaded now. */
  RouteEntry taught(String cell, long version, Duration freshFor, Duration expireAfter) {
    long now = time.wallMillis();
    return new RouteEntry(
        KEY,
        Optional.of(cell),
        version,
        now,
        now + freshFor.toMillis(),
        now + expireAfter.toMillis());
  }

  RouteEntry taught(String cell, long version) {
    return taught(cell, version, ScriptedAuthority.FRESH_FOR, ScriptedAuthority.EXPIRE_AFTER);
  }
}
