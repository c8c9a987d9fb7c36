// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.util.Arrays;
import java.util.List;

/** What a request can show to be wrong with an endpoint. */
public enum EndpointFailure {
  /** No connection could be made. */
  CONNECT("connect"),
  /** It broke off, or answered what is no HTTP. */
  BROKEN_OFF("broken-off"),
  /** It did not take the request, or did not answer, in time. */
  TIMEOUT("timeout"),
  /** It answered 500 to 599. */
  STATUS("5xx");

  private final String text;

  EndpointFailure(String text) {
    this.text = text;
  }

  /** The spelling of files and logs. */
  public String text() {
    return text;
  }

  static List<String> texts() {
    return Arrays.stream(values()).map(EndpointFailure::text).toList();
  }

  static EndpointFailure of(String text) {
    return Arrays.stream(values())
        .filter(one -> one.text.equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("\"" + text + "\" is no failure"));
  }
}
