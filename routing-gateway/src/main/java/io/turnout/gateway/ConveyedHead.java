// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.netty.util.NetUtil;
import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import io.vertx.core.MultiMap;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The head of a request that another proxy holds, as it conveys it: method, target, host, address
 * of the client and whether there is a body by fields of their own, all other fields as they are.
 * One thread.
 */
final class ConveyedHead implements RequestHead {

  static final String METHOD = "X-Original-Method";
  static final String TARGET = "X-Original-URI";
  static final String HOST = "X-Original-Host";
  static final String ADDRESS = "X-Original-Address";
  static final String BODY = "X-Original-Body";

  /** Those that another proxy has to send, so that no client can do it instead. */
  private static final List<String> NEEDED = List.of(METHOD, TARGET, ADDRESS);

  private static final Set<String> NO_ADDRESS = Set.of("unix:", "unix");

  private final String method;
  private final String target;
  private final @Nullable InetSocketAddress address;
  private final BodyPresence body;
  private final MultiMap fields;
  private String linesOf = "";
  private List<String> lines = List.of();

  private ConveyedHead(MultiMap sent, @Nullable InetSocketAddress address, BodyPresence body) {
    this.address = address;
    this.body = body;
    method = String.valueOf(sent.get(METHOD));
    target = String.valueOf(sent.get(TARGET));
    fields = MultiMap.caseInsensitiveMultiMap().addAll(sent);
    for (String own : List.of(METHOD, TARGET, HOST, ADDRESS, BODY, DecisionEndpoint.TOKEN)) {
      fields.remove(own);
    }
    fields.remove("Host");
    String host = sent.get(HOST);
    if (host != null) {
      fields.set("Host", host);
    }
  }

  /**
   * Reads what was sent.
   *
   * @throws UnusableException if a field that is needed is missing or makes no sense
   */
  static ConveyedHead of(MultiMap sent) throws UnusableException {
    for (String name : List.of(METHOD, TARGET, HOST, ADDRESS, BODY)) {
      int lines = sent.getAll(name).size();
      if (lines > 1 || lines == 0 && NEEDED.contains(name)) {
        throw new UnusableException(name + " must be there once");
      }
    }
    return new ConveyedHead(sent, address(sent.get(ADDRESS)), body(sent.get(BODY)));
  }

  /** What a proxy conveys cannot be used; the text says why, and holds nothing of it. */
  static final class UnusableException extends Exception {

    private static final long serialVersionUID = 1L;

    UnusableException(String message) {
      super(message);
    }
  }

  /** An address; never looked up. */
  private static @Nullable InetSocketAddress address(String text) throws UnusableException {
    if (NO_ADDRESS.contains(text)) {
      return null;
    }
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(text);
    try {
      if (bytes != null) {
        return new InetSocketAddress(InetAddress.getByAddress(bytes), 0);
      }
    } catch (UnknownHostException e) {
      // Told below.
    }
    throw new UnusableException(ADDRESS + " must be an IP address, or unix:");
  }

  private static BodyPresence body(@Nullable String text) throws UnusableException {
    return switch (Optional.ofNullable(text).orElse("unknown")) {
      case "none" -> BodyPresence.NONE;
      case "some" -> BodyPresence.SOME;
      case "unknown" -> BodyPresence.UNKNOWN;
      default -> throw new UnusableException(BODY + " must be none, some or unknown");
    };
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public String target() {
    return target;
  }

  @Override
  public String scheme() {
    return "http";
  }

  @Override
  public @Nullable String authority() {
    return null;
  }

  @Override
  public Iterable<String> headerNames() {
    return fields.names();
  }

  @Override
  public @Nullable String header(String name, int index) {
    if (index == 0) {
      return fields.get(name);
    }
    if (!linesOf.equals(name)) {
      linesOf = name;
      lines = fields.getAll(name);
    }
    return index < lines.size() ? lines.get(index) : null;
  }

  @Override
  public @Nullable InetSocketAddress remoteAddress() {
    return address;
  }

  @Override
  public List<String> peerNames() {
    return List.of();
  }

  @Override
  public BodyPresence body() {
    return body;
  }
}
