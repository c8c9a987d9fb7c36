// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

/** A way to take away what an implementation stands on, and to give it back. */
public interface Outage {

  /** Takes it away: stops the store, cuts the connection, or makes it hang. */
  void begin();

  /** Gives it back; what it held may be lost. */
  void end();
}
