// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import java.time.Duration;

/**
 * Where and how often a snapshot is written.
 *
 * @param interval from the end of one writing, or the start, to the beginning of the next
 */
record SnapshotPlan(SnapshotStore store, Duration interval) {}
