// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import io.turnout.client.AddressText;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.Parameters;
import org.greenbytes.http.sfv.StringItem;

/**
 * The form of {@code Turnout-Client}: {@code "203.0.113.9";tags="internal
 * via-cdn-a";splits="web=canary"}. Names are separated by one space.
 */
final class ClientField {

  private static final String TAGS = "tags";
  private static final String SPLITS = "splits";

  private ClientField() {}

  static String write(HandedClient client) {
    Map<String, Object> parameters = new LinkedHashMap<>();
    if (!client.tags().isEmpty()) {
      parameters.put(TAGS, string(String.join(" ", client.tags())));
    }
    if (!client.stages().isEmpty()) {
      parameters.put(
          SPLITS,
          string(
              client.stages().entrySet().stream()
                  .map(choice -> choice.getKey() + '=' + choice.getValue())
                  .collect(Collectors.joining(" "))));
    }
    return string(AddressText.of(client.address()))
        .withParams(Parameters.valueOf(parameters))
        .serialize();
  }

  private static StringItem string(String text) {
    return StringItem.valueOf(PercentText.forString(text));
  }

  static HandedClient read(List<String> lines) throws UnreadableException {
    Item<?> item = FieldSyntax.item(lines);
    InetAddress address = AddressText.parse(FieldSyntax.text(item, "the address"));
    if (address == null) {
      throw new UnreadableException(
          FieldMistake.OUT_OF_BOUNDS, "the address must be one of IPv4 or IPv6, without a port");
    }
    Set<String> tags = tags(names(item.getParams(), TAGS, HandedClient.MAX_TAGS));
    Map<String, String> stages = stages(names(item.getParams(), SPLITS, HandedClient.MAX_STAGES));
    try {
      return new HandedClient(address, tags, stages);
    } catch (IllegalArgumentException e) {
      throw new UnreadableException(
          FieldMistake.OUT_OF_BOUNDS, "a tag, a split or a stage is none that there can be");
    }
  }

  private static String[] names(Parameters parameters, String name, int most)
      throws UnreadableException {
    Optional<Item<?>> value = FieldSyntax.optional(parameters, name);
    String text = value.isPresent() ? FieldSyntax.text(value.get(), name) : "";
    String[] names = text.isEmpty() ? new String[0] : text.split(" ", -1);
    if (names.length > most) {
      throw new UnreadableException(
          FieldMistake.TOO_MANY, name + " must have at most " + most + " names");
    }
    return names;
  }

  private static Set<String> tags(String[] names) throws UnreadableException {
    Set<String> tags = new LinkedHashSet<>();
    for (String name : names) {
      requireOnce(tags.add(name), TAGS);
    }
    return tags;
  }

  private static Map<String, String> stages(String[] names) throws UnreadableException {
    Map<String, String> stages = new LinkedHashMap<>();
    for (String name : names) {
      int equals = name.indexOf('=');
      if (equals < 0) {
        throw new UnreadableException(FieldMistake.SYNTAX, "a split must have a stage after =");
      }
      requireOnce(
          stages.put(name.substring(0, equals), name.substring(equals + 1)) == null, SPLITS);
    }
    return stages;
  }

  private static void requireOnce(boolean first, String what) throws UnreadableException {
    if (!first) {
      throw new UnreadableException(FieldMistake.REPEATED, what + " must have a name once");
    }
  }
}
