// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Requests that differ in one thing from one that a rule decides, so that this rule must not.
 *
 * <p>Each is made from a shape of everyday traffic, and falls through to whatever comes after its
 * rule: a wide rule at the end of its section, or none.
 */
final class NearMisses {

  /** Their keys are made from any text, so that no text is too long to be one. */
  private static final Set<String> NAMESPACES_WITHOUT_FORM = Set.of("email-domain", "person");

  private static final UnaryOperator<Shape> NO_RULE = UnaryOperator.identity();
  private static final UnaryOperator<Shape> UNEXPECTED_HOOK =
      miss -> miss.rejectedBy("hooks-rest", 404);
  private static final UnaryOperator<Shape> OTHER_CARD = miss -> miss.rejectedBy("card-other", 404);
  private static final UnaryOperator<Shape> OTHER_CALL = miss -> miss.goesTo("mcp-rest", "us-1");
  private static final UnaryOperator<Shape> SHELL = miss -> miss.goesTo("web-public", "us-1");
  private static final UnaryOperator<Shape> INTERNAL = miss -> miss.goesTo("internal-rest", "us-1");
  private static final UnaryOperator<Shape> SIGN_UP = miss -> miss.goesTo("sign-up", "us-1");

  private NearMisses() {}

  static List<Shape> shapes() {
    return Shapes.joined(methods(), keys(), hosts(), paths(), contentTypes(), headers(), others());
  }

  private static List<Shape> methods() {
    return Shapes.joined(
        otherMethod(hooks(), UNEXPECTED_HOOK),
        otherMethod(
            named(
                ApiTraffic.shapes(),
                "v1-statement v1-event graphql-get v1-transfers v1-payments v1-payments-form"
                    + " v1-batch v1-import v1-reconcile graphql graphql-account soap"),
            NO_RULE),
        otherMethod(
            named(
                WebTraffic.shapes(),
                "web-beacon web-public invoice-pdf donation-form mobile-link push-receipt"
                    + " login-domain magic-link password-reset saml"),
            NO_RULE),
        otherMethod(named(WebTraffic.shapes(), "sign-up-form sign-up-json"), SIGN_UP),
        otherMethod(
            named(
                CardTraffic.shapes(),
                "card-auth card-auth-acquirer card-advice card-reversal card-clearing"
                    + " card-dispute card-settlement"),
            OTHER_CARD),
        otherMethod(named(CardTraffic.shapes(), "card-3ds"), NO_RULE),
        otherMethod(
            named(AgentTraffic.shapes(), "mcp-stream mcp-tool mcp-tool-account mcp-meta"),
            OTHER_CALL),
        otherMethod(named(AgentTraffic.shapes(), "agent-card"), NO_RULE),
        otherMethod(named(PlatformTraffic.shapes(), "internal-replay"), INTERNAL),
        otherMethod(
            named(
                PlatformTraffic.shapes(),
                "health well-known cors-preflight assets api-description oauth-callback"
                    + " upload-ticket"),
            NO_RULE));
  }

  private static List<Shape> keys() {
    return Shapes.joined(
        longerKey(without(hooks(), "brackenpay-connect"), UNEXPECTED_HOOK),
        longerKey(primary(ApiTraffic.shapes()), NO_RULE),
        longerKey(named(WebTraffic.shapes(), "web-account web-cookie web-session"), SHELL),
        longerKey(
            without(primary(WebTraffic.shapes()), "web-account web-switch web-cookie web-session"),
            NO_RULE),
        longerKey(without(primary(CardTraffic.shapes()), "card-3ds"), OTHER_CARD),
        longerKey(named(CardTraffic.shapes(), "card-3ds"), NO_RULE),
        longerKey(without(primary(AgentTraffic.shapes()), "agent-card"), OTHER_CALL),
        longerKey(named(AgentTraffic.shapes(), "agent-card"), NO_RULE),
        longerKey(without(primary(PlatformTraffic.shapes()), "v1-exports"), INTERNAL),
        longerKey(named(PlatformTraffic.shapes(), "v1-exports"), NO_RULE));
  }

