// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

/** How much a problem weighs. */
public enum Severity {
  /** The file is refused. */
  ERROR,
  /** The file is taken, and somebody should look at it. */
  WARNING
}
