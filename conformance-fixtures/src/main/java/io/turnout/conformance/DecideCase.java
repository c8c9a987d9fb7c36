// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.DecisionListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * A case of the kind {@code decide}, for who has to put its request to a router in another way than
 * by the line protocol. Immutable.
 */
public final class DecideCase {

  private final Case one;
  private final ObjectNode load;

  private DecideCase(Case one) {
    this.one = one;
    load = LoadLine.of(one);
  }

  /** All that come with this library, in the order of files. */
  public static List<DecideCase> ofOwnFixtures() {
    return new FixtureReader()
        .readOwn().cases().stream()
            .filter(one -> one.fixture().kind().equals("decide"))
            .map(DecideCase::new)
            .toList();
  }

  /** Its stable name, {@code path#case-name}. */
  public String id() {
    return one.id();
  }

  /** The path of its file below the folder of the fixtures. */
  public String fixture() {
    return one.fixture().path();
  }

  /** The request to decide. */
  public WrittenRequest request() {
    return new WrittenRequest(one.content().path("request"));
  }

  /** Whether a router that was opened for this case serves another one as well. */
  public boolean sharesRouterWith(DecideCase other) {
    return load.equals(other.load) && at().equals(other.at());
  }

  /** The router that the case is about, at its time. */
  public FixtureRouter open(DecisionListener... listeners) {
    FixtureRouter router = FixtureRouter.load(load, Path.of(""), Arrays.asList(listeners));
    router.moveTo(at());
    return router;
  }

  private Duration at() {
    JsonNode at = one.content().path("at");
    return at.isMissingNode() ? Duration.ZERO : Duration.ofMillis(Sizes.millis(at.asText()));
  }
}
