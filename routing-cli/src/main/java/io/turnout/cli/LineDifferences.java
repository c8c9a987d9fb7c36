// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares two texts of blocks, each a line and the indented ones after it. */
final class LineDifferences {

  private LineDifferences() {}

  /** The blocks that only one text has, {@code -} in front of old lines and {@code +} of new. */
  static List<String> between(List<String> before, List<String> after) {
    Map<String, List<String>> old = blocks(before);
    Map<String, List<String>> now = blocks(after);
    List<String> lines = new ArrayList<>();
    for (String head : heads(before, after)) {
      List<String> was = old.getOrDefault(head, List.of());
      List<String> is = now.getOrDefault(head, List.of());
      if (!was.equals(is)) {
        was.forEach(line -> lines.add("-" + line));
        is.forEach(line -> lines.add("+" + line));
      }
    }
    return lines;
  }

  private static List<String> heads(List<String> before, List<String> after) {
    List<String> heads = new ArrayList<>();
    for (List<String> text : Arrays.asList(before, after)) {
      text.stream().filter(LineDifferences::isHead).forEach(heads::add);
    }
    return heads.stream().distinct().toList();
  }

  private static Map<String, List<String>> blocks(List<String> lines) {
    Map<String, List<String>> blocks = new HashMap<>();
    List<String> current = new ArrayList<>();
    for (String line : lines) {
      if (isHead(line)) {
        current = blocks.computeIfAbsent(line, none -> new ArrayList<>());
      }
      current.add(line);
    }
    return blocks;
  }

  private static boolean isHead(String line) {
    return !line.isBlank() && !line.startsWith(" ");
  }
}
