// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A fixture file.
 *
 * @param path its path below the fixtures' folder, with slashes
 * @param kind {@code decide}, {@code timeline} or {@code invalid}
 * @param content what it says, with the text of a {@code rules-file} as {@code rules}
 */
record Fixture(String path, String kind, JsonNode content) {}
