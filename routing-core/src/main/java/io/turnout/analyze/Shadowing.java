// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.rules.RuleSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Which rules of a file can decide a request, and which cannot because earlier ones always do.
 * Immutable.
 *
 * <p>Exact for methods, hosts, path templates, media types and tests for equality, prefix, suffix,
 * contents and presence, over the union of all earlier rules with {@code then}. A rule is judged on
 * a tier that cannot hand on, where {@code then: authority} decides nothing; one with {@code then:
 * authority} on a tier that can. A tag is taken to be on a request or not, whatever the request and
 * its other tags are: a rule that is dead is dead, but one that is reachable may want tags that no
 * request ever has together.
 *
 * @param findings one for each rule, in file order
 */
public record Shadowing(List<Finding> findings) {

  /** The most steps for one rule, each about one look at a condition. */
  static final int MOST_STEPS_OF_A_RULE = 200_000;

  /** The most steps for the rules of a file together. */
  static final long MOST_STEPS = 15_000_000;

  /** The most steps that go into the question which rules shadow others partly. */
  static final long MOST_PAIR_STEPS = 10_000_000;

  /** The most rules that one finding names. */
  public static final int MOST_NAMED_RULES = 16;

  /** Copies the list. */
  public Shadowing {
    findings = List.copyOf(findings);
  }

  /** What can become of a rule. */
  public enum Status {
    /** There are requests that it decides. */
    REACHABLE,
    /** There are, but others that fit its conditions are decided by an earlier rule. */
    PARTLY,
    /** It never decides: earlier rules decide all requests that fit its conditions. */
    DEAD,
    /** No request was found that comes to it, and that there is none was not proved. */
    UNKNOWN
  }

  /**
   * What was found of one rule.
   *
   * @param rule its name
   * @param status what can become of it
   * @param witness the smallest request found that comes to the rule and fits its conditions; empty
   *     if the rule is dead or unknown
   * @param decides whether the rule decides the witness; false only for a rule that looks for a key
   *     of which no example could be made, such as a claim of a token that is verified
   * @param shadowedBy the rules that decide before it, in file order. Of a dead rule, a set of
   *     which none can be spared, where there are not too many to sort; empty if its own conditions
   *     exclude each other. Of a partly shadowed one, the first {@value #MOST_NAMED_RULES} that
   *     decide a request which fits its conditions and sends no field or parameter twice
   */
  public record Finding(
      String rule,
      Status status,
      Optional<ExampleRequest> witness,
      boolean decides,
      List<String> shadowedBy) {

    /** Copies the list. */
    public Finding {
      Objects.requireNonNull(rule, "rule");
      Objects.requireNonNull(status, "status");
      Objects.requireNonNull(witness, "witness");
      shadowedBy = List.copyOf(shadowedBy);
    }
  }

  /** Judges each rule. */
  public static Shadowing of(RuleSet rules) {
    return new Shadowing(new ShadowAnalysis(new Program(rules.plan())).findings());
  }

  /**
   * The findings of the rules that are {@link Status#DEAD} or {@link Status#UNKNOWN}, without the
   * rest, which takes many times as long.
   */
  public static List<Finding> deadOrUnknownOf(RuleSet rules) {
    return new ShadowAnalysis(new Program(rules.plan())).deadOrUnknown();
  }

  /** The rules that never decide. */
  public List<Finding> dead() {
    List<Finding> dead = new ArrayList<>(findings);
    dead.removeIf(finding -> finding.status() != Status.DEAD);
    return dead;
  }
}
