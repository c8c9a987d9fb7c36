// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.document.Document;
import io.turnout.document.Problem;
import io.turnout.document.Problems;
import io.turnout.document.Value;
import io.turnout.document.ValueReader;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How durations and instants are written. */
final class Times {

  private Times() {}

  /** Reads a duration as the files of this project have it. */
  static final class Converter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      Problems problems = new Problems();
      Optional<Value> value = Document.parse(text).root();
      return value
          .flatMap(it -> new ValueReader(problems).duration(it, "it"))
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      problems.list().stream()
                          .findFirst()
                          .map(Problem::message)
                          .orElse("it must be a duration such as 30s")));
    }
  }

  /** A duration as the files of this project have it, such as {@code 1h30m}; {@code 0} for none. */
  static String text(Duration duration) {
    StringBuilder text = new StringBuilder();
    add(text, duration.toDaysPart(), "d");
    add(text, duration.toHoursPart(), "h");
    add(text, duration.toMinutesPart(), "m");
    add(text, duration.toSecondsPart(), "s");
    add(text, duration.toMillisPart(), "ms");
    return text.isEmpty() ? "0" : text.toString();
  }

  /** A duration for people who wait: whole seconds, rounded up. */
  static String countdown(Duration duration) {
    long seconds = duration.plusMillis(999).toSeconds();
    return seconds == 0 ? "0s" : text(Duration.ofSeconds(seconds));
  }

  /** An instant in UTC, to the second. */
  static String at(long millis) {
    return Instant.ofEpochSecond(Math.floorDiv(millis, 1000L)).toString();
  }

  private static void add(StringBuilder text, long count, String unit) {
    if (count > 0) {
      text.append(count).append(unit);
    }
  }
}
