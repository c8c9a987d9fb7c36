// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import io.turnout.dynamo.DefaultsReader.Aged;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteKey;
import io.turnout.store.RouteChain;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteTarget.AliasOf;
import io.turnout.store.StoredRoute;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * One call of {@link DynamoAuthority}: the way of up to 100 look-ups through their aliases.
 *
 * <p>All keys that are to be read next are read in one request; what it leaves unprocessed is asked
 * for again after a pause, while the others go on to what their aliases lead to. Each look-up
 * completes, or fails, on its own.
 *
 * <p>A look-up is at every time in one request or none, so what it knows needs no lock.
 */
final class LookupCall {

  /** How often the keys of one request are asked for, if DynamoDB leaves some unprocessed. */
  static final int MAX_TRIES = 5;

  /** The longest pause before the second try; it doubles with each. */
  static final Duration FIRST_PAUSE = Duration.ofMillis(10);

  private final RouteReader reader;
  private final CompletionStage<Aged> defaults;
  private final long sentNanos;
  private final List<Question> questions = new ArrayList<>();
  private volatile boolean over;

  /** A look-up on its way. */
  private static final class Question {
    final Lookup lookup;
    final CompletableFuture<AuthorityAnswer> stage = new CompletableFuture<>();
    final List<StoredRoute> links = new ArrayList<>();
    boolean consistent;
    volatile boolean unprocessed;
    volatile @Nullable Future<?> underWay;

    Question(Lookup lookup, boolean consistent) {
      this.lookup = lookup;
      this.consistent = consistent;
    }

    RouteKey next() {
      return links.isEmpty()
          ? lookup.key()
          : ((AliasOf) links.get(links.size() - 1).target()).key();
    }
  }

  /**
   * Begins.
   *
   * @param sentNanos when the look-ups were sent, on the monotonic clock
   */
  LookupCall(
      RouteReader reader, CompletionStage<Aged> defaults, long sentNanos, List<Lookup> lookups) {
    this.reader = reader;
    this.defaults = defaults;
    this.sentNanos = sentNanos;
    for (Lookup lookup : lookups) {
      questions.add(new Question(lookup, reader.isConsistent()));
    }
  }

  /** The stages of the look-ups, in their order. */
  List<CompletableFuture<AuthorityAnswer>> stages() {
    return questions.stream().map(question -> question.stage).toList();
  }

  /** Sends the first request. */
  void start() {
    ask(questions, 1);
  }

  /** Ends it: what is under way is called off, and what waits fails. */
  void end(RouteStoreException failure) {
    over = true;
    for (Question question : questions) {
      fail(question, question.unprocessed ? reader.unprocessed() : failure);
      Future<?> sent = question.underWay;
      if (sent != null) {
        sent.cancel(true);
      }
    }
  }

  private void ask(List<Question> asking, int attempt) {
    Map<RouteKey, List<Question>> byKey = new LinkedHashMap<>();
    boolean consistent = false;
    for (Question question : asking) {
      byKey.computeIfAbsent(question.next(), key -> new ArrayList<>()).add(question);
      consistent |= question.consistent;
    }
    CompletableFuture<RouteReader.Found> sent =
        reader.read(List.copyOf(byKey.keySet()), consistent);
    asking.forEach(question -> question.underWay = sent);
    if (over) {
      sent.cancel(true);
    }
    CompletionStage<RouteReader.Found> answered = sent;
    answered.whenComplete(
        (found, failure) -> {
          if (failure == null) {
            take(byKey, found, attempt);
          } else {
            RouteStoreException why = reader.failure(failure);
            asking.forEach(question -> fail(question, why));
          }
        });
  }

  private void take(Map<RouteKey, List<Question>> byKey, RouteReader.Found found, int attempt) {
    List<Question> onward = new ArrayList<>();
    List<Question> again = new ArrayList<>();
    byKey.forEach(
        (key, asking) -> {
          if (found.unprocessed().contains(key)) {
            again.addAll(asking);
          } else {
            asking.forEach(question -> take(question, key, found, onward));
          }
        });
    if (!onward.isEmpty() && !over) {
      ask(onward, 1);
    }
    again.forEach(question -> question.unprocessed = true);
    if (attempt == MAX_TRIES) {
      again.forEach(question -> fail(question, reader.unprocessed()));
    } else if (!again.isEmpty()) {
      reader.afterPause(attempt, () -> retry(again, attempt + 1));
    }
  }

  private void retry(List<Question> asking, int attempt) {
    if (!over) {
      asking.forEach(question -> question.unprocessed = false);
      ask(asking, attempt);
    }
  }

  /** Lets a look-up take what was found under the key that it asked for. */
  private void take(
      Question question, RouteKey key, RouteReader.Found found, List<Question> onward) {
    try {
      Optional<StoredRoute> record = found.route(key);
      record.ifPresent(question.links::add);
      if (record.isPresent() && record.get().target() instanceof AliasOf alias) {
        requireGoodWay(question, alias.key());
        onward.add(question);
      } else {
        finish(question, onward);
      }
    } catch (RouteStoreException e) {
      fail(question, e);
    }
  }

  private void requireGoodWay(Question question, RouteKey next) {
    if (question.links.stream().anyMatch(link -> link.key().equals(next))) {
      throw reader.damaged("holds aliases that lead back to themselves");
    }
    if (question.links.size() > RouteChain.MAX_ALIASES) {
      throw reader.damaged(
          "holds more than " + RouteChain.MAX_ALIASES + " aliases that lead from one to the next");
    }
  }

  private void finish(Question question, List<Question> onward) {
    RouteChain chain = new RouteChain(question.lookup.key(), question.links);
    if (chain.version() < question.lookup.atLeastVersion() && !question.consistent) {
      question.consistent = true;
      question.links.clear();
      onward.add(question);
      return;
    }
    defaults.whenComplete(
        (known, failure) -> {
          if (failure != null) {
            fail(question, reader.failure(failure));
            return;
          }
          try {
            question.stage.complete(chain.answer(known.leftAt(sentNanos)));
          } catch (IllegalStateException e) {
            fail(question, reader.damaged("holds an alias whose version is beyond the highest"));
          }
        });
  }

  private void fail(Question question, RouteStoreException failure) {
    question.stage.completeExceptionally(RouteReader.toAsker(failure));
  }
}
