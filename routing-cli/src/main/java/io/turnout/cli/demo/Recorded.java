// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.turnout.conformance.WrittenRequest;
import java.util.List;

/**
 * A recorded request and what it must lead to.
 *
 * @param name its name in the recording
 * @param headers its header fields, without {@code Content-Length} and {@code Transfer-Encoding}
 * @param hasBody whether it has a body, which may be empty
 * @param body the bytes of its body
 */
@SuppressWarnings("ArrayRecordComponent") // recorded requests are never compared
record Recorded(
    String name,
    String method,
    String target,
    List<Field> headers,
    boolean hasBody,
    byte[] body,
    Expected expected) {

  static Recorded of(JsonNode line) {
    WrittenRequest request = WrittenRequest.parse(line.required("request").toString());
    return new Recorded(
        line.required("name").asText(),
        request.method(),
        request.target(),
        request.fields().stream().map(field -> new Field(field.name(), field.value())).toList(),
        request.hasBody(),
        request.body(),
        Expected.of(line.required("expect")));
  }
}
