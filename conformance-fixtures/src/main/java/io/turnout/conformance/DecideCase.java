// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.DecisionListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A case of the kind {@code decide}, for who has to put its request to a router in another way than
 * by the line protocol. Immutable.
 */
public final class DecideCase {

  /** The network that fixtures prefer for addresses. */
  private static final Pattern PRIVATE = Pattern.compile("(?<![0-9.:])10(?=(\\.[0-9]+){3})");

  private final Case one;
  private final ObjectNode load;
  private final ObjectNode request;

  private DecideCase(Case one) {
    this(one, LoadLine.of(one), one.content().required("request").deepCopy());
  }

  private DecideCase(Case one, ObjectNode load, ObjectNode request) {
    this.one = one;
    this.load = load;
    this.request = request;
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
    return new WrittenRequest(request);
  }

  /**
   * The same case with the addresses of 10.0.0.0/8 moved to 127.0.0.0/8, in its rules as in its
   * request, so that a connection over loopback can come from them.
   */
  public DecideCase onLoopback() {
    return new DecideCase(one, moved(load, "rules"), moved(request, "remote"));
  }

  private static ObjectNode moved(ObjectNode of, String member) {
    ObjectNode moved = of.deepCopy();
    if (of.has(member)) {
      moved.put(member, PRIVATE.matcher(of.get(member).asText()).replaceAll("127"));
    }
    return moved;
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
