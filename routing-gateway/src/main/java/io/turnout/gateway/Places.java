// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The places to which one request may go, of which each is tried once. One thread.
 *
 * @param <P> a place
 */
final class Places<P> {

  private final Function<Set<P>, Optional<P>> choice;
  private final int most;
  private Set<P> tried = Set.of();
  private @Nullable P at;
  private boolean everChosen;

  /**
   * None of them tried yet.
   *
   * @param choice chooses one that is not among those given, if there is one
   * @param most how many are tried
   */
  Places(Function<Set<P>, Optional<P>> choice, int most) {
    this.choice = choice;
    this.most = most;
  }

  /** Goes on to the next place, if there is one. */
  Optional<P> next() {
    Optional<P> next = choose();
    at = next.orElse(null);
    everChosen |= next.isPresent();
    return next;
  }

  private Optional<P> choose() {
    return tried.size() < most ? choice.apply(tried) : Optional.empty();
  }

  /** Whether there was ever one. */
  boolean everChosen() {
    return everChosen;
  }

  /** The place that was chosen last; empty if there was none. */
  Optional<P> at() {
    return Optional.ofNullable(at);
  }

  /**
   * Notes that the place which was chosen last cannot be reached.
   *
   * @param hearer who is told of it
   * @return whether there is another
   */
  boolean unreachable(Consumer<P> hearer) {
    P failed = at;
    if (failed == null) {
      return false;
    }
    if (tried.isEmpty()) {
      tried = new HashSet<>();
    }
    if (!tried.add(failed)) {
      return false;
    }
    hearer.accept(failed);
    return choose().isPresent();
  }
}
