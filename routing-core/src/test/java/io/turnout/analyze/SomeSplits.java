// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.split.IdCookie;
import io.turnout.split.SessionCookie;
import io.turnout.split.Split;
import io.turnout.split.Split.Identity;
import io.turnout.split.Stage;
import io.turnout.split.Stage.State;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Splits to compare. */
final class SomeSplits {

  static final IdCookie COOKIE = new IdCookie("rid", Duration.ofMinutes(30), "Lax");
  static final Identity BY_HASH = new Identity(COOKIE, Optional.empty());

  private SomeSplits() {}

  /** A split called {@code web} of the stages a, b, c and so on with these weights. */
  static Split weighing(double... weights) {
    return split("web", BY_HASH, stages(weights));
  }

  /** The same whose sessions are signed with the first of these keys. */
  static Split ofSessions(List<SessionCookie.Key> keys, Stage... stages) {
    return split("web", sessions("web", keys), List.of(stages));
  }

  static Identity sessions(String split, List<SessionCookie.Key> keys) {
    return new Identity(COOKIE, Optional.of(new SessionCookie(split, keys)));
  }

  static Split split(String name, Identity identity, List<Stage> stages) {
    return new Split(name, List.of(), identity, Optional.empty(), stages);
  }

  static List<Stage> stages(double... weights) {
    List<Stage> stages = new ArrayList<>();
    for (int i = 0; i < weights.length; i++) {
      stages.add(open(String.valueOf((char) ('a' + i)), weights[i]));
    }
    return stages;
  }

  static Stage open(String name, double weight) {
    return new Stage(name, weight, State.OPEN, Map.of());
  }

  static Stage closed(String name) {
    return new Stage(name, 0, State.CLOSED, Map.of());
  }

  static SessionCookie.Key key(String id, char secret) {
    return SessionCookie.Key.of(
        id, String.valueOf(secret).repeat(32).getBytes(StandardCharsets.UTF_8));
  }
}
