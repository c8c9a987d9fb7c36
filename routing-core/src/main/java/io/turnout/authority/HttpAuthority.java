// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import io.turnout.protocol.LookupJson;
import io.turnout.protocol.LookupTarget;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteKey;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An authority behind the look-up endpoint of another router (docs/protocol.md).
 *
 * <p>Whatever is no answer of that endpoint about exactly the key that was asked for is a failed
 * look-up: an answer without {@code Turnout-Route}, with one of another key or with several, an
 * answer from a cache on the way, a redirect, a body that is too long. Nothing is asked again, but
 * what the client itself sends again on another connection because a kept one was closed.
 *
 * <p>Thread-safe. Answers come on the client's threads.
 */
public final class HttpAuthority implements RouteAuthority {

  /** How long a call may take unless the builder says otherwise. */
  public static final Duration DEFAULT_CALL_TIMEOUT = Duration.ofSeconds(5);

  /** The longest that a call may be given. */
  public static final Duration LONGEST_CALL_TIMEOUT = Duration.ofMinutes(1);

  /** The longest body of an answer that needs none, in bytes; it is dropped. */
  static final int MAX_IDLE_BODY_BYTES = 64 << 10;

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

  private final URI base;
  private final HttpClient client;
  private final Duration callTimeout;
  private final @Nullable String authorization;
  private final HttpAnswers answers;

  private HttpAuthority(Builder builder) {
    base = builder.base;
    client = builder.client == null ? newClient(builder.base) : builder.client;
    callTimeout = builder.callTimeout;
    authorization = builder.authorization;
    answers = new HttpAnswers(builder.base);
  }

  /**
   * Begins an authority.
   *
   * @param base where the endpoint is, {@code http://HOST:PORT} or {@code https://HOST:PORT}
   * @throws IllegalArgumentException if it is anything else
   */
  public static Builder builder(URI base) {
    return new Builder(base);
  }

  private static HttpClient newClient(URI base) {
    boolean plain = base.getScheme().equals("http");
    return HttpClient.newBuilder()
        .version(plain ? HttpClient.Version.HTTP_1_1 : HttpClient.Version.HTTP_2)
        .followRedirects(HttpClient.Redirect.NEVER)
        .proxy(HttpClient.Builder.NO_PROXY)
        .connectTimeout(CONNECT_TIMEOUT)
        .build();
  }

