// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.js;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.turnout.CellRouter;
import io.turnout.authority.MemoryRoutes;
import io.turnout.client.Client;
import io.turnout.decision.RouteDecision;
import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import io.turnout.spi.VirtualTime;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What the script of docs/traffic.md signs, in node, proves the edge to the example's rules. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WorkerSignatureTest {

  private static final Path SITE = Path.of("..", "payments", "site");
  private static final long NOW_MILLIS = 1_796_040_000_000L;
  private static final String SCRIPT =
      """
      import { readFileSync } from "node:fs";
      import { signed } from "%s";
      const key = { id: "bw-2", secret: readFileSync("%s", "utf8") };
      for (const [method, url, headers] of JSON.parse(process.argv[1])) {
        const request = new Request(url, { method, headers });
        const made = await signed(request, "2001:db8::7", key, %d);
        console.log(JSON.stringify({ method: made.method, url: made.url, headers: [...made.headers] }));
      }
      """;
  private static final String REQUESTS =
      """
      [ [ "GET", "https://me.ostrand.example", {} ],
        [ "GET", "https://me.ostrand.example/prices", {} ],
        [ "GET", "https://me.ostrand.example/prices?", {} ],
        [ "GET", "https://me.ostrand.example:8443/prices?a=1&b=%20?#part?", {} ],
        [ "DELETE", "https://me.ostrand.example/a%2Fb//c/?x=http://d/?e", { "X-A": "1" } ],
        [ "POST", "https://me.ostrand.example/w\\u00e9|{}?q=\\u00e9", {} ],
        [ "GET", "https://me.ostrand.example/forged",
          { "Turnout-Client-Ip": "10.0.0.1", "Turnout_Client_Ip": "10.0.0.1", "turnout-key": "a",
            "Signature": "cdn=:AAAA:", "Signature-Input": "cdn=()" } ] ]
      """;

  private final VirtualTime time = new VirtualTime(NOW_MILLIS);
  private final CellResolver resolver =
      CellResolver.builder(new MemoryRoutes()).clock(time).scheduler(time).build();

  @AfterAll
  void close() {
    resolver.close();
  }

  private CellRouter router() throws IOException {
    return CellRouter.builder(RuleSet.load(SITE.resolve("rules.yaml")), resolver)
        .clock(time)
        .build();
  }

  @Test
  void scriptsSignature_provesTheEdge_andNamesTheClient() throws Exception {
    List<Made> requests = made();
    assertThat(requests).hasSize(7);
    for (Made request : requests) {
      Client client = decision(router(), request).client();
      assertThat(client.edges()).as(request.target()).containsExactly("brightwave");
      assertThat(client.address().orElseThrow().getHostAddress()).isEqualTo("2001:db8:0:0:0:0:0:7");
      assertThat(request.headerNames()).doesNotContain("turnout_client_ip", "turnout-key");
    }
  }

  @Test
  void scriptsSignature_provesNothingOfAnotherRequest_orLater() throws Exception {
    for (Made request : made()) {
      Made other = new Made(request.method(), request.target() + "x", request.headers());
      assertThat(decision(router(), other).rule()).contains("must-come-through");
    }
    VirtualTime later = new VirtualTime(NOW_MILLIS);
    later.advance(Duration.ofSeconds(61));
    CellRouter late =
        CellRouter.builder(RuleSet.load(SITE.resolve("rules.yaml")), resolver).clock(later).build();
    assertThat(decision(late, made().get(0)).rule()).contains("must-come-through");
  }

  private static RouteDecision decision(CellRouter router, RequestHead request) {
    return router.begin(request).decision().toCompletableFuture().join();
  }

  private static List<Made> made() throws IOException, InterruptedException {
    String script =
        SCRIPT.formatted(
            SITE.resolve("cdn/sign.mjs").toUri(),
            SITE.resolve("keys/brightwave-2").toString().replace('\\', '/'),
            NOW_MILLIS);
    Process node =
        new ProcessBuilder("node", "--input-type=module", "-e", script, REQUESTS)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    node.getOutputStream().close();
    String output = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(node.waitFor(1, TimeUnit.MINUTES)).isTrue();
    List<Made> requests = new ArrayList<>();
    for (String line : output.lines().toList()) {
      JsonNode json = new ObjectMapper().readTree(line);
      requests.add(new Made(json.get("method").asText(), target(json), json.get("headers")));
    }
    return requests;
  }

  /** What a client puts into the request line. */
  private static String target(JsonNode json) {
    String url = json.get("url").asText();
    String afterHost = url.substring(url.indexOf('/', "https://".length()));
    int fragment = afterHost.indexOf('#');
    return fragment < 0 ? afterHost : afterHost.substring(0, fragment);
  }

  /** A request as the script made it. */
  private record Made(String method, String target, JsonNode headers) implements RequestHead {

    @Override
    public String scheme() {
      return "https";
    }

    @Override
    public String authority() {
      return "me.ostrand.example";
    }

    @Override
    public Iterable<String> headerNames() {
      return StreamSupport.stream(headers.spliterator(), false)
          .map(field -> field.get(0).asText())
          .toList();
    }

    @Override
    public @Nullable String header(String name, int index) {
      return StreamSupport.stream(headers.spliterator(), false)
          .filter(field -> field.get(0).asText().equalsIgnoreCase(name))
          .skip(index)
          .map(field -> field.get(1).asText())
          .findFirst()
          .orElse(null);
    }

    @Override
    public InetSocketAddress remoteAddress() {
      return new InetSocketAddress("198.18.0.1", 443);
    }

    @Override
    public List<String> peerNames() {
      return List.of();
    }

    @Override
    public BodyPresence body() {
      return BodyPresence.NONE;
    }
  }
}
