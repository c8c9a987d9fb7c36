// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import io.turnout.Seeds;
import io.turnout.request.Request;
import io.turnout.request.TestHead;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RuleIndexTest {

  private static final int RANDOM_TABLES = 2_000;
  private static final int TARGETS_PER_TABLE = 20;

  private static final String[] TEMPLATE_SEGMENTS = {
    "a", "b", "ab", "*", "{x}", "{x:a+}", "a{x}", "{x}b", "a{x}b", "", "@{x}", "c", "é"
  };
  private static final String[] PATH_SEGMENTS = {
    "a", "b", "ab", "aab", "", "c", "@a", "x%2Fy", "%61", "%C3%A9", "a%62", "@"
  };
  private static final String[] MALFORMED = {"/%", "/a/..", "/a\\b", "/a%00", "/%ff/b"};
  private static final String[] PATTERNS = {
    "a.com", "b.a.com", "*.a.com", "*.com", "com", "*.b.a.com", "a.org", "*.A.org"
  };
  private static final String[] HOSTS = {
    "a.com",
    "A.com:80",
    "b.a.com",
    "c.b.a.com",
    "com",
    "x.com",
    "x.a.org",
    ".a.com",
    "a..com",
    "org"
  };

  @Test
  void next_neverPassesOverARuleThatAppliesAndGivesNoneThatHostOrPathExclude() {
    Seeds.each(
        RANDOM_TABLES,
        random -> {
          List<IndexedRule> rules = new ArrayList<>();
          int size = random.nextInt(30);
          for (int i = 0; i < size; i++) {
            rules.add(rule(random));
          }
          RuleIndex index = RuleIndex.of(rules);
          for (int i = 0; i < TARGETS_PER_TABLE; i++) {
            check(index, rules, request(random));
          }
        });
  }

  private static void check(RuleIndex index, List<IndexedRule> rules, Request request) {
    boolean malformed = request.target().isMalformed();
    for (int from = 0; from <= rules.size(); from++) {
      int next = index.next(request, from);
      int applies = from;
      while (applies < rules.size() && !mustBeTried(rules.get(applies), request, malformed)) {
        applies++;
      }
      boolean right =
          next < 0
              ? applies == rules.size()
              : next >= from && next <= applies && canBeTried(rules.get(next), request, malformed);
      if (!right) {
        fail("from %d: %d, %s, %s", from, next, request.head(), rules);
      }
    }
  }

  private static boolean mustBeTried(IndexedRule rule, Request request, boolean malformed) {
    return (malformed && rule.looksAtPath())
        || rule.when().stream().allMatch(condition -> condition.test(request));
  }

  /** Whether neither host nor path exclude the rule; regexes and empty labels are not judged. */
  private static boolean canBeTried(IndexedRule rule, Request request, boolean malformed) {
    if (malformed && rule.looksAtPath()) {
      return true;
    }
    return rule.when().stream()
        .filter(condition -> condition instanceof HostIs || condition instanceof PathFits)
        .allMatch(condition -> condition.test(request) || isJudgedRoughly(condition, request));
  }

  private static boolean isJudgedRoughly(Condition condition, Request request) {
    if (condition instanceof HostIs) {
      String host = request.host();
      return host != null && (host.startsWith(".") || host.contains(".."));
    }
    PathFits path = (PathFits) condition;
    return path.templates().stream()
        .anyMatch(
            template ->
                PathTemplate.parse(template.text().replace(":a+", "")).fits(request.target()));
  }

  private static IndexedRule rule(Random random) {
    List<Condition> when = new ArrayList<>();
    List<Condition> unless = new ArrayList<>();
    if (random.nextInt(5) == 0) {
      when.add(Conditions.method(List.of(random.nextBoolean() ? "GET" : "PUT")));
    }
    if (random.nextInt(4) > 0) {
      (random.nextInt(6) == 0 ? unless : when).add(Conditions.path(templates(random)));
    }
    if (random.nextInt(3) == 0) {
      (random.nextInt(6) == 0 ? unless : when).add(Conditions.host(hosts(random)));
    }
    return new IndexedRule(when, unless);
  }

  private static List<PathTemplate> templates(Random random) {
    List<PathTemplate> templates = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      StringBuilder text = new StringBuilder();
      int depth = random.nextInt(4);
      for (int level = 0; level < depth; level++) {
        String segment = TEMPLATE_SEGMENTS[random.nextInt(TEMPLATE_SEGMENTS.length)];
        text.append('/').append(segment.replace("x", "x" + level));
      }
      templates.add(PathTemplate.parse(text + (depth == 0 || random.nextInt(4) == 0 ? "/**" : "")));
    }
    return templates;
  }

  private static List<String> hosts(Random random) {
    List<String> hosts = new ArrayList<>();
    if (random.nextInt(3) == 0) {
      return List.of("b.a.com", "*.a.com", "com");
    }
    for (int i = random.nextInt(3); i >= 0; i--) {
      hosts.add(PATTERNS[random.nextInt(PATTERNS.length)]);
    }
    return hosts;
  }

  private static Request request(Random random) {
    StringBuilder path = new StringBuilder();
    for (int level = random.nextInt(4); level >= 0; level--) {
      path.append('/').append(PATH_SEGMENTS[random.nextInt(PATH_SEGMENTS.length)]);
    }
    String host = HOSTS[random.nextInt(HOSTS.length)];
    String target =
        switch (random.nextInt(12)) {
          case 0 -> MALFORMED[random.nextInt(MALFORMED.length)];
          case 1 -> "*";
          case 2 -> "http://" + host;
          case 3 -> "http://" + host + path + "?q=/a";
          default -> path.toString();
        };
    TestHead head = TestHead.of(random.nextBoolean() ? "GET" : "PUT", target);
    return (random.nextInt(5) == 0 ? head : head.with("host", host)).request();
  }

  @Test
  void next_ofAnEmptyTableIsNone() {
    assertThat(RuleIndex.of(List.of()).next(TestHead.get("/").request(), 0)).isEqualTo(-1);
  }

  @Test
  void next_givesAFirstRuleWithoutConditionsBeforeTheTargetIsParsed() {
    RuleIndex index =
        RuleIndex.of(
            List.of(
                new IndexedRule(List.of(Conditions.header("x", TextTest.present(true))), List.of()),
                when("/a"),
                new IndexedRule(List.of(Conditions.host(List.of("a.com"))), List.of())));
    TestHead head = TestHead.get("/%");
    Request request = head.request();
    assertThat(index.next(request, 0)).isZero();
    assertThat(head.targetReads()).isZero();
    assertThat(index.next(request, 1)).isEqualTo(1);
    assertThat(index.next(request, 2)).isEqualTo(-1);
  }

  @Test
  void next_allocatesNothing() {
    RuleIndex index = RuleIndex.of(largeTable(500));
    Request request = TestHead.get("/t/x%2F1/svc77/y").with("host", "h.a77.example.com").request();
    assertThat(candidates(index, request)).isNotEmpty();
    long sum = 0;
    for (int i = 0; i < 100; i++) {
      sum += walk(index, request);
    }
    long before = allocatedBytes();
    for (int i = 0; i < 1_000; i++) {
      sum += walk(index, request);
    }
    assertThat(allocatedBytes() - before).as("bytes, checksum %d", sum).isLessThan(1_000);
  }

  @Test
  void next_findsItsFewCandidatesInALargeTable() {
    RuleIndex index = RuleIndex.of(largeTable(5_000));
    assertThat(candidates(index, TestHead.get("/t/x/svc77/y").request())).containsExactly(77 * 5);
    assertThat(candidates(index, TestHead.get("/lit77").request())).containsExactly(77 * 5 + 1);
    assertThat(candidates(index, TestHead.get("/u/pre77-1.json").request()))
        .containsExactly(77 * 5 + 2);
    assertThat(candidates(index, TestHead.get("/api/v1").with("host", "a77.example.com").request()))
        .containsExactly(77 * 5 + 3);
    assertThat(candidates(index, TestHead.get("/").with("host", "z.a77.example.com").request()))
        .containsExactly(77 * 5 + 4);
    assertThat(candidates(index, TestHead.get("/none").with("host", "none").request())).isEmpty();
  }

  @Test
  void next_costsAboutTheSameInALargeTableAsInASmallOne() {
    RuleIndex small = RuleIndex.of(largeTable(50));
    RuleIndex large = RuleIndex.of(largeTable(5_000));
    Request request = TestHead.get("/t/x/svc7/y").with("host", "z.a7.example.com").request();
    assertThat(candidates(large, request)).isEqualTo(candidates(small, request)).hasSize(2);
    long leastSmall = Long.MAX_VALUE;
    long leastLarge = Long.MAX_VALUE;
    for (int round = 0; round < 200; round++) {
      leastSmall = Math.min(leastSmall, nanos(small, request));
      leastLarge = Math.min(leastLarge, nanos(large, request));
    }
    assertThat(leastLarge).isLessThan(20 * leastSmall);
  }

  @Test
  void next_isNotMultipliedByAListOfHostsOnManyRules() {
    List<String> hosts = IntStream.range(0, 500).mapToObj(i -> "h" + i + ".com").toList();
    Condition host = Conditions.host(hosts);
    List<IndexedRule> rules = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      Condition path = Conditions.path(List.of(PathTemplate.parse("/a/{b}/c" + i)));
      rules.add(new IndexedRule(List.of(host, path), List.of()));
    }
    long before = allocatedBytes();
    RuleIndex index = RuleIndex.of(rules);
    assertThat(allocatedBytes() - before).isLessThan(60_000_000);
    Request request = TestHead.get("/a/x/c7").with("host", "h77.com").request();
    assertThat(candidates(index, request)).containsExactly(7);
  }

  private static long nanos(RuleIndex index, Request request) {
    long start = System.nanoTime();
    long sum = 0;
    for (int i = 0; i < 200; i++) {
      sum += walk(index, request);
    }
    assertThat(sum).isPositive();
    return System.nanoTime() - start;
  }

  private static List<IndexedRule> largeTable(int size) {
    List<IndexedRule> rules = new ArrayList<>();
    for (int i = 0; i < size / 5; i++) {
      rules.add(when("/t/{tenant}/svc" + i + "/**"));
      rules.add(when("/lit" + i));
      rules.add(when("/u/pre" + i + "-{id}.json"));
      rules.add(
          new IndexedRule(
              List.of(
                  Conditions.host(List.of("a" + i + ".example.com")),
                  Conditions.path(List.of(PathTemplate.parse("/api/**")))),
              List.of()));
      rules.add(
          new IndexedRule(
              List.of(Conditions.host(List.of("*.a" + i + ".example.com"))), List.of()));
    }
    return rules;
  }

  private static IndexedRule when(String template) {
    return new IndexedRule(
        List.of(Conditions.path(List.of(PathTemplate.parse(template)))), List.of());
  }

  private static List<Integer> candidates(RuleIndex index, Request request) {
    List<Integer> found = new ArrayList<>();
    for (int rule = index.next(request, 0); rule >= 0; rule = index.next(request, rule + 1)) {
      found.add(rule);
    }
    return found;
  }

  private static long walk(RuleIndex index, Request request) {
    long sum = 0;
    for (int rule = index.next(request, 0); rule >= 0; rule = index.next(request, rule + 1)) {
      sum += rule;
    }
    return sum;
  }

  private static long allocatedBytes() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }
}
