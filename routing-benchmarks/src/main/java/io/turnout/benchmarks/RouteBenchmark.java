// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import com.linecorp.armeria.server.Routed;
import com.linecorp.armeria.server.RoutingContext;
import com.linecorp.armeria.server.ServiceConfig;
import io.turnout.match.Condition;
import io.turnout.match.Conditions;
import io.turnout.match.IndexedRule;
import io.turnout.match.PathTemplate;
import io.turnout.match.RuleIndex;
import io.turnout.request.Request;
import java.util.ArrayList;
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
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Which route of a table fits a path: the rule index with the conditions of its candidates,
 * Armeria's router, Spring's path patterns one after the other. Each gets its request parsed
 * beforehand.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // filled in before anything is measured
public class RouteBenchmark {

  private static final int SAMPLES = 256;

  /** How many routes the table has. */
  @Param({"10", "200", "5000"})
  public int routes;

  private RuleIndex index;
  private Condition[] conditions;
  private Request[] requests;
  private ArmeriaRoutes armeria;
  private RoutingContext[] contexts;
  private PathPattern[] patterns;
  private PathContainer[] paths;
  private int at;

  /** Builds all three tables, and asserts that they agree on all samples. */
  @Setup
  public void setUp() {
    RouteTable table = RouteTable.of(routes, RouteTable.SEED);
    List<Sample> samples = table.samples(SAMPLES);
    conditions = table.routes().stream().map(RouteBenchmark::condition).toArray(Condition[]::new);
    List<IndexedRule> rules = new ArrayList<>();
    for (Condition condition : conditions) {
      rules.add(new IndexedRule(List.of(condition), List.of()));
    }
    index = RuleIndex.of(rules);
    requests =
        samples.stream()
            .map(sample -> Request.of(BenchmarkHead.get(sample.target())))
            .toArray(Request[]::new);
    armeria = ArmeriaRoutes.of(table.routes());
    contexts =
        samples.stream()
            .map(sample -> armeria.context(ArmeriaRoutes.headers(sample.target())))
            .toArray(RoutingContext[]::new);
    PathPatternParser parser = new PathPatternParser();
    patterns =
        table.routes().stream()
            .map(route -> parser.parse(route.withRest()))
            .toArray(PathPattern[]::new);
    paths =
        samples.stream()
            .map(sample -> PathContainer.parsePath(sample.target()))
            .toArray(PathContainer[]::new);
    for (Sample sample : samples) {
      Agreement.require("Turnout", sample.target(), sample.route(), turnout());
      at--;
      Agreement.require(
          "Armeria", sample.target(), sample.route(), ArmeriaRoutes.number(armeria()));
      at--;
      Agreement.require("Spring", sample.target(), sample.route(), spring());
    }
  }

  /** The rule index, and the conditions of its candidates. */
  @Benchmark
  public int turnout() {
    Request request = requests[next()];
    int found = index.next(request, 0);
    while (found >= 0 && !conditions[found].holds(request)) {
      found = index.next(request, found + 1);
    }
    return found;
  }

  /** Armeria's router. */
  @Benchmark
  public Routed<ServiceConfig> armeria() {
    return armeria.find(contexts[next()]);
  }

  /** Spring's path patterns in order; no captures are taken. */
  @Benchmark
  public int spring() {
    PathContainer path = paths[next()];
    for (int i = 0; i < patterns.length; i++) {
      if (patterns[i].matches(path)) {
        return i;
      }
    }
    return -1;
  }

  private int next() {
    return at++ & (SAMPLES - 1);
  }

  private static Condition condition(Route route) {
    return Conditions.path(List.of(PathTemplate.parse(route.withRest())));
  }
}
