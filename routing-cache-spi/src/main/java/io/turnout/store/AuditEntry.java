// SPDX-License-Identifier: Apache-2.0
package io.turnout.store;

import io.turnout.spi.RouteKey;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/**
 * One line of the audit trail: a change, written down as an intent before it is made and closed
 * after it.
 *
 * @param id orders the entries of one key by time and names this one; 1 to 128 characters
 * @param key whose record changes; empty for the defaults
 * @param change what changes
 * @param writeId the write that makes the change, as in {@link WriteStamp#writeId}
 * @param by who changes it, and why
 * @param at when the intent was written, in milliseconds of the writer's wall clock
 * @param state what became of it
 */
public record AuditEntry(
    String id,
    Optional<RouteKey> key,
    Change change,
    String writeId,
    Author by,
    long at,
    State state) {

  /**
   * What changes.
   *
   * @param step the kind of change, such as {@code put}, {@code delete}, {@code alias}, {@code
   *     mark}, {@code flip}, {@code settle}, {@code abort}, {@code defaults}
   * @param from what it was, for people
   * @param to what it becomes, for people
   * @param version the version that the record gets
   */
  public record Change(String step, String from, String to, long version) {

    /** Checks for nulls. */
    public Change {
      Objects.requireNonNull(step, "step");
      Objects.requireNonNull(from, "from");
      Objects.requireNonNull(to, "to");
    }
  }

  /**
   * Who makes a change, and why.
   *
   * @param who a name that people know, at most {@value #MAX_WHO_CHARS} characters
   * @param why in the author's words, at most {@value #MAX_WHY_CHARS} characters; may be empty
   */
  public record Author(String who, String why) {

    /** The longest name. */
    public static final int MAX_WHO_CHARS = 256;

    /** The longest reason. */
    public static final int MAX_WHY_CHARS = 4_096;

    /**
     * Checks both texts, before anything is changed in their name.
     *
     * @throws IllegalArgumentException if one is too long, or cannot be written in UTF-8
     */
    public Author {
      require(who, "who", MAX_WHO_CHARS);
      require(why, "why", MAX_WHY_CHARS);
    }

    private static void require(String text, String what, int maxChars) {
      if (Objects.requireNonNull(text, what).length() > maxChars) {
        throw new IllegalArgumentException(
            what + " must have at most " + maxChars + " characters, not " + text.length());
      }
      if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
        throw new IllegalArgumentException(what + " must have no lone surrogates");
      }
    }
  }

  /** What became of an intent. */
  public enum State {
    /** It was written down; whether it came to pass is not known yet. */
    INTENDED,
    /** The change was made. */
    DONE,
    /** The change was not made, and will not be. */
    NOT_DONE
  }

  /** Checks for nulls and the length of the id. */
  public AuditEntry {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(change, "change");
    Objects.requireNonNull(writeId, "writeId");
    Objects.requireNonNull(by, "by");
    Objects.requireNonNull(state, "state");
    if (id.isEmpty() || id.length() > 128) {
      throw new IllegalArgumentException("an audit entry's id must have 1 to 128 characters");
    }
  }

  /** The same entry, closed. */
  public AuditEntry closed(State end) {
    return new AuditEntry(id, key, change, writeId, by, at, end);
  }
}
