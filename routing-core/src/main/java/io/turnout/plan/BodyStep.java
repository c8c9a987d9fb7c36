// SPDX-License-Identifier: Apache-2.0
package io.turnout.plan;

import io.turnout.extract.BodySource;

/**
 * One body source that a walk comes to.
 *
 * @param source where it stands
 * @param question what it asks of the body, within the tier's limit
 * @param encoded whether the body is content-encoded, so that none of its bytes can be read
 */
record BodyStep(TierSource source, BodySource question, boolean encoded) {}
