// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.endpoints;

import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.OriginHealth;
import java.util.Set;

/** Origins that are asked again and again whether they are well. Thread-safe. */
public interface Asked {

  /** How they are asked. */
  OriginHealth health();

  /** An origin says that it is well. */
  void well(Origin origin);

  /** An origin was asked, and did not say that it is well. */
  void unwell(Origin origin, String why);

  /** Says who asks, and tells that one at once which origins there are. */
  void askedBy(Asker asker);

  /** One who asks. */
  interface Asker {

    /** From now on these are asked, and no others. */
    void ask(Set<Origin> origins);

    /** One of them is asked without waiting for its turn. */
    void askSoon(Origin origin);
  }
}
