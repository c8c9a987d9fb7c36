// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The options of curl: their long names, and those that do not change what is sent. */
final class CurlOptions {

  /** Options without a value that do not change what a rule could see. */
  static final Set<String> SKIPPED =
      Set.of(
          "--silent",
          "--show-error",
          "--insecure",
          "--verbose",
          "--include",
          "--location",
          "--compressed",
          "--fail",
          "--fail-with-body",
          "--http1.0",
          "--http1.1",
          "--http2",
          "--http2-prior-knowledge",
          "--http3",
          "--no-buffer",
          "--no-progress-meter",
          "--progress-bar",
          "--remote-name",
          "--ipv4",
          "--ipv6",
          "--tlsv1.2",
          "--tlsv1.3",
          "--disable");

  /** Options with a value that do not change what a rule could see. */
  static final Set<String> SKIPPED_WITH_VALUE =
      Set.of(
          "--output",
          "--max-time",
          "--connect-timeout",
          "--write-out",
          "--resolve",
          "--connect-to",
          "--retry",
          "--retry-delay",
          "--retry-max-time",
          "--cacert",
          "--cert",
          "--key",
          "--dump-header",
          "--cookie-jar",
          "--max-redirs",
          "--limit-rate",
          "--interface");

  /** Options without a value that count. */
  static final Set<String> FLAGS = Set.of("--head", "--get", "--globoff", "--path-as-is");

  private static final Map<Character, String> LONG_NAMES = new HashMap<>();

  static {
    String[] names = {
      "s --silent", "S --show-error", "k --insecure", "v --verbose", "i --include",
      "L --location", "f --fail", "g --globoff", "N --no-buffer", "O --remote-name",
      "# --progress-bar", "4 --ipv4", "6 --ipv6", "q --disable", "0 --http1.0",
      "o --output", "m --max-time", "w --write-out", "E --cert", "D --dump-header",
      "c --cookie-jar", "A --user-agent", "e --referer", "b --cookie", "X --request",
      "H --header", "d --data", "u --user", "I --head", "G --get"
    };
    for (String name : names) {
      LONG_NAMES.put(name.charAt(0), name.substring(2));
    }
  }

  private CurlOptions() {}

  /** The long name of an option of one letter; the letter with its dash if it has none here. */
  static String longName(char letter) {
    return LONG_NAMES.getOrDefault(letter, "-" + letter);
  }
}
