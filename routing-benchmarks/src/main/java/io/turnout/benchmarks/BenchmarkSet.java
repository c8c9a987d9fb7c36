// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import io.turnout.benchmarks.Goal.Bytes;
import io.turnout.benchmarks.Goal.Ratio;
import java.util.ArrayList;
import java.util.List;

/** A benchmark class, and the goals that its rows are held against. */
enum BenchmarkSet {
  NEAR("near", NearCacheBenchmark.class, nearGoals()),

  LARGE(
      "large",
      NearCacheBenchmark.class,
      List.of(NearKeys.UNIFORM_THOUSAND, NearKeys.UNIFORM_MILLION, NearKeys.ZIPF_MILLION),
      largeGoals()),

  MATCH(
      "match",
      RouteBenchmark.class,
      List.of(
          new Ratio("10 routes", "turnout/10", "Armeria", "armeria/10"),
          new Ratio("10 routes", "turnout/10", "Spring in order", "spring/10"),
          new Ratio("200 routes", "turnout/200", "Armeria", "armeria/200", 1, 2),
          new Ratio("200 routes", "turnout/200", "Spring in order", "spring/200", 1, 15),
          new Bytes("200 routes", "turnout/200", 0),
          new Ratio("5,000 routes", "turnout/5000", "Armeria", "armeria/5000"),
          new Ratio("5,000 routes", "turnout/5000", "Spring in order", "spring/5000", 1, 300),
          new Bytes("5,000 routes", "turnout/5000", 0),
          new Ratio("5,000 routes", "turnout/5000", "the same at 10", "turnout/10", 2, 1))),

  DECISION(
      "decision",
      DecisionBenchmark.class,
      List.of(
          new Ratio("header, 200 rules", "header/200", "Armeria's match", "armeria/200", 1, 2),
          new Bytes("header, 200 rules", "header/200", 160),
          new Ratio("header, 5,000 rules", "header/5000", "the same at 10", "header/10", 2, 1),
          new Ratio("path, 200 rules", "path/200", "Armeria's match", "armeria/200", 1, 2),
          new Bytes("path, 200 rules", "path/200", 160),
          new Ratio("path, 5,000 rules", "path/5000", "the same at 10", "path/10", 2, 1),
          new Ratio("JSON body, 200 rules", "body/200", "Armeria's match", "armeria/200"),
          new Bytes("JSON body, 200 rules", "body/200"),
          new Ratio("JSON body, 5,000 rules", "body/5000", "the same at 10", "body/10", 2, 1))),

  JSON(
      "json",
      JsonBenchmark.class,
      List.of(
          new Ratio(
              "at 99 % of 64 KB", "turnout/99", "fastjson2, whole body", "fastjson2/99", 1, 1),
          new Ratio(
              "at 99 % of 64 KB",
              "turnout/99", "Jackson non-blocking", "jacksonNonBlocking/99", 2, 5),
          new Ratio("at 99 % of 64 KB", "turnout/99", "Jackson streaming", "jacksonStreaming/99"),
          new Ratio("at 99 % of 64 KB", "turnout/99", "Jackson's tree", "jacksonTree/99"),
          new Bytes("at 99 % of 64 KB", "turnout/99"),
          new Ratio("at 1 % of 64 KB", "turnout/1", "fastjson2, whole body", "fastjson2/1"),
          new Ratio("at 1 % of 64 KB", "turnout/1", "Jackson streaming", "jacksonStreaming/1"),
          new Ratio("at 1 % of 64 KB", "turnout/1", "Jackson's tree", "jacksonTree/1", 1, 200),
          new Bytes("at 1 % of 64 KB", "turnout/1"))),

  REDIS(
      "redis",
      RedisBenchmark.class,
      List.of(
          new Ratio("one read", "turnout/1", "Lettuce GET", "lettuceGet/1"),
          new Bytes("one read", "turnout/1"),
          new Ratio("64 reads at once", "turnout/64", "Lettuce GET", "lettuceGet/64"),
          new Bytes("64 reads at once", "turnout/64"))),

  ENDPOINTS(
      "endpoints",
      EndpointsBenchmark.class,
      List.of(
          new Ratio(
              "a change in 20,000 that flap", "together", "applied at once", "atOnce", 1, 100),
          new Ratio("chosen of 20,000", "choose/20000", "of one", "choose/1"),
          new Bytes("chosen of 20,000", "choose/20000"))),

  TOKEN(
      "token",
      TokenBenchmark.class,
      List.of(
          new Ratio(
              "not verified", "unverified/RS256", "base64 and Jackson", "jackson/RS256", 1, 2),
          new Bytes("not verified", "unverified/RS256"),
          new Ratio("HS256, again", "again/HS256", "one SHA-256", "sha256/HS256", 2, 1),
          new Ratio("HS256, first time", "first/HS256", "JJWT", "jjwt/HS256", 6, 5),
          new Ratio("RS256, again", "again/RS256", "one SHA-256", "sha256/RS256", 2, 1),
          new Ratio("RS256, first time", "first/RS256", "JJWT", "jjwt/RS256", 6, 5),
          new Bytes("RS256, again", "again/RS256"),
          new Ratio("ES256, again", "again/ES256", "one SHA-256", "sha256/ES256", 2, 1),
          new Ratio("ES256, first time", "first/ES256", "JJWT", "jjwt/ES256", 6, 5))),

