// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.document.MapReader;
import io.turnout.document.MapValue;
import io.turnout.document.ProblemCode;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code tags}: what tells requests apart. */
final class TagsReader {

  /** What begins the names of the tags that proven edges set. */
  static final String OF_EDGES = "via-";

  private static final List<String> KEYS = List.of("cidr", "cidr-file", "user-agent");

  private final Reading reading;
  private final AddressesReader addresses;
  private final TestsReader tests;

  TagsReader(Reading reading, TestsReader tests) {
    this.reading = reading;
    addresses = new AddressesReader(reading);
    this.tests = tests;
  }

  /** The tags in file order. */
  Optional<List<RuleFile.WrittenTag>> tags(Value value, String what) {
    return reading
        .values()
        .map(value, what)
        .map(
            map -> {
              List<RuleFile.WrittenTag> tags = new ArrayList<>();
              for (MapValue.Entry entry :
                  reading.atMost(
                      reading.limits().tags(), map.entries(), e -> e.key().at(), "tags")) {
                tags.add(tag(new Placed<>(entry.key().text(), entry.key().at()), entry.value()));
              }
              return tags;
            });
  }

  private RuleFile.WrittenTag tag(Placed<String> name, Value value) {
    reading
        .routingName(name, "a tag")
        .filter(valid -> valid.value().startsWith(OF_EDGES))
        .ifPresent(
            taken ->
                reading.invalid(
                    taken.at(),
                    "tags that begin with via- are set for proven edges; call "
                        + Shown.text(taken.value())
                        + " something else"));
    return reading
        .values()
        .map(value, "tag " + Shown.text(name.value()), KEYS)
        .map(map -> tag(name, map))
        .orElse(new RuleFile.WrittenTag(name, Optional.empty(), Optional.empty()));
  }

  private RuleFile.WrittenTag tag(Placed<String> name, MapReader map) {
    Optional<RuleFile.Addresses> ranges = map.read("cidr", addresses::ranges);
    Optional<RuleFile.Addresses> files = map.read("cidr-file", addresses::files);
    if (map.has("cidr") && map.has("cidr-file")) {
      reading
          .problems()
          .error(
              map.at(),
              ProblemCode.CONFLICTING_KEYS,
              map.what() + " has \"cidr\" and \"cidr-file\", and takes one of them");
    }
    return new RuleFile.WrittenTag(
        name, ranges.or(() -> files), map.read("user-agent", tests::test));
  }
}
