// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

/**
 * The sending of a question.
 *
 * @param at when, on both clocks
 * @param order its place among all questions and removals of the resolver
 */
record Sent(Instants at, long order) {}
