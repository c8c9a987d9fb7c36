// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The rule of a contract that a test proves; on a contract itself, a rule that no test of it can
 * prove.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@Repeatable(Rule.Rules.class)
public @interface Rule {

  /** The rule, in one sentence. */
  String value();

  /** How strong it is. */
  Strength strength() default Strength.REQUIRED;

  /** How strong a rule is. */
  enum Strength {
    /** Routing can go wrong where it is broken. */
    REQUIRED,
    /** Required, and its test finds a breach with luck only. */
    STOCHASTIC,
    /** Good to have. */
    OPTIONAL,
    /** Required, and beyond what a test can see from outside. */
    CANNOT_BE_TESTED
  }

  /** Several rules of one contract. */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.METHOD, ElementType.TYPE})
  @interface Rules {

    /** The rules. */
    Rule[] value();
  }
}
