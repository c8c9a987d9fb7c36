// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import io.turnout.examples.payments.SiteWay.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** A day of the web site: people, our own people, crawlers, liars, and some who knock elsewhere. */
final class SiteTraffic {

  static final String BROWSER = "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/133.0";
  static final String FINDWELL =
      "Mozilla/5.0 (compatible; FindwellBot/3.1; +https://findwell.example)";
  static final String SEEKLING = "Seekling/2 (pages)";

  private static final List<String> PAGES =
      List.of("/", "/prices", "/help?q=card", "/help/limits", "/assets/site.css?v=3", "/about/");
  private static final List<SiteWay> NETWORKS = List.of(SiteWay.BRIGHTWAVE, SiteWay.HOPPER);

  private final RouteTable table;
  private final Random random;
  private final List<SiteRequest> requests = new ArrayList<>();

  private SiteTraffic(RouteTable table, Random random) {
    this.table = table;
    this.random = random;
  }

  static List<SiteRequest> requests(RouteTable table, Random random) {
    SiteTraffic traffic = new SiteTraffic(table, random);
    traffic.people();
    traffic.sessionsOverThatAStageGaveUp();
    traffic.ourOwnPeople();
    traffic.crawlers();
    traffic.liars();
    traffic.othersWhoKnock();
    return traffic.requests;
  }

  private void people() {
    times(110, "a page, for the first time", r -> someNetwork(page(r).anew()));
    for (String stage : List.of("canary", "prod", "old")) {
      times(30, "a page, in a session of " + stage, r -> someNetwork(kept(page(r), stage)));
      times(20, "an account, in a session of " + stage, r -> someNetwork(kept(account(r), stage)));
    }
    times(40, "an account, for the first time", r -> someNetwork(account(r).anew()));
    times(25, "signing in", r -> someNetwork(kept(signIn(r), "prod")));
    times(10, "a page over IPv6", r -> somebody(NETWORKS.get(random.nextInt(2)), page(r).anew()));
    times(6, "Brightwave, with the key that is being replaced", this::byOldKey);
  }

  private void sessionsOverThatAStageGaveUp() {
    times(10, "a session whose stage is closed", r -> someNetwork(moved(page(r), "broken")));
    times(10, "a session whose stage is gone", r -> someNetwork(moved(page(r), "v7")));
    times(
        5,
        "a session by the key that is being replaced",
        r -> {
          SiteSession session = SiteSession.of("canary", random);
          String cookie = session.cookie("s1", SiteSession.KEY_1, "web");
          return someNetwork(
              page(r).header("Cookie", "rid=" + cookie).staged("kept", session.stage()));
        });
  }

  private void ourOwnPeople() {
    times(10, "the office reads the site", r -> office(kept(page(r), "prod")));
    times(
        12,
        "the office administers",
        r -> office(page(r).target("/admin/people?page=2").goesTo("admin", "us-1").anew()));
    times(
        2,
        "the office measures",
        r -> office(page(r).target("/metrics").goesTo("admin", "us-1").anew()));
    for (String stage : List.of("canary", "prod", "old")) {
      times(
          6,
          "the office tries " + stage,
          r -> office(kept(page(r), "prod").header("X-App-Stage", stage).staged("pinned", stage)));
    }
  }

  private void crawlers() {
    for (SiteWay way : NETWORKS) {
      times(
          15,
          "Findwell's crawler through " + way,
          r ->
              way.send(agent(page(r), FINDWELL), in("198.51.100.", 64, 32))
                  .tagged("findwell", "claims-bot")
                  .goesTo("crawlers", "crawl-1")
                  .anew());
    }
    times(
        8,
        "Findwell's crawler reads an account's page",
        r ->
            SiteWay.HOPPER
                .send(agent(account(r), FINDWELL), in("192.0.2.", 16, 16))
                .tagged("findwell", "claims-bot")
                .goesTo("crawlers", "crawl-1")
                .anew());
    times(
        12,
        "Seekling's crawler",
        r ->
            SiteWay.BRIGHTWAVE
                .send(agent(page(r).method("HEAD"), SEEKLING), in("192.0.2.", 128, 64))
                .tagged("seekling", "claims-bot")
                .goesTo("crawlers", "crawl-1")
                .anew());
    times(
        5,
        "Seekling's crawler over IPv6",
        r ->
            SiteWay.HOPPER
                .send(
                    agent(page(r), SEEKLING),
                    new Client("2001:db8:5ee::7", "2001:db8:5ee:0:0:0:0:7"))
                .tagged("seekling", "claims-bot")
                .goesTo("crawlers", "crawl-1")
                .anew());
  }

