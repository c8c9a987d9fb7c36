// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import io.turnout.examples.payments.SiteWay.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * Requests that differ in one thing from one that proves something, and those beside them that just
 * prove it.
 */
final class SiteNearMisses {

  private static final String PERSON = "198.18.0.9";
  private static final String NETWORK = "203.0.113.200";
  private static final String HOPPER = "203.0.113.130";
  private static final String OFFICE_PROXY = "10.20.0.7";

  private final Random random;
  private final List<SiteRequest> requests = new ArrayList<>();

  private SiteNearMisses(Random random) {
    this.random = random;
  }

  static List<SiteRequest> requests(Random random) {
    SiteNearMisses misses = new SiteNearMisses(random);
    misses.whatIsSigned();
    misses.whenItIsSigned();
    misses.howItIsSigned();
    misses.addressesOfHopper();
    misses.theOffice();
    misses.crawlers();
    misses.pins();
    misses.sessions();
    misses.closedArea();
    return misses.requests;
  }

  private void whatIsSigned() {
    unproven("another path than was signed", r -> r.target("/admin/people"));
    unproven("a slash more than was signed", r -> r.target("/prices/?a=1"));
    unproven("another query than was signed", r -> r.target("/prices?a=2"));
    unproven("no query, and one was signed", r -> r.target("/prices"));
    unproven("another method than was signed", r -> r.method("POST"));
    unproven(
        "another client than was signed",
        r -> r.change(SiteSignature.CLIENT_FIELD, before -> "10.20.0.1"));
    unproven(
        "a client before the signed one", r -> r.header(SiteSignature.CLIENT_FIELD, "10.20.0.1"));
    unproven("no client", r -> r.without(SiteSignature.CLIENT_FIELD));
    unproven("no signature", r -> r.without("Signature"));
    unproven("no input", r -> r.without("Signature-Input"));
    unproven("another label", r -> r.change("Signature", before -> before.replace("cdn", "cnd")));
    unproven("one byte of the signature", r -> r.change("Signature", SiteNearMisses::otherByte));
    unproven("half a signature", r -> r.change("Signature", before -> "cdn=:AAAA:"));
    unproven("text for bytes", r -> r.change("Signature", before -> "cdn=\"AAAA\""));
    unproven(
        "a second input of the same label",
        r -> r.header("Signature-Input", "cdn=(\"@method\");created=1;keyid=\"bw-2\""));
    proven("a field that is not covered", r -> r.header("Accept", "text/html"));
    proven(
        "a signature of somebody else beside",
        r ->
            r.header("Signature-Input", "own=(\"@method\");created=1;keyid=\"app\"")
                .header("Signature", "own=:AAAA:"));
  }

  private void whenItIsSigned() {
    signed("60 seconds old", SiteSignature.now().aged(60));
    unsigned("61 seconds old", SiteSignature.now().aged(61));
    signed("30 seconds ahead", SiteSignature.now().aged(-30));
    unsigned("31 seconds ahead", SiteSignature.now().aged(-31));
    signed("ends in a second", SiteSignature.now().with(";expires=" + (SiteRequest.NOW + 1)));
    unsigned("ends now", SiteSignature.now().with(";expires=" + SiteRequest.NOW));
    unsigned("a time that is text", SiteSignature.now().with(";expires=\"never\""));
  }

  private void howItIsSigned() {
    signed("by the old key", SiteSignature.byOldKey());
    signed("without its algorithm", SiteSignature.now().with(""));
    signed("under a tag of its own", SiteSignature.now().with(";tag=\"edge\""));
    unsigned("another algorithm", SiteSignature.now().with(";alg=\"hmac-sha512\""));
    unsigned("algorithm in capitals", SiteSignature.now().with(";alg=\"HMAC-SHA256\""));
    unsigned("the old key's name", SiteSignature.now().by("bw-1", "brightwave two"));
    unsigned("an unknown name", SiteSignature.now().by("bw-3", SiteSession.KEY_1));
    unsigned("a session's key", SiteSignature.now().by("bw-2", SiteSession.KEY_2));
    signed(
        "more than must be",
        SiteSignature.now()
            .covering(
                "@method", "@authority", "@path", "@query", "turnout-client-ip", "user-agent"));
    signed(
        "in another order",
        SiteSignature.now().covering("turnout-client-ip", "@query", "@path", "@method"));
    unsigned(
        "without the method", SiteSignature.now().covering("@path", "@query", "turnout-client-ip"));
    unsigned(
        "without the path", SiteSignature.now().covering("@method", "@query", "turnout-client-ip"));
    unsigned(
        "without the query", SiteSignature.now().covering("@method", "@path", "turnout-client-ip"));
    unsigned("without the client", SiteSignature.now().covering("@method", "@path", "@query"));
    unsigned(
        "the method twice",
        SiteSignature.now().covering("@method", "@method", "@path", "@query", "turnout-client-ip"));
    unsigned(
        "a field that is not there",
        SiteSignature.now().covering("@method", "@path", "@query", "turnout-client-ip", "origin"));
    unsigned(
        "the path in capitals",
        SiteSignature.now().covering("@method", "@PATH", "@query", "turnout-client-ip"));
  }

