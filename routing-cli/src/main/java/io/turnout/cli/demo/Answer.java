// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import java.util.List;
import java.util.Optional;

/** An answer as a client got it. */
record Answer(int status, List<Field> headers, String body) {

  /** The first field of a name. */
  Optional<String> header(String name) {
    return headers.stream()
        .filter(field -> field.name().equalsIgnoreCase(name))
        .map(Field::value)
        .findFirst();
  }
}
