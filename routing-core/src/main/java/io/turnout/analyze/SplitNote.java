// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import java.util.Objects;

/**
 * Something of a split that changes beside its stages, and what that leads to.
 *
 * @param kind what changes
 * @param text what it leads to, a sentence for people
 */
public record SplitNote(Kind kind, String text) {

  /** Checks that both are there. */
  public SplitNote {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(text, "text");
  }

  /** What changes. */
  public enum Kind {
    /** The new file alone has the split. */
    ADDED,
    /** The old file alone has it. */
    REMOVED,
    /** Its name. */
    RENAMED,
    /** Which requests it concerns. */
    WHEN,
    /** What a tag or an edge means by which it goes. */
    TAGS,
    /** The name of the cookie. */
    COOKIE,
    /** How long browsers keep the cookie, or where they send it. */
    COOKIE_LIFE,
    /** How a request names its stage. */
    PIN,
    /** Whether sessions keep their stage. */
    STICKY,
    /** A key of session cookies that is no longer accepted. */
    KEY_REMOVED,
    /** A key of session cookies that is accepted from now on. */
    KEY_ADDED,
    /** The key that signs session cookies. */
    SIGNER
  }
}
