// SPDX-License-Identifier: Apache-2.0

/** The nouns of routing and the interfaces that storage implements. */
@org.jspecify.annotations.NullMarked
module io.turnout.spi {
  requires static org.jspecify;


  exports io.turnout.spi;
  exports io.turnout.store;
}
