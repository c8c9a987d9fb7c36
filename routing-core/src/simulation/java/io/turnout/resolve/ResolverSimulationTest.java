// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Seeds;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class ResolverSimulationTest {

  private static final int SEEDS = 20_000;

  /** So many seeds are enough to see each mistake. */
  private static final int SEEDS_FOR_A_BUG = 3_000;

  private static final List<PlantedBug> BUGS =
      List.of(
          new PlantedBug(
              "an older version replaces a newer one",
              "NearCache",
              "if (candidate.version() < held.version) {",
              "if (candidate.version() < 0) {"),
          new PlantedBug(
              "the authority's final word is not believed",
              "NearCache",
              "candidate.insistedOn() >= held.version",
              "candidate.insistedOn() < 0"),
          new PlantedBug(
              "a life counts from the answer, not from the question",
              "Lives",
              "return capped(raw, sent.at().nanos(), sent.order(), insistedOn);",
              "return capped(raw, sent.at().nanos() + 20_000_000L, sent.order(), insistedOn);"),
          new PlantedBug(
              "the life of a layer's entry counts from each read",
              "Lives",
              "capped(held, sentNanos - TimeUnit.MILLISECONDS.toNanos(age), Candidate.UNORDERED, 0)",
              "capped(held, sentNanos, Candidate.UNORDERED, 0)"),
          new PlantedBug(
              "the spread lengthens fresh lives",
              "Lives",
              ": freshMillis - (long) (",
              ": freshMillis + (long) ("),
          new PlantedBug(
              "maxStale is forgotten",
              "Lives",
              "Math.min(expire, fresh + maxStaleMillis)",
              "expire"),
          new PlantedBug(
              "a layer's entry counts as loaded when another host's clock says so",
              "Lives",
              "long loaded = life.loaded() - TimeUnit.MILLISECONDS.toNanos(FUTURE_TOLERANCE_MILLIS);",
              "long loaded = life.loaded();"),
          new PlantedBug(
              "an entry from the future is believed",
              "Lives",
              "return minus(entry.loadedAt(), clock.wallMillis()) > FUTURE_TOLERANCE_MILLIS;",
              "return false;"),
          new PlantedBug(
              "what a layer gets is told by the wall clock of the look-up",
              "Candidate",
              "long now = clock.nanos();\n    long wall = clock.wallMillis();",
              "long now = rawLife.loaded();\n    long wall = raw.loadedAt();"),
          new PlantedBug(
              "a refresh that failed keeps its claim",
              "Waiter",
              "entry.refreshFailed(parts.clock().nanos(), parts.backoff());",
              ""),
          new PlantedBug(
              "who asks for the same key gets a flight of its own",
              "SingleFlight",
              "current != null && current.join(waiters)",
              "false"),
          new PlantedBug(
              "who asks after a removal joins a look-up from before",
              "SingleFlight",
              "(k, flight) -> flight.isSent() ? null : flight",
              "(k, flight) -> flight"),
          new PlantedBug(
              "what was invalidated is served while the authority fails",
              "SingleFlight",
              " || parts.judge().isInvalidated(held)) {",
              ") {"),
          new PlantedBug(
              "serveExpiredFor has no end",
              "SingleFlight",
              "parts.clock().nanos() - held.expires < serveExpiredNanos",
              "serveExpiredNanos > 0"),
          new PlantedBug(
              "who asks after an invalidation joins a look-up from before",
              "Flight",
              "if (ended || (sent && parts.invalidations().cover(key, sentNanos))) {",
              "if (ended) {"),
          new PlantedBug(
              "an uncacheable answer serves who asked after it was sent",
              "Flight",
              "end(resolution, aboard.early(), aboard.late());",
              "end(resolution, aboard.all(), List.of());"),
          new PlantedBug(
              "a refresh is content with a stale entry of a layer",
              "Flight",
              "(freshness == Freshness.STALE && urgent)",
              "freshness == Freshness.STALE"),
          new PlantedBug(
              "a layer's entry from before an invalidation is taken",
              "Flight",
              "!isEnough(freshness) || parts.invalidations().cover(key, candidate.life().loaded())",
              "!isEnough(freshness)"),
          new PlantedBug(
              "removals are not remembered",
              "Removal",
              "if (candidate.version() >= belowVersion) {",
              "if (candidate.version() >= 0) {"),
          new PlantedBug(
              "expired entries serve as stale ones",
              "Judge",
              "return surelyStale ? Freshness.STALE : freshness(held, clock.nanos());",
              "return coarseNow - held.fresh >= 0 ? Freshness.STALE : Freshness.FRESH;"),
          new PlantedBug(
              "invalidations of everything are not seen",
              "Invalidations",
              "        || isBefore(loadedNanos, everythingBefore)\n",
              ""),
          new PlantedBug(
              "a gap is not noticed",
              "Invalidations",
              "    return isBefore(loadedNanos, before) ? before : null;",
              "    return null;"),
          new PlantedBug(
              "what is in doubt is never expired",
              "Judge",
              "return now - since < maxStaleNanos ? Freshness.STALE : Freshness.EXPIRED;",
              "return Freshness.STALE;"),
          new PlantedBug(
              "a hanging layer is waited for",
              "LayerGuard",
              "read.setTimer(scheduler.schedule(() -> tookTooLong(read), timeout));",
              ""),
          new PlantedBug(
              "a layer that throws ends the flight",
              "LayerGuard",
              "reads.forEach(read -> failed(read, e));",
              "throw e;"),
          new PlantedBug(
              "who waits for a layer is forgotten at the end",
              "CellResolver",
              "      flights.close();\n",
              ""),
          new PlantedBug(
              "another key's entry is believed",
              "LayerGuard",
              "entry.get().key().equals(read.key()) &&",
              ""),
          new PlantedBug(
              "one call more than may run",
              "AuthorityGate",
              "running >= pace.limit() ||",
              "running > pace.limit() ||"),
          new PlantedBug(
              "a call that ends keeps its place",
              "AuthorityGate",
              "if (call.leaveSlot()) {",
              "if (call.leaveSlot() && call.isUrgent()) {"),
          new PlantedBug(
              "a call that takes too long is never given up",
              "AuthorityGate",
              "call.setTimer(scheduler.schedule(() -> abandon(call), rest), State.TIMED_OUT);",
              ""),
          new PlantedBug(
              "an authority that gets too many calls counts as broken",
              "AuthorityGate",
              "        breaker.unused();\n        log.failed(kindOf(answer, refusal));",
              "        breaker.failed(took);\n        log.failed(kindOf(answer, refusal));"),
          new PlantedBug(
              "an authority that gets too many calls gets as many as before",
              "Pace",
              "change(limit / 2);",
              "change(limit);"),
          new PlantedBug(
              "in the end no call may run", "Pace", "if (limit > 1) {", "if (limit > 0) {"),
          new PlantedBug(
              "an authority that wants no calls gets them",
              "Pace",
              "refusal.retryAfter().ifPresent(this::rest);",
              ""),
          new PlantedBug(
              "who was refused alone asks again at once",
              "Pace",
              "rest(ALONE_REST);",
              "rest(Duration.ZERO);"),
          new PlantedBug(
              "what waits is sent while the authority wants no calls",
              "AuthorityGate",
              " || pace.restNanos() > 0) {",
              ") {"));

  private static final List<PlantedBug> SNAPSHOT_BUGS =
      List.of(
          new PlantedBug(
              "lives count from the reading of a snapshot",
              "Lives",
              "long loadedNanos = Math.min(now.nanosAt(loaded), now.nanos() - 1);",
              "long loadedNanos = now.nanos();"),
          new PlantedBug(
              "a snapshot tells lives by the wall clock of the look-up",
              "SnapshotWriter",
              "buffer.putLong(now.wallBefore(held.fresh)).putLong(now.wallBefore(held.expires));",
              "buffer.putLong(entry.freshUntil()).putLong(entry.expiresAt());"),
          new PlantedBug(
              "the checksum is not looked at",
              "SnapshotReader",
              "if (new DataInputStream(in).readInt() != (int) checksum.getValue()) {",
              "if (left > 0) {"),
          new PlantedBug(
              "a snapshot from the future is believed",
              "SnapshotRestore",
              "if (ahead > Lives.FUTURE_TOLERANCE_MILLIS) {",
              "if (ahead == Long.MAX_VALUE) {"),
          new PlantedBug(
              "a snapshot forgets what was invalidated",
              "Snapshot",
              "      writer.invalidations(parts.invalidations(), now);\n",
              ""),
          new PlantedBug(
              "a snapshot forgets removals",
              "SnapshotRestore",
              "new Removal(it.belowVersion(), Removal",
              "new Removal(0, Removal"),
          new PlantedBug(
              "a snapshot forgets the versions of what may not be used",
              "SnapshotRestore",
              "return NearEntry.restored(key.key(), key.version(), null, none, removal);",
              "return NearEntry.restored(key.key(), 0, null, none, removal);"),
          new PlantedBug(
              "removed entries come back",
              "NearCache",
              "    retire(held);\n    return NearEntry.removed(held.key, held.version, latest);",
              "    retire(held);\n    return NearEntry.restored(key, held.version, held.isTombstone() ? null : held.entry(), new Life(held.loaded, held.fresh, held.expires), latest);"),
          new PlantedBug(
              "nothing is written at the end",
              "Snapshot",
              "      round = begun();\n      while",
              "      while"),
          new PlantedBug(
              "the last snapshot is written when all has ended",
              "CellResolver",
              "      Snapshot last = snapshot;\n",
              "      invalidations.everythingForGood();\n      Snapshot last = snapshot;\n"),
          new PlantedBug(
              "a snapshot is not read",
              "CellResolver",
              "        kept.restore(serveExpiredFor);\n",
              ""));

  @TempDir Path scratch;

  @Test
  void everySeed_keepsThePromises() {
    LongStream.of(Seeds.of(SEEDS)).parallel().forEach(ResolverSimulation::play);
  }

  @TestFactory
  Stream<DynamicTest> plantedBug_isFound() {
    List<PlantedBug> all = Stream.concat(BUGS.stream(), SNAPSHOT_BUGS.stream()).toList();
    return all.stream()
        .map(
            bug ->
                DynamicTest.dynamicTest(
                    bug.name(),
                    () ->
                        assertThat(
                                bug.found(
                                    SEEDS_FOR_A_BUG,
                                    scratch.resolve(String.valueOf(all.indexOf(bug)))))
                            .as("seen in the first %s seeds", SEEDS_FOR_A_BUG)
                            .isPresent()));
  }
}
