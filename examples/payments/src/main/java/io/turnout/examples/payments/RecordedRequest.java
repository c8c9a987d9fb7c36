// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** One line of the recording: a request and what it must lead to. */
record RecordedRequest(
    String name,
    String method,
    String target,
    List<Header> headers,
    Body body,
    Expectation expectation) {

  /** One header field. */
  record Header(String name, String value) {}

  String toJson() {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("name", name);
    ObjectNode request = line.putObject("request");
    request.put("method", method).put("target", target);
    ArrayNode fields = request.putArray("headers");
    headers.forEach(header -> fields.addArray().add(header.name()).add(header.value()));
    body.write(request);
    expectation.write(line.putObject("expect"));
    return line.toString();
  }
}
