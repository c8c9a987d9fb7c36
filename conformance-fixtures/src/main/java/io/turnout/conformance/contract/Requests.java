// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import io.turnout.conformance.WrittenRequest.Field;
import java.util.List;

/** Requests as clients of a contract write them; each of their lines ends as HTTP asks. */
final class Requests {

  /** Turnout fields of many spellings, which nobody may believe. */
  static final List<Field> FORGED =
      List.of(
          new Field("Turnout-Route", "\"business:1\";cell=\"eu-1\";fresh-for=9;expire-after=9"),
          new Field("turnout_route", "\"business:1\";cell=\"eu-1\";fresh-for=9;expire-after=9"),
          new Field("TURNOUT-KEY", "\"business:2\";rule=\"header\""),
          new Field("Turnout_Key", "\"business:2\";rule=\"header\""),
          new Field("tUrNoUt-HoPs", "9"),
          new Field("Turnout_Hops", "9"),
          new Field("Turnout-Client", "\"192.0.2.1\""),
          new Field("Turnout-Reason", "miss"),
          new Field("Turnout-Cell", "\"eu-1\""),
          new Field("turnout-", "1"),
          new Field("TURNOUT_", "1"));

  private Requests() {}

  /** A head without its end. */
  static String head(String method, String target, String lines) {
    return method + " " + target + " HTTP/1.1\r\nHost: fixture.example\r\n" + lines;
  }

  static String get(String target, String lines) {
    return head("GET", target, lines) + "\r\n";
  }

  static String post(String target, String lines, String body) {
    String measure = "Content-Length: " + body.length() + "\r\n\r\n";
    return head("POST", target, lines) + measure + body;
  }
}