  private void addressesOfHopper() {
    for (String inside : List.of("203.0.113.0", "203.0.113.63", "203.0.113.191")) {
      add("Hopper: " + inside, r -> hopper(page(r), inside, PERSON).named(PERSON));
    }
    add(
        "Hopper: an IPv4-mapped peer",
        r -> hopper(page(r), "::ffff:203.0.113.1", PERSON).named(PERSON));
    add("Hopper: IPv6", r -> hopper(page(r), "2001:db8:b:ffff::1", PERSON).named(PERSON));
    for (String outside :
        List.of(
            "203.0.113.64", "203.0.113.127", "203.0.113.192", "203.0.112.255", "2001:db8:c::1")) {
      refused("Hopper: " + outside, r -> page(r).from(outside).header("X-Forwarded-For", PERSON));
    }
    add(
        "Hopper: an address with a port",
        r -> hopper(page(r), HOPPER, PERSON + ":4711").named(PERSON));
    add(
        "Hopper: two lines",
        r -> hopper(page(r), HOPPER, "10.20.0.1").header("X-Forwarded-For", PERSON).named(PERSON));
    add("Hopper: no list", r -> page(r).from(HOPPER).through("hopper").anew());
    for (String nobody :
        List.of("unknown", "person.example", "198.18.0", "198.18.0.9 10.0.0.1", "_hidden")) {
      add("Hopper: " + nobody, r -> hopper(page(r), HOPPER, nobody));
    }
    add(
        "Hopper: an internal address that the client wrote",
        r -> hopper(page(r), HOPPER, "10.20.7.1, " + PERSON).named(PERSON));
    add(
        "Hopper: an empty entry at the end",
        r -> hopper(page(r), HOPPER, PERSON + ", ").named(PERSON));
    add(
        "Brightwave through Hopper: the first edge in the file names the client",
        r ->
            page(r)
                .from(HOPPER)
                .header("X-Forwarded-For", "198.18.0.77")
                .header(SiteSignature.CLIENT_FIELD, PERSON)
                .signed(SiteSignature.now())
                .through("brightwave")
                .through("hopper")
                .named(PERSON)
                .anew());
  }

  private void theOffice() {
    add(
        "the office: one of our own",
        r -> office(page(r), "for=10.20.7.3").tagged("internal").named("10.20.7.3"));
    add(
        "the office: a guest behind the proxy",
        r -> office(page(r), "for=198.18.0.9").named(PERSON));
    refused(
        "the office: the closed area for a guest",
        r ->
            office(page(r).target("/admin"), "for=198.18.0.9")
                .named(PERSON)
                .refusedBy("inside-only"));
    add(
        "the office: the last of two",
        r -> office(page(r), "for=10.20.7.3, for=198.18.0.9").named(PERSON));
    add(
        "the office: a field that cannot be read leaves the proxy's own address, which is internal",
        r -> office(page(r), "for=\"10.20.7.3").tagged("internal"));
    add(
        "the office: a name leaves the proxy's own address",
        r -> office(page(r), "for=_person;proto=https").tagged("internal"));
    refused(
        "the office: the proxy beside the proxies",
        r -> page(r).from("10.20.1.7").header("Forwarded", "for=10.20.7.3").tagged("internal"));
  }

