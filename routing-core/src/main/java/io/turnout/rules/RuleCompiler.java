// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.decision.Reason;
import io.turnout.extract.RouteKeyExtractor;
import io.turnout.extract.Source;
import io.turnout.extract.Sources;
import io.turnout.extract.TokenPlace;
import io.turnout.match.Condition;
import io.turnout.match.Conditions;
import io.turnout.plan.Action;
import io.turnout.plan.PlannedRule;
import io.turnout.plan.RuleEffect;
import io.turnout.plan.RulePlan;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes the program that serves requests from a rule file without mistakes. */
final class RuleCompiler {

  private static final String NO_NAMESPACE = "";

  private final RuleFile file;
  private final Set<String> cells;
  private final Set<String> keysAbsent;

  private RuleCompiler(RuleFile file, Keys keys) {
    this.file = file;
    keysAbsent = new LinkedHashSet<>(file.tokens().keySet());
    keysAbsent.retainAll(keys.absent());
    cells = new LinkedHashSet<>(file.cells().map(RuleFile.Cells::values).orElse(List.of()));
  }

  /** Compiles a checked file. */
  static RulePlan compile(RuleFile file, Keys keys, String version) {
    RuleCompiler compiler = new RuleCompiler(file, keys);
    List<PlannedRule> rules = file.rules().stream().map(compiler::rule).toList();
    Map<Reason, List<Action>> outcomes = new EnumMap<>(Reason.class);
    file.outcomes().forEach((reason, actions) -> outcomes.put(reason, actions.values()));
    return new RulePlan(
        version,
        rules,
        outcomes,
        compiler.cells,
        file.body().depth(),
        TrafficCompiler.clients(file),
        TrafficCompiler.splits(file),
        compiler.keysAbsent);
  }

  private PlannedRule rule(RuleFile.Rule rule) {
    return new PlannedRule(
        rule.name().value(), conditions(rule.when()), conditions(rule.unless()), effect(rule));
  }

  static List<Condition> conditions(RuleFile.Tests tests) {
    return tests.all().stream().map(RuleCompiler::condition).toList();
  }

  private static Condition condition(RuleFile.Test test) {
    if (test instanceof RuleFile.MethodTest method) {
      return Conditions.method(method.names());
    }
    if (test instanceof RuleFile.HostTest host) {
      return Conditions.host(host.patterns());
    }
    if (test instanceof RuleFile.PathTest path) {
      return Conditions.path(path.templates());
    }
    if (test instanceof RuleFile.HeaderTest header) {
      return Conditions.header(header.name().value(), header.test().test());
    }
    if (test instanceof RuleFile.QueryTest query) {
      return Conditions.query(query.name().value(), query.test().test());
    }
    if (test instanceof RuleFile.TagTest tag) {
      return Conditions.tag(tag.names());
    }
    return Conditions.mediaType(((RuleFile.MediaTypeTest) test).types());
  }

  private RuleEffect effect(RuleFile.Rule rule) {
    if (rule.effect() instanceof RuleFile.Then then) {
      return new RuleEffect.Then(then.action().value());
    }
    if (rule.effect() instanceof RuleFile.Key key) {
      return new RuleEffect.FindKey(
          extractor(key.namespace(), rule), rule.unknownKey().map(RuleFile.ActionList::values));
    }
    return new RuleEffect.FindCell(extractor(NO_NAMESPACE, rule), cells);
  }

  private RouteKeyExtractor extractor(String namespace, RuleFile.Rule rule) {
    RuleFile.Finding finding = rule.finding().orElseThrow();
    return RouteKeyExtractor.of(
        namespace,
        finding.from().stream().map(source -> source(rule, source)).toList(),
        finding.transform().stream().map(RuleFile.WrittenTransform::transform).toList(),
        finding.match().orElse(null));
  }

  private Source source(RuleFile.Rule rule, RuleFile.Source source) {
    if (source instanceof RuleFile.HeaderSource header) {
      return Sources.header(header.name().value());
    }
    if (source instanceof RuleFile.PathSource path) {
      return Sources.path(rule.when().templates(), path.capture().value());
    }
    if (source instanceof RuleFile.QuerySource query) {
      return Sources.query(query.name());
    }
    if (source instanceof RuleFile.CookieSource cookie) {
      return Sources.cookie(cookie.name());
    }
    if (source instanceof RuleFile.JwtSource jwt) {
      RuleFile.Token token = file.tokens().get(jwt.token().value());
      if (token == null) {
        throw new IllegalStateException("the checker lets no unknown token pass");
      }
      TokenPlace place = token.place().orElseThrow().place();
      if (keysAbsent.contains(token.name().value())) {
        return Sources.keylessJwt(place, jwt.claim());
      }
      return token.verify().orElseThrow() instanceof RuleFile.VerifyBy by
          ? Sources.verifiedJwt(place, jwt.claim(), by.check())
          : Sources.jwt(place, jwt.claim());
    }
    if (source instanceof RuleFile.JsonSource json) {
      return Sources.json(json.pointer(), limit(json.limitBytes()));
    }
    RuleFile.FormSource form = (RuleFile.FormSource) source;
    return Sources.form(form.name(), limit(form.limitBytes()));
  }

  private int limit(Optional<Placed<Integer>> limitBytes) {
    return limitBytes.map(Placed::value).orElse(file.body().limitBytes());
  }
}
