// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The clients of whom nothing is known but their tags, one object for each set of tags that is
 * common, so that a request need not make its own. Thread-safe.
 */
final class DirectClients {

  private static final int PLACES = 256;

  private final List<String> names;
  private final @Nullable Known[] known = new Known[PLACES];

  /** Immutable, so that one thread may see what another has put there without more ado. */
  private record Known(long tags, Client client) {}

  /** By the names of the tags, at most 64. */
  DirectClients(List<String> names) {
    this.names = List.copyOf(names);
  }

  /** The client with the tags whose bits are set. */
  Client of(long tags) {
    if (tags == 0) {
      return Client.DIRECT;
    }
    int place = (int) ((tags * 0x9e3779b97f4a7c15L) >>> 56);
    Known here = known[place];
    if (here == null || here.tags() != tags) {
      here = new Known(tags, Client.DIRECT.tagged(named(tags)));
      known[place] = here;
    }
    return here.client();
  }

  /** The names of the tags whose bits are set. */
  Set<String> named(long tags) {
    Set<String> named = new TreeSet<>();
    for (long rest = tags; rest != 0; rest &= rest - 1) {
      named.add(names.get(Long.numberOfTrailingZeros(rest)));
    }
    return named;
  }
}
