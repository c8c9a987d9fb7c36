// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.netty.channel.Channel;
import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The head of a request on a channel, as rules see it; its fields are spelt as the wire does. */
abstract class NettyHead implements RequestHead {

  private final Channel channel;
  private String linesOf = "";
  private List<String> lines = List.of();

  NettyHead(Channel channel) {
    this.channel = channel;
  }

  /** What keeps it from being decided; null if nothing does. */
  abstract @Nullable Throwable failure();

  /** The first line of a field; null if there is none. */
  abstract @Nullable CharSequence firstLine(String name);

  /** All lines of a field. */
  abstract List<? extends CharSequence> allLines(String name);

  /** Whether the connection may serve another request after this one. */
  abstract boolean keepsConnection();

  /** Whether the client waits for leave to send the body. */
  abstract boolean expectsContinue();

  @Override
  public final @Nullable String header(String name, int index) {
    if (index == 0) {
      return text(firstLine(name));
    }
    if (!linesOf.equals(name)) {
      linesOf = name;
      lines = texts(allLines(name));
    }
    return index < lines.size() ? lines.get(index) : null;
  }

  static List<String> texts(List<? extends CharSequence> lines) {
    List<String> texts = new ArrayList<>(lines.size());
    for (CharSequence line : lines) {
      texts.add(line.toString());
    }
    return texts;
  }

  static @Nullable String text(@Nullable CharSequence line) {
    return line == null ? null : line.toString();
  }

  /** What a {@code Content-Length} says; {@code without} if there is none. */
  final BodyPresence announced(BodyPresence without) {
    CharSequence length = firstLine("content-length");
    if (length == null) {
      return without;
    }
    return length.chars().allMatch(c -> c == '0') ? BodyPresence.NONE : BodyPresence.SOME;
  }

  @Override
  public final String scheme() {
    return Peer.isEncrypted(channel) ? "https" : "http";
  }

  @Override
  public final @Nullable InetSocketAddress remoteAddress() {
    return channel.remoteAddress() instanceof InetSocketAddress address ? address : null;
  }

  @Override
  public final List<String> peerNames() {
    return Peer.names(channel);
  }
}
