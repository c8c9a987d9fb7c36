// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What passes or fails as one.
 *
 * @param id its stable name
 * @param fixture the file that it stands in
 * @param content the case itself; the whole file where the file has no cases
 */
record Case(String id, Fixture fixture, JsonNode content) {

  /** A member of the case or, where the case does not have it, of the file. */
  JsonNode setting(String name) {
    return content.has(name) ? content.get(name) : fixture.content().path(name);
  }
}
