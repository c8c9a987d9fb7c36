// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import io.turnout.request.Request;

/**
 * A place in a request that can hold a key. Immutable; {@code toString} is what the file said.
 *
 * <p>A source is read raw: transforms, {@code match} and the bounds of a key come after it.
 */
public sealed interface Source permits HeadSource, BodySource {

  /**
   * The source's word in the file: {@code header}, {@code path}, {@code query}, {@code cookie},
   * {@code jwt} or {@code body}.
   */
  String word();

  /** Where in a request it looks. */
  SourcePlace place();

  /** Whether reading it verifies a token. */
  default boolean verifiesToken() {
    return false;
  }

  /** Why it is absent from {@code request}, in a few words, for those who want to know. */
  String whyAbsent(Request request);
}
