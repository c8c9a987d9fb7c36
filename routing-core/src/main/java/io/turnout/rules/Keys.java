// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The keys that a rule file can do with: where its secrets come from, and of which tokens the keys
 * are not here. Immutable.
 *
 * <p>An edge need not hold every secret. Of a token whose keys are absent nothing is read but how
 * it is described; a source that needs it hands the request on, whether there is a token or not.
 * The rules keep their version, so that what the edge finds by other sources is believed: the
 * version holds no secret, and of a key file its hash, so that the file is read for that if it is
 * there. If it is not, the version is another one, and the authority decides from the start what
 * the edge hands on.
 */
public final class Keys {

  private final SecretVariables variables;
  private final Set<String> absent;

  private Keys(SecretVariables variables, Set<String> absent) {
    this.variables = variables;
    this.absent = Collections.unmodifiableSet(absent);
  }

  /** All keys, with secrets from the environment of this process. */
  public static Keys ofProcess() {
    return of(SecretVariables.ofProcess());
  }

  /**
   * All keys.
   *
   * @param variables where secrets come from that a file names as {@code env:NAME}
   */
  public static Keys of(SecretVariables variables) {
    return new Keys(Objects.requireNonNull(variables, "variables"), new TreeSet<>());
  }

  /**
   * The same keys without those of some tokens.
   *
   * @param tokens names of tokens in the rule file's {@code jwt}; one that it does not have is
   *     warned of
   */
  public Keys without(String... tokens) {
    Set<String> names = new TreeSet<>(absent);
    names.addAll(List.of(tokens));
    return new Keys(variables, names);
  }

  /** The tokens whose keys are not here. */
  public Set<String> absent() {
    return absent;
  }

  SecretVariables variables() {
    return variables;
  }
}
