// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.cli.proof.Load.Ask;
import io.turnout.cli.proof.Load.Seen;
import io.turnout.dynamo.DynamoAuthority;
import io.turnout.dynamo.server.DynaliteServer;
import io.turnout.dynamo.server.FaultProxy;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The source of truth is away for some seconds, while clients ask for keys that the gateway has
 * cached, and for others that it has not. {@code -Dturnout.outage.seconds=60} makes it a minute,
 * and prints what was seen.
 */
@Tag("external")
class TableOutageTest {

  private static final String SECONDS = "turnout.outage.seconds";
  private static final Duration OUTAGE = Duration.ofSeconds(Integer.getInteger(SECONDS, 3));
  private static final Duration LOOKUP_TIMEOUT = Duration.ofMillis(500);

  /** A second without calls, a look-up, and what a busy machine adds. */
  private static final Duration RECOVERY = Duration.ofSeconds(10);

  /** The longest pause between two refreshes of a key, and what a busy machine adds. */
  private static final Duration REFRESHED = Duration.ofSeconds(40);

  private static final Duration SLOW_MACHINE = Duration.ofSeconds(3);
  private static final int CLIENTS = 3;
  private static final List<Ask> CACHED = businesses(910_000);
  private static final List<Ask> NOT_CACHED = businesses(920_000);

  @TempDir private Path folder;

  private final Credentials credentials = new Credentials();
  private final DynaliteServer server = DynaliteServer.start();
  private final FaultProxy proxy = FaultProxy.before(server.endpoint());

  @AfterEach
  void close() {
    proxy.close();
    server.close();
    credentials.close();
  }

  private static List<Ask> businesses(int first) {
    return IntStream.range(first, first + 20).mapToObj(it -> Ask.business("b-" + it)).toList();
  }

  @Test
  void serverThatIsGone_losesNoCachedKey_andComesBackByItself() throws IOException {
    outage("gone", proxy.endpoint(), proxy::goDown, proxy::comeUp);
  }

  @Test
  void serverThatHangs_losesNoCachedKey_andComesBackByItself() throws IOException {
    outage("hanging", server.endpoint(), () -> signal("-STOP"), () -> signal("-CONT"));
  }

