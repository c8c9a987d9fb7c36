// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import io.turnout.conformance.WrittenRequest;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What an adapter's HTTP engine, or the adapter itself, refuses before anything is decided.
 *
 * @param reason why, in a few words
 * @param requests the requests that are refused: each of them, and no other
 * @param statuses the statuses that are answered; 0 stands for closing without an answer
 */
public record EngineRefusal(
    String reason, Predicate<WrittenRequest> requests, Set<Integer> statuses) {

  /** Keeps a copy of the statuses. */
  public EngineRefusal {
    statuses = Set.copyOf(statuses);
  }

  /** How many header fields of a name a request has, in any case. */
  public static long count(WrittenRequest request, String name) {
    return Fields.values(request.fields(), name).size();
  }
}
