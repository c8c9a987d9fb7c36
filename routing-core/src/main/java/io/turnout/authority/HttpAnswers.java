// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import io.turnout.protocol.FieldReading;
import io.turnout.protocol.LookupJson;
import io.turnout.protocol.RouteAnnouncement;
import io.turnout.protocol.TurnoutHeaders;
import io.turnout.protocol.UnreadableException;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityThrottledException;
import io.turnout.spi.RouteKey;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads what a look-up endpoint answered; everything else is a failure. */
final class HttpAnswers {

  private static final int FOUND = 204;
  private static final int UNKNOWN = 404;
  private static final int MANY = 200;
  private static final int TOO_MANY = 429;
  private static final int UNAVAILABLE = 503;
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

  private final URI base;

  HttpAnswers(URI base) {
    this.base = base;
  }

  /** The answer about one key. */
  AuthorityAnswer one(HttpResponse<byte[]> response, RouteKey key) throws AnswerException {
    int status = response.statusCode();
    if (status != FOUND && status != UNKNOWN) {
      requireNotThrottled(response);
      throw refused(status);
    }
    requireItsOwn(response);
    FieldReading<List<RouteAnnouncement>> routes =
        TurnoutHeaders.readRoutes(response.headers().allValues(TurnoutHeaders.ROUTE));
    if (routes.mistake().isPresent()) {
      throw failure(
          status
              + " with a "
              + TurnoutHeaders.ROUTE
              + " that cannot be believed: "
              + routes.mistake().get().word());
    }
    List<RouteAnnouncement> told = routes.value().orElse(List.of());
    if (told.isEmpty()) {
      throw failure(
          status
              + " without "
              + TurnoutHeaders.ROUTE
              + ": there is no look-up endpoint at this address");
    }
    if (told.size() > 1 || !told.get(0).key().equals(key)) {
      throw failure(status + " with a " + TurnoutHeaders.ROUTE + " of other keys than asked for");
    }
    boolean hasCell = told.get(0).cell().isPresent();
    if (hasCell != (status == FOUND)) {
      throw failure(
          status + " with a " + TurnoutHeaders.ROUTE + (hasCell ? " with a cell" : " without one"));
    }
    return told.get(0).toAnswer();
  }

  /** The answers about many keys, in their order. */
  List<LookupJson.Answer> many(HttpResponse<byte[]> response, List<RouteKey> keys)
      throws AnswerException {
    if (response.statusCode() != MANY) {
      requireNotThrottled(response);
      throw refused(response.statusCode());
    }
    requireItsOwn(response);
    try {
      return LookupJson.readAnswers(response.body(), keys);
    } catch (UnreadableException e) {
      throw failure("what cannot be believed: " + e.getMessage());
    }
  }

  /** One of many answers. */
  AuthorityAnswer each(LookupJson.Answer answer) throws AnswerException {
    if (answer.isThrottled()) {
      throw new AuthorityThrottledException();
    }
    if (answer.failed().isPresent()) {
      throw failure("that it could not look the key up: " + answer.failed().get());
    }
    return answer.route().orElseThrow().toAnswer();
  }

  /** An answer that a cache kept would live longer than it may. */
  private void requireItsOwn(HttpResponse<byte[]> response) throws AnswerException {
    if (response.headers().firstValue("Age").isPresent()) {
      throw failure(response.statusCode() + " with Age: a cache answers in its place");
    }
  }

  /** Too many calls are no breakdown; a 503 says so by the time after which to come again. */
  private static void requireNotThrottled(HttpResponse<byte[]> response) {
    Optional<String> retryAfter = response.headers().firstValue("Retry-After");
    boolean throttled =
        response.statusCode() == TOO_MANY
            || (response.statusCode() == UNAVAILABLE && retryAfter.isPresent());
    if (throttled) {
      throw retryAfter
          .filter(value -> SECONDS.matcher(value).matches())
          .map(value -> new AuthorityThrottledException(Duration.ofSeconds(Long.parseLong(value))))
          .orElseGet(AuthorityThrottledException::new);
    }
  }

  private AnswerException refused(int status) {
    String meaning =
        switch (status) {
          case 400 -> ": it does not understand the question";
          case 401 -> ": it does not believe this router; is the token right?";
          case 403 -> ": this router may not ask it";
          case 404, 405 -> ": there is no look-up endpoint at this address";
          case UNAVAILABLE -> ": it cannot answer for now";
          default -> status >= 300 && status < 400 ? ", a redirect, which is never followed" : "";
        };
    return failure(status + meaning);
  }

  private AnswerException failure(String what) {
    return new AnswerException("the authority at " + base + " answered " + what);
  }
}
