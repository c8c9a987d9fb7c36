// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import java.util.List;

/**
 * A request as it arrived at a cell.
 *
 * @param cell the cell
 * @param target the request target, byte for byte, one char for each
 * @param bodyBytes the length of its body
 * @param bodyHash the SHA-256 of its body, in hexadecimal digits
 */
record Arrival(
    String cell,
    String method,
    String target,
    List<Field> headers,
    long bodyBytes,
    String bodyHash) {}
