// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

/**
 * The answer of a source that is present.
 *
 * <p>The value may be personal data, so {@link #toString} leaves it out.
 */
record Found(String value) implements Extraction {

  @Override
  public Kind kind() {
    return Kind.FOUND;
  }

  @Override
  public String toString() {
    return "FOUND";
  }
}