  private static List<Shape> hosts() {
    return Shapes.joined(
        otherHost(
            named(
                WebTraffic.shapes(),
                "web-account web-switch web-cookie web-session web-beacon web-public profile"
                    + " checkout shop shop-cart mobile-session mobile-session-account"
                    + " mobile-device mobile-link login-domain login-token"),
            NO_RULE),
        otherHost(without(primary(CardTraffic.shapes()), "card-3ds"), NO_RULE),
        otherHost(named(ApiTraffic.shapes(), "api-session api-session-merchant"), NO_RULE),
        otherHost(
            named(PlatformTraffic.shapes(), "status-page sandbox retired-host pinned-browser desk"),
            NO_RULE),
        otherHost(
            named(PlatformTraffic.shapes(), "internal-cell internal-business internal-rest"),
            miss -> miss.rejectedBy("internal-from-outside", 403)));
  }

  private static List<Shape> paths() {
    return Shapes.joined(
        otherPath(hooks(), NO_RULE),
        otherPath(
            without(primary(ApiTraffic.shapes()), "api-session api-session-merchant"), NO_RULE),
        otherPath(
            named(
                WebTraffic.shapes(),
                "profile checkout invoice-pdf shop shop-cart donation-form mobile-link"
                    + " push-receipt wallet-provisioning wallet-device magic-link"
                    + " password-reset saml scim sign-up-form sign-up-json sign-up"),
            NO_RULE),
        otherPath(named(WebTraffic.shapes(), "web-account web-public"), SHELL),
        otherPath(without(primary(CardTraffic.shapes()), "card-token-header card-3ds"), OTHER_CARD),
        otherPath(named(CardTraffic.shapes(), "card-3ds"), NO_RULE),
        otherPath(primary(AgentTraffic.shapes()), NO_RULE),
        otherPath(
            without(
                primary(PlatformTraffic.shapes()),
                "scanners well-known assets trace cors-preflight status-page sandbox"
                    + " retired-host too-old-app"
                    + " routable-token oauth-callback pinned-browser desk"),
            NO_RULE),
        otherPath(
            named(PlatformTraffic.shapes(), "scanners well-known assets oauth-callback"), SHELL));
  }

  private static List<Shape> contentTypes() {
    String name = "Content-Type";
    String json = "application/json";
    return Shapes.joined(
        changed(named(ApiTraffic.shapes(), "v1-payments"), NO_RULE, name, "text/plain"),
        changed(
            named(ApiTraffic.shapes(), "v1-payments-form"), NO_RULE, name, "multipart/form-data"),
        changed(named(ApiTraffic.shapes(), "soap"), NO_RULE, name, "application/xml"),
        changed(named(WebTraffic.shapes(), "web-beacon"), NO_RULE, name, json),
        changed(named(WebTraffic.shapes(), "sign-up-form"), SIGN_UP, name, "text/plain"),
        changed(named(WebTraffic.shapes(), "sign-up-json"), SIGN_UP, name, "application/x+json"),
        changed(named(CardTraffic.shapes(), "card-settlement"), OTHER_CARD, name, "text/plain"),
        changed(named(hooks(), "rivulet-subscription"), UNEXPECTED_HOOK, name, json),
        changed(named(hooks(), "quorrel-sepa"), UNEXPECTED_HOOK, name, json),
        changed(named(hooks(), "cloud-events-structured"), UNEXPECTED_HOOK, name, json),
        changed(
            named(hooks(), "dellmint-ipn zephyrine-wire lantern-command lantern-interaction"),
            UNEXPECTED_HOOK,
            name,
            "text/plain"));
  }