  private void liars() {
    for (String agent : List.of(FINDWELL, SEEKLING, "sitegrabber-spider/0.3", "GoodBot")) {
      times(
          8,
          "a liar who says " + agent.replaceAll("[^A-Za-z].*", ""),
          r -> refused(someNetwork(agent(page(r), agent)).tagged("claims-bot"), "liars"));
    }
    times(
        4,
        "Findwell's crawler posts",
        r ->
            refused(
                SiteWay.BRIGHTWAVE
                    .send(agent(signIn(r), FINDWELL), in("198.51.100.", 0, 32))
                    .tagged("findwell", "claims-bot"),
                "liars"));
  }

  private void othersWhoKnock() {
    times(
        12,
        "a stranger at the closed area",
        r -> refused(someNetwork(kept(page(r), "prod").target("/admin/people")), "inside-only"));
    times(
        10,
        "a stranger who comes straight",
        r -> refused(page(r).from("198.18.4." + (1 + random.nextInt(250))), "must-come-through"));
    times(
        4,
        "the balancer asks for health",
        r ->
            page(r)
                .from("10.0.3.4")
                .target("/healthz")
                .tagged("internal")
                .goesTo("health", "us-1")
                .anew());
  }

  private void times(int count, String name, UnaryOperator<SiteRequest> made) {
    for (int number = 1; number <= count; number++) {
      requests.add(made.apply(new SiteRequest(count == 1 ? name : name + "/" + number)));
    }
  }

  private SiteRequest page(SiteRequest request) {
    return request.header("User-Agent", BROWSER).target(PAGES.get(random.nextInt(PAGES.size())));
  }

  private static SiteRequest agent(SiteRequest request, String agent) {
    return request.change("User-Agent", before -> agent);
  }

  private SiteRequest account(SiteRequest request) {
    Route route = table.any("account", random);
    return page(request)
        .target("/accounts/" + route.origin() + "/movements")
        .expects(new Expectation.CellOfKey("account", route, "path"));
  }

  private SiteRequest signIn(SiteRequest request) {
    Route route = table.any("phone", random);
    return page(request)
        .method("POST")
        .target("/sign-in")
        .form("phone=" + Spelling.urlEncoded(route.origin()) + "&code=" + random.nextInt(9_999))
        .expects(new Expectation.CellOfKey("phone", route, "body"));
  }

  private SiteRequest kept(SiteRequest request, String stage) {
    SiteSession session = SiteSession.of(stage, random);
    return request
        .header("Cookie", "lang=en; rid=" + session.cookie())
        .staged("kept", session.stage());
  }

  private SiteRequest moved(SiteRequest request, String stage) {
    SiteSession session = SiteSession.of(stage, random);
    return request
        .header("Cookie", "rid=" + session.cookie())
        .staged("computed", session.weighed());
  }

  private SiteRequest byOldKey(SiteRequest request) {
    Client client = in("198.18.0.", 1, 250);
    return page(request)
        .from("203.0.113.201")
        .header(SiteSignature.CLIENT_FIELD, client.sent())
        .signed(SiteSignature.byOldKey())
        .through("brightwave")
        .named(client.address())
        .anew();
  }

  private SiteRequest office(SiteRequest request) {
    return SiteWay.OFFICE.send(request, in("10.20.7.", 1, 250)).tagged("internal");
  }

  private SiteRequest someNetwork(SiteRequest request) {
    return NETWORKS.get(random.nextInt(NETWORKS.size())).send(request, in("198.18.0.", 1, 250));
  }

  private SiteRequest somebody(SiteWay way, SiteRequest request) {
    String last = Integer.toHexString(1 + random.nextInt(65_000));
    return way.send(request, new Client("2001:db8:77::" + last, "2001:db8:77:0:0:0:0:" + last));
  }

  private static SiteRequest refused(SiteRequest request, String rule) {
    return request.refusedBy(rule);
  }

  private Client in(String first, int from, int count) {
    return Client.at(first + (from + random.nextInt(count)));
  }
}
