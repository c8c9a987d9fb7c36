// SPDX-License-Identifier: Apache-2.0
package io.turnout.naive;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Decides requests by walking the rule file's own tree, from the top, for each request. */
public final class NaiveRules {

  private static final YAMLMapper YAML = new YAMLMapper();

  private static final Map<String, List<String>> OUTCOMES =
      Map.of(
          "no-rule", List.of("authority", "reject 404"),
          "ambiguous", List.of("reject 400"),
          "malformed", List.of("reject 400"),
          "unreadable-body", List.of("authority", "reject 413"),
          "unknown-key", List.of("reject 404"),
          "unavailable", List.of("reject 503"));

  private final JsonNode file;
  private final boolean canHandOn;
  private final int tierLimit;
  private final Function<String, Optional<String>> authority;

  /**
   * Reads a rule file that has no mistakes.
   *
   * @param tierLimit the most that the tier reads of a body, in bytes
   * @param authority the cell of a key, empty if the key is unknown; it throws where it is down
   */
  public NaiveRules(
      String text, boolean canHandOn, int tierLimit, Function<String, Optional<String>> authority) {
    try {
      this.file = YAML.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
    this.canHandOn = canHandOn;
    this.tierLimit = tierLimit;
    this.authority = authority;
  }

  /** Decides a request. */
  public Verdict decide(NaiveRequest request) {
    return new Search(request).decide();
  }

  static List<String> steps(String pointer) {
    List<String> steps = new ArrayList<>();
    for (String step : pointer.substring(1).split("/", -1)) {
      steps.add(step.replace("~1", "/").replace("~0", "~"));
    }
    return steps;
  }

  private static List<String> list(JsonNode oneOrMany) {
    List<String> texts = new ArrayList<>();
    if (oneOrMany.isArray()) {
      oneOrMany.forEach(entry -> texts.add(entry.asText()));
    } else {
      texts.add(oneOrMany.asText());
    }
    return texts;
  }

  /** What a verdict rests on. */
  private record Why(
      @Nullable String key,
      @Nullable String rule,
      @Nullable String source,
      @Nullable String reason,
      @Nullable String detail) {

    static final Why NOTHING = new Why(null, null, null, null, null);

    static Why at(String rule) {
      return new Why(null, rule, null, null, null);
    }

    Why in(String source) {
      return new Why(key, rule, source, reason, detail);
    }

    Why keyed(String key) {
      return new Why(key, rule, source, reason, detail);
    }

    Why because(String reason) {
      return new Why(key, rule, source, reason, detail);
    }

    Why detailed(String detail) {
      return new Why(key, rule, source, reason, detail);
    }
  }

  /** The search for the rule that decides one request. */
  private final class Search {

    private final NaiveRequest request;
    private int bodyRead;

    Search(NaiveRequest request) {
      this.request = request;
    }

    Verdict decide() {
      for (JsonNode rule : file.path("rules")) {
        Optional<Verdict> verdict = ask(rule);
        if (verdict.isPresent()) {
          return verdict.get();
        }
      }
      return act(outcome("no-rule"), Why.NOTHING.because("no-rule"));
    }

    private Optional<Verdict> ask(JsonNode rule) {
      String name = rule.path("name").asText();
      boolean looksAtPath = rule.path("when").has("path") || rule.path("unless").has("path");
      if (looksAtPath && request.isMalformed()) {
        return Optional.of(act(outcome("malformed"), Why.at(name).because("malformed")));
      }
      boolean applies =
          holds(rule.path("when")) && !(rule.has("unless") && holds(rule.path("unless")));
      if (!applies) {
        return Optional.empty();
      }
      if (rule.has("then")) {
        List<String> then = List.of(rule.get("then").asText());
        return then.get(0).equals("authority") && !canHandOn
            ? Optional.empty()
            : Optional.of(act(then, Why.at(name)));
      }
      JsonNode effect = rule.has("key") ? rule.get("key") : rule.get("cell-from");
      for (JsonNode source : effect.path("from")) {
        Optional<Verdict> verdict = ask(rule, effect, source);
        if (verdict.isPresent()) {
          return verdict;
        }
      }
      return Optional.empty();
    }

    private Optional<Verdict> ask(JsonNode rule, JsonNode effect, JsonNode source) {
      Why here = Why.at(rule.path("name").asText()).in(source.fieldNames().next());
      NaiveAnswer answer = answer(rule, source);
      bodyRead = Math.max(bodyRead, answer.read());
      return switch (answer.kind()) {
        case ABSENT -> Optional.empty();
        case AMBIGUOUS -> Optional.of(act(outcome("ambiguous"), here.because("ambiguous")));
        case UNREADABLE ->
            Optional.of(
                act(
                    outcome("unreadable-body"),
                    here.because("unreadable-body").detailed(answer.text())));
        case FOUND -> {
          String value = NaiveTransforms.value(effect, answer.text());
          yield value == null ? Optional.empty() : found(rule, effect, value, here);
        }
      };
    }

    private Optional<Verdict> found(JsonNode rule, JsonNode effect, String value, Why here) {
      if (rule.has("cell-from")) {
        return list(file.path("cells")).contains(value)
            ? Optional.of(act(List.of("cell " + value), here))
            : Optional.empty();
      }
      String key = effect.get("namespace").asText() + ":" + value;
      Why why = here.keyed(key);
      Optional<String> cell;
      try {
        cell = authority.apply(key);
      } catch (IllegalStateException e) {
        return Optional.of(act(outcome("unavailable"), why.because("unavailable")));
      }
      if (cell.isEmpty()) {
        List<String> actions =
            rule.has("unknown-key") ? list(rule.get("unknown-key")) : outcome("unknown-key");
        return Optional.of(act(actions, why.because("unknown-key")));
      }
      if (file.has("cells") && !list(file.get("cells")).contains(cell.get())) {
        return Optional.of(act(outcome("unavailable"), why.because("unavailable")));
      }
      return Optional.of(act(List.of("cell " + cell.get()), why));
    }

    private List<String> outcome(String word) {
      JsonNode own = file.path("outcomes").path(word);
      return own.isMissingNode() ? OUTCOMES.getOrDefault(word, List.of()) : list(own);
    }

    /** The first action that the tier can do; a single {@code authority} is backed by a 503. */
    private Verdict act(List<String> actions, Why why) {
      String action = "reject 503";
      for (int i = actions.size() - 1; i >= 0; i--) {
        action = actions.get(i).equals("authority") && !canHandOn ? action : actions.get(i);
      }
      String[] words = action.split(" ", 2);
      return new Verdict(
          words[0],
          words[0].equals("reject") ? Integer.parseInt(words[1]) : 0,
          words[0].equals("cell") ? words[1] : null,
          why.key(),
          why.rule(),
          why.source(),
          why.reason(),
          why.detail(),
          bodyRead);
    }

    private boolean holds(JsonNode conditions) {
      return conditions.properties().stream()
          .allMatch(condition -> holds(condition.getKey(), condition.getValue()));
    }

    private boolean holds(String word, JsonNode asked) {
      return switch (word) {
        case "method" -> list(asked).contains(request.method());
        case "host" ->
            request
                .host()
                .filter(host -> list(asked).stream().anyMatch(hostFits(host)))
                .isPresent();
        case "path" -> captures(asked).isPresent();
        case "content-type" -> list(asked).stream().anyMatch(this::mediaTypeFits);
        case "header" -> allPass(asked, request::headers);
        case "query" -> allPass(asked, request::query);
        default -> throw new IllegalArgumentException("no condition " + word);
      };
    }

    private Predicate<String> hostFits(String host) {
      return written -> {
        String pattern = written.toLowerCase(Locale.ROOT);
        return pattern.startsWith("*.")
            ? host.endsWith(pattern.substring(1))
                && host.substring(0, host.length() - pattern.length() + 1)
                    .matches("[^.]+(\\.[^.]+)*")
            : host.equals(pattern);
      };
    }

    private boolean mediaTypeFits(String written) {
      String pattern = written.toLowerCase(Locale.ROOT);
      String type = request.mediaType();
      int star = pattern.indexOf('*');
      return star < 0
          ? type.equals(pattern)
          : type.length() >= pattern.length()
              && type.startsWith(pattern.substring(0, star))
              && type.endsWith(pattern.substring(star + 1));
    }

    private boolean allPass(JsonNode tests, Function<String, List<String>> values) {
      return tests.properties().stream()
          .allMatch(test -> passes(test.getValue(), values.apply(test.getKey())));
    }

    private boolean passes(JsonNode test, List<String> values) {
      if (test.has("present")) {
        return test.get("present").asBoolean() != values.isEmpty();
      }
      return values.stream().anyMatch(value -> passes(test, value));
    }

    private boolean passes(JsonNode test, String value) {
      if (test.isTextual()) {
        return value.equals(test.asText());
      }
      Map.Entry<String, JsonNode> one = test.properties().iterator().next();
      String text = one.getValue().asText();
      return switch (one.getKey()) {
        case "prefix" -> value.startsWith(text);
        case "suffix" -> value.endsWith(text);
        case "contains" -> value.contains(text);
        case "regex" -> value.matches(text);
        default -> throw new IllegalArgumentException("no test " + test);
      };
    }

    /** What the first template that fits captures. */
    private Optional<Map<String, String>> captures(JsonNode templates) {
      return request
          .segments()
          .flatMap(
              segments ->
                  list(templates).stream()
                      .flatMap(template -> NaiveTemplate.fit(template, segments).stream())
                      .findFirst());
    }

    private NaiveAnswer answer(JsonNode rule, JsonNode source) {
      Map.Entry<String, JsonNode> one = source.properties().iterator().next();
      JsonNode asked = one.getValue();
      return switch (one.getKey()) {
        case "header" -> single(request.headers(asked.asText()));
        case "query" -> single(request.query(asked.asText()));
        case "cookie" -> single(request.cookies(asked.asText()));
        case "path" ->
            captures(rule.path("when").path("path"))
                .map(captures -> captures.get(asked.asText()))
                .map(value -> NaiveAnswer.found(value, 0))
                .orElse(NaiveAnswer.absent(0));
        case "jwt" -> token(asked);
        case "body" -> body(asked);
        default -> throw new IllegalArgumentException("no source " + source);
      };
    }

    private NaiveAnswer single(List<String> values) {
      Set<String> different = new LinkedHashSet<>(values);
      if (different.size() > 1) {
        return NaiveAnswer.ambiguous(0);
      }
      String value = different.isEmpty() ? "" : different.iterator().next();
      return value.isEmpty() ? NaiveAnswer.absent(0) : NaiveAnswer.found(value, 0);
    }

    private NaiveAnswer token(JsonNode asked) {
      JsonNode place = file.path("jwt").path(asked.get("token").asText()).path("token");
      List<String> values =
          place.has("header")
              ? request.headers(place.get("header").asText())
              : place.has("cookie")
                  ? request.cookies(place.get("cookie").asText())
                  : request.query(place.get("query").asText());
      NaiveAnswer value = single(values);
      if (value.kind() != NaiveAnswer.Kind.FOUND) {
        return value;
      }
      String claim = NaiveToken.claim(place, value.text(), asked.get("claim").asText());
      return claim == null ? NaiveAnswer.absent(0) : NaiveAnswer.found(claim, 0);
    }

    private NaiveAnswer body(JsonNode asked) {
      boolean json = asked.has("json");
      boolean absent = json ? request.isForm() || request.isMultipart() : !request.isForm();
      if (request.content().length == 0 || absent) {
        return NaiveAnswer.absent(0);
      }
      if (request.isEncoded()) {
        return NaiveAnswer.unreadable("body-encoded", 0);
      }
      int fileLimit = file.path("body").path("limit").asInt(65_536);
      int limit = Math.min(tierLimit, asked.path("limit").asInt(fileLimit));
      int depth = file.path("body").path("depth").asInt(64);
      NaiveAnswer answer =
          json
              ? NaiveJson.ask(request.content(), steps(asked.get("json").asText()), depth)
              : request.form(asked.get("form").asText());
      return answer.read() > limit ? NaiveAnswer.unreadable("body-limit", limit) : answer;
    }
  }
}
