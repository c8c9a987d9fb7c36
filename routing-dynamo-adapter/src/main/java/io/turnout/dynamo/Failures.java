// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteStoreException.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;

/**
 * What the SDK says of a call that failed, in the store's words. Of the service's own text nothing
 * is taken on, as it may hold what was sent.
 */
final class Failures {

  private static final Set<String> THROTTLED =
      Set.of(
          "ProvisionedThroughputExceededException",
          "ThrottlingException",
          "Throttling",
          "RequestLimitExceeded");

  private static final Set<String> FORBIDDEN =
      Set.of(
          "AccessDeniedException",
          "AccessDenied",
          "UnrecognizedClientException",
          "InvalidClientTokenId",
          "InvalidSignatureException",
          "SignatureDoesNotMatch",
          "IncompleteSignatureException",
          "IncompleteSignature",
          "MissingAuthenticationTokenException",
          "MissingAuthenticationToken",
          "ExpiredTokenException",
          "ExpiredToken",
          "NotAuthorized",
          "OptInRequired");

  private static final Set<String> MISSING =
      Set.of("ResourceNotFoundException", "TableNotFoundException");

  private static final String WRONG_SHAPE = "ValidationException";
  private static final int MAX_CAUSES = 20;

  private final String table;

  Failures(String table) {
    this.table = table;
  }

  /** The store's failure for what a call's future failed with. */
  RouteStoreException of(Throwable thrown) {
    Throwable failure = unwrapped(thrown);
    if (failure instanceof RouteStoreException known) {
      return known;
    }
    if (failure instanceof ApiCallTimeoutException
        || failure instanceof ApiCallAttemptTimeoutException
        || failure instanceof TimeoutException) {
      return unreachable("did not answer within the time-out of the client");
    }
    if (failure instanceof CancellationException) {
      return unreachable("was not waited for any longer");
    }
    return failure instanceof AwsServiceException answer ? of(answer) : ofClient(failure);
  }

  private RouteStoreException of(AwsServiceException answer) {
    String code = answer.awsErrorDetails() == null ? "" : answer.awsErrorDetails().errorCode();
    code = code == null ? "" : code;
    String said = " (" + answer.statusCode() + (code.isEmpty() ? "" : " " + code) + ")";
    if (THROTTLED.contains(code) || answer.statusCode() == 429) {
      return throttled("refused the call because there are too many" + said);
    }
    if (MISSING.contains(code)) {
      return failure(Kind.MISSING, "does not exist in this account and region" + said);
    }
    if (FORBIDDEN.contains(code) || answer.statusCode() == 401 || answer.statusCode() == 403) {
      return failure(Kind.FORBIDDEN, "refused the credentials or their permissions" + said);
    }
    if (WRONG_SHAPE.equals(code)) {
      return failure(
          Kind.MISSING,
          "does not take what a table of routes takes; are its keys and indexes those of one?"
              + said);
    }
    return unreachable("failed" + said);
  }

  private RouteStoreException ofClient(Throwable failure) {
    StringBuilder causes = new StringBuilder(failure.getClass().getSimpleName());
    Throwable cause = failure.getCause();
    for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
      causes.append(", ").append(cause.getClass().getSimpleName());
      if (cause instanceof IOException) {
        causes.append(" ").append(cause.getMessage());
      }
      cause = cause.getCause();
    }
    String text = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
    return text.startsWith("unable to load credentials")
        ? failure(Kind.FORBIDDEN, "was not asked: the client found no credentials")
        : unreachable("could not be asked (" + causes + ")");
  }

  /** That the store's answer is not one. */
  RouteStoreException noAnswer() {
    return unreachable("sent an answer without the parts that it must have");
  }

  /** That a call took too long. */
  RouteStoreException late(Duration timeout) {
    return unreachable("did not answer within " + timeout.toMillis() + " ms");
  }

  /** That whoever asks it was closed. */
  RouteStoreException closed() {
    return unreachable("is not asked any longer: the authority was closed");
  }

  /** That the waiting thread was interrupted. */
  RouteStoreException interrupted() {
    return unreachable("was not waited for: the thread was interrupted");
  }

  /** That there were too many calls. */
  RouteStoreException throttled(String what) {
    return failure(Kind.THROTTLED, what);
  }

  /** That the table is there and is none of routes. */
  RouteStoreException wrongShape(String expected) {
    return failure(Kind.MISSING, "exists and is no table of routes: expected " + expected);
  }

  /** That the records do not make an answer. */
  RouteStoreException damaged(String what) {
    return failure(Kind.DAMAGED, what);
  }

  private RouteStoreException unreachable(String what) {
    return failure(Kind.UNREACHABLE, what);
  }

  private RouteStoreException failure(Kind kind, String what) {
    return new RouteStoreException(kind, "the DynamoDB table \"" + table + "\" " + what);
  }

  /** What is inside the wrappers of futures. */
  static Throwable unwrapped(Throwable thrown) {
    Throwable inner = thrown;
    while (inner instanceof CompletionException && inner.getCause() != null) {
      inner = inner.getCause();
    }
    return inner;
  }
}
