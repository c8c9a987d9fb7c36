// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import io.turnout.CellRouter;
import io.turnout.Handover;
import io.turnout.decision.Outcome;
import io.turnout.decision.RouteDecision;
import io.turnout.protocol.HeaderField;
import io.turnout.protocol.TurnoutHeaders;
import io.turnout.request.BodyPresence;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What became of a request in a {@link RoutingFilter}, for what follows the filter: the decision,
 * and a better one if the cell turns out to be the wrong one.
 */
public final class RoutedRequest {

  private static final String ATTRIBUTE = RoutedRequest.class.getName();

  private final CellRouter router;
  private final HttpServletRequest request;
  private final ServletHead head;
  private final BodyPresence presence;
  private final HeldBody body;
  private final Settings settings;
  private final Path path;
  private final AtomicBoolean corrected = new AtomicBoolean();
  private volatile BodyUse use = BodyUse.NONE;
  private volatile boolean left;
  private volatile boolean again;
  private volatile boolean away;
  private volatile @Nullable RouteDecision decision;
  private volatile @Nullable Handover handover;

  /** How the chain reads the body. */
  enum BodyUse {
    NONE,
    STREAM,
    READER,
    PARAMETERS
  }

  /** What a request is for, as the container showed it first. */
  record Path(
      String uri,
      StringBuffer url,
      @Nullable String query,
      String context,
      String servlet,
      @Nullable String info) {

    static Path of(HttpServletRequest request) {
      return new Path(
          request.getRequestURI(),
          request.getRequestURL(),
          request.getQueryString(),
          request.getContextPath(),
          request.getServletPath(),
          request.getPathInfo());
    }
  }

  RoutedRequest(CellRouter router, HttpServletRequest request, Settings settings) {
    this.router = router;
    this.request = request;
    this.head = new ServletHead(request);
    this.presence = head.body();
    this.body = new HeldBody(request, settings.resendBytes());
    this.settings = settings;
    this.path = Path.of(request);
    request.setAttribute(ATTRIBUTE, this);
  }

  /**
   * What a routing filter made of a request.
   *
   * @param request the request as the filter handed it on, or what was wrapped around it
   * @throws IllegalStateException if it came through no routing filter, or is not decided yet
   */
  public static RoutedRequest of(ServletRequest request) {
    RoutedRequest found = find(Objects.requireNonNull(request, "request"));
    if (found == null || found.decision == null) {
      throw new IllegalStateException(
          "the request was decided by no RoutingFilter: map one before whoever asks");
    }
    return found;
  }

  static @Nullable RoutedRequest find(ServletRequest request) {
    return request.getAttribute(ATTRIBUTE) instanceof RoutedRequest routed ? routed : null;
  }

  /** What is to be done with the request: the decision that was made, or the better one. */
  public RouteDecision decision() {
    RouteDecision made = decision;
    if (made == null) {
      throw new IllegalStateException("the request is not decided yet");
    }
    return made;
  }

  /**
   * Asks for a better decision after a cell has answered that it does not hold what it was asked
   * for: a 421 with {@code Turnout-Cell}. Ask before anything of the answer is written to the
   * response, and send on nothing of it, {@code Set-Cookie} least of all, if there is a better one.
   *
   * <p>If there is one, {@link #decision} gives it from then on, the request has the fields that
   * belong to it, and its body can be read again from the first byte, by a new call of {@code
   * getInputStream} or {@code getReader}. The request is to be sent again by it. Nobody may read
   * the body for the first sending any more by then. If there is none, the answer belongs to the
   * client but for its {@code Set-Cookie}.
   *
   * @param status the status of the answer
   * @param answer gives the lines of a field of the answer by its name in lower case; none if it is
   *     not there
   * @return empty if the answer stands and belongs to the client: it says nothing of a wrong cell,
   *     the authority names no other one, the body was longer than is kept, or the request was
   *     corrected before. The stage never fails
   */
  public CompletionStage<Optional<RouteDecision>> correct(
      int status, Function<String, List<String>> answer) {
    boolean wrong =
        decision().outcome() == Outcome.CELL && TurnoutHeaders.isWrongCell(status, answer);
    if (!wrong || corrected.getAndSet(true)) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return router.correct(decision()).thenApply(better -> better.filter(this::sendAgain));
  }

  private boolean sendAgain(RouteDecision better) {
    if (!canSendAgain()) {
      return false;
    }
    if (presence == BodyPresence.NONE) {
      body.end(); // the container's stream may be closed
    }
    body.rewind();
    use = BodyUse.NONE;
    again = true;
    decide(better);
    return true;
  }

  private boolean canSendAgain() {
    return presence == BodyPresence.NONE
        || (keepsBody() && use != BodyUse.PARAMETERS && body.isWhole());
  }

  private boolean keepsBody() {
    return settings.resendBytes() > 0;
  }

  /** Takes the decision over. */
  void decide(RouteDecision made) {
    handover = made.outcome() == Outcome.AUTHORITY ? router.handOver(head, made) : null;
    decision = made;
  }

  CellRouter router() {
    return router;
  }

  ServletHead head() {
    return head;
  }

  HeldBody body() {
    return body;
  }

  Settings settings() {
    return settings;
  }

  Path path() {
    return path;
  }

  /** The request as the filter got it first. */
  HttpServletRequest request() {
    return request;
  }

  /** Whether there is more of an HTTP/1 body than was read. */
  boolean hasUnreadBody() {
    return presence != BodyPresence.NONE
        && request.getProtocol().startsWith("HTTP/1")
        && !body.isReadTo(request.getContentLengthLong());
  }

  /** How the chain reads the body so far. */
  BodyUse use() {
    return use;
  }

  void use(BodyUse how) {
    use = how;
  }

  /**
   * Whether the container's own body serves: none of it was read, none has to be kept, it is not
   * given out a second time, and the container has made no dispatch that changes how it tells of an
   * end.
   */
  boolean isBodyUntouched() {
    return !left && !again && !body.isOpened() && (presence == BodyPresence.NONE || !keepsBody());
  }

  /** The request leaves the container's thread, and comes back by a dispatch. */
  void leave() {
    left = true;
    away = true;
  }

  /** Whether it comes back now; once. */
  boolean comesBack() {
    boolean back = away && decision != null;
    away = away && !back;
    return back;
  }

  /** The fields for the authority tier; none if the request goes elsewhere. */
  List<HeaderField> handedOn() {
    Handover over = handover;
    return over == null ? List.of() : over.fields();
  }

  /** What is to be told of the authority's answer; null if it goes elsewhere. */
  @Nullable Handover handover() {
    return handover;
  }

  /** The values of {@code Set-Cookie} that the answer has to carry. */
  List<String> setCookies() {
    RouteDecision made = decision;
    return made == null ? List.of() : made.setCookies();
  }

  /** What the answer teaches. */
  Optional<HeaderField> teaching() {
    RouteDecision made = decision;
    return made == null ? Optional.empty() : router.teaching(made);
  }
}
