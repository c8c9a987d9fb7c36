// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

/**
 * How routes are written to a file, one on each line, in UTF-8.
 *
 * <p>The columns, or members, are {@code key}, then {@code cell} or {@code alias-of}, then the
 * durations that the route sets for itself, {@code fresh-for} and {@code expire-after}, such as
 * {@code 5m} or {@code 24h}; what is empty or left out is not set.
 */
public enum RouteFormat {
  /** Comma-separated values; the first line names the columns, in any order. */
  CSV,
  /** One JSON object on each line. */
  JSON_LINES
}
