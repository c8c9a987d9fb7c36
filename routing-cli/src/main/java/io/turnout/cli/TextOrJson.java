// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

/** How a command prints what it found. */
enum TextOrJson {
  /** For people. */
  TEXT,
  /** One JSON document, for programs. */
  JSON
}
