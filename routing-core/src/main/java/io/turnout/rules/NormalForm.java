// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.decision.Reason;
import io.turnout.digest.Sha256Digest;
import io.turnout.extract.Jwk;
import io.turnout.extract.TokenAlgorithm;
import io.turnout.plan.Action;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.erdtman.jcs.JsonCanonicalizer;

/**
 * The content of a rule file in the one form that all spellings of it share, and its hash.
 *
 * <p>It has the keys of the file. Sizes are bytes, durations milliseconds; where one or a list may
 * stand, it is a list; an action is its words with one space; a single {@code authority} of an
 * outcome is the list that it means. What says nothing but the default is left out, so that a later
 * version of the language with more defaults gives the same file the same form.
 */
final class NormalForm {

  private NormalForm() {}

  /** The SHA-256 of {@link #json}, in lower-case hexadecimal digits. */
  static String version(RuleFile file) {
    return Sha256Digest.hex(json(file).getBytes(StandardCharsets.UTF_8));
  }

  /** The content as canonical JSON (RFC 8785). */
  static String json(RuleFile file) {
    StringBuilder text = new StringBuilder();
    write(text, content(file));
    try {
      return new JsonCanonicalizer(text.toString()).getEncodedString();
    } catch (IOException e) {
      throw new UncheckedIOException("the normal form is no JSON", e);
    }
  }

  private static Map<String, Object> content(RuleFile file) {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("turnout", 1);
    if (!file.tokens().isEmpty()) {
      Map<String, Object> tokens = new LinkedHashMap<>();
      file.tokens().forEach((name, token) -> tokens.put(name, token(token)));
      content.put("jwt", tokens);
    }
    Map<String, Object> body = body(file.body());
    if (!body.isEmpty()) {
      content.put("body", body);
    }
    file.cells().ifPresent(cells -> content.put("cells", cells.values()));
    List<Object> rules = new ArrayList<>();
    file.rules().forEach(rule -> rules.add(rule(rule, file.body())));
    content.put("rules", rules);
    Map<String, Object> outcomes = outcomes(file.outcomes());
    if (!outcomes.isEmpty()) {
      content.put("outcomes", outcomes);
    }
    TrafficForm.write(file, content);
    return content;
  }

  private static Map<String, Object> token(RuleFile.Token token) {
    Map<String, Object> place = new LinkedHashMap<>();
    RuleFile.WrittenPlace written = token.place().orElseThrow();
    place.put(written.word(), written.field().value());
    written.scheme().ifPresent(scheme -> place.put("scheme", scheme));
    RuleFile.Verify verify = token.verify().orElseThrow();
    return Map.of(
        "token",
        place,
        "verify",
        verify instanceof RuleFile.VerifyBy by ? verification(by) : "none");
  }

  /** Of a key set what counts of it, but never a secret; of a key file its hash. */
  private static Map<String, Object> verification(RuleFile.VerifyBy by) {
    Map<String, Object> written = new LinkedHashMap<>();
    if (by.keys() instanceof RuleFile.FiledSet filed) {
      Map<String, Object> file = new LinkedHashMap<>();
      file.put("file", filed.path());
      filed.sha256().ifPresent(hash -> file.put("sha256", hash));
      written.put("jwks", file);
    } else if (by.keys() instanceof RuleFile.InlineSet inline) {
      written.put(
          "jwks", Map.of("keys", inline.written().stream().map(Jwk::publicMembers).toList()));
    } else if (by.keys() instanceof RuleFile.Secret secret) {
      written.put("secret", secret.reference());
    }
    written.put("algorithms", by.algorithms().stream().map(TokenAlgorithm::text).toList());
    by.check().issuer().ifPresent(issuer -> written.put("issuer", issuer));
    by.check().audience().ifPresent(audience -> written.put("audience", audience));
    if (!by.check().leeway().isZero()) {
      written.put("leeway", by.check().leeway().toMillis());
    }
    return written;
  }

  private static Map<String, Object> body(RuleFile.Body body) {
    Map<String, Object> written = new LinkedHashMap<>();
    if (body.limitBytes() != RuleFile.Body.DEFAULT.limitBytes()) {
      written.put("limit", body.limitBytes());
    }
    if (body.depth() != RuleFile.Body.DEFAULT.depth()) {
      written.put("depth", body.depth());
    }
    return written;
  }

  private static Map<String, Object> outcomes(Map<Reason, RuleFile.ActionList> outcomes) {
    Map<String, Object> written = new LinkedHashMap<>();
    outcomes.forEach(
        (reason, actions) -> {
          if (!actions.values().equals(Outcomes.defaultOf(reason))) {
            written.put(reason.text(), actions(actions));
          }
        });
    return written;
  }

  private static List<String> actions(RuleFile.ActionList actions) {
    return actions.values().stream().map(Action::toString).toList();
  }

