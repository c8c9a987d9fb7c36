// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import io.turnout.request.BodyPresence;
import io.turnout.request.CertificateNames;
import io.turnout.request.RequestHead;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The head of a servlet request, as rules see it. One thread at a time. */
final class ServletHead implements RequestHead {

  private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";
  private static final String OCTET = "(25[0-5]|2[0-4]\\d|1?\\d?\\d)";
  private static final Pattern IPV4 = Pattern.compile("(" + OCTET + "\\.){3}" + OCTET);

  private final HttpServletRequest request;
  private final String target;
  private String linesOf = "";
  private List<String> lines = List.of();

  ServletHead(HttpServletRequest request) {
    this.request = request;
    this.target = target(request);
  }

  /** The target before any forward. */
  private static String target(HttpServletRequest request) {
    Object forwarded = request.getAttribute(RequestDispatcher.FORWARD_REQUEST_URI);
    if (forwarded instanceof String path) {
      Object query = request.getAttribute(RequestDispatcher.FORWARD_QUERY_STRING);
      return query == null ? path : path + '?' + query;
    }
    String query = request.getQueryString();
    String path = request.getRequestURI();
    return query == null ? path : path + '?' + query;
  }

  /**
   * Whether the target is ASCII, as it must be. Of others it cannot be told which bytes they had:
   * some containers decode them.
   */
  boolean isTargetAscii() {
    return target.chars().allMatch(c -> c < 0x80);
  }

  @Override
  public String method() {
    return request.getMethod();
  }

  @Override
  public String target() {
    return target;
  }

  @Override
  public String scheme() {
    return request.getScheme();
  }

  @Override
  public @Nullable String authority() {
    boolean saidByHost = isHttp1() || request.getHeader("Host") != null;
    return saidByHost ? null : request.getServerName();
  }

  private boolean isHttp1() {
    return request.getProtocol().startsWith("HTTP/1");
  }

  @Override
  public Iterable<String> headerNames() {
    return Collections.list(request.getHeaderNames());
  }

  @Override
  public @Nullable String header(String name, int index) {
    if (index == 0) {
      String first = request.getHeader(name);
      return first == null ? null : bytes(first);
    }
    if (!linesOf.equals(name)) {
      linesOf = name;
      lines = Collections.list(request.getHeaders(name));
    }
    return index < lines.size() ? bytes(lines.get(index)) : null;
  }

  /** Text that holds one char for each byte as it is; other text as its bytes in UTF-8. */
  private static String bytes(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0xff) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
      }
    }
    return text;
  }

  @Override
  public @Nullable InetSocketAddress remoteAddress() {
    InetAddress address = literal(request.getRemoteAddr());
    int port = request.getRemotePort();
    return address == null || port < 0 || port > 0xffff
        ? null
        : new InetSocketAddress(address, port);
  }

  /** The address that a text is; null if it is none, since a name is never looked up. */
  static @Nullable InetAddress literal(@Nullable String text) {
    if (text == null) {
      return null;
    }
    String plain =
        text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
    int zone = plain.indexOf('%');
    plain = zone < 0 ? plain : plain.substring(0, zone);
    boolean address = plain.indexOf(':') >= 0 || IPV4.matcher(plain).matches();
    try {
      // What stands in brackets is parsed and never looked up; so is what the pattern lets pass.
      return address
          ? InetAddress.getByName(plain.indexOf(':') < 0 ? plain : '[' + plain + ']')
          : null;
    } catch (UnknownHostException e) {
      return null;
    }
  }

  @Override
  public List<String> peerNames() {
    return request.getAttribute(CERTIFICATES) instanceof X509Certificate[] chain && chain.length > 0
        ? CertificateNames.of(chain[0])
        : List.of();
  }

  @Override
  public BodyPresence body() {
    if (request.getHeader("Transfer-Encoding") != null) {
      return BodyPresence.UNKNOWN;
    }
    long length = request.getContentLengthLong();
    if (length < 0) {
      return isHttp1() ? BodyPresence.NONE : BodyPresence.UNKNOWN;
    }
    return length == 0 ? BodyPresence.NONE : BodyPresence.SOME;
  }
}
