// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import io.turnout.Handover;
import io.turnout.protocol.HeaderField;
import io.turnout.protocol.TurnoutHeaders;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The response as what follows the filter writes it: Turnout fields never reach the client. Those
 * of the authority's answer are learnt from; what the answer teaches the router before this one,
 * and the cookies of the decision, are put on.
 */
final class ResponseView extends HttpServletResponseWrapper {

  private static final String SET_COOKIE = "Set-Cookie";

  /** Some containers take the interim ones below it for errors. */
  private static final int FIRST_FINAL_STATUS = 200;

  private final RoutedRequest routed;
  private final Map<String, List<String>> heldBack = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  /** Whether the cookies of the decision were put on. */
  private boolean withCookies;

  ResponseView(HttpServletResponse response, RoutedRequest routed) {
    super(response);
    this.routed = routed;
  }

  private HttpServletResponse client() {
    return (HttpServletResponse) getResponse();
  }

  /** Takes care of what the head of the answer says of routing, before it is sent. */
  void headStands() {
    learn();
    if (!isCommitted()) {
      teach();
      putCookies();
    }
  }

  /** Puts each cookie on that is not there: an answer may be begun anew by another view. */
  private void putCookies() {
    List<String> due = routed.setCookies();
    withCookies = !due.isEmpty();
    if (withCookies) {
      Collection<String> there = client().getHeaders(SET_COOKIE);
      due.stream()
          .filter(cookie -> !there.contains(cookie))
          .forEach(cookie -> client().addHeader(SET_COOKIE, cookie));
    }
  }

  private void teach() {
    Optional<HeaderField> told = routed.teaching();
    if (told.isPresent()) {
      client().setHeader(told.get().name(), told.get().value());
    } else if (client().containsHeader(TurnoutHeaders.ROUTE)) {
      client().setHeader(TurnoutHeaders.ROUTE, ""); // it was put on before a correction
    }
  }

  /** Learns what the authority's answer says, if it has said it by now; once. */
  void learn() {
    Handover handover = routed.handover();
    synchronized (heldBack) {
      if (handover != null && !heldBack.isEmpty()) {
        handover.learn(this::lines);
      }
      heldBack.clear();
    }
  }

  private List<String> lines(String name) {
    return TurnoutHeaders.isTurnout(name)
        ? heldBack.getOrDefault(name, List.of())
        : List.copyOf(getHeaders(name));
  }

  private void holdBack(String name, @Nullable String value, boolean replaces) {
    String key = name.toLowerCase(Locale.ROOT);
    synchronized (heldBack) {
      if (replaces) {
        heldBack.remove(key);
      }
      if (value != null) {
        heldBack.computeIfAbsent(key, first -> new ArrayList<>()).add(value);
      }
    }
  }

  @Override
  public void setHeader(String name, @Nullable String value) {
    if (TurnoutHeaders.isTurnout(name)) {
      holdBack(name, value, true);
    } else {
      super.setHeader(name, value);
      if (withCookies && name.equalsIgnoreCase(SET_COOKIE)) {
        putCookies();
      }
    }
  }

  @Override
  public void addHeader(String name, @Nullable String value) {
    if (TurnoutHeaders.isTurnout(name)) {
      holdBack(name, value, false);
    } else {
      super.addHeader(name, value);
    }
  }

  @Override
  public void setIntHeader(String name, int value) {
    if (!TurnoutHeaders.isTurnout(name)) {
      super.setIntHeader(name, value);
    }
  }

  @Override
  public void addIntHeader(String name, int value) {
    if (!TurnoutHeaders.isTurnout(name)) {
      super.addIntHeader(name, value);
    }
  }

  @Override
  public void setDateHeader(String name, long date) {
    if (!TurnoutHeaders.isTurnout(name)) {
      super.setDateHeader(name, date);
    }
  }

  @Override
  public void addDateHeader(String name, long date) {
    if (!TurnoutHeaders.isTurnout(name)) {
      super.addDateHeader(name, date);
    }
  }

  @Override
  public void setTrailerFields(@Nullable Supplier<Map<String, String>> supplier) {
    super.setTrailerFields(supplier == null ? null : () -> withoutTurnout(supplier.get()));
  }

  private static @Nullable Map<String, String> withoutTurnout(
      @Nullable Map<String, String> trailers) {
    return trailers == null ? null : RequestView.withoutTurnout(trailers);
  }

  @Override
  public void reset() {
    super.reset();
    withCookies = false;
    synchronized (heldBack) {
      heldBack.clear();
    }
  }

  // From here on the head of the answer stands, as a rule.

  @Override
  public ServletOutputStream getOutputStream() throws IOException {
    headStands();
    return super.getOutputStream();
  }

  @Override
  public PrintWriter getWriter() throws IOException {
    headStands();
    return super.getWriter();
  }

  @Override
  public void flushBuffer() throws IOException {
    headStands();
    super.flushBuffer();
  }

  @Override
  public void sendError(int status) throws IOException {
    if (status >= FIRST_FINAL_STATUS) {
      headStands();
    }
    super.sendError(status);
  }

  @Override
  public void sendError(int status, String message) throws IOException {
    headStands();
    super.sendError(status, message);
  }

  @Override
  public void sendRedirect(String location) throws IOException {
    headStands();
    super.sendRedirect(location);
  }
}
