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

class MoveSimulationTest {

  private static final int SEEDS = 20_000;

  /** So many seeds are enough to see each mistake. */
  private static final int SEEDS_FOR_A_BUG = 4_000;

  private static final String WAIT = "admin/MoveWait";
  private static final String TIMES = "admin/FleetTimes";

  private static final List<PlantedBug> BUGS =
      List.of(
          new PlantedBug(
              "lives that were longer are not waited for",
              WAIT,
              "long until = Copies.longest(route, view.defaults());",
              "long until = 0;"),
          new PlantedBug(
              "lives that were longer are not remembered",
              "admin/RouteAdministration",
              "long until = Copies.until(before, Copies.written(writer.clock().wallMillis()));",
              "long until = before.route().map(StoredRoute::longestLifeUntil).orElse(0L);"),
          new PlantedBug(
              "defaults that were longer are not waited for",
              "admin/Copies",
              ": Math.max(route.longestLifeUntil(), defaults.longestLifeUntil());",
              ": route.longestLifeUntil();"),
          new PlantedBug(
              "what aliases were before is not waited for",
              WAIT,
              "until = Math.max(until, known);",
              ""),
          new PlantedBug(
              "the wait is reckoned from before the mark alone",
              WAIT,
              "Math.max(until(view), plus(Copies.plus(now(), life)))",
              "until(view)"),
          new PlantedBug(
              "what is served expired is not waited for",
              TIMES,
              "clockAllowance.plus(readLag).plus(serveExpiredFor)",
              "clockAllowance.plus(readLag)"),
          new PlantedBug(
              "L without the look-up time-out",
              TIMES,
              "lookupTimeout.plus(clockAllowance).plus(readLag)",
              "clockAllowance.plus(readLag)"),
          new PlantedBug(
              "L without the read lag",
              TIMES,
              "lookupTimeout.plus(clockAllowance).plus(readLag)",
              "lookupTimeout.plus(clockAllowance)"),
          new PlantedBug(
              "the wait goes by the wall clock",
              "admin/RouteMove",
              "dueNanos - writer.clock().nanos()",
              "(due - writer.clock().wallMillis()) * 1_000_000"),
          new PlantedBug(
              "a mark leaves the key cacheable",
              "store/RouteChain",
              "if (link.move().isPresent()) {",
              "if (link.move().isPresent() && link.version() < 0) {"),
          new PlantedBug(
              "an alias of what moves is cacheable",
              "store/RouteChain",
              "if (link.move().isPresent()) {",
              "if (link.move().isPresent() && links.size() == 1) {"));

  private static final List<PlantedBug> BUGS_OF_MOVERS =
      List.of(
          new PlantedBug(
              "no write is conditional",
              "admin/PendingWrite",
              "return attempt.write(replaced.version());",
              "return attempt.write(stamp().version());"),
          new PlantedBug(
              "a mark goes over another one",
              "admin/RouteMove",
              "if (ahead.isPresent()) {",
              "if (ahead.filter(it -> it.phase() == Phase.FLIPPED).isPresent()) {"),
          new PlantedBug(
              "the flip does not wait",
              "admin/RouteMove",
              "return Duration.ofNanos(Math.max(0, dueNanos - writer.clock().nanos()));",
              "return Duration.ZERO;"),
          new PlantedBug(
              "who replaces a record does not close what made it",
              "admin/PendingWrite",
              "      trail.closeMaker(intent.key(), replaced);\n",
              ""),
          new PlantedBug(
              "an intent that may still come true is left to itself",
              "admin/RouteMove",
              "        fence(writer, key);\n",
              ""));

  @TempDir Path scratch;

  @Test
  void everySeed_keepsTheCertificate() {
    LongStream.of(Seeds.of(SEEDS)).parallel().forEach(MoveSimulation::play);
  }

  @TestFactory
  Stream<DynamicTest> plantedBug_isFound() {
    return BUGS.stream()
        .map(bug -> found(bug, "io.turnout.resolve.MoveSimulation", SEEDS_FOR_A_BUG));
  }

  @TestFactory
  Stream<DynamicTest> plantedBug_isFoundInSomeOrder() {
    return BUGS_OF_MOVERS.stream()
        .map(bug -> found(bug, "io.turnout.admin.RouteMoveInterleavingTest", 6));
  }

  private DynamicTest found(PlantedBug bug, String player, int seeds) {
    return DynamicTest.dynamicTest(
        bug.name(),
        () ->
            assertThat(bug.found(player, seeds, scratch.resolve(bug.name().replace(' ', '-'))))
                .as("seen in the first %s", seeds)
                .isPresent());
  }
}
