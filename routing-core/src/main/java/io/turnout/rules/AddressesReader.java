// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.client.AddressList;
import io.turnout.client.AddressRange;
import io.turnout.digest.Sha256Digest;
import io.turnout.document.Position;
import io.turnout.document.ProblemCode;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code cidr} and {@code cidr-file}: sets of addresses. */
final class AddressesReader {

  private final Reading reading;

  AddressesReader(Reading reading) {
    this.reading = reading;
  }

  /** The ranges of {@code cidr}. */
  Optional<RuleFile.Addresses> ranges(Value value, String what) {
    return reading
        .values()
        .list(value, what)
        .map(
            values -> {
              List<Placed<RuleFile.WrittenRange>> ranges = new ArrayList<>();
              for (Value each :
                  reading.atMost(
                      reading.limits().ranges(), values, Value::at, "ranges of one list")) {
                reading
                    .placedText(each, "a range of addresses")
                    .flatMap(this::range)
                    .ifPresent(ranges::add);
              }
              return new RuleFile.Ranges(ranges);
            });
  }

  private Optional<Placed<RuleFile.WrittenRange>> range(Placed<String> text) {
    try {
      AddressRange range = AddressRange.parse(text.value());
      return Optional.of(new Placed<>(new RuleFile.WrittenRange(text.value(), range), text.at()));
    } catch (IllegalArgumentException e) {
      reading
          .problems()
          .error(
              text.at(),
              ProblemCode.INVALID_VALUE,
              Shown.text(text.value()) + " is no range of addresses: " + Reading.message(e),
              AddressRange.meant(text.value()));
      return Optional.empty();
    }
  }

  /** The files of {@code cidr-file}. */
  Optional<RuleFile.Addresses> files(Value value, String what) {
    return reading
        .values()
        .oneOrList(value, what)
        .map(
            values -> {
              List<Placed<RuleFile.RangeFile>> files = new ArrayList<>();
              for (Value each :
                  reading.atMost(
                      reading.limits().rangeFiles(), values, Value::at, "files of one list")) {
                reading.placedText(each, what).flatMap(this::file).ifPresent(files::add);
              }
              return new RuleFile.RangeFiles(files);
            });
  }

  private Optional<Placed<RuleFile.RangeFile>> file(Placed<String> path) {
    String file = "the address file " + Shown.text(path.value());
    byte[] content;
    try {
      Path resolved = reading.surroundings().folder().resolve(path.value());
      content = reading.surroundings().files().read(resolved, reading.limits().rangeFileBytes());
    } catch (InvalidPathException e) {
      return unreadable(path.at(), "no file can be called " + Shown.text(path.value()));
    } catch (IOException e) {
      return unreadable(path.at(), file + " cannot be read: " + e.getMessage());
    }
    try {
      RuleFile.RangeFile read =
          new RuleFile.RangeFile(
              path.value(), Sha256Digest.hex(content), AddressList.read(content));
      return Optional.of(new Placed<>(read, path.at()));
    } catch (IllegalArgumentException e) {
      return unreadable(path.at(), file + ' ' + Reading.message(e));
    }
  }

  private <T> Optional<T> unreadable(Position at, String message) {
    reading.problems().error(at, ProblemCode.UNREADABLE_KEY, message);
    return Optional.empty();
  }
}
