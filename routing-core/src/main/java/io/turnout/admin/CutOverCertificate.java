// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.store.MoveMark;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * What a move promises of decisions, and what it assumes for that.
 *
 * <p>While the assumptions hold, no router decides for the new cell before the flip, none for the
 * old one later than the flip and {@linkplain FleetTimes#lastDecisionAfterFlip L}, and the first
 * byte of a request reaches the old cell at most {@code forwardTimeout} later. Requests and
 * WebSockets that began before run out by themselves; nothing is said of them.
 *
 * @param from the old cell
 * @param to the new cell
 * @param assumed what the one who moves says of the routers
 * @param copiesUntil until when copies of the old cell may be in use, allowances included, in
 *     milliseconds of the wall clock
 * @param flip when the flip was made at the latest or, before it, when it can be made at the
 *     earliest; in milliseconds of the wall clock
 * @param state whether the flip lies ahead
 */
public record CutOverCertificate(
    String from, String to, FleetTimes assumed, long copiesUntil, long flip, State state) {

  /** Whether the flip lies ahead. */
  public enum State {
    /** The move has not begun; its times count as if it began now. */
    FORESEEN,
    /** The move waits; the flip is not made before its time. */
    WAITING,
    /** The flip was made. */
    FLIPPED
  }

  /** Checks for nulls. */
  public CutOverCertificate {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(assumed, "assumed");
    Objects.requireNonNull(state, "state");
  }

  /** The last instant of a decision for the old cell, in milliseconds of the wall clock. */
  public long lastDecision() {
    return later(flip, assumed.lastDecisionAfterFlip());
  }

  /** The last instant of a request's first byte at the old cell, in milliseconds likewise. */
  public long lastFirstByte() {
    return later(lastDecision(), assumed.forwardTimeout());
  }

  /** For people: one line for each conclusion, then one for each assumption. */
  public String text() {
    String flipped = state == State.FLIPPED ? "flipped at the latest at " : "flip not before ";
    StringBuilder text = new StringBuilder();
    text.append("from ").append(from).append(" to ").append(to).append('\n');
    line(text, "copies of the old cell run out by ", time(copiesUntil));
    line(text, flipped, time(flip));
    line(text, "no decision for the old cell later than ", after(lastDecision(), "the flip", l()));
    line(
        text,
        "no first byte there later than ",
        after(lastFirstByte(), "that decision", assumed.forwardTimeout()));
    text.append("as long as it holds of every router that\n");
    line(text, "a look-up takes at most ", told(assumed.lookupTimeout()));
    line(text, "clocks and timers are off by at most ", told(assumed.clockAllowance()));
    line(text, "reads lag by at most ", told(assumed.readLag()));
    line(text, "expired routes are served for at most ", told(assumed.serveExpiredFor()));
    line(
        text,
        "stale routes are used ",
        assumed
            .maxStale()
            .map(it -> "for at most " + told(it) + " (not reckoned with)")
            .orElse("until they expire"));
    line(text, "requests are forwarded within ", told(assumed.forwardTimeout()));
    text.append("Requests and WebSockets that began before run out; nothing is said of them.\n");
    return text.toString();
  }

  /** For JSON: durations in milliseconds, instants as texts of ISO 8601. */
  public Map<String, Object> fields() {
    Map<String, Object> assumptions = new LinkedHashMap<>();
    assumptions.put("lookup-timeout-ms", assumed.lookupTimeout().toMillis());
    assumptions.put("clock-allowance-ms", assumed.clockAllowance().toMillis());
    assumptions.put("read-lag-ms", assumed.readLag().toMillis());
    assumptions.put("serve-expired-for-ms", assumed.serveExpiredFor().toMillis());
    assumed.maxStale().ifPresent(it -> assumptions.put("max-stale-ms", it.toMillis()));
    assumptions.put("forward-timeout-ms", assumed.forwardTimeout().toMillis());
    assumptions.put("grace-ms", assumed.grace().toMillis());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("from", from);
    fields.put("to", to);
    fields.put("state", state.name().toLowerCase(Locale.ROOT));
    fields.put("copies-until", time(copiesUntil));
    fields.put("flip", time(flip));
    fields.put("l-ms", l().toMillis());
    fields.put("last-decision", time(lastDecision()));
    fields.put("last-first-byte", time(lastFirstByte()));
    fields.put("assumed", assumptions);
    return fields;
  }

  private Duration l() {
    return assumed.lastDecisionAfterFlip();
  }

  private static void line(StringBuilder text, String what, String value) {
    text.append("  ").append(what).append(value).append('\n');
  }

  private static String after(long millis, String what, Duration by) {
    return time(millis) + " (" + what + " and " + told(by) + ')';
  }

  private static long later(long millis, Duration by) {
    return millis == MoveMark.NOT_KNOWN_YET ? millis : Copies.plus(millis, by);
  }

  private static String time(long millis) {
    return millis == MoveMark.NOT_KNOWN_YET
        ? "an instant not known yet"
        : Instant.ofEpochMilli(millis).toString();
  }

  private static String told(Duration duration) {
    return duration.toMillis() + " ms";
  }
}
