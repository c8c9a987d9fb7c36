// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.Routed;
import com.linecorp.armeria.server.ServiceConfig;
import io.turnout.CellRouter;
import io.turnout.RoutingAttempt;
import io.turnout.decision.RouteDecision;
import io.turnout.resolve.CellResolver;
import io.turnout.resolve.Resolution;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The whole decision, from a request's head to a cell that the near cache holds fresh, by a header,
 * by the path, by an early member of a JSON body of 8 KiB that comes in one piece; and Armeria's
 * router over the same routes, from a request's head to the route, with the context that it needs.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // filled in before anything is measured
public class DecisionBenchmark {

  private static final int SAMPLES = 256;
  private static final int BODY_BYTES = 8 << 10;

  /** How many routes the rule file has, beside the rules by header and by body. */
  @Param({"10", "200", "5000"})
  public int rules;

  private CellResolver resolver;
  private CellRouter router;
  private BenchmarkHead[] byHeader;
  private BenchmarkHead[] byPath;
  private BenchmarkHead byBody;
  private ByteBuffer[] bodies;
  private ArmeriaRoutes armeria;
  private RequestHeaders[] headers;
  private int at;

  /** Builds both tables and a warm resolver, and asserts that all decide as they must. */
  @Setup
  public void setUp() {
    RouteTable table = RouteTable.of(rules, RouteTable.SEED);
    List<Sample> samples = table.businessSamples(SAMPLES);
    resolver = Resolvers.holding(RouteTable.BUSINESSES);
    router = CellRouter.of(RuleText.rules(table), resolver);
    byHeader =
        samples.stream()
            .map(sample -> BenchmarkHead.ofBusiness(sample.target(), sample.business()))
            .toArray(BenchmarkHead[]::new);
    byPath =
        samples.stream()
            .map(sample -> BenchmarkHead.get(sample.target()))
            .toArray(BenchmarkHead[]::new);
    byBody = BenchmarkHead.post(RuleText.BODY_PATH);
    bodies =
        samples.stream()
            .map(sample -> JsonBodies.of(BODY_BYTES, 1, sample.business()))
            .map(ByteBuffer::wrap)
            .toArray(ByteBuffer[]::new);
    armeria = ArmeriaRoutes.of(table.routes());
    headers =
        samples.stream()
            .map(sample -> ArmeriaRoutes.headers(sample.target()))
            .toArray(RequestHeaders[]::new);
    for (Sample sample : samples) {
      requireAgreement(sample);
      at++;
    }
  }

  private void requireAgreement(Sample sample) {
    int same = at;
    requireKey(sample, "business-header", header());
    at = same;
    requireKey(sample, RuleText.name(sample.route()), path());
    at = same;
    requireKey(sample, "relay", body());
    at = same;
    Agreement.require("Armeria", sample.target(), sample.route(), ArmeriaRoutes.number(armeria()));
    at = same;
  }

  private static void requireKey(Sample sample, String rule, RouteDecision decision) {
    Agreement.require("Turnout", sample.target(), rule, decision.rule().orElse(""));
    Agreement.require(
        "Turnout",
        sample.target(),
        "business:" + sample.business(),
        decision.key().orElseThrow().text());
    Agreement.require(
        "Turnout",
        sample.target(),
        Resolution.Kind.FRESH,
        decision.resolution().orElseThrow().kind());
  }

  /** Ends the resolver's thread. */
  @TearDown
  public void tearDown() {
    resolver.close();
  }

  /** By the header that the first rule asks for. */
  @Benchmark
  public RouteDecision header() {
    return router.begin(byHeader[next()]).decisionNow();
  }

  /** By what the path of one of many rules captures. */
  @Benchmark
  public RouteDecision path() {
    return router.begin(byPath[next()]).decisionNow();
  }

  /** By a member of the body. */
  @Benchmark
  public RouteDecision body() {
    RoutingAttempt attempt = router.begin(byBody);
    attempt.offer(bodies[next()]);
    return attempt.decisionNow();
  }

  /** Armeria's router, and the context that it needs. */
  @Benchmark
  public Routed<ServiceConfig> armeria() {
    return armeria.find(armeria.context(headers[next()]));
  }

  private int next() {
    return at++ & (SAMPLES - 1);
  }
}
