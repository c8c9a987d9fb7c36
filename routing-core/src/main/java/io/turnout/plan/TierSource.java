// SPDX-License-Identifier: Apache-2.0
package io.turnout.plan;

import io.turnout.extract.BodySource;
import io.turnout.extract.Extraction;
import io.turnout.extract.HeadSource;
import io.turnout.extract.RouteKeyExtractor;
import io.turnout.extract.Source;
import io.turnout.extract.UnreadableCause;
import io.turnout.request.BodyPresence;
import io.turnout.request.Request;
import io.turnout.request.RequestObserver;
import io.turnout.spi.RouteKey;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A source of a rule, with all that is fixed about what may come of it. */
record TierSource(
    Source source,
    RouteKeyExtractor extractor,
    Judgement.@Nullable KeyGrounds keyGrounds,
    Map<String, Judgement.Act> cells,
    Judgement.Act ambiguous,
    Judgement.Act noKey,
    Map<UnreadableCause, Judgement.Act> unreadable) {

  /** What the head says of it; NEEDS_BODY where the body must be seen. */
  Extraction atHead(Request request) {
    if (source instanceof HeadSource head) {
      return head.read(request);
    }
    BodySource body = (BodySource) source;
    return switch (body.applicability(request)) {
      case ABSENT -> observed(request, Extraction.absent());
      case READABLE -> Extraction.needsBody();
      case ENCODED ->
          request.head().body() == BodyPresence.SOME
              ? observed(request, Extraction.unreadable(UnreadableCause.BODY_ENCODED))
              : Extraction.needsBody();
    };
  }

  /** Tells the observer of the request, if there is one, what this body source held. */
  Extraction observed(Request request, Extraction raw) {
    RequestObserver observer = request.observer();
    if (observer != null) {
      observer.onRule(ruleName());
      observer.onSource(source, raw);
    }
    return raw;
  }

  /** What follows from what the source held; null where the search goes on. */
  @Nullable Judgement judge(Request request, Extraction raw) {
    return switch (raw.kind()) {
      case FOUND -> found(request, extractor.settle(raw, request.observer()));
      case ABSENT -> null;
      case AMBIGUOUS -> ambiguous;
      case UNREADABLE -> unreadable(raw.cause());
      case NO_KEY -> noKey;
      case NEEDS_BODY -> throw new IllegalStateException(source + " is not certain yet");
    };
  }

  String ruleName() {
    return ambiguous.grounds().rule().orElse("");
  }

  private @Nullable Judgement cell(Request request, String name) {
    Judgement.Act act = cells.get(name);
    RequestObserver observer = request.observer();
    if (observer != null) {
      observer.onStep("a cell of the list", act == null ? null : name);
    }
    return act;
  }

  private Judgement unreadable(UnreadableCause cause) {
    Judgement.Act act = unreadable.get(cause);
    if (act == null) {
      throw new IllegalStateException("no outcome for " + cause);
    }
    return act;
  }

  private @Nullable Judgement found(Request request, Extraction settled) {
    if (settled.kind() != Extraction.Kind.FOUND) {
      return null;
    }
    if (keyGrounds == null) {
      return cell(request, settled.value());
    }
    return new Judgement.Key(new RouteKey(keyGrounds.namespace(), settled.value()), keyGrounds);
  }
}
