// SPDX-License-Identifier: Apache-2.0
package io.turnout.store;

import io.turnout.spi.FailureOfOneKey;
import java.io.Serial;
import java.util.Objects;

/** A store could not be asked, or holds what cannot be understood. Its text names no route key. */
public final class RouteStoreException extends RuntimeException implements FailureOfOneKey {

  @Serial private static final long serialVersionUID = 1L;

  /** What is wrong. */
  public enum Kind {
    /** The store did not answer, or answered that it is unwell; trying again may help. */
    UNREACHABLE,
    /** The store refused the call because there are too many; trying again later helps. */
    THROTTLED,
    /** The store refused the caller: credentials or permissions are wrong. */
    FORBIDDEN,
    /** The place where the records are kept, such as a table, does not exist or is another. */
    MISSING,
    /** A record is there and cannot be understood. */
    DAMAGED
  }

  private final Kind kind;

  /**
   * Says what is wrong.
   *
   * @param message which thing, what was expected and where; without route keys
   */
  public RouteStoreException(Kind kind, String message) {
    super(message);
    this.kind = Objects.requireNonNull(kind, "kind");
  }

  /**
   * Says what is wrong, and what lies beneath.
   *
   * @param message which thing, what was expected and where; without route keys
   */
  public RouteStoreException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = Objects.requireNonNull(kind, "kind");
  }

  /** What is wrong. */
  public Kind kind() {
    return kind;
  }

  /** Whether a record is there and cannot be understood. */
  @Override
  public boolean concernsOneKey() {
    return kind == Kind.DAMAGED;
  }
}
