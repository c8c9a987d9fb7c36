// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import io.turnout.conformance.WrittenRequest;
import io.turnout.conformance.WrittenRequest.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The ways in which a request is put on a connection. */
enum Framing {
  /** The head says how long the body is, and all comes at once. */
  LENGTH,
  /** The body comes in chunks, cut where that is hardest. */
  CHUNKED,
  /** The head says how long the body is; the rest of it comes when the decision is made. */
  AFTER_THE_DECISION;

  private static final String HOST = "fixture.example";

  /** Why HTTP/1.1 over loopback cannot carry a request; empty if it can. */
  static Optional<String> cannotCarry(WrittenRequest request) {
    if (!request.peerNames().isEmpty()) {
      return Optional.of("a client with a certificate");
    }
    if (request.remote().filter(address -> !address.startsWith("127.")).isPresent()) {
      return Optional.of("a client's address beyond loopback");
    }
    if (hasAny(request.method(), " \r\n") || hasAny(request.target(), " \r\n")) {
      return Optional.of("white space in the request line");
    }
    return request.fields().stream().anyMatch(field -> hasAny(field.value(), "\r\n"))
        ? Optional.of("a line end in a field")
        : Optional.empty();
  }

  private static boolean hasAny(String text, String characters) {
    return text.chars().anyMatch(c -> characters.indexOf(c) >= 0);
  }

  /** The request with the fields that HTTP/1.1 asks for besides. */
  WrittenRequest sent(WrittenRequest request) {
    List<Field> fields = new ArrayList<>();
    if (EngineRefusal.count(request, "host") == 0) {
      fields.add(new Field("Host", HOST));
    }
    fields.addAll(request.fields());
    if (request.hasBody() && EngineRefusal.count(request, "content-length") == 0) {
      fields.add(
          this == CHUNKED
              ? new Field("Transfer-Encoding", "chunked")
              : new Field("Content-Length", Integer.toString(request.body().length)));
    }
    return request.over(fields, request.remote().orElse(RawConnection.LOOPBACK));
  }

  /** The head of a request as it is sent. */
  static String head(WrittenRequest sent) {
    return sent.method()
        + " "
        + sent.target()
        + " HTTP/1.1\r\n"
        + Fields.lines(sent.fields())
        + "\r\n";
  }

  /** A body in chunks: one up to each of these places, and the rest. */
  static String chunks(byte[] body, List<Integer> places) {
    StringBuilder text = new StringBuilder();
    int from = 0;
    for (int to : lengthened(places, body.length)) {
      if (to > from && to <= body.length) {
        text.append(Integer.toHexString(to - from)).append("\r\n");
        text.append(new String(body, from, to - from, StandardCharsets.ISO_8859_1));
        text.append("\r\n");
        from = to;
      }
    }
    return text.append("0\r\n\r\n").toString();
  }

  private static List<Integer> lengthened(List<Integer> places, int end) {
    List<Integer> all = new ArrayList<>(places);
    all.add(end);
    return all;
  }
}
