// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import java.util.List;

/** Agents: MCP's JSON-RPC calls, and the cards by which agents are found. */
final class AgentTraffic {

  private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":$N,\"method\":\"tools/call\",";

  private AgentTraffic() {}

  static List<Shape> shapes() {
    return List.of(
        Shape.post("mcp-session", Hosts.API, "/mcp")
            .header("Mcp-Session-Id", "$KEY.$HEX")
            .json("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}")
            .finds("business", "header")
            .times(3),
        Shape.get("mcp-stream", Hosts.API, "/mcp?session=$KEY.$HEX")
            .header("Accept", "text/event-stream")
            .finds("business", "query"),
        Shape.post("mcp-tool", Hosts.API, "/mcp")
            .json(
                CALL
                    + "\"params\":{\"name\":\"pay\",\"arguments\":"
                    + "{\"amount\":1,\"business_id\":\"$KEY\"}}}")
            .finds("business", "body")
            .times(5),
        Shape.post("mcp-tool: arguments first, no content type", Hosts.API, "/mcp")
            .body(
                "application/octet-stream",
                new Body.Text(
                    "{\"params\":{\"arguments\":{"
                        + "\"business_id\":\"$KEY\"}},\"method\":\"tools/call\"}"))
            .finds("mcp-tool", "business", "body"),
        Shape.post("mcp-tool: 240 KB of context first", Hosts.API, "/mcp")
            .longJson(
                "{\"params\":{\"arguments\":{\"context\":\"",
                "All work and no play. ",
                11_000,
                "\",\"business_id\":\"$KEY\"}}}")
            .finds("mcp-tool", "business", "body")
            .times(2),
        Shape.post("mcp-tool-account", Hosts.API, "/mcp")
            .json(
                CALL
                    + "\"params\":{\"name\":\"balance\","
                    + "\"arguments\":{\"account\":{\"id\":\"$KEY\"}}}}")
            .finds("account", "body")
            .times(3),
        Shape.post("mcp-meta", Hosts.API, "/mcp")
            .json(
                "{\"jsonrpc\":\"2.0\",\"id\":$N,\"method\":\"resources/read\",\"params\":"
                    + "{\"_meta\":{\"ostrand.example/business\":\"$KEY\"},"
                    + "\"uri\":\"ledger://2026\"}}")
            .finds("business", "body")
            .times(2),
        Shape.post("mcp-rest", Hosts.API, "/mcp")
            .json("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}")
            .goesTo("mcp-rest", "us-1")
            .times(2),
        Shape.get("mcp-rest: stream without session", Hosts.API, "/mcp").goesTo("mcp-rest", "us-1"),
        Shape.get("agent-card", Hosts.API, "/agents/$KEY.json").finds("app", "path").times(2),
        Shape.get("agent-card: page", Hosts.API, "/agents/$KEY/card")
            .finds("agent-card", "app", "path"));
  }
}
