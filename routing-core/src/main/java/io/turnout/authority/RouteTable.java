// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import io.turnout.authority.RouteFile.Listed;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityAnswer.Known;
import io.turnout.spi.AuthorityAnswer.Unknown;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import io.turnout.store.RouteChain;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteTarget.AliasOf;
import io.turnout.store.StoredRoute;
import io.turnout.store.WriteStamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The answers of one load of a route file.
 *
 * @param answers the answer for each listed key
 * @param unknown the life of the answer for the others
 * @param generation the version of the answer for the others
 * @param highest the highest version that a load has given so far, the file's own aside
 */
record RouteTable(
    Map<RouteKey, AuthorityAnswer> answers, RouteLife unknown, long generation, long highest) {

  /**
   * The table after another load.
   *
   * @param previous the table before; null at the first load
   */
  static RouteTable next(@Nullable RouteTable previous, RouteFile file, long nowMillis) {
    return new Load(previous, file, nowMillis).table();
  }

  AuthorityAnswer answer(RouteKey key) {
    AuthorityAnswer known = answers.get(key);
    return known != null
        ? known
        : new Unknown(key, generation, unknown.freshFor(), unknown.expireAfter());
  }

  /** One load, which gives each answer its version. */
  private static final class Load {
    private final Map<RouteKey, AuthorityAnswer> before;
    private final @Nullable RouteTable previous;
    private final RouteFile file;
    private final RouteDefaults defaults;
    private final long stamp;
    private final Map<RouteKey, AuthorityAnswer> answers;
    private long highest;

    Load(@Nullable RouteTable previous, RouteFile file, long nowMillis) {
      this.previous = previous;
      this.before = previous == null ? Map.of() : previous.answers;
      this.file = file;
      this.defaults = file.defaults();
      this.highest = previous == null ? 0 : previous.highest;
      this.stamp = previous == null ? Math.max(0, nowMillis) : Math.max(highest + 1, nowMillis);
      this.answers = new HashMap<>(file.routes().size() * 2);
    }

    RouteTable table() {
      file.routes().keySet().forEach(this::answer);
      long generation = generation();
      return new RouteTable(answers, defaults.unknown(), generation, Math.max(highest, generation));
    }

    /** The version of keys that are not listed: above that of every key that has gone. */
    private long generation() {
      if (previous == null) {
        highest = Math.max(highest, stamp);
        return stamp;
      }
      long gone = -1;
      for (Map.Entry<RouteKey, AuthorityAnswer> entry : before.entrySet()) {
        if (!answers.containsKey(entry.getKey())) {
          gone = Math.max(gone, entry.getValue().version());
        }
      }
      boolean same = gone < 0 && previous.unknown.equals(defaults.unknown());
      return same ? previous.generation : stampAbove(Math.max(gone, previous.generation));
    }

    /** The answer for a listed key, after that of what it leads to. */
    private AuthorityAnswer answer(RouteKey key) {
      AuthorityAnswer done = answers.get(key);
      if (done != null) {
        return done;
      }
      Listed listed = Objects.requireNonNull(file.routes().get(key));
      boolean versioned = listed.versioned();
      if (listed.route().target() instanceof AliasOf alias) {
        versioned = true;
        if (file.routes().containsKey(alias.key())) {
          answer(alias.key());
        }
      }
      AuthorityAnswer answer = stamped(chain(key).answer(defaults), versioned);
      answers.put(key, answer);
      return answer;
    }

    /** The chain of a key, whose last record has the version that is given out for it. */
    private RouteChain chain(RouteKey key) {
      RouteChain chain = file.chain(key);
      List<StoredRoute> links = new ArrayList<>(chain.links());
      StoredRoute last = links.get(links.size() - 1);
      AuthorityAnswer given = answers.get(last.key());
      if (given != null) {
        WriteStamp stamped = new WriteStamp(given.version(), last.stamp().writeId());
        links.set(
            links.size() - 1,
            new StoredRoute(
                last.key(),
                last.target(),
                last.life(),
                last.longestLifeUntil(),
                last.move(),
                stamped));
      }
      return new RouteChain(key, links);
    }

    private AuthorityAnswer stamped(AuthorityAnswer answer, boolean versioned) {
      AuthorityAnswer old = before.get(answer.key());
      if (old != null && isSame(old, answer)) {
        return versioned && answer.version() > old.version() ? answer : old;
      }
      long floor = old != null ? old.version() : previous != null ? previous.generation : -1;
      return versioned && answer.version() > floor ? answer : with(answer, stampAbove(floor));
    }

    private long stampAbove(long floor) {
      long version = Math.max(stamp, floor + 1);
      highest = Math.max(highest, version);
      return version;
    }
  }

  private static AuthorityAnswer with(AuthorityAnswer answer, long version) {
    return answer instanceof Known known
        ? new Known(known.key(), known.cell(), version, known.freshFor(), known.expireAfter())
        : new Unknown(answer.key(), version, answer.freshFor(), answer.expireAfter());
  }

  private static boolean isSame(AuthorityAnswer old, AuthorityAnswer answer) {
    return with(old, 0).equals(with(answer, 0));
  }
}
