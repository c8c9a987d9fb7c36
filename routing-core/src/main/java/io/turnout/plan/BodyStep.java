// SPDX-License-Identifier: Apache-2.0
package io.turnout.plan;

import io.turnout.extract.BodySource;
import io.turnout.request.Request;

/**
 * One body source that a walk comes to.
 *
 * @param source where it stands
 * @param question what it asks of the body, within the tier's limit
 * @param encoded whether the body is content-encoded, so that none of its bytes can be read
 */
record BodyStep(TierSource source, BodySource question, boolean encoded) {

  /** The step of a body source that the head leaves open. */
  static BodyStep of(TierSource source, Request request) {
    BodySource question = (BodySource) source.source();
    boolean encoded = question.applicability(request) == BodySource.Applicability.ENCODED;
    return new BodyStep(source, question, encoded);
  }
}