  private static List<Shape> headers() {
    String token = "X-Bracken-Event";
    return Shapes.joined(
        changed(
            named(hooks(), "brackenpay-charge brackenpay-payout"),
            UNEXPECTED_HOOK,
            token,
            "Charge."),
        changed(
            named(hooks(), "saltbox-order"),
            UNEXPECTED_HOOK,
            "X-Saltbox-Shop",
            "$KEY.shops.saltbox.example.evil.example"),
        changed(
            named(hooks(), "kestrelhub-ping kestrelhub-push kestrelhub-installation"),
            UNEXPECTED_HOOK,
            "X-Kestrel-Event",
            "pushing"),
        changed(
            named(hooks(), "halcyon-calendar"),
            UNEXPECTED_HOOK,
            "X-Halcyon-Channel-Token",
            "v=1&notbusiness=$KEY"),
        changed(
            named(hooks(), "cloud-events-binary"), UNEXPECTED_HOOK, "Ce-Type", "example.other."),
        changed(
            named(WebTraffic.shapes(), "mobile-device"),
            NO_RULE,
            "User-Agent",
            "OstrandMobile/1.12 (phone)"),
        changed(
            named(PlatformTraffic.shapes(), "too-old-app"),
            NO_RULE,
            "User-Agent",
            "ostrandmobile/1.9 (phone)"));
  }

  private static List<Shape> others() {
    return List.of(
        Shape.of("near cors-preflight: no header", "OPTIONS", Hosts.API, "/v1/payments"),
        Shape.get("near web-switch: another path", Hosts.APP, "/app/elsewhere?to=$KEY")
            .goesTo("web-public", "us-1"),
        Shape.get("near pennant-fx: kind", Hosts.HOOKS, "/hooks/pennant/rates?kind=FX&account=$KEY")
            .draws("account")
            .rejectedBy("hooks-rest", 404),
        Shape.post("near brackenpay-connect: key", Hosts.HOOKS, "/hooks/brackenpay?connect=$KEY0")
            .draws("account")
            .rejectedBy("hooks-rest", 404));
  }

  private static List<Shape> hooks() {
    return primary(Shapes.joined(WebhookTraffic.shapes(), PartnerTraffic.shapes()));
  }

  private static List<Shape> otherMethod(List<Shape> shapes, UnaryOperator<Shape> fallThrough) {
    return missing(shapes, "another method", miss -> fallThrough.apply(miss.method("PATCH")));
  }

  private static List<Shape> otherHost(List<Shape> shapes, UnaryOperator<Shape> fallThrough) {
    return missing(
        shapes, "another host", miss -> fallThrough.apply(miss.host("www.elsewhere.example")));
  }

  private static List<Shape> otherPath(List<Shape> shapes, UnaryOperator<Shape> fallThrough) {
    return missing(shapes, "another path", miss -> fallThrough.apply(miss.under("/elsewhere")));
  }

  private static List<Shape> longerKey(List<Shape> shapes, UnaryOperator<Shape> fallThrough) {
    List<Shape> keyed =
        shapes.stream()
            .filter(Shape::findsKey)
            .filter(shape -> !NAMESPACES_WITHOUT_FORM.contains(shape.namespace()))
            .toList();
    return missing(keyed, "longer key", miss -> fallThrough.apply(miss.withLongerKey()));
  }

  private static List<Shape> changed(
      List<Shape> shapes, UnaryOperator<Shape> fallThrough, String header, String value) {
    return missing(
        shapes, "another " + header, miss -> fallThrough.apply(miss.withHeader(header, value)));
  }

  private static List<Shape> missing(
      List<Shape> shapes, String what, Function<Shape, Shape> change) {
    return shapes.stream()
        .map(shape -> change.apply(shape.like("near " + shape.label() + ": " + what)))
        .toList();
  }

  /** The shapes that bear the name of a rule, without its variants. */
  private static List<Shape> primary(List<Shape> shapes) {
    return shapes.stream().filter(shape -> !shape.label().contains(":")).toList();
  }

  private static List<Shape> named(List<Shape> shapes, String labels) {
    Set<String> wanted = labels(labels);
    List<Shape> found = shapes.stream().filter(shape -> wanted.contains(shape.label())).toList();
    if (found.size() != wanted.size()) {
      throw new IllegalArgumentException("not every shape is there: " + labels);
    }
    return found;
  }

  private static List<Shape> without(List<Shape> shapes, String labels) {
    Set<String> unwanted = labels(labels);
    return shapes.stream().filter(shape -> !unwanted.contains(shape.label())).toList();
  }

  private static Set<String> labels(String text) {
    return Set.copyOf(Arrays.asList(text.split(" ")));
  }
}
