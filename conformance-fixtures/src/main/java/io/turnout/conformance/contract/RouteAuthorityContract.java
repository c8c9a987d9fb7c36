// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.turnout.conformance.contract.Rule.Strength;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityAnswer.Known;
import io.turnout.spi.AuthorityAnswer.Unknown;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The contract of a {@link RouteAuthority}: extend it, give it your source of truth and the way to
 * change it, and run it with JUnit.
 *
 * <p>Three hooks are required: {@link #create}, {@link #put} and {@link #remove}. A source that can
 * fail overrides {@link #outage} as well. An outage is no throttling: its failures are of any kind
 * but {@link io.turnout.spi.AuthorityThrottledException}.
 */
@Rule(
    value = "Versions go on growing over a restart, a restore and a deletion.",
    strength = Strength.CANNOT_BE_TESTED)
@Rule(
    value = "A call never holds its caller, also where the store does not fail.",
    strength = Strength.CANNOT_BE_TESTED)
@Rule(
    value = "A store that answers from a replica asks again, consistently, before it answers low.",
    strength = Strength.CANNOT_BE_TESTED)
@Rule(
    value =
        "What a store refuses because of too many calls fails as throttled, and nothing else does.",
    strength = Strength.CANNOT_BE_TESTED)
@Rule(value = "Keys are not in logs and exceptions.", strength = Strength.CANNOT_BE_TESTED)
public abstract class RouteAuthorityContract {

  private static final RouteKey KEY = new RouteKey("business", "1234");
  private static final RouteKey OTHER = new RouteKey("business", "1235");
  private static final RouteKey NOBODY = new RouteKey("business", "nobody");

  private final VirtualTime time = new VirtualTime(1_700_000_000_000L);

  /**
   * Makes an authority that knows no key; called once in each test.
   *
   * @param clock where versions may come from
   */
  protected abstract RouteAuthority create(RouteClock clock);

  /** Changes the truth behind the authority made last, and returns when it can be seen. */
  protected abstract void put(RouteKey key, String cell);

  /** Takes a key that is there from that truth, and returns when it can be seen. */
  protected abstract void remove(RouteKey key);

  /**
   * Lets time pass on the clock that {@link #create} was given.
   *
   * @param by at least so much
   */
  protected void advance(Duration by) {
    time.advance(by);
  }

  /** A way to break what the authority made last stands on; none by default. */
  protected Optional<Outage> outage() {
    return Optional.empty();
  }

  /** How long anything may take, in real time. */
  Duration limit() {
    return Waiting.LIMIT;
  }

  @Test
  @Rule("A key that is there is answered with its own cell.")
  final void lookup_givesTheCell() {
    RouteAuthority authority = create(time);
    put(KEY, "us-1");
    put(OTHER, "eu-1");
    assertEquals("us-1", assertKnown(authority, KEY).cell());
    assertEquals("eu-1", assertKnown(authority, OTHER).cell());
  }

  @Test
  @Rule("A key that is not there is unknown; that is an answer and no failure.")
  final void lookup_ofAKeyThatIsNotThere_isUnknown() {
    RouteAuthority authority = create(time);
    put(KEY, "us-1");
    assertUnknown(authority, NOBODY);
  }

  @Test
  @Rule("Every answer is about the key that was asked for.")
  final void lookup_answersAboutTheKey() {
    RouteAuthority authority = create(time);
    for (RouteKey key : OddKeys.ALL) {
      assertEquals(key, lookup(authority, key, 0).key());
      put(key, "us-1");
      assertKnown(authority, key);
    }
  }

  @Test
  @Rule("Each change of a key's mapping has a higher version than all before it.")
  final void versions_growWithEachChange() {
    RouteAuthority authority = create(time);
    long before = assertUnknown(authority, KEY).version();
    for (String cell : List.of("us-1", "eu-1", "us-1")) {
      put(KEY, cell);
      Known known = assertKnown(authority, KEY);
      assertEquals(cell, known.cell());
      assertGrown(before, known.version());
      before = known.version();
    }
  }

  @Test
  @Rule("A removed key is unknown with a higher version, and grows from there if it comes back.")
  final void versions_growOverARemoval() {
    RouteAuthority authority = create(time);
    put(OTHER, "us-1");
    put(KEY, "us-1");
    long known = assertKnown(authority, KEY).version();
    remove(KEY);
    long unknown = assertUnknown(authority, KEY).version();
    assertGrown(known, unknown);
    put(KEY, "us-1");
    assertGrown(unknown, assertKnown(authority, KEY).version());
  }

  @Test
  @Rule("As long as a key's mapping stays, so does its version.")
  final void versions_stayWhereNothingChanges() {
    RouteAuthority authority = create(time);
    put(KEY, "us-1");
    long version = assertKnown(authority, KEY).version();
    advance(Duration.ofSeconds(5));
    put(OTHER, "eu-1");
    assertEquals(version, assertKnown(authority, KEY).version());
  }

  @Test
  @Rule("Asked for at least a version that was given out, an authority does not answer below it.")
  final void lookup_isNotBelowWhatWasGivenOut() {
    RouteAuthority authority = create(time);
    put(KEY, "us-1");
    put(KEY, "eu-1");
    long version = assertKnown(authority, KEY).version();
    AuthorityAnswer answer = lookup(authority, KEY, version);
    assertTrue(answer.version() >= version, "version " + answer.version() + " below " + version);
  }

  @Test
  @Rule("A look-up of many keys has one stage for each, in their order, up to the most it takes.")
  final void lookupAll_answersInOrder() {
    RouteAuthority authority = create(time);
    List<Lookup> lookups = new ArrayList<>();
    for (int i = 99; i >= 0; i--) {
      RouteKey key = new RouteKey("business", "many-" + i);
      lookups.add(new Lookup(key, 0));
      if (i % 10 == 0) {
        put(key, "cell-" + i);
      }
    }
    List<AuthorityAnswer> answers = lookupAll(authority, lookups);
    assertEquals(lookups.stream().map(Lookup::key).toList(), keys(answers));
    for (AuthorityAnswer answer : answers) {
      assertAlike(lookup(authority, answer.key(), 0), answer);
    }
    assertEquals(10, answers.stream().filter(Known.class::isInstance).count());
  }

  @Test
  @Rule("A look-up of many keys heeds the least version of each.")
  final void lookupAll_isNotBelowWhatWasGivenOut() {
    RouteAuthority authority = create(time);
    put(KEY, "us-1");
    put(OTHER, "us-1");
    long one = assertKnown(authority, KEY).version();
    long other = assertKnown(authority, OTHER).version();
    List<AuthorityAnswer> answers =
        lookupAll(authority, List.of(new Lookup(OTHER, other), new Lookup(KEY, one)));
    assertEquals(List.of(OTHER, KEY), keys(answers));
    assertTrue(answers.get(0).version() >= other && answers.get(1).version() >= one);
  }

  @TestFactory
  @Rule("That the truth cannot be read fails the stage: never unknown, never thrown, never held.")
  final Stream<DynamicTest> outage_failsTheStages() {
    return duringOutage(
        "every look-up fails its stage",
        (authority, outage) -> {
          outage.begin();
          waiting().failure("lookup", () -> authority.lookup(KEY, 0));
          waiting().failure("lookup", () -> authority.lookup(NOBODY, 0));
          if (authority.mostAtOnce() > 1) {
            List<Lookup> both = List.of(new Lookup(KEY, 0), new Lookup(NOBODY, 0));
            stages(authority, both).forEach(stage -> waiting().failure("lookupAll", () -> stage));
          }
        });
  }

  @TestFactory
  @Rule("An authority whose store has come back answers again by itself.")
  final Stream<DynamicTest> outage_ends() {
    return duringOutage(
        "look-ups succeed again",
        (authority, outage) -> {
          outage.begin();
          waiting().failure("lookup", () -> authority.lookup(KEY, 0));
          outage.end();
          waiting()
              .until(
                  "look-ups succeed again",
                  () -> waiting().succeeds("lookup", () -> authority.lookup(KEY, 0)));
          assertEquals(KEY, lookup(authority, KEY, 0).key());
        });
  }

  private interface OutageTest {
    void run(RouteAuthority authority, Outage outage);
  }

  private Stream<DynamicTest> duringOutage(String what, OutageTest test) {
    RouteAuthority authority = create(time);
    return outage().stream()
        .map(
            outage ->
                DynamicTest.dynamicTest(
                    what,
                    () -> {
                      put(KEY, "us-1");
                      assertKnown(authority, KEY);
                      try {
                        test.run(authority, outage);
                      } finally {
                        outage.end();
                      }
                    }));
  }

  private AuthorityAnswer lookup(RouteAuthority authority, RouteKey key, long atLeast) {
    return waiting().answer("lookup", () -> authority.lookup(key, atLeast));
  }

  /** Looks up as many at once as the authority takes. */
  private List<AuthorityAnswer> lookupAll(RouteAuthority authority, List<Lookup> lookups) {
    int most = authority.mostAtOnce();
    List<AuthorityAnswer> answers = new ArrayList<>();
    for (int from = 0; from < lookups.size(); from += most) {
      List<Lookup> some = lookups.subList(from, Math.min(lookups.size(), from + most));
      if (some.size() == 1) {
        answers.add(lookup(authority, some.get(0).key(), some.get(0).atLeastVersion()));
      } else {
        stages(authority, some)
            .forEach(stage -> answers.add(waiting().answer("lookupAll", () -> stage)));
      }
    }
    return answers;
  }

  private List<CompletionStage<AuthorityAnswer>> stages(
      RouteAuthority authority, List<Lookup> lookups) {
    List<CompletionStage<AuthorityAnswer>> stages =
        waiting().promptly("lookupAll", () -> authority.lookupAll(lookups));
    assertEquals(lookups.size(), stages.size(), "stages of as many look-ups");
    return stages;
  }

  private Known assertKnown(RouteAuthority authority, RouteKey key) {
    Known known = assertInstanceOf(Known.class, lookup(authority, key, 0));
    assertEquals(key, known.key());
    return known;
  }

  private Unknown assertUnknown(RouteAuthority authority, RouteKey key) {
    Unknown unknown = assertInstanceOf(Unknown.class, lookup(authority, key, 0));
    assertEquals(key, unknown.key());
    return unknown;
  }

  /** Equal but for the lives: an authority may say what remains of them. */
  private static void assertAlike(AuthorityAnswer expected, AuthorityAnswer answer) {
    assertEquals(expected.key(), answer.key());
    assertEquals(cell(expected), cell(answer));
    assertEquals(expected.version(), answer.version());
  }

  private static Optional<String> cell(AuthorityAnswer answer) {
    return answer instanceof Known known ? Optional.of(known.cell()) : Optional.empty();
  }

  private static void assertGrown(long before, long after) {
    assertTrue(after > before, () -> "version " + after + " must lie above " + before);
  }

  private static List<RouteKey> keys(List<AuthorityAnswer> answers) {
    return answers.stream().map(AuthorityAnswer::key).toList();
  }

  private Waiting waiting() {
    return new Waiting(this::advance, limit());
  }
}