  private static Map<String, Object> rule(RuleFile.Rule rule, RuleFile.Body body) {
    Map<String, Object> written = new LinkedHashMap<>();
    written.put("name", rule.name().value());
    if (!rule.when().all().isEmpty()) {
      written.put("when", tests(rule.when()));
    }
    if (!rule.unless().all().isEmpty()) {
      written.put("unless", tests(rule.unless()));
    }
    if (rule.effect() instanceof RuleFile.Then then) {
      written.put("then", then.action().value().toString());
    } else if (rule.effect() instanceof RuleFile.Key key) {
      Map<String, Object> finding = finding(key.finding(), body);
      finding.put("namespace", key.namespace());
      written.put("key", finding);
    } else if (rule.effect() instanceof RuleFile.CellFrom cellFrom) {
      written.put("cell-from", finding(cellFrom.finding(), body));
    }
    rule.unknownKey().ifPresent(actions -> written.put("unknown-key", actions(actions)));
    return written;
  }

  static Map<String, Object> tests(RuleFile.Tests tests) {
    Map<String, Object> written = new LinkedHashMap<>();
    Map<String, Object> headers = new LinkedHashMap<>();
    Map<String, Object> query = new LinkedHashMap<>();
    for (RuleFile.Test test : tests.all()) {
      if (test instanceof RuleFile.MethodTest method) {
        written.put("method", method.names());
      } else if (test instanceof RuleFile.HostTest host) {
        written.put("host", host.patterns());
      } else if (test instanceof RuleFile.PathTest path) {
        written.put("path", path.templates().stream().map(template -> template.text()).toList());
      } else if (test instanceof RuleFile.HeaderTest header) {
        headers.put(header.name().value(), test(header.test()));
        written.put("header", headers);
      } else if (test instanceof RuleFile.QueryTest parameter) {
        query.put(parameter.name().value(), test(parameter.test()));
        written.put("query", query);
      } else if (test instanceof RuleFile.MediaTypeTest type) {
        written.put("content-type", type.types());
      } else if (test instanceof RuleFile.TagTest tag) {
        written.put("tag", tag.names());
      }
    }
    return written;
  }

  static Object test(RuleFile.WrittenTest test) {
    return test.isEqual() ? test.value() : Map.of(test.word(), test.value());
  }

  private static Map<String, Object> finding(RuleFile.Finding finding, RuleFile.Body body) {
    Map<String, Object> written = new LinkedHashMap<>();
    written.put("from", finding.from().stream().map(source -> source(source, body)).toList());
    if (!finding.transform().isEmpty()) {
      written.put("transform", finding.transform().stream().map(NormalForm::transform).toList());
    }
    finding.match().ifPresent(match -> written.put("match", match));
    return written;
  }

  private static Object transform(RuleFile.WrittenTransform transform) {
    return transform.operand().isEmpty()
        ? transform.word()
        : Map.of(transform.word(), transform.operand().get());
  }

  private static Map<String, Object> source(RuleFile.Source source, RuleFile.Body body) {
    if (source instanceof RuleFile.HeaderSource header) {
      return Map.of("header", header.name().value());
    }
    if (source instanceof RuleFile.PathSource path) {
      return Map.of("path", path.capture().value());
    }
    if (source instanceof RuleFile.QuerySource query) {
      return Map.of("query", query.name());
    }
    if (source instanceof RuleFile.CookieSource cookie) {
      return Map.of("cookie", cookie.name());
    }
    if (source instanceof RuleFile.JwtSource jwt) {
      return Map.of("jwt", Map.of("token", jwt.token().value(), "claim", jwt.claim()));
    }
    if (source instanceof RuleFile.JsonSource json) {
      return Map.of("body", bodySource("json", json.pointer(), json.limitBytes(), body));
    }
    RuleFile.FormSource form = (RuleFile.FormSource) source;
    return Map.of("body", bodySource("form", form.name(), form.limitBytes(), body));
  }

  private static Map<String, Object> bodySource(
      String word, String place, Optional<Placed<Integer>> limitBytes, RuleFile.Body body) {
    Map<String, Object> written = new LinkedHashMap<>();
    written.put(word, place);
    limitBytes
        .map(Placed::value)
        .filter(limit -> limit != body.limitBytes())
        .ifPresent(limit -> written.put("limit", limit));
    return written;
  }

  private static void write(StringBuilder to, Object value) {
    if (value instanceof Map<?, ?> map) {
      String separator = "{";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        to.append(separator);
        write(to, entry.getKey());
        to.append(':');
        write(to, entry.getValue());
        separator = ",";
      }
      to.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      String separator = "[";
      for (Object element : list) {
        to.append(separator);
        write(to, element);
        separator = ",";
      }
      to.append(list.isEmpty() ? "[]" : "]");
    } else if (value instanceof String text) {
      writeText(to, text);
    } else {
      to.append(value);
    }
  }

  private static void writeText(StringBuilder to, String text) {
    to.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        to.append('\\').append(c);
      } else if (c < 0x20) {
        to.append(String.format("\\u%04x", (int) c));
      } else {
        to.append(c);
      }
    }
    to.append('"');
  }
}
