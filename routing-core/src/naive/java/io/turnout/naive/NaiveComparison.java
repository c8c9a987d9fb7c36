// SPDX-License-Identifier: Apache-2.0
package io.turnout.naive;

import io.turnout.CellRouter;
import io.turnout.RoutingAttempt;
import io.turnout.Tier;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** The compiled rules of one file beside the naive ones. */
public final class NaiveComparison implements AutoCloseable {

  /** With fewer look-ups than that, failures do not make a resolver leave its authority alone. */
  private static final int REQUESTS_OF_ONE_RESOLVER = 15;

  private final String text;
  private final Tier tier;
  private final int limit;
  private final RuleSet rules;
  private final NaiveRules naive;
  private CellResolver resolver;
  private CellRouter router;
  private int requests;

  /**
   * Reads a rule file twice.
   *
   * @param limit the most that the tier reads of a body, in bytes
   */
  public NaiveComparison(String text, Tier tier, int limit) {
    this.text = text;
    this.tier = tier;
    this.limit = limit;
    rules = RuleSet.parse(text, Path.of(""));
    resolver = NaiveAuthority.resolver(rules.cells());
    router = router();
    naive = new NaiveRules(text, tier.canHandOn(), limit, NaiveAuthority::cellOf);
  }

  private CellRouter router() {
    return CellRouter.builder(rules, resolver).tier(tier).bodyLimit(limit).build();
  }

  /** A file, a tier and a limit that are chosen. */
  public static NaiveComparison of(Choice choice) {
    String text = new NaiveScenes(choice).rules();
    Tier tier = choice.oneIn(2) ? Tier.EDGE : Tier.AUTHORITY;
    return new NaiveComparison(text, tier, choice.oneIn(3) ? choice.below(40) : 1_000);
  }

  /**
   * Decides a request twice.
   *
   * @param cuts how the body is cut
   * @return what both say
   * @throws AssertionError if they differ
   */
  public Verdict decide(NaiveRequest request, Choice cuts) {
    Verdict compiled = compiled(request, cuts);
    Verdict expected = naive.decide(request);
    if (!compiled.equals(expected)) {
      throw new AssertionError(
          "compiled %s\nnaive    %s\n%s, limit %d\n%s\n%s"
              .formatted(compiled, expected, tier, limit, text, request));
    }
    return compiled;
  }

  /** What the compiled rules say. */
  public Verdict compiled(NaiveRequest request) {
    return compiled(request, bound -> bound - 1);
  }

  private Verdict compiled(NaiveRequest request, Choice cuts) {
    if (++requests % REQUESTS_OF_ONE_RESOLVER == 0) {
      resolver.close();
      resolver = NaiveAuthority.resolver(rules.cells());
      router = router();
    }
    RoutingAttempt attempt = router.begin(request);
    int length = request.content().length;
    for (int from = 0; from < length; ) {
      int piece = Math.min(length - from, cuts.oneIn(3) ? length : 1 + cuts.below(8));
      attempt.offer(ByteBuffer.wrap(request.content(), from, piece));
      from += piece;
    }
    attempt.end();
    return Verdict.of(attempt.decisionNow());
  }

  @Override
  public void close() {
    resolver.close();
  }
}
