// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A request of a fixture, as an adapter would show it. */
final class FixtureRequest implements RequestHead {

  private static final int CLIENT_PORT = 40_000;
  private static final Pattern ADDRESS =
      Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9A-Fa-f.]*:[0-9A-Fa-f.:]*");

  private final WrittenRequest written;
  private final BodyPresence presence;

  private FixtureRequest(WrittenRequest written, BodyPresence presence) {
    this.written = written;
    this.presence = presence;
  }

  /** A request whose head says how long its body is. */
  static FixtureRequest whole(WrittenRequest written) {
    boolean some = written.bodyLength() > 0;
    return new FixtureRequest(
        written, presence(written, some ? BodyPresence.SOME : BodyPresence.UNKNOWN));
  }

  /** A request whose body comes in pieces, so that its head does not say how long it is. */
  static FixtureRequest inPieces(WrittenRequest written) {
    return new FixtureRequest(written, presence(written, BodyPresence.UNKNOWN));
  }

  private static BodyPresence presence(WrittenRequest written, BodyPresence ofBody) {
    return written.hasBody() ? ofBody : BodyPresence.NONE;
  }

  @Override
  public String method() {
    return written.method();
  }

  @Override
  public String target() {
    return written.target();
  }

  @Override
  public String scheme() {
    return written.member("scheme").asText("https");
  }

  @Override
  public @Nullable String authority() {
    return null;
  }

  @Override
  public Iterable<String> headerNames() {
    return written.fields().stream().map(FixtureRequest::lowerName).distinct().toList();
  }

  @Override
  public @Nullable String header(String name, int index) {
    int left = index;
    for (WrittenRequest.Field field : written.fields()) {
      if (lowerName(field).equals(name) && left-- == 0) {
        return field.value();
      }
    }
    return null;
  }

  private static String lowerName(WrittenRequest.Field field) {
    return field.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public @Nullable InetSocketAddress remoteAddress() {
    String remote = written.remote().orElse("");
    if (remote.isEmpty()) {
      return null;
    }
    if (!ADDRESS.matcher(remote).matches()) { // a name would be looked up
      throw new IllegalArgumentException("remote \"" + remote + "\" is no address");
    }
    try {
      return new InetSocketAddress(InetAddress.getByName(remote), CLIENT_PORT);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("remote \"" + remote + "\" is no address", e);
    }
  }

  @Override
  public List<String> peerNames() {
    return written.peerNames();
  }

  @Override
  public BodyPresence body() {
    return presence;
  }
}
