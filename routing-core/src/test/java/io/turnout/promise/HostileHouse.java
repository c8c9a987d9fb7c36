// SPDX-License-Identifier: Apache-2.0
package io.turnout.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.CellRouter;
import io.turnout.Tier;
import io.turnout.client.EdgeSigner;
import io.turnout.decision.Outcome;
import io.turnout.decision.RouteDecision;
import io.turnout.decision.StageChoice;
import io.turnout.decision.StageChoice.How;
import io.turnout.request.FromPeer;
import io.turnout.request.RequestHead;
import io.turnout.request.TestHead;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.Keys;
import io.turnout.rules.RuleSet;
import io.turnout.spi.VirtualTime;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.DynamicTest;

/**
 * Rules with something to steal: a cell for those who come through an edge, are inside or are a
 * crawler, stages that nobody gets by chance, and one that is closed.
 */
final class HostileHouse {

  /** Where the attacker's connections come from. */
  static final String ATTACKER = "203.0.113.66";

  /** A proxy that appends the peer's address to X-Forwarded-For. It is inside itself. */
  static final String PROXY = "10.1.2.3";

  /** A proxy that appends to Forwarded. It is inside itself. */
  static final String FORWARDER = "10.2.2.3";

  static final long NOW = 1_767_225_600L;
  static final String ID = "an-id-of-22-characters";

  private static final String FILE =
      """
      turnout: 1
      edges:
        - name: cdn
          signature: { keys: [ { id: k1, secret: "env:CDN" }, { id: k2, secret: "env:CDN_2" } ], covers: ["@method", "@path", "@query", x-client] }
          client-ip: { header: X-Client }
        - { name: other, signature: { keys: [ { id: k1, secret: "env:OTHER" } ] } }
        - { name: router, router: true, signature: { keys: [ { id: r1, secret: "env:ROUTER" } ] } }
        - { name: mesh, router: true, tls: { san: edge.internal } }
        - { name: proxy, cidr: [10.1.0.0/16], client-ip: { header: X-Forwarded-For, hops: 1 } }
        - { name: forwarder, cidr: [10.2.0.0/16], client-ip: { header: Forwarded, hops: 1 } }
      tags:
        internal: { cidr: [10.0.0.0/8, 127.0.0.0/8, "fd00::/8", "::1/128"] }
        crawler: { cidr: [66.249.64.0/19], user-agent: { contains: Crawler } }
      splits:
        - name: web
          id: { cookie: rid, max-age: 30m }
          pin: { header: X-Stage, tag: internal }
          sticky: session
          keys: [ { id: s1, secret: "env:WEB" }, { id: s2, secret: "env:WEB_2" } ]
          stages: [ { name: public, weight: 1 }, { name: secret }, { name: shut, weight: 9, closed: true } ]
        - name: shop
          id: { cookie: sid, max-age: 30m }
          sticky: session
          keys: [ { id: s1, secret: "env:WEB" } ]
          stages: [ { name: plain, weight: 1 }, { name: secret } ]
      rules:
        - { name: via, when: { tag: [via-cdn, via-other, via-router, via-mesh] }, then: cell prize }
        - { name: inside, when: { tag: internal }, then: cell prize }
        - { name: crawler, when: { tag: crawler }, then: cell prize }
        - { name: keyed, when: { path: /keyed }, key: { namespace: user, from: [ { header: X-Id } ] } }
        - { name: all, then: cell public }
      """;

  private final VirtualTime time = new VirtualTime(NOW * 1_000);
  private final CellResolver resolver = Scenes.resolver(time);

  /**
   * One attempt.
   *
   * @param what what is tried
   * @param why why it gets nothing
   * @param head the request
   */
  record Attempt(String what, String why, RequestHead head) {

    /** A request right from the attacker. */
    static Attempt direct(String what, UnaryOperator<TestHead> made, String why) {
      return new Attempt(what, why, FromPeer.at(ATTACKER, made.apply(TestHead.get("/a?b=c"))));
    }

    /** A request through the proxy, which adds a line of its own. */
    static Attempt proxied(String what, UnaryOperator<TestHead> made, String why) {
      TestHead sent = made.apply(TestHead.get("/a?b=c")).with("X-Forwarded-For", ATTACKER);
      return new Attempt(what, why, FromPeer.at(PROXY, sent));
    }

    /** A request through the proxy that adds to a line of Forwarded that the attacker began. */
    static Attempt forwarded(String what, String begun, String why) {
      String line = begun + ", for=" + ATTACKER;
      return new Attempt(
          what, why, FromPeer.at(FORWARDER, TestHead.get("/").with("Forwarded", line)));
    }
  }

  static byte[] secret(String name) {
    return ("a secret of more than 32 bytes, called " + name).getBytes(StandardCharsets.UTF_8);
  }

  static EdgeSigner.Builder signer(String keyId, String secret) {
    return EdgeSigner.builder(keyId, secret(secret)).clock(new VirtualTime(NOW * 1_000));
  }

  static TestHead with(TestHead head, EdgeSigner.Signed signed) {
    return head.with("Signature-Input", signed.input()).with("Signature", signed.signature());
  }

  /** A session cookie's value, made apart from the library. */
  static String session(String stage, String split, String keyId, String secret) {
    String text = "v1." + ID + '.' + stage + '.' + (NOW + 60) + '.' + keyId;
    return text + '.' + mac(text + '\0' + split, secret);
  }

  static String mac(String text, String secret) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret(secret), "HmacSHA256"));
      byte[] bytes = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a tier decides. */
  RouteDecision decide(Tier tier, RequestHead head) {
    Keys keys = Keys.of(name -> Optional.of(new String(secret(name), StandardCharsets.UTF_8)));
    CellRouter router =
        CellRouter.builder(RuleSet.parse(FILE, Path.of(""), keys), resolver)
            .tier(tier)
            .clock(time)
            .build();
    return router.begin(head).decisionNow();
  }

  /** A test for each attempt. */
  static Stream<DynamicTest> tests(List<Attempt> attempts) {
    return attempts.stream()
        .map(
            one ->
                DynamicTest.dynamicTest(
                    one.what() + ": " + one.why(), () -> new HostileHouse().getsNothing(one)));
  }

  private void getsNothing(Attempt attempt) {
    for (Tier tier : Tier.values()) {
      RouteDecision decision = decide(tier, attempt.head());
      String what = tier + ", " + attempt.what() + ": " + decision + ", " + decision.client();
      assertThat(decision.outcome()).as(what).isEqualTo(Outcome.CELL);
      assertThat(decision.cell()).as(what).contains("public");
      assertThat(decision.rule()).as(what).contains("all");
      assertThat(decision.key()).as(what).isEmpty();
      assertThat(decision.client().routerEdge()).as(what).isEmpty();
      assertThat(decision.client().hops()).as(what).isZero();
      assertThat(decision.client().stages()).as(what).isEmpty();
      assertThat(Set.of("via-proxy", "via-forwarder"))
          .as(what)
          .containsAll(decision.client().tags());
      assertThat(decision.client().address().map(InetAddress::getHostAddress).orElse(ATTACKER))
          .as(what)
          .isEqualTo(ATTACKER);
      assertThat(decision.stages())
          .as(what)
          .extracting(StageChoice::stage)
          .containsExactly("public", "plain");
      assertThat(decision.stages())
          .as(what)
          .extracting(StageChoice::how)
          .containsExactly(How.NEW, How.NEW);
    }
  }
}