  @Override
  public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
    Lookup lookup = new Lookup(key, atLeastVersion);
    HttpRequest request = request(LookupTarget.write(lookup)).GET().build();
    CompletableFuture<AuthorityAnswer> result = new CompletableFuture<>();
    CompletableFuture<HttpResponse<byte[]>> exchange = send(request, MAX_IDLE_BODY_BYTES);
    whenDone(
        exchange,
        (response, failure) -> complete(result, failure, () -> answers.one(response, key)));
    whenDone(result, (answer, failure) -> exchange.cancel(true));
    return result;
  }

  @Override
  public List<CompletionStage<AuthorityAnswer>> lookupAll(List<Lookup> lookups) {
    List<CompletableFuture<AuthorityAnswer>> results = new ArrayList<>(lookups.size());
    lookups.forEach(lookup -> results.add(new CompletableFuture<>()));
    HttpRequest request =
        request(LookupTarget.PATH)
            .header("Content-Type", LookupJson.MEDIA_TYPE)
            .POST(BodyPublishers.ofByteArray(LookupJson.writeQuestions(lookups)))
            .build();
    CompletableFuture<HttpResponse<byte[]>> exchange = send(request, LookupJson.MAX_ANSWER_BYTES);
    CompletableFuture<List<LookupJson.Answer>> all = new CompletableFuture<>();
    whenDone(
        exchange,
        (response, failure) ->
            complete(
                all,
                failure,
                () -> answers.many(response, lookups.stream().map(Lookup::key).toList())));
    whenDone(all, (answered, failure) -> handOut(results, answered, failure));
    whenDone(
        CompletableFuture.allOf(results.toArray(CompletableFuture[]::new)),
        (done, failure) -> exchange.cancel(true));
    return List.copyOf(results);
  }

  private void handOut(
      List<CompletableFuture<AuthorityAnswer>> results,
      @Nullable List<LookupJson.Answer> answered,
      @Nullable Throwable failure) {
    for (int i = 0; i < results.size(); i++) {
      int at = i;
      complete(
          results.get(i), failure, () -> answers.each(Objects.requireNonNull(answered).get(at)));
    }
  }

  @Override
  public int mostAtOnce() {
    return MOST_AT_ONCE;
  }

  private HttpRequest.Builder request(String target) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + target)).timeout(callTimeout);
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    return request;
  }

  /** Sends a request; the stage can be cancelled, and fails when the call takes too long. */
  private CompletableFuture<HttpResponse<byte[]>> send(HttpRequest request, int maxBodyBytes) {
    CompletableFuture<HttpResponse<byte[]>> timed = new CompletableFuture<>();
    CompletableFuture<HttpResponse<byte[]>> exchange =
        client.sendAsync(request, head -> new BoundedBody(maxBodyBytes));
    whenDone(
        exchange,
        (response, failure) -> {
          if (failure == null) {
            timed.complete(response);
          } else {
            timed.completeExceptionally(failure);
          }
        });
    whenDone(
        timed.orTimeout(callTimeout.toNanos(), TimeUnit.NANOSECONDS),
        (response, failure) -> exchange.cancel(true));
    return timed;
  }

  private static <T> void whenDone(
      CompletionStage<T> stage, BiConsumer<? super T, ? super @Nullable Throwable> then) {
    stage.whenComplete(then);
  }

  /** Makes an answer of what came. */
  @FunctionalInterface
  private interface Judgement<T> {
    T make() throws IOException;
  }

  private <T> void complete(
      CompletableFuture<T> result, @Nullable Throwable failure, Judgement<T> judgement) {
    if (failure != null) {
      result.completeExceptionally(described(failure));
      return;
    }
    try {
      result.complete(judgement.make());
    } catch (IOException | RuntimeException e) {
      result.completeExceptionally(e);
    }
  }

  private Throwable described(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof AnswerException) {
      return cause;
    }
    if (cause instanceof TimeoutException) {
      return new AnswerException(
          "the authority at " + base + " did not answer in " + callTimeout.toMillis() + " ms");
    }
    String why = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    return new AnswerException("the authority at " + base + " cannot be asked: " + why, cause);
  }

  /** Collects what an {@link HttpAuthority} is made of. Not thread-safe. */
  public static final class Builder {

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]{1,4096}=*");

    private final URI base;
    private @Nullable HttpClient client;
    private @Nullable String authorization;
    private Duration callTimeout = DEFAULT_CALL_TIMEOUT;

    private Builder(URI base) {
      boolean isHttp = "http".equals(base.getScheme()) || "https".equals(base.getScheme());
      boolean isBare =
          base.getHost() != null
              && base.getRawUserInfo() == null
              && base.getRawQuery() == null
              && base.getRawFragment() == null
              && (base.getRawPath().isEmpty() || base.getRawPath().equals("/"));
      if (!isHttp || !isBare) {
        throw new IllegalArgumentException(
            "the authority must be http://HOST:PORT or https://HOST:PORT and nothing more");
      }
      this.base = URI.create(base.getScheme() + "://" + base.getRawAuthority());
    }

    /**
     * The client that carries the look-ups; by default one of its own, over HTTP/1.1 where the base
     * is {@code http:} and HTTP/2 where it is {@code https:} and the other side can, without a
     * proxy.
     *
     * @throws IllegalArgumentException if it follows redirects: an answer from elsewhere is none of
     *     the authority
     */
    public Builder client(HttpClient given) {
      if (given.followRedirects() != HttpClient.Redirect.NEVER) {
        throw new IllegalArgumentException(
            "the client must never follow redirects, not " + given.followRedirects());
      }
      client = given;
      return this;
    }

    /**
     * The token by which this router proves itself, sent as {@code Authorization: Bearer}; none by
     * default.
     *
     * @throws IllegalArgumentException if it cannot be sent so; the text does not hold it
     */
    public Builder token(String token) {
      if (!TOKEN.matcher(token).matches()) {
        throw new IllegalArgumentException("the token must be 1 to 4096 of A-Za-z0-9._~+/- and =");
      }
      authorization = "Bearer " + token;
      return this;
    }

    /**
     * How long a call may take until all of its answer is there, 1 ms to 1 minute; {@link
     * #DEFAULT_CALL_TIMEOUT} by default. It ends what the resolver has given up long before.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder callTimeout(Duration timeout) {
      if (timeout.toMillis() < 1 || timeout.compareTo(LONGEST_CALL_TIMEOUT) > 0) {
        throw new IllegalArgumentException(
            "callTimeout " + timeout + " must lie in 1 ms to " + LONGEST_CALL_TIMEOUT);
      }
      callTimeout = timeout;
      return this;
    }

    /** Makes it; nothing is asked yet. */
    public HttpAuthority build() {
      return new HttpAuthority(this);
    }
  }
}
