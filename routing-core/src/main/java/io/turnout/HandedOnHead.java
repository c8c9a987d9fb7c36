// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import io.turnout.protocol.HeaderField;
import io.turnout.protocol.TurnoutHeaders;
import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The head of a request as it is handed on: with this router's fields in place of any others. */
record HandedOnHead(RequestHead head, List<HeaderField> fields) implements RequestHead {

  @Override
  public String method() {
    return head.method();
  }

  @Override
  public String target() {
    return head.target();
  }

  @Override
  public String scheme() {
    return head.scheme();
  }

  @Override
  public @Nullable String authority() {
    return head.authority();
  }

  @Override
  public Iterable<String> headerNames() {
    List<String> names = new ArrayList<>();
    for (String name : head.headerNames()) {
      if (!TurnoutHeaders.isTurnout(name)) {
        names.add(name);
      }
    }
    fields.forEach(field -> names.add(field.name()));
    return names;
  }

  @Override
  public @Nullable String header(String name, int index) {
    if (!TurnoutHeaders.isTurnout(name)) {
      return head.header(name, index);
    }
    return index > 0
        ? null
        : fields.stream()
            .filter(field -> field.name().equalsIgnoreCase(name))
            .map(HeaderField::value)
            .findFirst()
            .orElse(null);
  }

  @Override
  public @Nullable InetSocketAddress remoteAddress() {
    return head.remoteAddress();
  }

  @Override
  public List<String> peerNames() {
    return head.peerNames();
  }

  @Override
  public BodyPresence body() {
    return head.body();
  }
}
