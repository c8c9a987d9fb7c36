// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A cell: its endpoints, and how one of them is chosen.
 *
 * @param members its endpoints
 * @param health how they are asked whether they are well; empty: they are not
 * @param ejection when one that fails requests gets none for a while; empty: never
 * @param noMatch what becomes of a request where no endpoint has the labels that are asked for
 * @param pace how requests and changes are paced
 */
public record CellSettings(
    Members members,
    Optional<OriginHealth> health,
    Optional<EjectionSettings> ejection,
    NoMatch noMatch,
    Pace pace) {

  /** The most endpoints of one cell. */
  public static final int MOST_ENDPOINTS = 50_000;

  /** Checks and copies the parts. */
  public CellSettings {
    Objects.requireNonNull(members, "members");
    Objects.requireNonNull(health, "health");
    Objects.requireNonNull(ejection, "ejection");
    Objects.requireNonNull(noMatch, "noMatch");
    Objects.requireNonNull(pace, "pace");
  }

  /** A cell that is one place, about which nothing is asked. */
  public static CellSettings of(Origin origin) {
    return new CellSettings(
        new Listed(List.of(new LabelledOrigin(origin, Map.of()))),
        Optional.empty(),
        Optional.empty(),
        NoMatch.ANY,
        Pace.DEFAULT);
  }

  /** A cell of endpoints, for which everything else is as it is by default. */
  public static CellSettings of(Members members) {
    return new CellSettings(
        members,
        Optional.empty(),
        Optional.of(EjectionSettings.DEFAULT),
        NoMatch.ANY,
        Pace.DEFAULT);
  }

  /** The same, asked in this way whether they are well. */
  public CellSettings asking(OriginHealth how) {
    return new CellSettings(members, Optional.of(how), ejection, noMatch, pace);
  }

  /** The same, ejecting in this way. */
  public CellSettings ejecting(EjectionSettings how) {
    return new CellSettings(members, health, Optional.of(how), noMatch, pace);
  }

  /** The same, doing this where no endpoint has the labels that are asked for. */
  public CellSettings otherwise(NoMatch what) {
    return new CellSettings(members, health, ejection, what, pace);
  }

  /** The same at another pace. */
  public CellSettings paced(Pace other) {
    return new CellSettings(members, health, ejection, noMatch, other);
  }

  /** Whether it is one place that gets every request, and about which nothing is asked. */
  public boolean isPlain() {
    return members instanceof Listed listed
        && listed.endpoints().size() == 1
        && listed.endpoints().get(0).labels().isEmpty()
        && health.isEmpty()
        && ejection.isEmpty()
        && noMatch.equals(NoMatch.ANY);
  }

  /** The ways in which TLS may have to be spoken to its endpoints. */
  public Set<OriginTls> tls() {
    if (members instanceof Watched watched) {
      return Set.of(watched.tls().orElse(OriginTls.OF_SYSTEM));
    }
    Stream<Origin> origins = ((Listed) members).endpoints().stream().map(LabelledOrigin::origin);
    Set<OriginTls> ways = new HashSet<>();
    origins.forEach(origin -> origin.tls().ifPresent(ways::add));
    return ways;
  }

  /** Where the endpoints of a cell are named. */
  public sealed interface Members {}

  /**
   * Endpoints that are the same as long as the gateway runs.
   *
   * @param endpoints 1 to {@value #MOST_ENDPOINTS}, each place once
   */
  public record Listed(List<LabelledOrigin> endpoints) implements Members {

    /**
     * Copies the endpoints.
     *
     * @throws IllegalArgumentException if there are none or too many, or one is there twice
     */
    public Listed {
      endpoints = List.copyOf(endpoints);
      if (endpoints.isEmpty() || endpoints.size() > MOST_ENDPOINTS) {
        throw new IllegalArgumentException(
            "endpoints " + endpoints.size() + " must lie in 1 to " + MOST_ENDPOINTS);
      }
      if (endpoints.stream().map(LabelledOrigin::origin).distinct().count() < endpoints.size()) {
        throw new IllegalArgumentException("each place must be among the endpoints once");
      }
    }
  }

  /**
   * Endpoints in a file that is watched.
   *
   * @param file the file
   * @param lastKnownGood where its last good content is kept; empty: nowhere
   * @param tls how TLS is spoken to those that have it; empty: as the system does
   * @param http2 whether HTTP/2 is spoken to them
   */
  public record Watched(
      Path file, Optional<Path> lastKnownGood, Optional<OriginTls> tls, boolean http2)
      implements Members {

    /** Checks the parts. */
    public Watched {
      Objects.requireNonNull(file, "file");
      Objects.requireNonNull(lastKnownGood, "lastKnownGood");
      Objects.requireNonNull(tls, "tls");
    }
  }

  /**
   * What becomes of a request where no endpoint has the labels that are asked for.
   *
   * @param labels what is asked for instead; none of them: any endpoint will do; empty: nothing is,
   *     and the request is refused
   */
  public record NoMatch(Optional<Map<String, String>> labels) {

    /** Any endpoint will do. */
    public static final NoMatch ANY = new NoMatch(Optional.of(Map.of()));

    /** It is refused. */
    public static final NoMatch REJECT = new NoMatch(Optional.empty());

    /** Checks and copies the labels. */
    public NoMatch {
      labels = labels.map(LabelledOrigin::checked);
    }

    /** These labels are asked for instead; where no endpoint has them either it is refused. */
    public static NoMatch asking(Map<String, String> labels) {
      return new NoMatch(Optional.of(labels));
    }
  }

  /**
   * How requests and changes are paced.
   *
   * @param tries how many endpoints one request is tried at while no connection can be made, 1 to
   *     {@value #MOST_TRIES}
   * @param applyEvery the time between two applications of changes, at most 1 min; what changes in
   *     between is applied together; 0: every change by itself
   * @param drain how long requests to an endpoint that was removed may still take, 1 ms to 24 h
   */
  public record Pace(int tries, Duration applyEvery, Duration drain) {

    /** The most tries. */
    public static final int MOST_TRIES = 16;

    /** The longest time between two applications. */
    public static final Duration LONGEST_EVERY = Duration.ofMinutes(1);

    /** Three tries, every second, 30 s to drain. */
    public static final Pace DEFAULT = new Pace(3, Duration.ofSeconds(1), Duration.ofSeconds(30));

    /**
     * Checks every part.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public Pace {
      if (tries < 1 || tries > MOST_TRIES) {
        throw new IllegalArgumentException("tries " + tries + " must lie in 1 to " + MOST_TRIES);
      }
      check("applyEvery", applyEvery, Duration.ZERO, LONGEST_EVERY);
      check("drain", drain, Duration.ofMillis(1), Timeouts.LONGEST);
    }

    private static void check(String name, Duration value, Duration least, Duration most) {
      if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
        throw new IllegalArgumentException(
            name + " " + value + " must lie in " + least + " to " + most);
      }
    }
  }
}
