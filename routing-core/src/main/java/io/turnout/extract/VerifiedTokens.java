// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import io.turnout.digest.Sha256Digest;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The clock by which tokens are judged, and the tokens that have passed: by their SHA-256, never in
 * the clear, so that one that comes again need not be verified again. The short claims that were
 * read of it are remembered with it, so that it need not be read again either.
 *
 * <p>Only when a token passes is remembered; whether it passes now is judged each time. A token
 * that does not pass is not remembered, so whoever sends many of those drives out nothing. The hash
 * says in which few places a token may stand. There a newcomer takes a free place, else one that is
 * over, else one that was not asked for since it came or was last passed over: whoever has many
 * good tokens and uses each once drives out others like them, and hardly ever one in use.
 *
 * <p>Thread-safe without locks: an entry is complete before it can be seen, and what two threads do
 * at once costs at most that a token is verified once more.
 */
public final class VerifiedTokens {

  /** In how many places a token may stand. */
  static final int PLACES = 8;

  /** So many claims of a token are remembered. */
  static final int MOST_CLAIMS = 4;

  /** The longest text of a claim that is remembered. */
  static final int MOST_CLAIM_CHARS = RouteKey.MAX_VALUE_BYTES;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final RouteClock clock;
  private final @Nullable Entry[] entries;
  private final int places;

  private VerifiedTokens(RouteClock clock, int most) {
    this.clock = clock;
    places = Math.min(most, PLACES);
    entries = new @Nullable Entry[places == 0 ? 0 : most / places * places];
  }

  /**
   * Remembers nothing yet.
   *
   * @param most the most tokens that are remembered, 0 or more; 0 verifies each time
   */
  public static VerifiedTokens of(RouteClock clock, int most) {
    Objects.requireNonNull(clock, "clock");
    if (most < 0) {
      throw new IllegalArgumentException("most " + most + " must be 0 or more tokens");
    }
    return new VerifiedTokens(clock, most);
  }

  /**
   * A claim's text; null if the token does not pass a check now or has no such claim.
   *
   * @param text ends with the token; may be something else afterwards
   * @param start where the token begins
   */
  @Nullable String claim(TokenCheck check, byte[] text, int start, JsonPointer claim) {
    long now = clock.wallMillis();
    if (entries.length == 0) {
      return check.verify(text, start, now) == null ? null : TokenReader.claim(text, start, claim);
    }
    Entry passed = passed(check, text, start, now);
    return passed == null ? null : passed.claim(text, start, claim);
  }

  /** The token's entry, an old or a new one; null if it does not pass now. */
  private @Nullable Entry passed(TokenCheck check, byte[] text, int start, long now) {
    byte[] hash = Sha256Digest.of(text, start);
    int first = firstPlace(hash);
    Entry held = find(check, hash, first);
    if (held != null) {
      held.use();
      return held.life.isNow(now) ? held : null;
    }
    TokenLife life = check.verify(text, start, now);
    if (life == null) {
      return null;
    }
    Entry passed = new Entry(check, hash, life);
    entries[placeFor(hash, first, now)] = passed;
    return passed;
  }

  /** Why a token does not pass a check now; null if it does. Costs what a first check costs. */
  @Nullable String whyNot(TokenCheck check, byte[] text, int start) {
    return check.whyNot(text, start, clock.wallMillis());
  }

  /** How many tokens are remembered. */
  int count() {
    int count = 0;
    for (Entry entry : entries) {
      count += entry == null ? 0 : 1;
    }
    return count;
  }

  /** Whether a token has passed a check and is remembered. */
  boolean remembers(TokenCheck check, byte[] token) {
    byte[] hash = Sha256Digest.of(token, 0);
    return entries.length > 0 && find(check, hash, firstPlace(hash)) != null;
  }

  private int firstPlace(byte[] hash) {
    return Math.floorMod((int) word(hash, 3), entries.length / places) * places;
  }

  private @Nullable Entry find(TokenCheck check, byte[] hash, int first) {
    for (int i = first; i < first + places; i++) {
      Entry entry = entries[i];
      if (entry != null && entry.is(check, hash)) {
        return entry;
      }
    }
    return null;
  }

  private int placeFor(byte[] hash, int first, long now) {
    for (int i = first; i < first + places; i++) {
      Entry entry = entries[i];
      if (entry == null || !entry.life.isNow(now)) {
        return i;
      }
    }
    int start = Math.floorMod((int) (word(hash, 3) >>> 32), places);
    for (int i = 0; i < places; i++) {
      int place = first + (start + i) % places;
      Entry entry = entries[place];
      if (entry == null || !entry.passOver()) {
        return place;
      }
    }
    return first + start;
  }

  private static long word(byte[] hash, int index) {
    return (long) LONGS.get(hash, index * Long.BYTES);
  }

  /**
   * A claim that was read of a token.
   *
   * @param value null if the token has no such claim
   * @param count how many there are, this one and the earlier ones
   */
  private record Claim(String claim, @Nullable String value, @Nullable Claim earlier, int count) {}

  /** A token that has passed. */
  private static final class Entry {

    private final TokenCheck check;
    private final long hash0;
    private final long hash1;
    private final long hash2;
    private final long hash3;
    private final TokenLife life;
    private boolean used;

    /** The claim that was read last; of two that are read at once, one may be forgotten. */
    private @Nullable Claim claims;

    Entry(TokenCheck check, byte[] hash, TokenLife life) {
      this.check = check;
      hash0 = word(hash, 0);
      hash1 = word(hash, 1);
      hash2 = word(hash, 2);
      hash3 = word(hash, 3);
      this.life = life;
    }

    @SuppressWarnings("ReferenceEquality") // two checks alike are still two
    boolean is(TokenCheck asked, byte[] hash) {
      return hash0 == word(hash, 0)
          && hash1 == word(hash, 1)
          && hash2 == word(hash, 2)
          && hash3 == word(hash, 3)
          && check == asked;
    }

    @Nullable String claim(byte[] text, int start, JsonPointer asked) {
      Claim known = claims;
      for (Claim one = known; one != null; one = one.earlier()) {
        if (one.claim().equals(asked.toString())) {
          return one.value();
        }
      }
      String value = TokenReader.claim(text, start, asked);
      int count = known == null ? 0 : known.count();
      if (count < MOST_CLAIMS && (value == null || value.length() <= MOST_CLAIM_CHARS)) {
        claims = new Claim(asked.toString(), value, known, count + 1);
      }
      return value;
    }

    void use() {
      if (!used) {
        used = true;
      }
    }

    /** Whether it was used since it came or was last passed over; that is forgotten. */
    boolean passOver() {
      boolean was = used;
      used = false;
      return was;
    }
  }
}
