// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** How the command writes JSON: indented, for programs and for people who look. */
final class Json {

  private Json() {}

  static JsonMapper mapper() {
    return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  }
}
