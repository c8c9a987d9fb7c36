// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import io.turnout.conformance.WrittenRequest.Field;
import io.turnout.conformance.contract.HttpInput.Head;
import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The head of a request that the planted adapter has read. */
record PlantedHead(Head head, List<Field> shown, InetSocketAddress remoteAddress)
    implements RequestHead {

  @Override
  public String method() {
    return head.word(0);
  }

  @Override
  public String target() {
    return head.word(1);
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
    return Fields.byName(shown).keySet();
  }

  @Override
  public @Nullable String header(String name, int index) {
    List<String> lines = Fields.values(shown, name);
    return index < lines.size() ? lines.get(index) : null;
  }

  @Override
  public List<String> peerNames() {
    return List.of();
  }

  @Override
  public BodyPresence body() {
    if (!head.all("transfer-encoding").isEmpty()) {
      return BodyPresence.UNKNOWN;
    }
    List<String> lengths = head.all("content-length");
    return lengths.isEmpty() || lengths.get(0).equals("0") ? BodyPresence.NONE : BodyPresence.SOME;
  }
}
