// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.examples.payments.RecordedRequest.Header;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A request of the web site while it is put together, and what it must lead to.
 *
 * <p>What is changed after {@link #signed} is not covered any more: that is how near misses are
 * made.
 */
final class SiteRequest {

  /** When all of them are made, in seconds since 1970. */
  static final long NOW = Instant.parse("2026-11-30T12:00:00Z").getEpochSecond();

  static final String HOST = "me.ostrand.example";
  private static final String NOBODY = "";

  private final String name;
  private String method = "GET";
  private String target = "/";
  private String remote = "192.0.2.1";
  private final List<Header> headers = new ArrayList<>();
  private Body body = Body.NONE;
  private Expectation expectation = new Expectation.CellOfRule("pages", "us-1");
  private final List<String> edges = new ArrayList<>();
  private final SortedSet<String> tags = new TreeSet<>();
  private String address = NOBODY;
  private String stage = NOBODY;
  private String how = NOBODY;

  SiteRequest(String name) {
    this.name = name;
    headers.add(new Header("Host", HOST));
  }

  String name() {
    return name;
  }

  SiteRequest method(String other) {
    method = other;
    return this;
  }

  SiteRequest target(String other) {
    target = other;
    return this;
  }

  /** From this address, as the connection has it. */
  SiteRequest from(String peer) {
    remote = peer;
    return this;
  }

  SiteRequest header(String field, String value) {
    headers.add(new Header(field, value));
    return this;
  }

  /** Replaces the value of a field that is there. */
  SiteRequest change(String field, UnaryOperator<String> how) {
    headers.replaceAll(
        header ->
            header.name().equals(field) ? new Header(field, how.apply(header.value())) : header);
    return this;
  }

  SiteRequest without(String field) {
    headers.removeIf(header -> header.name().equals(field));
    return this;
  }

  SiteRequest form(String text) {
    body = new Body.Text(text);
    return header("Content-Type", "application/x-www-form-urlencoded");
  }

  /** Signs what is there so far. */
  SiteRequest signed(SiteSignature signature) {
    headers.addAll(signature.of(this::component));
    return this;
  }

  private String component(String component) {
    int query = target.indexOf('?');
    return switch (component) {
      case "@method" -> method;
      case "@authority" -> HOST;
      case "@path" -> query < 0 ? target : target.substring(0, query);
      case "@query" -> query < 0 ? "?" : target.substring(query);
      default ->
          headers.stream()
              .filter(header -> header.name().equalsIgnoreCase(component))
              .map(Header::value)
              .collect(Collectors.joining(", "));
    };
  }

  /** It proves to come through this edge. */
  SiteRequest through(String edge) {
    edges.add(edge);
    return tagged("via-" + edge);
  }

  SiteRequest tagged(String... names) {
    tags.addAll(List.of(names));
    return this;
  }

  /** The edge names this client; an IPv6 address with all its groups. */
  SiteRequest named(String client) {
    address = client;
    return this;
  }

  SiteRequest expects(Expectation what) {
    expectation = what;
    return this;
  }

  /** The cell that a rule names. */
  SiteRequest goesTo(String rule, String cell) {
    return expects(new Expectation.CellOfRule(rule, cell));
  }

  SiteRequest refusedBy(String rule) {
    stage = NOBODY;
    how = NOBODY;
    return expects(new Expectation.RejectedByRule(rule, 403));
  }

  /** It gets a stage of the split, in this way. */
  SiteRequest staged(String word, String which) {
    how = word;
    stage = which;
    return this;
  }

  /** It is new, so that nobody knows which stage it gets. */
  SiteRequest anew() {
    return staged("new", NOBODY);
  }

  String toJson() {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("name", name);
    ObjectNode request = line.putObject("request");
    request.put("method", method).put("target", target).put("remote", remote);
    ArrayNode fields = request.putArray("headers");
    headers.forEach(header -> fields.addArray().add(header.name()).add(header.value()));
    body.write(request);
    ObjectNode expect = line.putObject("expect");
    expectation.write(expect);
    writeClient(expect);
    writeStage(expect);
    return line.toString();
  }

  private void writeClient(ObjectNode expect) {
    if (edges.isEmpty() && tags.isEmpty()) {
      expect.putNull("client");
      return;
    }
    ObjectNode client = expect.putObject("client");
    ArrayNode proven = client.putArray("edges");
    edges.forEach(proven::add);
    ArrayNode names = client.putArray("tags");
    tags.forEach(names::add);
    if (!address.equals(NOBODY)) {
      client.put("address", address);
    }
  }

  private void writeStage(ObjectNode expect) {
    if (how.equals(NOBODY)) {
      expect.putNull("splits");
      return;
    }
    ObjectNode web = expect.putObject("splits").putObject("web");
    web.put("how", how);
    if (!stage.equals(NOBODY)) {
      web.put("stage", stage);
      List<String> label = SiteSession.label(stage);
      ObjectNode labels = web.putObject("labels");
      if (!label.isEmpty()) {
        labels.put(label.get(0), label.get(1));
      }
    }
  }
}
