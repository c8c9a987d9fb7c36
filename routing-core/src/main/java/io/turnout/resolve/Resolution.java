// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteEntry;
import java.util.Objects;
import java.util.Optional;

/** What a resolver says of one key, and which layer said it. Immutable. */
public sealed interface Resolution {

  /** The layer in the process itself. */
  String NEAR = "near";

  /** The source of truth. */
  String AUTHORITY = "authority";

  /** Which of the permitted types it is. */
  Kind kind();

  /** The layer that answered, {@value #NEAR} or {@value #AUTHORITY}. */
  String layer();

  /** The cell to route to; empty unless it is fresh, stale or expired. */
  default Optional<String> cell() {
    return Optional.empty();
  }

  /** What the answer rests on; empty if it is unavailable or a miss. */
  default Optional<RouteEntry> held() {
    return Optional.empty();
  }

  /** The permitted types, to switch on. */
  enum Kind {
    /** {@link Fresh}. */
    FRESH,
    /** {@link Stale}. */
    STALE,
    /** {@link Expired}. */
    EXPIRED,
    /** {@link Unknown}. */
    UNKNOWN,
    /** {@link Unavailable}. */
    UNAVAILABLE,
    /** {@link Miss}. */
    MISS
  }

  /** A cell that may be routed to. */
  final class Fresh extends EntryAnswer implements Resolution {

    /**
     * Says so of an entry.
     *
     * @param entry what is known; its cell is there
     * @param layer the layer that answered
     * @throws IllegalArgumentException if the entry has no cell
     */
    public Fresh(RouteEntry entry, String layer) {
      super(new Known.Told(withCell(entry), layer, null));
    }

    Fresh(Known known) {
      super(known);
    }

    @Override
    public Kind kind() {
      return Kind.FRESH;
    }
  }

  /** A cell that may be routed to while a refresh is under way. */
  final class Stale extends EntryAnswer implements Resolution {

    /**
     * Says so of an entry.
     *
     * @param entry what is known; its cell is there
     * @param layer the layer that answered
     * @throws IllegalArgumentException if the entry has no cell
     */
    public Stale(RouteEntry entry, String layer) {
      super(new Known.Told(withCell(entry), layer, null));
    }

    Stale(Known known) {
      super(known);
    }

    @Override
    public Kind kind() {
      return Kind.STALE;
    }
  }

  /**
   * A cell whose entry is expired, and which may be routed to only because the authority fails and
   * the resolver was told to {@linkplain CellResolver.Builder#serveExpiredFor serve it}.
   */
  final class Expired extends EntryAnswer implements Resolution {

    /**
     * Says so of an entry.
     *
     * @param entry what was known; its cell is there
     * @param layer the layer that answered
     * @throws IllegalArgumentException if the entry has no cell
     */
    public Expired(RouteEntry entry, String layer) {
      super(new Known.Told(withCell(entry), layer, null));
    }

    Expired(Known known) {
      super(known);
    }

    @Override
    public Kind kind() {
      return Kind.EXPIRED;
    }
  }

  /** The authority knows no such key. */
  final class Unknown extends EntryAnswer implements Resolution {

    /**
     * Says so of an entry.
     *
     * @param entry what is known; it has no cell
     * @param layer the layer that answered
     * @throws IllegalArgumentException if the entry has a cell
     */
    public Unknown(RouteEntry entry, String layer) {
      super(new Known.Told(withoutCell(entry), layer, null));
    }

    Unknown(Known known) {
      super(known);
    }

    @Override
    public Kind kind() {
      return Kind.UNKNOWN;
    }
  }

  /**
   * The authority could not be asked, and nothing held may be used.
   *
   * @param cause why
   */
  record Unavailable(Cause cause) implements Resolution {

    /** Checks the part. */
    public Unavailable {
      Objects.requireNonNull(cause, "cause");
    }

    @Override
    public Kind kind() {
      return Kind.UNAVAILABLE;
    }

    @Override
    public String layer() {
      return AUTHORITY;
    }

    /** Why a key could not be resolved. */
    public enum Cause {
      /** The authority did not answer in time. */
      TIMEOUT,
      /** The authority failed, or answered what is no answer to the question. */
      FAILED,
      /** The authority refuses calls because it gets too many, and is asked more slowly. */
      THROTTLED,
      /** Most calls of the authority failed, and it is left alone for a moment. */
      SUSPENDED,
      /** Too many look-ups run and wait already. */
      OVERLOADED,
      /** The key was removed again and again while it was looked up. */
      SUPERSEDED,
      /** The resolver is closed. */
      CLOSED
    }
  }

  /** Nothing in the near cache may be used; only {@link CellResolver#resolveNow} says so. */
  enum Miss implements Resolution {
    /** Nothing is held. */
    ABSENT,
    /** What is held is expired. */
    EXPIRED;

    @Override
    public Kind kind() {
      return Kind.MISS;
    }

    @Override
    public String layer() {
      return NEAR;
    }
  }

  private static RouteEntry withCell(RouteEntry entry) {
    if (entry.cell().isEmpty()) {
      throw new IllegalArgumentException("the entry must have a cell");
    }
    return entry;
  }

  private static RouteEntry withoutCell(RouteEntry entry) {
    entry
        .cell()
        .ifPresent(
            cell -> {
              throw new IllegalArgumentException(
                  "the entry of an unknown key must have no cell, not " + cell);
            });
    return entry;
  }
}