  private void crawlers() {
    for (String inside : List.of("198.51.100.0", "198.51.100.31", "198.51.100.95", "192.0.2.31")) {
      add("Findwell: " + inside, r -> crawl(r, SiteTraffic.FINDWELL, inside, "findwell"));
    }
    for (String outside :
        List.of("198.51.100.32", "198.51.100.63", "198.51.100.96", "192.0.2.15")) {
      refused("Findwell: " + outside, r -> lie(r, SiteTraffic.FINDWELL, outside));
    }
    refused("Findwell: from Seekling's address", r -> lie(r, SiteTraffic.FINDWELL, "192.0.2.130"));
    refused("Seekling: from Findwell's address", r -> lie(r, SiteTraffic.SEEKLING, "198.51.100.1"));
    refused("Seekling: not at the start", r -> lie(r, "a " + SiteTraffic.SEEKLING, "192.0.2.130"));
    add(
        "Findwell: its address, and a browser's name",
        r -> SiteWay.BRIGHTWAVE.send(page(r), Client.at("198.51.100.1")).anew());
    refused("Findwell: its name in small letters", r -> lie(r, "findwellbot/3.1", "198.51.100.1"));
    refused(
        "Findwell: straight",
        r ->
            as(page(r), SiteTraffic.FINDWELL)
                .from("198.51.100.1")
                .tagged("findwell", "claims-bot"));
  }

  private void pins() {
    for (String stage : List.of("canary", "prod", "old")) {
      add("pin: " + stage, r -> pinned(r, stage).tagged("internal").staged("pinned", stage));
    }
    for (String none : List.of("broken", "v7", "Canary", "", "canary, prod")) {
      add("pin: \"" + none + "\"", r -> pinned(r, none).tagged("internal").anew());
    }
    add(
        "pin: two that differ",
        r ->
            office(
                    page(r).header("X-App-Stage", "canary").header("X-App-Stage", "old"),
                    "for=10.20.7.3")
                .tagged("internal")
                .named("10.20.7.3"));
    add(
        "pin: by a stranger",
        r -> SiteWay.HOPPER.send(page(r).header("X-App-Stage", "old"), Client.at(PERSON)).anew());
  }

  private void sessions() {
    SiteSession canary = SiteSession.of("canary", random);
    SiteSession old = new SiteSession(canary.id(), "old", canary.expires());
    session("one second left", canary.ending(1).cookie(), "kept", "canary");
    session("just over", canary.ending(0).cookie(), "new", "");
    session("in quotes", '"' + canary.cookie() + '"', "kept", "canary");
    forged("another stage", canary.cookie().replace(".canary.", ".old."));
    forged("a longer life", canary.cookie().replace("." + canary.expires(), ".9999999999"));
    forged("another ID", canary.cookie().replace(canary.id(), "A".repeat(22)));
    forged("another split's", canary.cookie("s2", SiteSession.KEY_2, "api"));
    forged("an unknown key", canary.cookie("s3", SiteSession.KEY_2, "web"));
    forged("the old key's name", canary.cookie("s1", SiteSession.KEY_2, "web"));
    forged("another version", canary.cookie().replaceFirst("v1", "v2"));
    forged("a piece more", canary.cookie() + ".x");
    forged("cut off", canary.cookie().substring(0, canary.cookie().length() - 1));
    forged("padded", canary.cookie() + "=");
    forged("the MAC of another", canary.cookie().replaceFirst("[^.]+$", mac(old.cookie())));
    forged("a plain ID", canary.id());
    add(
        "session: two that differ",
        r ->
            SiteWay.HOPPER
                .send(
                    page(r).header("Cookie", "rid=" + canary.cookie() + "; rid=" + old.cookie()),
                    Client.at(PERSON))
                .anew());
    add(
        "session: the same twice",
        r ->
            SiteWay.HOPPER
                .send(
                    page(r).header("Cookie", "rid=" + old.cookie() + "; rid=" + old.cookie()),
                    Client.at(PERSON))
                .staged("kept", "old"));
  }

