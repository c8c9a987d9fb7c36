// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import java.util.List;

/**
 * How a case went.
 *
 * @param id its stable name
 * @param kind the kind of its fixture
 * @param about what its fixture is about
 * @param failures what is wrong with it; none unless it failed, expected or not
 * @param reason why it was skipped, or why it is expected to fail; else empty
 * @param millis how long it took
 */
record CaseResult(
    String id,
    String kind,
    String about,
    Status status,
    List<Failure> failures,
    String reason,
    long millis) {

  /** How a case can go. */
  enum Status {
    /** Every answer was as the fixture asks. */
    PASSED("passed", "passed"),
    /** An answer was not, and nobody expects that. */
    FAILED("failed", "failed"),
    /** The implementation leaves it out. */
    SKIPPED("skipped", "skipped"),
    /** It failed, and the list of expected failures says so. */
    EXPECTED_FAILURE("expected-failure", "failed as expected");

    private final String text;
    private final String words;

    Status(String text, String words) {
      this.text = text;
      this.words = words;
    }

    /** Its stable name in reports. */
    String text() {
      return text;
    }

    /** Its name for people. */
    String words() {
      return words;
    }
  }

  CaseResult {
    failures = List.copyOf(failures);
  }

  /** The folder of its fixture, without a slash at the end; empty at the top. */
  String folder() {
    String path = file();
    return path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : "";
  }

  /** The path of its fixture. */
  String file() {
    int name = id.indexOf('#');
    return name < 0 ? id : id.substring(0, name);
  }
}
