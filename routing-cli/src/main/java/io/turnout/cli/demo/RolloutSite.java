// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.rules.RuleSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folder of the example's web site, copied so that its weights can be changed. */
final class RolloutSite implements AutoCloseable {

  static final String HOST = "me.ostrand.example";
  static final String SPLIT = "web";

  /** The stages of the split, in the order of the rule file. */
  static final List<String> STAGES = List.of("canary", "prod", "old", "broken");

  private static final String FOLDER = "site";
  private static final String RULES = "rules.yaml";

  private final Path folder;

  private RolloutSite(Path folder) {
    this.folder = folder;
  }

  /** Whether an example has a web site. */
  static boolean isIn(Example example) {
    return Files.isRegularFile(example.folder().resolve(FOLDER).resolve(RULES));
  }

  /** A copy of the example's site, which is deleted when this is closed. */
  static RolloutSite copied(Example example) throws IOException {
    RolloutSite site = new RolloutSite(Files.createTempDirectory("turnout-site"));
    Path from = example.folder().resolve(FOLDER);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path to = site.folder.resolve(from.relativize(file).toString());
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
    return site;
  }

  Path rules() {
    return folder.resolve(RULES);
  }

  byte[] key(String name) throws IOException {
    return Files.readAllBytes(folder.resolve("keys").resolve(name));
  }

  /** The weight of each stage that has one, as the rule file says it. */
  Map<String, Integer> weights() throws IOException {
    return weights(Files.readString(rules()));
  }

  private static Map<String, Integer> weights(String text) {
    Map<String, Integer> weights = new LinkedHashMap<>();
    for (String stage : STAGES) {
      Matcher found = weight(stage).matcher(text);
      if (found.find()) {
        weights.put(stage, Integer.valueOf(found.group(2)));
      }
    }
    return weights;
  }

  /** Replaces the rule file by one with other weights, in one step. */
  void change(Map<String, Integer> weights) throws IOException {
    Path next = folder.resolve(RULES + ".next");
    Files.writeString(next, changed(Files.readString(rules()), weights));
    Files.move(next, rules(), StandardCopyOption.ATOMIC_MOVE);
  }

  /** The rules as they were when every stage was open, and one took everybody. */
  RuleSet rulesOfYesterday(String stage) throws IOException {
    String text = Files.readString(rules());
    Map<String, Integer> only = new LinkedHashMap<>();
    weights(text).keySet().forEach(name -> only.put(name, name.equals(stage) ? 1 : 0));
    String opened =
        changed(text, only)
            .replace(stage + ", closed: true", stage + ", weight: 1")
            .replace(", closed: true", "");
    return RuleSet.parse(opened, folder);
  }

  private static String changed(String text, Map<String, Integer> weights) {
    String changed = text;
    for (Map.Entry<String, Integer> one : weights.entrySet()) {
      Matcher found = weight(one.getKey()).matcher(changed);
      if (!found.find()) {
        throw new IllegalStateException("the site's rules have no weight of " + one.getKey());
      }
      changed = found.replaceFirst("$1" + one.getValue());
    }
    return changed;
  }

  private static Pattern weight(String stage) {
    return Pattern.compile("(name: " + stage + ", weight: )([0-9]+)");
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // It lies where the system clears up.
    }
  }
}
