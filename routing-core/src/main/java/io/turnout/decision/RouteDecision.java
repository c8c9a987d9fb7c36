// SPDX-License-Identifier: Apache-2.0
package io.turnout.decision;

import io.turnout.client.Client;
import io.turnout.extract.UnreadableCause;
import io.turnout.resolve.Resolution;
import io.turnout.spi.RouteKey;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done with one request, and why. Immutable.
 *
 * <p>There is one for every request, so its size counts: 40 bytes with compressed references, all
 * of them used. Only one with stages takes more.
 *
 * <p>{@link #toString} leaves the value of the key out, so a decision can be logged as it is.
 */
public sealed class RouteDecision permits StagedDecision {

  private static final int NO_STATUS = 0;

  /** The status of a rejection; {@link #NO_STATUS} for any other outcome. */
  private final int status;

  private final @Nullable String cell;
  private final @Nullable RouteKey key;
  private final @Nullable Resolution resolution;
  private final Grounds grounds;
  private final int bodyRead;
  private final Client client;

  private RouteDecision(int status, @Nullable String cell, Basis basis, Grounds grounds) {
    this.status = status;
    this.cell = cell;
    this.key = basis.key();
    this.resolution = basis.resolution();
    this.bodyRead = Math.toIntExact(basis.bodyRead());
    this.client = basis.client();
    this.grounds = Objects.requireNonNull(grounds, "grounds");
  }

  /** The same decision with room for more. */
  RouteDecision(RouteDecision other) {
    status = other.status;
    cell = other.cell;
    key = other.key;
    resolution = other.resolution;
    grounds = other.grounds;
    bodyRead = other.bodyRead;
    client = other.client;
  }

  /**
   * What was found out on the way to a decision.
   *
   * @param key the route key that was found; null without one
   * @param resolution what became of the key; null if it was not resolved
   * @param bodyRead the bytes of the body that the answer needed, 0 to 2,147,483,647, beyond which
   *     no limit lies
   * @param client who is asking
   */
  public record Basis(
      @Nullable RouteKey key, @Nullable Resolution resolution, long bodyRead, Client client) {

    /** Nothing but the head was needed, no key was found, and nothing is proven of the client. */
    public static final Basis NOTHING = new Basis(null, null, 0, Client.DIRECT);
  }

  /** Forward to {@code cell}. */
  public static RouteDecision toCell(String cell, Basis basis, Grounds grounds) {
    return new RouteDecision(NO_STATUS, Objects.requireNonNull(cell, "cell"), basis, grounds);
  }

  /** Forward to the authority tier. */
  public static RouteDecision toAuthority(Basis basis, Grounds grounds) {
    return new RouteDecision(NO_STATUS, null, basis, grounds);
  }

  /** Answer with {@code status}, 400 to 599. */
  public static RouteDecision reject(int status, Basis basis, Grounds grounds) {
    if (status < 400 || status > 599) {
      throw new IllegalArgumentException("status " + status + " must lie in 400 to 599");
    }
    return new RouteDecision(status, null, basis, grounds);
  }

  /**
   * The same decision for another cell, when the one it names was wrong.
   *
   * @param known what is known of the key now; its cell is there
   */
  public RouteDecision corrected(Resolution known) {
    Basis basis = new Basis(key, known, bodyRead, client);
    return toCell(known.cell().orElseThrow(), basis, grounds.withoutReason()).staged(stages());
  }

  /** The same decision for the authority tier, when the cell that it names was wrong. */
  public RouteDecision handedOn() {
    Basis basis = new Basis(key, null, bodyRead, client);
    return toAuthority(basis, grounds.because(Reason.WRONG_CELL)).staged(stages());
  }

  /** The same decision with these stages in place of its own. */
  public RouteDecision staged(List<StageChoice> chosen) {
    return chosen.isEmpty() ? this : new StagedDecision(this, chosen);
  }

  /**
   * The stage of each split that concerns the request, in the order of the rule file; none where it
   * is rejected.
   */
  public List<StageChoice> stages() {
    return List.of();
  }

  /**
   * The labels of the stages, for whatever chooses among the endpoints of a cell; of a name that
   * two stages have, the later one's.
   */
  public Map<String, String> labels() {
    return Map.of();
  }

  /**
   * The values of the {@code Set-Cookie} fields that the answer to the client has to carry, whoever
   * answers; often none.
   */
  public List<String> setCookies() {
    return List.of();
  }

  /** What is to be done. */
  public Outcome outcome() {
    if (cell != null) {
      return Outcome.CELL;
    }
    return status == NO_STATUS ? Outcome.AUTHORITY : Outcome.REJECT;
  }

  /** The cell to forward to; empty unless the outcome is {@link Outcome#CELL}. */
  public Optional<String> cell() {
    return Optional.ofNullable(cell);
  }

  /** The status to answer, 400 to 599; empty unless the outcome is {@link Outcome#REJECT}. */
  public OptionalInt status() {
    return status == NO_STATUS ? OptionalInt.empty() : OptionalInt.of(status);
  }

  /** The route key; empty if none was found or none was needed. */
  public Optional<RouteKey> key() {
    return Optional.ofNullable(key);
  }

  /** What became of the key: layer, freshness, version; empty if it was not resolved. */
  public Optional<Resolution> resolution() {
    return Optional.ofNullable(resolution);
  }

  /** The name of the rule that decided or at which the search ended. */
  public Optional<String> rule() {
    return grounds.rule();
  }

  /** The word of the source that held the key, as in the rule file: {@code header}. */
  public Optional<String> source() {
    return grounds.source();
  }

  /** Why the request was not simply routed; empty where a rule or a key decided. */
  public Optional<Reason> reason() {
    return grounds.reason();
  }

  /** Why the body was unreadable; empty unless the reason is {@link Reason#UNREADABLE_BODY}. */
  public Optional<UnreadableCause> detail() {
    return grounds.detail();
  }

  /** The version of the rule set that decided, 64 hexadecimal digits. */
  public String rulesVersion() {
    return grounds.rulesVersion();
  }

  /** Who is asking, as far as it is proven; {@link Client#DIRECT} where nothing is. */
  public Client client() {
    return client;
  }

  /** How many bytes of the body the answer needed, counted from its start; however it was cut. */
  public long bodyRead() {
    return bodyRead;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(outcome().text());
    if (cell != null) {
      text.append(' ').append(cell);
    }
    if (status != NO_STATUS) {
      text.append(' ').append(status);
    }
    grounds.reason().ifPresent(reason -> text.append(", reason ").append(reason.text()));
    grounds.detail().ifPresent(detail -> text.append(" (").append(detail.text()).append(')'));
    grounds.rule().ifPresent(rule -> text.append(", rule ").append(rule));
    grounds.source().ifPresent(source -> text.append(", source ").append(source));
    if (key != null) {
      text.append(", key ").append(key);
    }
    if (resolution != null) {
      text.append(", ").append(resolution.kind()).append(" from ").append(resolution.layer());
    }
    stages()
        .forEach(
            choice -> text.append(", ").append(choice.split()).append('=').append(choice.stage()));
    return text.toString();
  }
}
