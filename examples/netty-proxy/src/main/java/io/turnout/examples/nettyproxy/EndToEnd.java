// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.nettyproxy;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http2.HttpConversionUtil.ExtensionHeaderNames;
import io.turnout.protocol.TurnoutHeaders;
import java.util.ArrayList;
import java.util.List;

/** The fields that go on to the next hop (RFC 9110, section 7.6.1). */
final class EndToEnd {

  private static final List<CharSequence> OF_THE_HOP =
      List.of(
          HttpHeaderNames.CONNECTION,
          "keep-alive",
          "proxy-connection",
          HttpHeaderNames.TE,
          HttpHeaderNames.TRANSFER_ENCODING,
          HttpHeaderNames.UPGRADE);

  private EndToEnd() {}

  /**
   * Takes off what concerns one hop alone. What the router added stays, whatever a client lists.
   */
  static void keepOnly(HttpHeaders fields) {
    List<String> options = new ArrayList<>();
    for (String line : fields.getAll(HttpHeaderNames.CONNECTION)) {
      options.addAll(List.of(line.split(",", -1)));
    }
    options.stream()
        .map(String::strip)
        .filter(option -> !option.isEmpty() && !TurnoutHeaders.isTurnout(option))
        .forEach(fields::remove);
    OF_THE_HOP.forEach(fields::remove);
    for (ExtensionHeaderNames own : ExtensionHeaderNames.values()) {
      fields.remove(own.text()); // Netty's own notes about a stream of HTTP/2
    }
  }
}
