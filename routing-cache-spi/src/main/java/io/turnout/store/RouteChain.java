// SPDX-License-Identifier: Apache-2.0
package io.turnout.store;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import io.turnout.store.RouteTarget.AliasOf;
import io.turnout.store.RouteTarget.InCell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A key's record and, where it is an alias, those that it leads to: what an answer is made of, in
 * every store alike.
 *
 * <p>The version of an alias is its offset and the version of what it leads to; its life is the
 * shorter of both.
 *
 * @param key the key that was asked for
 * @param links the records in the order in which they lead on, at most {@value #MAX_ALIASES}
 *     aliases among them; empty if the key has no record. All but the last are aliases; if the last
 *     is one, what it leads to has no record
 */
public record RouteChain(RouteKey key, List<StoredRoute> links) {

  /** The most aliases that lead from one to the next. */
  public static final int MAX_ALIASES = 3;

  /**
   * Checks that each link leads to the next.
   *
   * @throws IllegalArgumentException if one does not, or there are too many aliases
   */
  public RouteChain {
    Objects.requireNonNull(key, "key");
    links = List.copyOf(links);
    RouteKey expected = key;
    int aliases = 0;
    for (int i = 0; i < links.size(); i++) {
      if (!links.get(i).key().equals(expected)) {
        throw new IllegalArgumentException(
            "link " + i + " is about " + links.get(i).key() + ", not " + expected);
      }
      if (links.get(i).target() instanceof AliasOf alias) {
        expected = alias.key();
        aliases++;
      } else if (i < links.size() - 1) {
        throw new IllegalArgumentException("link " + i + " is no alias and leads nowhere else");
      }
    }
    if (aliases > MAX_ALIASES) {
      throw new IllegalArgumentException(
          aliases + " aliases lead from one to the next; at most " + MAX_ALIASES + " may");
    }
  }

  /**
   * Reads a key's record and all that it leads to.
   *
   * @param records the record of a key, empty if it has none
   * @throws RouteStoreException of the kind {@code DAMAGED} if aliases lead in a circle or too far
   */
  public static RouteChain read(RouteKey key, Function<RouteKey, Optional<StoredRoute>> records) {
    List<StoredRoute> links = new ArrayList<>();
    Optional<RouteKey> next = Optional.of(key);
    while (next.isPresent()) {
      Optional<StoredRoute> link = records.apply(next.get());
      if (link.isEmpty()) {
        break;
      }
      links.add(link.get());
      next =
          link.get().target() instanceof AliasOf alias
              ? Optional.of(alias.key())
              : Optional.empty();
      if (next.isPresent() && links.size() > MAX_ALIASES) {
        throw new RouteStoreException(
            RouteStoreException.Kind.DAMAGED,
            "more than "
                + MAX_ALIASES
                + " aliases lead from one to the next, or in a circle, from a key in \""
                + key.namespace()
                + '"');
      }
    }
    return new RouteChain(key, links);
  }

  /** The key to read next, empty if the chain is whole or its end has no record. */
  public Optional<RouteKey> next() {
    if (links.isEmpty()) {
      return Optional.of(key);
    }
    return links.get(links.size() - 1).target() instanceof AliasOf alias
        ? Optional.of(alias.key())
        : Optional.empty();
  }

  /** The version that is given out for the key; 0 if it has no record. */
  public long version() {
    long sum = 0;
    for (StoredRoute link : links) {
      sum += link.target() instanceof AliasOf alias ? alias.offset() : link.version();
    }
    return sum;
  }

  /**
   * The answer to a look-up of the key.
   *
   * @throws IllegalStateException if the version is beyond {@link RouteEntry#MAX_VERSION}
   */
  public AuthorityAnswer answer(RouteDefaults defaults) {
    long version = version();
    if (version > RouteEntry.MAX_VERSION) {
      throw new IllegalStateException(
          "the version " + version + " of an alias is beyond " + RouteEntry.MAX_VERSION);
    }
    RouteLife life = life(defaults);
    Optional<String> cell = cell();
    return cell.isPresent()
        ? new AuthorityAnswer.Known(key, cell.get(), version, life.freshFor(), life.expireAfter())
        : new AuthorityAnswer.Unknown(key, version, life.freshFor(), life.expireAfter());
  }

  /** The cell that the key leads to; empty if it leads to none. */
  public Optional<String> cell() {
    return !links.isEmpty() && links.get(links.size() - 1).target() instanceof InCell in
        ? Optional.of(in.cell())
        : Optional.empty();
  }

  /** How long an answer may be used: not at all while the key is being moved. */
  public RouteLife life(RouteDefaults defaults) {
    RouteLife shortest = cell().isPresent() ? null : defaults.unknown();
    for (StoredRoute link : links) {
      if (link.move().isPresent()) {
        return new RouteLife(Duration.ZERO, Duration.ZERO);
      }
      if (!(link.target() instanceof RouteTarget.Deleted)) {
        RouteLife own = link.life().or(defaults.known());
        shortest = shortest == null ? own : shorter(shortest, own);
      }
    }
    return Objects.requireNonNull(shortest);
  }

  private static RouteLife shorter(RouteLife one, RouteLife other) {
    return new RouteLife(
        shorter(one.freshFor(), other.freshFor()), shorter(one.expireAfter(), other.expireAfter()));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }
}
