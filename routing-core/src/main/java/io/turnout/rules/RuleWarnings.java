// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import static java.util.stream.Collectors.joining;

import io.turnout.client.ClientIp;
import io.turnout.decision.Reason;
import io.turnout.document.NearestWord;
import io.turnout.document.Position;
import io.turnout.document.Problem;
import io.turnout.document.ProblemCode;
import io.turnout.document.Problems;
import io.turnout.document.Shown;
import io.turnout.extract.TokenAlgorithm;
import io.turnout.plan.Action;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds what is allowed in a rule file without mistakes but is hardly meant. */
final class RuleWarnings {

  /** Header fields that hops between two tiers may change, in lower case. */
  private static final Set<String> CHANGED_BY_HOPS =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "via",
          "forwarded");

  /** Fields to which proxies add the peer of the connection. */
  private static final Set<String> ADDED_TO = Set.of("x-forwarded-for", "forwarded");

  private static final Pattern METHOD = Pattern.compile("[A-Z]+(?:-[A-Z]+)*");
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT");

  private final RuleFile file;
  private final Keys keys;
  private final Problems warnings = new Problems();

  private RuleWarnings(RuleFile file, Keys keys) {
    this.file = file;
    this.keys = keys;
  }

  /** The warnings in the order of their places. */
  static List<Problem> of(RuleFile file, Keys keys) {
    RuleWarnings found = new RuleWarnings(file, keys);
    found.unknownTokens();
    found.openEdges();
    found.uncoveredClients();
    found.uncountedHops();
    found.unusedTokens();
    found.unfittingKeys();
    file.tokens().values().stream()
        .flatMap(token -> token.place().stream())
        .filter(place -> place.word().equals("header"))
        .forEach(place -> found.changedByHops(place.field()));
    file.rules().forEach(found::rule);
    file.splits().forEach(split -> found.tests(split.when()));
    found.unreadableBody();
    return found.warnings.list();
  }

  private void unusedTokens() {
    Set<String> used = new HashSet<>();
    for (RuleFile.Rule rule : file.rules()) {
      for (RuleFile.Source source : rule.sources()) {
        if (source instanceof RuleFile.JwtSource jwt) {
          used.add(jwt.token().value());
        }
      }
    }
    for (RuleFile.Token token : file.tokens().values()) {
      if (!used.contains(token.name().value())) {
        warn(
            token.name().at(),
            ProblemCode.UNUSED_TOKEN,
            "no source uses the token \"" + token.name().value() + "\"; remove it");
      }
    }
  }

  private void unknownTokens() {
    for (String name : keys.absent()) {
      if (!file.tokens().containsKey(name)) {
        warnings.add(
            Problem.warning(
                    Position.START,
                    ProblemCode.UNKNOWN_TOKEN,
                    "keys of a token "
                        + Shown.text(name)
                        + " are said to be absent, and \"jwt\" of the file describes none")
                .suggesting(NearestWord.of(name, file.tokens().keySet())));
      }
    }
  }

  private void openEdges() {
    for (RuleFile.WrittenEdge edge : file.edges()) {
      if (edge.proof().orElse(null) instanceof RuleFile.Addresses addresses) {
        addresses.all().stream()
            .filter(range -> range.value().length() == 0)
            .forEach(
                range ->
                    warn(
                        range.at(),
                        ProblemCode.OPEN_EDGE,
                        "every address proves to be the edge \""
                            + edge.name().orElseThrow().value()
                            + "\", so any client can speak for others; name the addresses that"
                            + " are its own"));
      }
    }
  }

  /** A field that no signature covers can be changed by whoever comes between. */
  private void uncoveredClients() {
    for (RuleFile.WrittenEdge edge : file.edges()) {
      if (edge.proof().orElse(null) instanceof RuleFile.Signature signature) {
        edge.clientIp()
            .map(RuleFile.WrittenClientIp::header)
            .filter(
                header ->
                    !signature.covers().names().contains(header.value().toLowerCase(Locale.ROOT)))
            .ifPresent(
                header ->
                    warn(
                        header.at(),
                        ProblemCode.UNCOVERED_CLIENT,
                        "\"covers\" of the edge \""
                            + edge.name().orElseThrow().value()
                            + "\" leaves out \""
                            + header.value()
                            + "\", so whoever sees a signed request can send it again for another"
                            + " client; cover that field"));
      }
    }
  }

  /** Without hops, a client that sends such a field itself is taken for the edge. */
  private void uncountedHops() {
    file.edges().stream()
        .flatMap(edge -> edge.clientIp().stream())
        .filter(written -> written.place().hops() == ClientIp.ALONE)
        .map(RuleFile.WrittenClientIp::header)
        .filter(header -> ADDED_TO.contains(header.value().toLowerCase(Locale.ROOT)))
        .forEach(
            header ->
                warn(
                    header.at(),
                    ProblemCode.UNCOUNTED_HOPS,
                    "proxies add to \""
                        + header.value()
                        + "\" what clients may have begun, and without \"hops\" more than one entry"
                        + " names nobody, so such a client counts as the edge; say how many hops"
                        + " there are"));
  }

  private void unfittingKeys() {
    for (RuleFile.Token token : file.tokens().values()) {
      if (!keys.absent().contains(token.name().value())
          && token.verify().orElse(null) instanceof RuleFile.VerifyBy by
          && !by.check().hasFittingKey()) {
        warn(
            by.keys().at(),
            ProblemCode.NO_FITTING_KEY,
            "no key of this set can be used with "
                + by.algorithms().stream().map(TokenAlgorithm::text).collect(joining(" or "))
                + ", so no token \""
                + token.name().value()
                + "\" passes; look at the kinds of the keys, and at their \"use\" and \"alg\"");
      }
    }
  }

  private void rule(RuleFile.Rule rule) {
    tests(rule.when());
    tests(rule.unless());
    List<RuleFile.Source> sources = rule.sources();
    for (RuleFile.Source source : sources) {
      if (source instanceof RuleFile.HeaderSource header) {
        changedByHops(header.name());
      }
    }
    Optional<RuleFile.Source> body = sources.stream().filter(RuleWarnings::readsBody).findFirst();
    if (body.isEmpty()) {
      return;
    }
    if (sources.subList(sources.indexOf(body.get()), sources.size()).stream()
        .anyMatch(source -> !readsBody(source))) {
      warn(
          body.get().at(),
          ProblemCode.BODY_BEFORE_CHEAP,
          "rule \""
              + rule.name().value()
              + "\" reads the body before it tries a source that needs none; put that source"
              + " first");
    }
    if (rule.when().all().isEmpty()) {
      warn(
          rule.name().at(),
          ProblemCode.BODY_OF_EVERY_REQUEST,
          "rule \""
              + rule.name().value()
              + "\" has no \"when\", so it reads the body of every request that comes to it without"
              + " another key; say for which requests it is meant");
    }
  }

  private void tests(RuleFile.Tests tests) {
    for (RuleFile.Test test : tests.all()) {
      if (test instanceof RuleFile.HeaderTest header) {
        changedByHops(header.name());
      } else if (test instanceof RuleFile.MethodTest method) {
        method.placed().forEach(this::odd);
      }
    }
  }

  private void unreadableBody() {
    RuleFile.ActionList actions = file.outcomes().get(Reason.UNREADABLE_BODY);
    if (actions != null && !(actions.values().get(0) instanceof Action.ToAuthority)) {
      warn(
          actions.actions().get(0).at(),
          ProblemCode.UNREADABLE_BODY_KEPT,
          "\"unreadable-body\" does not begin with \"authority\", so a body that only an edge"
              + " cannot read is never shown to the authority tier");
    }
  }

  /** Methods are case-sensitive, so that {@code get} is another one than GET. */
  private void odd(Placed<String> method) {
    String name = method.value();
    if (METHOD.matcher(name).matches()) {
      return;
    }
    String upper = name.toUpperCase(Locale.ROOT);
    Optional<String> meant =
        METHOD.matcher(upper).matches()
            ? Optional.of(upper)
            : Optional.of(upper.split("[^A-Z]+", -1))
                .filter(words -> METHODS.containsAll(List.of(words)))
                .map(words -> "[" + String.join(", ", words) + "]");
    warnings.add(
        Problem.warning(
                method.at(),
                ProblemCode.ODD_METHOD,
                "hardly a request has the method "
                    + Shown.text(name)
                    + ": methods are compared as they stand, and are in upper case")
            .suggesting(meant));
  }

  private void changedByHops(Placed<String> header) {
    String name = header.value().toLowerCase(Locale.ROOT);
    if (CHANGED_BY_HOPS.contains(name) || name.startsWith("x-forwarded-")) {
      warn(
          header.at(),
          ProblemCode.HOP_HEADER,
          "hops between two tiers may change \""
              + header.value()
              + "\", and then the tiers judge different requests; use a field that they leave"
              + " alone");
    }
  }

  private void warn(Position at, ProblemCode code, String message) {
    warnings.warning(at, code, message);
  }

  private static boolean readsBody(RuleFile.Source source) {
    return source instanceof RuleFile.JsonSource || source instanceof RuleFile.FormSource;
  }
}
