// SPDX-License-Identifier: Apache-2.0
package io.turnout.plan;

import io.turnout.extract.BodyScan;
import io.turnout.extract.BodySource;
import io.turnout.extract.Extraction;
import io.turnout.extract.UnreadableCause;
import io.turnout.request.Request;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the rules say of a request whose body they have to see: a judgement that is still open. It
 * reads the body in one pass for all sources that can still be asked, and judges them in file
 * order. Not thread-safe.
 */
public final class BodyWalk implements Judgement {

  private final Request request;
  private final List<BodyStep> steps;
  private final Judgement rest;
  private final @Nullable BodyScan scan;
  private final int[] questions;
  private int at;
  private boolean anyByte;
  private boolean ended;
  private long bodyRead;

  /**
   * A walk that has come to its first body source.
   *
   * @param steps the body sources to judge, in order; at least one
   * @param rest what holds if none of them yields anything
   */
  BodyWalk(Request request, List<BodyStep> steps, Judgement rest, int depth) {
    this.request = request;
    this.steps = steps;
    this.rest = rest;
    this.questions = new int[steps.size()];
    List<BodySource> asked = new ArrayList<>(steps.size());
    for (int i = 0; i < steps.size(); i++) {
      questions[i] = asked.size();
      if (!steps.get(i).encoded()) {
        asked.add(steps.get(i).question());
      }
    }
    this.scan = asked.isEmpty() ? null : BodyScan.of(asked, depth);
  }

  /** Reads a piece of the body, and says what is certain now; null if nothing is yet. */
  public @Nullable Judgement offer(ByteBuffer piece) {
    anyByte |= piece.hasRemaining();
    if (scan != null) {
      scan.offer(piece);
    }
    return judge();
  }

  /** Says that the body is complete, which makes the answer certain. */
  public Judgement end() {
    ended = true;
    if (scan != null) {
      scan.end();
    }
    Judgement judged = judge();
    if (judged == null) {
      throw new IllegalStateException(
          "a complete body left rule \"" + steps.get(at).source().ruleName() + "\" open");
    }
    return judged;
  }

  /** How many bytes of the body the judgement needed. */
  public long bodyRead() {
    return bodyRead;
  }

  private @Nullable Judgement judge() {
    while (at < steps.size()) {
      BodyStep step = steps.get(at);
      Extraction raw = step.encoded() || scan == null ? encoded() : scan.result(questions[at]);
      if (raw.kind() == Extraction.Kind.NEEDS_BODY) {
        return null;
      }
      if (!step.encoded() && scan != null) {
        bodyRead = Math.max(bodyRead, scan.settledAt(questions[at]));
      }
      Judgement judged = step.source().judge(request, step.source().observed(request, raw));
      if (judged != null) {
        return judged;
      }
      at++;
    }
    return rest;
  }

  private Extraction encoded() {
    if (anyByte) {
      return Extraction.unreadable(UnreadableCause.BODY_ENCODED);
    }
    return ended ? Extraction.absent() : Extraction.needsBody();
  }
}
