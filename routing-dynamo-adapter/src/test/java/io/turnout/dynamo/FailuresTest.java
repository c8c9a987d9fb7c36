// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteStoreException.Kind;
import java.io.IOException;
import java.net.ConnectException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

class FailuresTest {

  private static final String SECRET = "business:very-secret";

  private final Failures failures = new Failures("routes");

  @ParameterizedTest
  @CsvSource({
    "400, ProvisionedThroughputExceededException, THROTTLED",
    "400, ThrottlingException, THROTTLED",
    "400, RequestLimitExceeded, THROTTLED",
    "429, , THROTTLED",
    "400, ResourceNotFoundException, MISSING",
    "400, ValidationException, MISSING",
    "400, AccessDeniedException, FORBIDDEN",
    "400, UnrecognizedClientException, FORBIDDEN",
    "400, ExpiredTokenException, FORBIDDEN",
    "400, InvalidSignatureException, FORBIDDEN",
    "400, MissingAuthenticationTokenException, FORBIDDEN",
    "403, , FORBIDDEN",
    "401, Odd, FORBIDDEN",
    "500, InternalServerError, UNREACHABLE",
    "503, ServiceUnavailable, UNREACHABLE",
    "400, SerializationException, UNREACHABLE",
    "200, , UNREACHABLE"
  })
  void answer_hasItsKind(int status, String code, Kind kind) {
    RouteStoreException failure =
        failures.of(
            DynamoDbException.builder()
                .statusCode(status)
                .message(SECRET)
                .awsErrorDetails(
                    AwsErrorDetails.builder().errorCode(code).errorMessage(SECRET).build())
                .build());
    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure)
        .hasMessageContaining("the DynamoDB table \"routes\"")
        .hasMessageContaining("(" + status + (code == null ? "" : " " + code) + ")")
        .hasMessageNotContaining(SECRET)
        .hasNoCause();
  }

  @Test
  void timeouts_areNamed() {
    for (Exception timeout :
        new Exception[] {
          ApiCallTimeoutException.create(5),
          ApiCallAttemptTimeoutException.create(5),
          new TimeoutException()
        }) {
      assertThat(failures.of(new CompletionException(timeout)))
          .hasMessageContaining("did not answer within the time-out of the client");
    }
    assertThat(failures.of(new CancellationException()).kind()).isEqualTo(Kind.UNREACHABLE);
  }

  @Test
  void networkFailures_tellWhatTheNetworkSaid_andNothingElse() {
    IOException cause = new ConnectException("Connection refused: localhost/127.0.0.1:1");
    RouteStoreException failure =
        failures.of(SdkClientException.builder().message(SECRET).cause(cause).build());
    assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(failure)
        .hasMessageContaining("SdkClientException, ConnectException Connection refused")
        .hasMessageNotContaining(SECRET)
        .hasNoCause();
  }

  @Test
  void causesThatLeadBackToThemselves_comeToAnEnd() {
    Exception one = new Exception("one");
    Exception other = new Exception("other", one);
    one.initCause(other);
    assertThat(failures.of(one).kind()).isEqualTo(Kind.UNREACHABLE);
  }

  @Test
  void missingCredentials_areForbidden() {
    SdkClientException failure =
        SdkClientException.create("Unable to load credentials from any of the providers");
    assertThat(failures.of(failure).kind()).isEqualTo(Kind.FORBIDDEN);
  }

  @Test
  void knownFailures_stayAsTheyAre() {
    RouteStoreException known = failures.throttled("x");
    assertThat(failures.of(new CompletionException(known))).isSameAs(known);
  }
}
