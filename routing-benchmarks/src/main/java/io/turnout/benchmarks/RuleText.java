// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import io.turnout.rules.RuleSet;
import java.nio.file.Path;
import java.util.List;

/**
 * A rule file over a route table: a header first, which most requests of a company's own clients
 * carry, then the routes, and a webhook whose body has to be read last.
 */
final class RuleText {

  /** The header that the first rule asks for. */
  static final String HEADER = "x-business-id";

  /** The path of the last rule. */
  static final String BODY_PATH = "/relay/inbound";

  /** The name of the member of the body that the last rule asks for. */
  static final String BODY_MEMBER = "business_id";

  private static final String BEGIN =
      """
      turnout: 1
      cells: [us-1, us-2, eu-1]
      rules:
        - name: business-header
          key: { namespace: business, from: [ { header: X-Business-Id } ], match: "b-[0-9]{5,9}" }
      """;

  private static final String END =
      """
        - name: relay
          when: { method: POST, path: %s }
          key: { namespace: business, from: [ { body: { json: /%s, limit: 64KiB } } ] }
      """
          .formatted(BODY_PATH, BODY_MEMBER);

  private RuleText() {}

  /** The compiled rules of a table. */
  static RuleSet rules(RouteTable table) {
    return RuleSet.parse(of(table), Path.of("."));
  }

  /** The name of the rule of a route. */
  static String name(int route) {
    return "route-" + route;
  }

  private static String of(RouteTable table) {
    StringBuilder text = new StringBuilder(BEGIN);
    List<Route> routes = table.routes();
    for (int i = 0; i < routes.size(); i++) {
      Route route = routes.get(i);
      text.append("  - name: ").append(name(i)).append('\n');
      text.append("    when: { path: \"").append(route.withRest()).append("\" }\n");
      text.append(
          route.namesBusiness()
              ? "    key: { namespace: business, from: [ { path: business } ], match: \"b-[0-9]{5,9}\" }\n"
              : "    then: cell us-1\n");
    }
    return text.append(END).toString();
  }
}
