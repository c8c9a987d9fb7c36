// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Where a cell or another router is reached, and how: {@code http://host:port} or {@code
 * https://host:port}.
 *
 * @param host the host name or address; an IPv6 address without brackets
 * @param port the port, 1 to 65535
 * @param tls how it is spoken to over TLS; empty: without
 * @param http2 whether it is spoken to by HTTP/2: over TLS where it agrees, otherwise in any case
 */
public record Origin(String host, int port, Optional<OriginTls> tls, boolean http2) {

  static final String FORM = "http://HOST:PORT or https://HOST:PORT and nothing more";

  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  /**
   * Checks all parts.
   *
   * @throws IllegalArgumentException if the host is empty or the port out of range
   */
  public Origin {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(tls, "tls");
    if (host.isEmpty()) {
      throw new IllegalArgumentException("the host of an origin must not be empty");
    }
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("port " + port + " must lie in 1 to 65535");
    }
  }

  /** One that is spoken to by HTTP/1.1 and without TLS. */
  public Origin(String host, int port) {
    this(host, port, Optional.empty(), false);
  }

  /**
   * Reads the text form; without a port it is 80, or 443 with TLS. The authorities of the system
   * are trusted, and HTTP/1.1 is spoken.
   *
   * @throws IllegalArgumentException if it is anything but scheme {@code http} or {@code https},
   *     host and port; the message says what would be right
   */
  public static Origin parse(String text) {
    URI uri;
    try {
      uri = new URI(text).parseServerAuthority();
    } catch (URISyntaxException e) {
      throw refused(text);
    }
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    boolean bare =
        (scheme.equals("http") || scheme.equals("https"))
            && uri.getHost() != null
            && uri.getRawUserInfo() == null
            && uri.getRawQuery() == null
            && uri.getRawFragment() == null
            && (uri.getRawPath().isEmpty() || uri.getRawPath().equals("/"));
    if (!bare || uri.getPort() == 0 || uri.getPort() > 65_535) {
      throw refused(text);
    }
    String host = uri.getHost();
    String plain = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    boolean secure = scheme.equals("https");
    int port = uri.getPort() < 0 ? (secure ? HTTPS_PORT : HTTP_PORT) : uri.getPort();
    return new Origin(
        plain, port, secure ? Optional.of(OriginTls.OF_SYSTEM) : Optional.empty(), false);
  }

  private static IllegalArgumentException refused(String text) {
    return new IllegalArgumentException("an origin must be " + FORM + ", not \"" + text + '"');
  }

  /**
   * The same place, spoken to in another way.
   *
   * @param how how TLS is spoken; empty: as before. It does not make an origin speak TLS
   * @param modern whether HTTP/2 is spoken
   */
  Origin spokenTo(Optional<OriginTls> how, boolean modern) {
    return new Origin(host, port, tls.map(before -> how.orElse(before)), modern);
  }

  @Override
  public String toString() {
    return (tls.isPresent() ? "https://" : "http://")
        + (host.indexOf(':') < 0 ? host : '[' + host + ']')
        + ':'
        + port;
  }
}
