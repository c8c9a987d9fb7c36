// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.terminal;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** How the command writes JSON: indented, for programs and for people who look. */
public final class Json {

  private Json() {}

  /** What writes it. */
  public static JsonMapper mapper() {
    return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  }
}
