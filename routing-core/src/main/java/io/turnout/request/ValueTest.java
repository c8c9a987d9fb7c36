// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

/** A question about one value of a header or a parameter. */
public interface ValueTest {

  /** Whether the value, decoded and trimmed as its place asks for, passes. */
  boolean passes(String value);
}