  ADDRESS(
      "address",
      AddressBenchmark.class,
      List.of(
          new Ratio("100 ranges", "turnout/100", "IPAddress", "ipAddress/100"),
          new Ratio("1,000 ranges", "turnout/1000", "IPAddress", "ipAddress/1000"),
          new Ratio("10,000 ranges", "turnout/10000", "IPAddress", "ipAddress/10000"),
          new Ratio("100,000 ranges", "turnout/100000", "IPAddress", "ipAddress/100000", 1, 1),
          new Ratio("100,000 ranges", "turnout/100000", "the same at 100", "turnout/100"),
          new Bytes("100,000 ranges", "turnout/100000")));

  private final String text;
  private final Class<?> benchmarks;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of, of constants
  private final List<NearKeys> keys;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of, of records
  private final List<Goal> goals;

  BenchmarkSet(String text, Class<?> benchmarks, List<Goal> goals) {
    this(text, benchmarks, List.of(), goals);
  }

  BenchmarkSet(String text, Class<?> benchmarks, List<NearKeys> keys, List<Goal> goals) {
    this.text = text;
    this.benchmarks = benchmarks;
    this.keys = keys;
    this.goals = goals;
  }

  /** Its name on the command line. */
  String text() {
    return text;
  }

  /** The class that holds its benchmarks. */
  Class<?> benchmarks() {
    return benchmarks;
  }

  /** The keys that are looked up, where not those that the benchmarks name; fewest first. */
  List<NearKeys> keys() {
    return keys;
  }

  /** The heap of its forks. */
  String heap() {
    return keys.isEmpty() ? "256m" : "2g";
  }

  /** What it is held against, in the order of the table. */
  List<Goal> goals() {
    return goals;
  }

  private static List<Goal> nearGoals() {
    List<Goal> goals = new ArrayList<>();
    for (NearKeys keys : List.of(NearKeys.HOT, NearKeys.ZIPF, NearKeys.UNIFORM)) {
      boolean held = keys != NearKeys.UNIFORM;
      String what = what(keys);
      goals.addAll(besideOthers(keys, held));
      goals.add(new Bytes(what, "turnout/" + keys, 0));
      String two = what + ", two threads";
      goals.add(new Ratio(two, "turnoutOfTwo/" + keys, "one thread", "turnout/" + keys, 10, 9));
      goals.add(
          new Ratio(
              two, "turnoutOfTwo/" + keys, "ConcurrentHashMap", "concurrentHashMapOfTwo/" + keys));
      goals.add(
          new Ratio(
              two, "turnoutOfTwo/" + keys, "Caffeine, refresh", "caffeineRefreshOfTwo/" + keys));
    }
    return List.copyOf(goals);
  }

  private static List<Goal> largeGoals() {
    List<Goal> goals = new ArrayList<>();
    for (NearKeys keys :
        List.of(NearKeys.UNIFORM_THOUSAND, NearKeys.UNIFORM_MILLION, NearKeys.ZIPF_MILLION)) {
      goals.addAll(besideOthers(keys, false));
      goals.add(new Bytes(what(keys), "turnout/" + keys, 0));
    }
    goals.add(
        new Ratio(
            what(NearKeys.UNIFORM_MILLION),
            "turnout/" + NearKeys.UNIFORM_MILLION,
            "the same at 1,000",
            "turnout/" + NearKeys.UNIFORM_THOUSAND));
    goals.add(
        new Ratio(
            what(NearKeys.UNIFORM_MILLION) + ", two threads",
            "turnoutOfTwo/" + NearKeys.UNIFORM_MILLION,
            "one thread",
            "turnout/" + NearKeys.UNIFORM_MILLION,
            10,
            9));
    return List.copyOf(goals);
  }

  /** One thread, beside all others. */
  private static List<Goal> besideOthers(NearKeys keys, boolean held) {
    String what = what(keys);
    String ours = "turnout/" + keys;
    String map = "concurrentHashMap/" + keys;
    String refresh = "caffeineRefresh/" + keys;
    return List.of(
        held
            ? new Ratio(what, ours, "ConcurrentHashMap", map, 3, 2)
            : new Ratio(what, ours, "ConcurrentHashMap", map),
        new Ratio(what, ours, "Caffeine", "caffeine/" + keys),
        held
            ? new Ratio(what, ours, "Caffeine, refresh", refresh, 1, 3)
            : new Ratio(what, ours, "Caffeine, refresh", refresh),
        new Ratio(what, ours, "cache2k", "cache2k/" + keys));
  }

  private static String what(NearKeys keys) {
    return switch (keys) {
      case HOT -> "64 hot keys";
      case ZIPF -> "Zipf 50,000";
      case UNIFORM -> "uniform 50,000";
      case UNIFORM_THOUSAND -> "uniform 1,000";
      case UNIFORM_MILLION -> "uniform 1,000,000";
      case ZIPF_MILLION -> "Zipf 1,000,000";
    };
  }
}
