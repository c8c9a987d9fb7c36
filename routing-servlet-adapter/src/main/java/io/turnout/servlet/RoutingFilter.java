// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import io.turnout.CellRouter;
import io.turnout.RoutingAttempt;
import io.turnout.decision.Refusal;
import io.turnout.spi.RouteClock;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A servlet filter that decides which cell serves each request. What follows finds the decision
 * through {@link RoutedRequest}, and the request as it came: the same target, fields and body, but
 * for the Turnout fields. Thread-safe.
 *
 * <p>A request is decided once, however often it is forwarded, included or dispatched. Map the
 * filter to {@link DispatcherType#REQUEST} and, in async mode or where the chain goes async, to
 * {@link DispatcherType#ASYNC}, before everything that reads the request.
 *
 * <p>By default the filter blocks: the thread that serves a request waits for as much of the body
 * as the rules need, and for a look-up. Most requests need neither. In {@linkplain Builder#async
 * async mode} no thread waits.
 */
public final class RoutingFilter implements Filter {

  /** How long a request may wait for its decision by default. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  /** How far the body of an async request is read ahead by default, in bytes. */
  public static final int DEFAULT_READ_AHEAD_BYTES = 64 * 1024;

  /** The longest body that can be sent again by default, in bytes. */
  public static final int DEFAULT_RESEND_BYTES = 64 * 1024;

  /** The longest form whose fields are shown as parameters by default, in bytes. */
  public static final int DEFAULT_FORM_BYTES = 2 * 1024 * 1024;

  private static final int MAX_BYTES = 1 << 30;
  private static final Duration MAX_TIMEOUT = Duration.ofHours(1);

  private final CellRouter router;
  private final DecisionHandler handler;
  private final boolean async;
  private final Settings settings;

  private RoutingFilter(Builder builder) {
    router = builder.router;
    handler = builder.handler;
    async = builder.async;
    settings =
        new Settings(
            builder.timeout,
            builder.clock,
            builder.readAheadBytes,
            builder.resendBytes,
            builder.formBytes);
  }

  /** Starts a filter that decides by {@code router}. */
  public static Builder builder(CellRouter router) {
    return new Builder(router);
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request instanceof HttpServletRequest http
        && response instanceof HttpServletResponse answer) {
      filter(http, answer, chain);
    } else {
      chain.doFilter(request, response);
    }
  }

  private void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    RoutedRequest known = RoutedRequest.find(request);
    DispatcherType type = request.getDispatcherType();
    if (known != null) {
      again(known, request, response, chain);
    } else if (type == DispatcherType.ERROR || type == DispatcherType.INCLUDE) {
      chain.doFilter(request, response);
    } else {
      begin(request, response, chain);
    }
  }

  private void begin(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    RoutedRequest routed = new RoutedRequest(router, request, settings);
    ResponseView answer = new ResponseView(response, routed);
    if (!routed.head().isTargetAscii()) {
      Refusals.write(Refusals.BAD_REQUEST, request, answer);
      return;
    }
    RequestView view = new RequestView(request, answer, routed);
    RoutingAttempt attempt = router.begin(routed.head());
    if (attempt.isDecided()) {
      routed.decide(attempt.decisionNow());
    } else if (async && request.isAsyncSupported()) {
      AsyncDecision.start(routed, attempt, view, answer);
      return;
    } else {
      Refusal late = new BlockingDecision(routed, attempt).await();
      if (late != null) {
        Refusals.write(late, request, answer);
        return;
      }
    }
    handle(routed, view, chain);
  }

  private void again(
      RoutedRequest known,
      HttpServletRequest request,
      HttpServletResponse response,
      FilterChain chain)
      throws IOException, ServletException {
    RequestView view = viewIn(request);
    boolean back = known.comesBack();
    if (view != null && !back) {
      enter(known, chain, request, response);
      return;
    }
    ResponseView answer = view == null ? new ResponseView(response, known) : view.response();
    RequestView shown = view == null ? new RequestView(request, answer, known) : view;
    if (back) {
      shown.comeBack();
      handle(known, shown, chain);
    } else {
      enter(known, chain, shown, answer);
    }
  }

  private static @Nullable RequestView viewIn(ServletRequest request) {
    ServletRequest at = request;
    while (at instanceof ServletRequestWrapper wrapper) {
      if (wrapper instanceof RequestView view) {
        return view;
      }
      at = wrapper.getRequest();
    }
    return null;
  }

  private void handle(RoutedRequest routed, RequestView view, FilterChain chain)
      throws IOException, ServletException {
    routed.body().events().enterChain();
    try {
      handler.handle(routed.decision(), view, view.response(), chain);
      left(routed, view.response());
    } finally {
      routed.body().events().leaveChain();
    }
  }

  private static void enter(
      RoutedRequest routed, FilterChain chain, ServletRequest request, ServletResponse response)
      throws IOException, ServletException {
    routed.body().events().enterChain();
    try {
      chain.doFilter(request, response);
    } finally {
      routed.body().events().leaveChain();
    }
  }

  private static void left(RoutedRequest routed, ResponseView answer) {
    if (!routed.request().isAsyncStarted()) {
      answer.headStands();
    } else if (routed.handover() != null) {
      LearningAtTheEnd.of(routed.request(), answer);
    }
  }

  /** Options of a filter. Not thread-safe. */
  public static final class Builder {

    private final CellRouter router;
    private DecisionHandler handler = DecisionHandler.answeringRejections();
    private boolean async;
    private Duration timeout = DEFAULT_TIMEOUT;
    private RouteClock clock = RouteClock.system();
    private int readAheadBytes = DEFAULT_READ_AHEAD_BYTES;
    private int resendBytes = DEFAULT_RESEND_BYTES;
    private int formBytes = DEFAULT_FORM_BYTES;

    private Builder(CellRouter router) {
      this.router = Objects.requireNonNull(router, "router");
    }

    /** What is done with decisions; {@link DecisionHandler#answeringRejections} by default. */
    public Builder handler(DecisionHandler what) {
      handler = Objects.requireNonNull(what, "what");
      return this;
    }

    /**
     * Lets no thread wait: a request that is not decided at once leaves its thread, and comes back
     * by an {@link DispatcherType#ASYNC} dispatch, to which the filter and all that follows it must
     * be mapped. Where the container says that a request cannot be async, the filter blocks.
     *
     * <p>A body that the rules had to look into can then be read in every way if it is no longer
     * than {@link #readAhead}, and by a {@link jakarta.servlet.ReadListener} alone if it is longer.
     */
    public Builder async() {
      async = true;
      return this;
    }

    /**
     * How long a request may wait for its decision, 1 ms to 1 h; 10 s by default. One that waits
     * longer for its body is answered 408, for a look-up 503. Before a body that stands still the
     * container's own time-out comes in blocking mode.
     *
     * @throws IllegalArgumentException if it is out of bounds
     */
    public Builder timeout(Duration most) {
      if (most.toMillis() < 1 || most.compareTo(MAX_TIMEOUT) > 0) {
        throw new IllegalArgumentException("timeout " + most + " must lie in 1 ms to 1 h");
      }
      timeout = most;
      return this;
    }

    /** By what a body that trickles in is timed; for tests. */
    Builder clock(RouteClock time) {
      clock = time;
      return this;
    }

    /**
     * In async mode, the longest body that is read to its end before the request goes on, in bytes,
     * if the rules had to look into it; 64 KiB by default. 0: goes on as soon as it is decided.
     *
     * @throws IllegalArgumentException if it is not 0 to 1 GiB
     */
    public Builder readAhead(int bytes) {
      readAheadBytes = requireBytes("readAhead", bytes);
      return this;
    }

    /**
     * The longest body that is kept while it is read, so that it can be sent again when {@link
     * RoutedRequest#correct} names another cell, in bytes; 64 KiB by default. 0 keeps none.
     *
     * @throws IllegalArgumentException if it is not 0 to 1 GiB
     */
    public Builder resendLimit(int bytes) {
      resendBytes = requireBytes("resendLimit", bytes);
      return this;
    }

    /**
     * The longest form whose fields {@code getParameter} and the like show, in bytes, where the
     * rules looked into it; 2 MiB by default. Of others the container's own limit counts. A longer
     * one, one of more than 1,000 fields, or one with a broken escape is an {@link
     * IllegalStateException} for who asks.
     *
     * @throws IllegalArgumentException if it is not 0 to 1 GiB
     */
    public Builder formLimit(int bytes) {
      formBytes = requireBytes("formLimit", bytes);
      return this;
    }

    private static int requireBytes(String name, int bytes) {
      if (bytes < 0 || bytes > MAX_BYTES) {
        throw new IllegalArgumentException(
            name + " " + bytes + " must lie in 0 to " + MAX_BYTES + " bytes");
      }
      return bytes;
    }

    /** Makes the filter. */
    public RoutingFilter build() {
      return new RoutingFilter(this);
    }
  }
}
