// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import io.turnout.protocol.HeaderField;
import io.turnout.protocol.TurnoutHeaders;
import io.turnout.servlet.RoutedRequest.BodyUse;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.Part;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The request as what follows the filter sees it: without the Turnout fields that it came with,
 * with those for the authority tier where it goes there, and with its body from the first byte on.
 */
final class RequestView extends HttpServletRequestWrapper {

  private final RoutedRequest routed;
  private final ResponseView response;
  private @Nullable String encoding;
  private @Nullable BufferedReader reader;
  private @Nullable Map<String, String[]> parameters;
  private @Nullable ServletRequest detour;

  RequestView(HttpServletRequest request, ResponseView response, RoutedRequest routed) {
    super(request);
    this.routed = routed;
    this.response = response;
  }

  ResponseView response() {
    return response;
  }

  // Header fields.

  /** Whether what the request came with of a field gives way to what is handed on, if anything. */
  private boolean isReplaced(String name) {
    return TurnoutHeaders.isTurnout(name) || handedOn(name) != null;
  }

  private @Nullable String handedOn(String name) {
    for (HeaderField field : routed.handedOn()) {
      if (field.name().equalsIgnoreCase(name)) {
        return field.value();
      }
    }
    return null;
  }

  @Override
  public @Nullable String getHeader(String name) {
    return isReplaced(name) ? handedOn(name) : super.getHeader(name);
  }

  @Override
  public Enumeration<String> getHeaders(String name) {
    if (!isReplaced(name)) {
      return super.getHeaders(name);
    }
    String value = handedOn(name);
    return Collections.enumeration(value == null ? List.of() : List.of(value));
  }

  @Override
  public Enumeration<String> getHeaderNames() {
    Set<String> names = new LinkedHashSet<>(Collections.list(super.getHeaderNames()));
    names.removeIf(this::isReplaced);
    routed.handedOn().forEach(field -> names.add(field.name()));
    return Collections.enumeration(names);
  }

  @Override
  public int getIntHeader(String name) {
    if (!isReplaced(name)) {
      return super.getIntHeader(name);
    }
    String value = handedOn(name);
    return value == null ? -1 : Integer.parseInt(value);
  }

  @Override
  public long getDateHeader(String name) {
    if (!isReplaced(name)) {
      return super.getDateHeader(name);
    }
    if (getHeader(name) != null) {
      throw new IllegalArgumentException(name + " is no date");
    }
    return -1;
  }

  @Override
  public Map<String, String> getTrailerFields() {
    return withoutTurnout(super.getTrailerFields());
  }

  static Map<String, String> withoutTurnout(Map<String, String> trailers) {
    if (trailers.keySet().stream().noneMatch(TurnoutHeaders::isTurnout)) {
      return trailers;
    }
    Map<String, String> others = new LinkedHashMap<>(trailers);
    others.keySet().removeIf(TurnoutHeaders::isTurnout);
    return others;
  }

  // The body.

  @Override
  public ServletInputStream getInputStream() throws IOException {
    if (routed.isBodyUntouched()) {
      return super.getInputStream();
    }
    if (routed.use() == BodyUse.READER) {
      throw new IllegalStateException("getReader has been called for this request");
    }
    if (routed.use() == BodyUse.NONE) {
      routed.use(BodyUse.STREAM);
    }
    routed.body().open();
    return routed.body();
  }

  @Override
  public BufferedReader getReader() throws IOException {
    if (routed.isBodyUntouched()) {
      return super.getReader();
    }
    BufferedReader open = reader;
    if (routed.use() == BodyUse.READER && open != null) {
      return open;
    }
    if (routed.use() == BodyUse.STREAM) {
      throw new IllegalStateException("getInputStream has been called for this request");
    }
    routed.body().open();
    open = new BufferedReader(new InputStreamReader(routed.body(), charset("ISO-8859-1")));
    routed.use(BodyUse.READER);
    reader = open;
    return open;
  }

  @Override
  public @Nullable String getCharacterEncoding() {
    return encoding == null ? super.getCharacterEncoding() : encoding;
  }

  /** Some containers ignore it once their stream is open, which it may be for the decision. */
  @Override
  public void setCharacterEncoding(String name) throws UnsupportedEncodingException {
    super.setCharacterEncoding(name);
    if (routed.use() == BodyUse.NONE) {
      encoding = name;
    }
  }

