// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

/** What the head of a request says about its body. */
public enum BodyPresence {
  /** There is none: {@code Content-Length: 0}, or an HTTP/2 stream that ended with its head. */
  NONE,
  /** There is one of at least one byte: {@code Content-Length} of 1 or more. */
  SOME,
  /** It may turn out to be empty: chunked, or a stream that is still open. */
  UNKNOWN
}
