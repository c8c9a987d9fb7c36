// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * A route table as a large API has it, generated from a seed; the same for all contestants.
 *
 * <p>Literal and captured segments take turns, so that no two routes fit one path and the order in
 * which a contestant tries them makes no difference: resources of a version, one of them by the
 * business that it belongs to, collections within it, one item, an action on it. One route in
 * twenty is a webhook with an open end.
 */
final class RouteTable {

  /** The seed of all published numbers. */
  static final long SEED = 20_261_130L;

  /** How many businesses the targets speak of. */
  static final int BUSINESSES = 64;

  private static final List<String> RESOURCES =
      List.of(
          "accounts",
          "balances",
          "batches",
          "beneficiaries",
          "cards",
          "cases",
          "charges",
          "checks",
          "contracts",
          "customers",
          "deposits",
          "devices",
          "disputes",
          "documents",
          "events",
          "exports",
          "fees",
          "files",
          "holds",
          "imports",
          "invoices",
          "ledgers",
          "limits",
          "loans",
          "mandates",
          "merchants",
          "notes",
          "offers",
          "orders",
          "payments",
          "payouts",
          "plans",
          "policies",
          "profiles",
          "quotes",
          "receipts",
          "refunds",
          "reports",
          "reviews",
          "schedules",
          "settlements",
          "statements",
          "subscriptions",
          "terminals",
          "transfers",
          "users",
          "vouchers",
          "wallets");
  private static final List<String> ACTIONS =
      List.of("approve", "cancel", "capture", "close", "confirm", "notify", "retry", "void");

  private final List<Route> routes;
  private final long seed;

  private RouteTable(List<Route> routes, long seed) {
    this.routes = routes;
    this.seed = seed;
  }

  /** A table of a size; the first routes of a larger one are those of a smaller one. */
  static RouteTable of(int size, long seed) {
    Random random = new Random(seed);
    Set<Route> routes = new LinkedHashSet<>();
    while (routes.size() < size) {
      routes.add(route(random));
    }
    return new RouteTable(List.copyOf(routes), seed);
  }

  /** The routes in the order in which they are declared. */
  List<Route> routes() {
    return routes;
  }

  /** Targets that hit routes evenly, in random order. */
  List<Sample> samples(int count) {
    return samples(count, routes);
  }

  /** Targets that hit the routes evenly whose path names a business, in random order. */
  List<Sample> businessSamples(int count) {
    return samples(count, routes.stream().filter(Route::namesBusiness).toList());
  }

  /** The name of a business, by its number below {@link #BUSINESSES} or beyond. */
  static String business(int number) {
    return "b-" + (10_000 + number);
  }

  private List<Sample> samples(int count, List<Route> among) {
    Random random = new Random(seed + 1);
    List<Sample> samples = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      Route route = among.get(random.nextInt(among.size()));
      String business = business(random.nextInt(BUSINESSES));
      String path =
          route
              .template()
              .replace(Route.BUSINESS, business)
              .replace(Route.ITEM, "i-%06x".formatted(random.nextInt(1 << 24)));
      String rest = route.open() ? "/events/" + random.nextInt(1_000) : "";
      samples.add(new Sample(path + rest, routes.indexOf(route), business));
    }
    return samples;
  }

  private static Route route(Random random) {
    if (random.nextInt(20) == 0) {
      String sender = any(RESOURCES, random) + "-" + random.nextInt(1_000);
      return new Route("/hooks/" + sender, true);
    }
    StringBuilder template =
        new StringBuilder("/v" + (1 + random.nextInt(3)) + '/' + any(RESOURCES, random));
    int depth = random.nextInt(16);
    if (depth >= 1) {
      template.append('/').append(Route.BUSINESS);
    }
    if (depth >= 3) {
      template.append('/').append(any(RESOURCES, random));
    }
    if (depth >= 7) {
      template.append('/').append(Route.ITEM);
    }
    if (depth >= 11) {
      template.append('/').append(any(ACTIONS, random));
    }
    return new Route(template.toString(), false);
  }

  private static String any(List<String> words, Random random) {
    return words.get(random.nextInt(words.size()));
  }
}
