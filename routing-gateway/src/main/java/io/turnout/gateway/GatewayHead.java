// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The head of a Vert.x request, as rules see it: without what {@code Connection} names, which the
 * next router does not get, and so must not judge by either. One thread.
 */
final class GatewayHead implements RequestHead {

  private final HttpServerRequest request;
  private final MultiMap fields;
  private final List<String> peerNames;
  private final EndToEnd endToEnd;
  private String linesOf = "";
  private List<String> lines = List.of();

  /**
   * The head of a request.
   *
   * @param peerNames the subject alternative names that the client has proven to be its own
   */
  GatewayHead(HttpServerRequest request, List<String> peerNames) {
    this.request = request;
    this.peerNames = peerNames;
    this.fields = request.headers();
    endToEnd = EndToEnd.of(fields);
  }

  @Override
  public String method() {
    return request.method().name();
  }

  @Override
  public String target() {
    String target = request.uri();
    return target == null ? Objects.requireNonNullElse(authority(), "") : target;
  }

  @Override
  public String scheme() {
    return request.isSSL() ? "https" : "http";
  }

  @Override
  public @Nullable String authority() {
    return Http2.isSpokenBy(request) && request.authority() != null
        ? request.authority().toString()
        : null;
  }

  @Override
  public Iterable<String> headerNames() {
    return fields.names();
  }

  @Override
  public @Nullable String header(String name, int index) {
    if (endToEnd.isOption(name)) {
      return null;
    }
    if (index == 0) {
      return fields.get(name);
    }
    if (!linesOf.equals(name)) {
      linesOf = name;
      lines = List.copyOf(fields.getAll(name));
    }
    return index < lines.size() ? lines.get(index) : null;
  }

  @Override
  public @Nullable InetSocketAddress remoteAddress() {
    SocketAddress peer = request.remoteAddress();
    String address = peer == null ? null : peer.hostAddress();
    if (address == null) {
      return null;
    }
    try {
      return new InetSocketAddress(InetAddress.getByName(address), peer.port());
    } catch (UnknownHostException e) {
      return null;
    }
  }

  @Override
  public List<String> peerNames() {
    return peerNames;
  }

  @Override
  public BodyPresence body() {
    if (Http2.isSpokenBy(request)) {
      boolean measured = fields.contains(HttpHeaders.CONTENT_LENGTH);
      return Http2.isHeadAlone(request)
          ? BodyPresence.NONE
          : measured ? BodyPresence.SOME : BodyPresence.UNKNOWN;
    }
    if (fields.contains(HttpHeaders.TRANSFER_ENCODING)) {
      return BodyPresence.UNKNOWN;
    }
    String length = fields.get(HttpHeaders.CONTENT_LENGTH);
    return length == null || isZero(length) ? BodyPresence.NONE : BodyPresence.SOME;
  }

  private static boolean isZero(String length) {
    return length.chars().allMatch(c -> c == '0');
  }
}
