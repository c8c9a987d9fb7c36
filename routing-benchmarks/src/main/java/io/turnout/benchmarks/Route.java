// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

/**
 * One route of a table.
 *
 * @param template a path template in the syntax that all contestants share, <code>
 *     /v1/cards/{business}
 *     </code>; without what stands for an open end
 * @param open whether any rest fits
 */
record Route(String template, boolean open) {

  static final String BUSINESS = "{business}";
  static final String ITEM = "{item}";

  /** Whether the path says which business it is about. */
  boolean namesBusiness() {
    return template.contains(BUSINESS);
  }

  /** The template in the library's and in Spring's syntax. */
  String withRest() {
    return open ? template + "/**" : template;
  }
}