  private void closedArea() {
    for (String path : List.of("/admin", "/admin/", "/admin/x/y", "/%61dmin/x", "/metrics")) {
      refused(
          "closed area: " + path,
          r ->
              SiteWay.HOPPER
                  .send(page(r).target(path), Client.at(PERSON))
                  .refusedBy("inside-only"));
    }
    for (String path : List.of("/administration", "/Admin", "/metrics/", "//admin")) {
      add(
          "beside the closed area: " + path,
          r -> SiteWay.HOPPER.send(page(r).target(path), Client.at(PERSON)).anew());
    }
    refused(
        "closed area: a proof that fails, on a connection from inside",
        r ->
            page(r)
                .target("/admin")
                .from("10.30.0.5")
                .header(SiteSignature.CLIENT_FIELD, PERSON)
                .signed(SiteSignature.now().aged(61))
                .tagged("internal"));
    refused(
        "closed area: an internal address that nobody proves",
        r -> page(r).target("/admin").from("198.18.0.1").header("X-Forwarded-For", "10.20.7.3"));
    add(
        "closed area: one of our own at home, through Hopper",
        r ->
            SiteWay.HOPPER
                .send(page(r).target("/admin"), new Client("fd00::7", "fd00:0:0:0:0:0:0:7"))
                .tagged("internal")
                .goesTo("admin", "us-1")
                .anew());
  }

  private void add(String name, UnaryOperator<SiteRequest> made) {
    requests.add(made.apply(new SiteRequest(name)));
  }

  /** One that is refused, by the rule that wants a proof unless the request says another. */
  private void refused(String name, UnaryOperator<SiteRequest> made) {
    requests.add(made.apply(new SiteRequest(name).refusedBy("must-come-through")));
  }

  private void unproven(String name, UnaryOperator<SiteRequest> change) {
    refused("Brightwave: " + name, r -> change.apply(signed(r, SiteSignature.now())));
  }

  private void proven(String name, UnaryOperator<SiteRequest> change) {
    add("Brightwave: " + name, r -> change.apply(arrived(signed(r, SiteSignature.now()))));
  }

  private void signed(String name, SiteSignature signature) {
    add("signature: " + name, r -> arrived(signed(r, signature)));
  }

  private void unsigned(String name, SiteSignature signature) {
    refused("signature: " + name, r -> signed(r, signature));
  }

  private void session(String name, String cookie, String how, String stage) {
    add(
        "session: " + name,
        r ->
            SiteWay.HOPPER
                .send(page(r).header("Cookie", "rid=" + cookie), Client.at(PERSON))
                .staged(how, stage));
  }

  private void forged(String name, String cookie) {
    session("forged: " + name, cookie, "new", "");
  }

  private static SiteRequest page(SiteRequest request) {
    return request.header("User-Agent", SiteTraffic.BROWSER).target("/prices?a=1");
  }

  private static SiteRequest as(SiteRequest request, String agent) {
    return request.change("User-Agent", before -> agent);
  }

  private static SiteRequest signed(SiteRequest request, SiteSignature signature) {
    return page(request).from(NETWORK).header(SiteSignature.CLIENT_FIELD, PERSON).signed(signature);
  }

  private static SiteRequest arrived(SiteRequest request) {
    return request.through("brightwave").named(PERSON).anew();
  }

  /** What the peer hands on as Hopper would. */
  private static SiteRequest hopper(SiteRequest request, String peer, String list) {
    return request.from(peer).header("X-Forwarded-For", list).through("hopper").anew();
  }

  private static SiteRequest office(SiteRequest request, String forwarded) {
    return request.from(OFFICE_PROXY).header("Forwarded", forwarded).through("office").anew();
  }

  private static SiteRequest pinned(SiteRequest request, String stage) {
    return office(page(request).header("X-App-Stage", stage), "for=10.20.7.3").named("10.20.7.3");
  }

  private static SiteRequest crawl(SiteRequest request, String agent, String from, String tag) {
    return SiteWay.HOPPER
        .send(as(page(request), agent), Client.at(from))
        .tagged(tag, "claims-bot")
        .goesTo("crawlers", "crawl-1")
        .anew();
  }

  private static SiteRequest lie(SiteRequest request, String agent, String from) {
    return SiteWay.BRIGHTWAVE
        .send(as(page(request), agent), Client.at(from))
        .tagged("claims-bot")
        .refusedBy("liars");
  }

  private static String otherByte(String signature) {
    int at = signature.indexOf(':') + 1;
    char other = signature.charAt(at) == 'A' ? 'B' : 'A';
    return signature.substring(0, at) + other + signature.substring(at + 1);
  }

  private static String mac(String cookie) {
    return cookie.substring(cookie.lastIndexOf('.') + 1);
  }
}
