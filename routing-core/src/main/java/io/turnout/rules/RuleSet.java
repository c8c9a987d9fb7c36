// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.document.CompanionFiles;
import io.turnout.document.Document;
import io.turnout.document.DocumentLimits;
import io.turnout.document.Position;
import io.turnout.document.Problem;
import io.turnout.document.Problems;
import io.turnout.plan.Action;
import io.turnout.plan.PlannedRule;
import io.turnout.plan.RuleEffect;
import io.turnout.plan.RulePlan;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rules of one file, checked and compiled once.
 *
 * <p>Immutable, so that any number of routers and threads can share one. It keeps nothing of the
 * text but the places of the rules.
 */
public final class RuleSet {

  private static final DocumentLimits FILE_LIMITS = DocumentLimits.DEFAULT;

  private final RulePlan plan;
  private final List<Problem> warnings;
  private final Map<String, Position> places;

  private RuleSet(RulePlan plan, List<Problem> warnings, Map<String, Position> places) {
    this.plan = plan;
    this.warnings = warnings;
    this.places = places;
  }

  /**
   * Reads a rule file of at most 4 MiB, and the key files that it names. Secrets that it names as
   * {@code env:NAME} come from the environment of this process.
   *
   * @param file the rule file; paths in it are relative to the folder in which it stands
   * @throws InvalidRulesException with every mistake, if it has one
   * @throws UncheckedIOException if it cannot be read
   */
  public static RuleSet load(Path file) {
    return load(file, Keys.ofProcess());
  }

  /**
   * The same with secrets from elsewhere, or without the keys of some tokens.
   *
   * @param keys the keys that it can do with
   */
  public static RuleSet load(Path file, Keys keys) {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(keys, "keys");
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(FILE_LIMITS.sizeBytes() + 1);
      return parse(content, file.toString(), Surroundings.of(file, keys, new CompanionFiles()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the rule file " + file + ": " + e, e);
    }
  }

  /**
   * Reads the text of a rule file, at most 4 MiB of UTF-8, and the key files that it names. Secrets
   * that it names as {@code env:NAME} come from the environment of this process.
   *
   * @param yaml the text
   * @param baseDir the directory to which the paths in it are relative
   * @throws InvalidRulesException with every mistake, if it has one
   */
  public static RuleSet parse(String yaml, Path baseDir) {
    return parse(yaml, baseDir, Keys.ofProcess());
  }

  /**
   * The same with secrets from elsewhere, or without the keys of some tokens.
   *
   * @param keys the keys that it can do with
   */
  public static RuleSet parse(String yaml, Path baseDir, Keys keys) {
    Objects.requireNonNull(yaml, "yaml");
    Objects.requireNonNull(baseDir, "baseDir");
    Objects.requireNonNull(keys, "keys");
    return of(Document.parse(yaml, FILE_LIMITS), "rules", Surroundings.once(baseDir, keys));
  }

  static RuleSet parse(byte[] content, String fileName, Surroundings surroundings) {
    return of(Document.parse(content, FILE_LIMITS), fileName, surroundings);
  }

  private static RuleSet of(Document document, String fileName, Surroundings surroundings) {
    Problems problems = new Problems();
    Reading reading = new Reading(problems, RuleLimits.DEFAULT, surroundings);
    Optional<RuleFile> file = read(document, reading);
    if (file.isEmpty() || problems.hasErrors()) {
      throw new InvalidRulesException(fileName, problems.list());
    }
    String version = NormalForm.version(file.get());
    Map<String, Position> places = new HashMap<>();
    file.get().rules().forEach(rule -> places.put(rule.name().value(), rule.name().at()));
    Keys keys = surroundings.keys();
    return new RuleSet(
        RuleCompiler.compile(file.get(), keys, version), RuleWarnings.of(file.get(), keys), places);
  }

  /** The file of a document as far as it could be read; every mistake goes to the reading. */
  static Optional<RuleFile> read(Document document, Reading reading) {
    Optional<RuleFile> file = new RuleReader(reading).read(document);
    file.ifPresent(read -> RuleChecker.check(read, reading));
    return file;
  }

  /**
   * The SHA-256 of what the file says, in 64 lower-case hexadecimal digits: the same for two files
   * that differ only in comments, quotes, the order of keys and the like. What a key file holds
   * counts, a secret never does.
   */
  public String version() {
    return plan.version();
  }

  /** What is allowed but hardly meant, in the order of the places. */
  public List<Problem> warnings() {
    return warnings;
  }

  /** Where the name of a rule stands in the file; empty if no rule has that name. */
  public Optional<Position> place(String rule) {
    return Optional.ofNullable(places.get(rule));
  }

  /** The cells that the file lists; empty if it has no list. */
  public Set<String> cells() {
    return plan.cells();
  }

  /** Every cell that the file names: those of its list and those of its actions. */
  public Set<String> namedCells() {
    Set<String> named = new TreeSet<>(plan.cells());
    plan.outcomes().values().forEach(actions -> addCells(actions, named));
    for (PlannedRule rule : plan.rules()) {
      if (rule.effect() instanceof RuleEffect.Then then) {
        addCells(List.of(then.action()), named);
      } else if (rule.effect() instanceof RuleEffect.FindKey find) {
        find.unknownKey().ifPresent(actions -> addCells(actions, named));
      }
    }
    return Collections.unmodifiableSet(named);
  }

  private static void addCells(List<Action> actions, Set<String> to) {
    for (Action action : actions) {
      if (action instanceof Action.ToCell cell) {
        to.add(cell.cell());
      }
    }
  }

  /** The compiled rules, for the router. */
  public RulePlan plan() {
    return plan;
  }

  @Override
  public String toString() {
    return "RuleSet[" + plan.rules().size() + " rules, version " + version() + "]";
  }
}
