// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

/**
 * An expected failure that did not come.
 *
 * @param id the id, or pattern of ids, in the list
 * @param why why it has to be taken off the list
 */
record StaleEntry(String id, String why) {}
