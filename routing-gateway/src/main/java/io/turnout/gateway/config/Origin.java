// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Objects;

/**
 * Where a cell is reached: {@code http://host:port}.
 *
 * @param host the host name or address; an IPv6 address without brackets
 * @param port the port, 1 to 65535
 */
public record Origin(String host, int port) {

  private static final int HTTP_PORT = 80;

  /**
   * Checks both parts.
   *
   * @throws IllegalArgumentException if the host is empty or the port out of range
   */
  public Origin {
    Objects.requireNonNull(host, "host");
    if (host.isEmpty()) {
      throw new IllegalArgumentException("the host of an origin must not be empty");
    }
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("port " + port + " must lie in 1 to 65535");
    }
  }

  /**
   * Reads the text form; without a port it is 80.
   *
   * @throws IllegalArgumentException if it is anything but scheme {@code http}, host and port; the
   *     message says what would be right
   */
  public static Origin parse(String text) {
    URI uri;
    try {
      uri = new URI(text).parseServerAuthority();
    } catch (URISyntaxException e) {
      throw refused(text);
    }
    boolean bare =
        "http".equalsIgnoreCase(uri.getScheme())
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
    return new Origin(plain, uri.getPort() < 0 ? HTTP_PORT : uri.getPort());
  }

  private static IllegalArgumentException refused(String text) {
    return new IllegalArgumentException(
        "an origin must be http://HOST:PORT and nothing more, not \"" + text + '"');
  }

  @Override
  public String toString() {
    return "http://" + (host.indexOf(':') < 0 ? host : '[' + host + ']') + ':' + port;
  }
}
