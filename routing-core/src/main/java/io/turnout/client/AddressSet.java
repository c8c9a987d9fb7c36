// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import io.turnout.client.AddressRange.Family;
import java.net.InetAddress;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A set of addresses made of ranges. Immutable.
 *
 * <p>For each family there is a trie over the bits of the ranges, in which bits that do not fork
 * are passed over at once: whether an address is in it takes the time of its bits, however many
 * ranges there are, and a range takes two nodes at most.
 */
public final class AddressSet {

  /** One range of the set, or the span of two nodes that fork behind it. */
  private record Node(AddressRange range, @Nullable Node zero, @Nullable Node one) {

    boolean isLeaf() {
      return zero == null;
    }
  }

  private static final Comparator<AddressRange> ORDER =
      Comparator.comparing(AddressRange::high, Long::compareUnsigned)
          .thenComparing(AddressRange::low, Long::compareUnsigned)
          .thenComparingInt(AddressRange::length);

  private final @Nullable Node four;
  private final @Nullable Node six;

  private AddressSet(@Nullable Node four, @Nullable Node six) {
    this.four = four;
    this.six = six;
  }

  /** The addresses of all these ranges. */
  public static AddressSet of(Collection<AddressRange> ranges) {
    return new AddressSet(trie(ranges, Family.IPV4), trie(ranges, Family.IPV6));
  }

  /** Whether an address is in it; an IPv4-mapped one counts as IPv4. */
  public boolean contains(InetAddress address) {
    return holds(AddressRange.of(address));
  }

  /** Whether the address is in it of which a range is made. */
  boolean holds(AddressRange one) {
    Node at = one.family() == Family.IPV4 ? four : six;
    while (at != null && at.range.holds(one)) {
      if (at.isLeaf()) {
        return true;
      }
      at = one.bit(at.range.length()) ? at.one : at.zero;
    }
    return false;
  }

  /** Whether the other set was made of the same ranges, those left out that others hold. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AddressSet set
        && Objects.equals(four, set.four)
        && Objects.equals(six, set.six);
  }

  @Override
  public int hashCode() {
    return Objects.hash(four, six);
  }

  private static @Nullable Node trie(Collection<AddressRange> ranges, Family family) {
    List<AddressRange> sorted =
        ranges.stream().filter(range -> range.family() == family).sorted(ORDER).toList();
    return sorted.isEmpty() ? null : node(sorted);
  }

  /** The node of ranges in their order; what the first of them holds is left out with it. */
  private static Node node(List<AddressRange> sorted) {
    AddressRange first = sorted.get(0);
    AddressRange span = first.span(sorted.get(sorted.size() - 1));
    if (span.length() == first.length()) {
      return new Node(first, null, null);
    }
    int fork = firstAfter(sorted, span.length());
    return new Node(span, node(sorted.subList(0, fork)), node(sorted.subList(fork, sorted.size())));
  }

  /** How many ranges come before the first whose bit at a place is set. */
  private static int firstAfter(List<AddressRange> sorted, int bit) {
    int from = 0;
    int to = sorted.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (sorted.get(middle).bit(bit)) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    return from;
  }
}
