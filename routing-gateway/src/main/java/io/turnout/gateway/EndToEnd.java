// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.protocol.TurnoutHeaders;
import io.vertx.core.MultiMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The fields of one message that go on to the next hop: all but those that concern this connection
 * alone (RFC 9110, section 7.6.1) and those between routers.
 */
final class EndToEnd {

  private static final Set<String> OF_THE_HOP =
      Set.of(
          "connection",
          "keep-alive",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "http2-settings");
  private static final Set<String> NEVER_AN_OPTION = Set.of("host", "content-length");
  private static final String PROXY_PREFIX = "proxy-";

  private final Set<String> options;

  private EndToEnd(Set<String> options) {
    this.options = options;
  }

  /** Reads what a message's {@code Connection} fields say. */
  static EndToEnd of(MultiMap fields) {
    Set<String> options = members(fields, "Connection");
    options.removeAll(NEVER_AN_OPTION);
    return new EndToEnd(options);
  }

  /** Whether a message says that a field concerns this connection alone; its name in lower case. */
  boolean isOption(String name) {
    return options.contains(name);
  }

  /** Whether the fields of a name, as comma-separated lists, hold a word given in lower case. */
  static boolean lists(MultiMap fields, String name, String word) {
    return members(fields, name).contains(word);
  }

  private static Set<String> members(MultiMap fields, String name) {
    List<String> lines = fields.getAll(name);
    Set<String> members = new HashSet<>();
    for (String line : lines) {
      for (String member : line.split(",", -1)) {
        members.add(member.strip().toLowerCase(Locale.ROOT));
      }
    }
    return members;
  }

  /** Whether a field goes on. */
  boolean keeps(String name) {
    String plain = name.toLowerCase(Locale.ROOT);
    return !OF_THE_HOP.contains(plain)
        && !plain.startsWith(PROXY_PREFIX)
        && !options.contains(plain)
        && !TurnoutHeaders.isTurnout(plain);
  }

  /** Those of a message's fields that go on. */
  static MultiMap kept(MultiMap fields) {
    MultiMap kept = MultiMap.caseInsensitiveMultiMap();
    of(fields).copy(fields, kept);
    return kept;
  }

  /** Copies the fields that go on, in their order and as they came. */
  void copy(MultiMap from, MultiMap to) {
    from.forEach(
        (name, value) -> {
          if (keeps(name)) {
            to.add(name, value);
          }
        });
  }
}
