// SPDX-License-Identifier: Apache-2.0
package io.turnout.plan;

import io.turnout.extract.RouteKeyExtractor;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a rule that applies does. */
public sealed interface RuleEffect {

  /** It decides. */
  record Then(Action action) implements RuleEffect {}

  /**
   * It looks for a route key.
   *
   * @param unknownKey the actions that stand in for the file's where the key is unknown; empty for
   *     the file's
   */
  record FindKey(RouteKeyExtractor extractor, Optional<List<Action>> unknownKey)
      implements RuleEffect {}

  /**
   * It looks for a value that is the cell itself.
   *
   * @param cells the cells that count; any other value is absent
   */
  record FindCell(RouteKeyExtractor extractor, Set<String> cells) implements RuleEffect {}
}