  /** The same, as Servlet 6.1 has it. */
  public void setCharacterEncoding(Charset charset) {
    try {
      setCharacterEncoding(charset.name());
    } catch (UnsupportedEncodingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private Charset charset(String otherwise) throws UnsupportedEncodingException {
    String name = getCharacterEncoding();
    try {
      return Charset.forName(name == null ? otherwise : name);
    } catch (IllegalArgumentException e) {
      throw new UnsupportedEncodingException(name);
    }
  }

  // Parameters, and parts.

  @Override
  public @Nullable String getParameter(String name) {
    String[] values = getParameterMap().get(name);
    return values == null ? null : values[0];
  }

  @Override
  public String @Nullable [] getParameterValues(String name) {
    String[] values = getParameterMap().get(name);
    return values == null ? null : values.clone();
  }

  @Override
  public Enumeration<String> getParameterNames() {
    return Collections.enumeration(getParameterMap().keySet());
  }

  @Override
  public Map<String, String[]> getParameterMap() {
    if (!routed.body().isOpened()) {
      if (isForm() && routed.use() == BodyUse.NONE) {
        routed.use(BodyUse.PARAMETERS); // the container reads the body for them
      }
      return super.getParameterMap();
    }
    if (!isForm()) {
      return super.getParameterMap();
    }
    Map<String, String[]> known = parameters;
    if (known == null) {
      known = readParameters();
      parameters = known;
    }
    return known;
  }

  /** Reads what the container cannot, or would look for in the part of the body that it has. */
  private Map<String, String[]> readParameters() {
    FormFields query = FormFields.ofQuery(getQueryString());
    if (routed.use() != BodyUse.NONE || !getMethod().equals("POST")) {
      return query.map();
    }
    routed.use(BodyUse.PARAMETERS);
    try {
      Charset charset = charset(StandardCharsets.UTF_8.name());
      return query.with(routed.body(), charset, routed.settings().formBytes()).map();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isForm() {
    String type = getContentType();
    if (type == null) {
      return false;
    }
    int end = type.indexOf(';');
    String plain = (end < 0 ? type : type.substring(0, end)).strip();
    return plain.toLowerCase(Locale.ROOT).equals(FormFields.MEDIA_TYPE);
  }

  @Override
  public Collection<Part> getParts() throws IOException, ServletException {
    readsParts();
    return super.getParts();
  }

  @Override
  public @Nullable Part getPart(String name) throws IOException, ServletException {
    readsParts();
    return super.getPart(name);
  }

  /** The container reads them from its own stream; rules never look into a multipart body. */
  private void readsParts() {
    if (routed.body().isOpened()) {
      throw new IllegalStateException(
          "the body was read as a stream, to decide the request or by getInputStream, and has no"
              + " parts any more");
    }
    routed.use(BodyUse.PARAMETERS);
  }

  // Another protocol.

  @Override
  public <T extends HttpUpgradeHandler> T upgrade(Class<T> handler)
      throws IOException, ServletException {
    response.headStands();
    return super.upgrade(handler);
  }

  // Async, and the way back from it.

  @Override
  public AsyncContext startAsync() {
    return startAsync(this, response);
  }

  @Override
  public AsyncContext startAsync(ServletRequest request, ServletResponse answer) {
    response.headStands(); // it may be completed without a write
    return super.startAsync(request, answer);
  }

  /**
   * Shows what the container showed before the filter went async: the dispatch that brings the
   * request back is none that the chain asked for. What is dispatched later shows through.
   */
  void comeBack() {
    detour = getRequest();
  }

  private boolean showsFirstPath() {
    return detour != null && detour == getRequest();
  }

  @Override
  public String getRequestURI() {
    return showsFirstPath() ? routed.path().uri() : super.getRequestURI();
  }

  @Override
  public StringBuffer getRequestURL() {
    return showsFirstPath() ? new StringBuffer(routed.path().url()) : super.getRequestURL();
  }

  @Override
  public @Nullable String getQueryString() {
    return showsFirstPath() ? routed.path().query() : super.getQueryString();
  }

  @Override
  public String getContextPath() {
    return showsFirstPath() ? routed.path().context() : super.getContextPath();
  }

  @Override
  public String getServletPath() {
    return showsFirstPath() ? routed.path().servlet() : super.getServletPath();
  }

  @Override
  public @Nullable String getPathInfo() {
    return showsFirstPath() ? routed.path().info() : super.getPathInfo();
  }
}