  private void signal(String which) {
    try {
      Process kill =
          new ProcessBuilder("kill", which, String.valueOf(server.process().pid())).start();
      assertThat(kill.waitFor(Waits.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(kill.exitValue()).isZero();
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private PaymentsTable table(URI endpoint) throws IOException {
    PaymentsTable table = PaymentsTable.create(server.endpoint());
    StringBuilder lines = new StringBuilder("key,cell\n");
    for (List<Ask> asks : List.of(CACHED, NOT_CACHED)) {
      asks.forEach(ask -> lines.append(ask.key()).append(",eu-1\n"));
    }
    Path file = Files.writeString(folder.resolve("routes.csv"), lines);
    table.routes(List.of("--yes"), "defaults", "--fresh-for", "1s", "--expire-after", "1h");
    table.routes(List.of(), "import", file.toString());
    return new PaymentsTable(endpoint, table.name());
  }

  private void outage(String what, URI endpoint, Runnable begin, Runnable end) throws IOException {
    try (PaymentsGateway gateway =
        new PaymentsGateway(
            table(endpoint), DynamoAuthority.DEFAULT_TIMEOUT, LOOKUP_TIMEOUT, folder)) {
      for (Ask ask : CACHED) {
        Waits.until("a key is cached", () -> gateway.load().ask(ask).status() == 200);
      }
      long begun = System.currentTimeMillis();
      IntStream.range(0, CLIENTS).forEach(i -> gateway.load().add(CACHED));
      begin.run();
      gateway.load().add(NOT_CACHED);
      Waits.pass(OUTAGE);
      long ended = System.currentTimeMillis();
      end.run();
      Waits.until("keys that are not cached are found", () -> areFound(gateway, ended));
      Waits.until("all keys are fresh", () -> areFresh(gateway, ended));
      gateway.stop();
      Outage seen = new Outage(gateway.accessLog(), begun, ended);
      seen.assertThatNoCachedKeyWasLost();
      seen.assertThatOthersFailedClearly();
      seen.assertThatItRecovered();
      assertThat(gateway.load().seen())
          .filteredOn(it -> it.status() != 200)
          .allMatch(it -> it.cell().contains("\"reason\":\"unavailable\""));
      if (System.getProperty(SECONDS) != null) {
        System.out.println(seen.told(what));
      }
    }
  }

  /** Whether each of the last requests for keys that were not cached was answered. */
  private static boolean areFound(PaymentsGateway gateway, long ended) {
    Set<String> keys = NOT_CACHED.stream().map(Ask::key).collect(Collectors.toSet());
    List<Seen> seen = gateway.load().seen().stream().filter(it -> keys.contains(it.key())).toList();
    return seen.size() > keys.size()
        && System.currentTimeMillis() > ended
        && seen.subList(seen.size() - keys.size(), seen.size()).stream()
            .allMatch(it -> it.status() == 200);
  }

  private static boolean areFresh(PaymentsGateway gateway, long ended) {
    Outage seen = new Outage(gateway.accessLog(), ended, ended);
    return CACHED.stream().allMatch(ask -> seen.freshAfter(ask) < Long.MAX_VALUE);
  }

  /** What an access log tells of an outage. */
  private record Outage(List<LogLine> log, long begun, long ended) {

    private List<LogLine> of(List<Ask> asks) {
      Set<String> keys = asks.stream().map(Ask::key).collect(Collectors.toSet());
      return log.stream().filter(it -> keys.contains(it.key())).toList();
    }

    private boolean isDuring(LogLine line) {
      return line.startedMillis() > begun && line.decidedMillis() < ended;
    }

    private List<LogLine> failed() {
      return of(NOT_CACHED).stream().filter(it -> it.status() != 200).toList();
    }

    void assertThatNoCachedKeyWasLost() {
      assertThat(of(CACHED))
          .filteredOn(it -> it.startedMillis() > begun)
          .allMatch(it -> it.status() == 200 && it.ending().equals("answered"))
          .allMatch(it -> it.cell().equals("eu-1"));
      for (Ask ask : CACHED) {
        assertThat(of(List.of(ask))).anyMatch(it -> isDuring(it) && it.freshness().equals("stale"));
      }
    }

    void assertThatOthersFailedClearly() {
      List<LogLine> during = of(NOT_CACHED).stream().filter(this::isDuring).toList();
      assertThat(during).hasSizeGreaterThan(NOT_CACHED.size());
      assertThat(during).allMatch(it -> it.status() == 503);
      assertThat(failed()).allMatch(it -> it.status() == 503 && it.ending().equals("answered"));
      double longest = LOOKUP_TIMEOUT.plus(SLOW_MACHINE).toMillis();
      assertThat(failed())
          .allMatch(it -> it.why().equals("unavailable"))
          .allMatch(it -> it.decisionMillis() <= longest)
          .as("what is left alone is not waited for")
          .anyMatch(it -> it.decisionMillis() < LOOKUP_TIMEOUT.toMillis() / 5.0);
    }

    void assertThatItRecovered() {
      assertThat(recovered()).isLessThan(RECOVERY.toMillis());
      assertThat(refreshed()).isLessThan(REFRESHED.toMillis());
    }

    /** How long after the end the last request failed, in milliseconds. */
    long recovered() {
      double last = failed().stream().mapToDouble(LogLine::decidedMillis).max().orElseThrow();
      return Math.max(0, Math.round(last) - ended);
    }

    /** How long after the end the last cached key was fresh again, in milliseconds. */
    long refreshed() {
      return CACHED.stream().mapToLong(this::freshAfter).max().orElseThrow();
    }

    long freshAfter(Ask ask) {
      return of(List.of(ask)).stream()
          .filter(it -> it.startedMillis() > ended && it.freshness().equals("fresh"))
          .mapToLong(it -> it.startedMillis() - ended)
          .min()
          .orElse(Long.MAX_VALUE);
    }

    String told(String what) {
      List<LogLine> during = log.stream().filter(this::isDuring).toList();
      List<LogLine> failed = failed();
      return "%s for %.1f s. Cached keys: %d requests, %d of them by stale routes, none lost; "
              .formatted(
                  what,
                  (ended - begun) / 1e3,
                  during.stream().filter(it -> it.status() == 200).count(),
                  during.stream().filter(it -> it.freshness().equals("stale")).count())
          + "other keys: %d refused, after %.0f ms at the longest, the last %.1f s after its end; "
              .formatted(
                  failed.size(),
                  failed.stream().mapToDouble(LogLine::decisionMillis).max().orElse(0),
                  recovered() / 1e3)
          + "all cached keys fresh after %.1f s".formatted(refreshed() / 1e3);
    }
  }
}
