// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.analyze.ExampleRequest;
import java.util.regex.Pattern;

/**
 * An example of the analysis as a request that {@code explain} takes after its dashes. Its tags are
 * a comment, since a request cannot say what tags it has.
 */
final class ExampleLine {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9/._:=@%+-]+");
  private static final String HOST = "localhost";

  private ExampleLine() {}

  static String of(ExampleRequest example) {
    String host = HOST;
    StringBuilder rest = new StringBuilder();
    for (ExampleRequest.Field field : example.fields()) {
      if (field.name().equalsIgnoreCase("host") && host.equals(HOST)) {
        host = field.value();
      } else {
        String line = field.value().isEmpty() ? field.name() + ";" : field.toString();
        rest.append(" -H ").append(quoted(line));
      }
    }
    if (!example.content().isEmpty()) {
      rest.append(" --data-raw ").append(quoted(example.content()));
      if (example.header("content-type", 0) == null) {
        rest.append(" -H Content-Type:");
      }
    }
    String url = example.target().startsWith("/") ? "http://" + host + example.target() : "";
    String tags = example.tags().isEmpty() ? "" : "  # " + example.withTags();
    return example.method()
        + " "
        + (url.isEmpty() ? odd(example, host) : quoted(url))
        + rest
        + tags;
  }

  /** A target that is no path. */
  private static String odd(ExampleRequest example, String host) {
    return "http://" + host + " --request-target " + quoted(example.target());
  }

  private static String quoted(String text) {
    return PLAIN.matcher(text).matches()
        ? text
        : "'" + Words.printable(text).replace("'", "'\\''") + "'";
  }
}
