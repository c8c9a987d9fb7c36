// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The form in which many keys are asked for at once, and answered.
 *
 * <pre>{@code
 * [{"key":"business:1","at-least":17},"business:2"]
 *
 * [{"key":"business:1","cell":"us-1","fresh-for":300,"expire-after":86400,"version":17},
 *  {"key":"business:2","failed":"timeout"}]
 * }</pre>
 *
 * <p>A key without {@code at-least} is asked for in any version, and may be a string of its own.
 * The answers stand in the order of the questions; one of an unknown key has no {@code cell}.
 * Members of other names are passed over. Keys stand as JSON strings, not percent-encoded.
 */
public final class LookupJson {

  /** The media type. */
  public static final String MEDIA_TYPE = "application/json";

  /** The longest list of questions, in bytes. */
  public static final int MAX_QUESTION_BYTES = 256 << 10;

  /** The longest list of answers, in bytes. */
  public static final int MAX_ANSWER_BYTES = 512 << 10;

  private static final String KEY = "key";
  private static final String AT_LEAST = "at-least";
  private static final String FAILED = "failed";
  private static final Set<String> THROTTLED = Set.of("throttled", "overloaded");
  private static final Pattern VERSION_FORM = Pattern.compile("[0-9]{1,15}");
  private static final Pattern WORD_FORM = Pattern.compile("[a-z][a-z0-9-]{0,63}");

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(16)
                  .maxNumberLength(32)
                  .maxStringLength(4_096)
                  .maxNameLength(256)
                  .build())
          .build();

  private LookupJson() {}

  /**
   * The answer to one question.
   *
   * @param key the key that was asked for
   * @param route what is known of it; its key is the same
   * @param failed the spelling of a reason why nothing could be said; there is one exactly if there
   *     is no route
   */
  public record Answer(RouteKey key, Optional<RouteAnnouncement> route, Optional<String> failed) {

    /**
     * Checks that there is one of both.
     *
     * @throws IllegalArgumentException if there is not, or the reason is no {@code
     *     [a-z][a-z0-9-]{0,63}}
     */
    public Answer {
      Objects.requireNonNull(key, "key");
      if (route.isPresent() == failed.isPresent()) {
        throw new IllegalArgumentException("an answer has a route or a failure");
      }
      if (failed.isPresent() && !WORD_FORM.matcher(failed.get()).matches()) {
        throw new IllegalArgumentException("a reason must be [a-z][a-z0-9-]{0,63}");
      }
    }

    /** Whether nothing could be said because too much is asked, here or behind. */
    public boolean isThrottled() {
      return failed.filter(THROTTLED::contains).isPresent();
    }

    /** What is known of a key. */
    public static Answer of(RouteAnnouncement route) {
      return new Answer(route.key(), Optional.of(route), Optional.empty());
    }

    /** That nothing could be said. */
    public static Answer failed(RouteKey key, String reason) {
      return new Answer(key, Optional.empty(), Optional.of(reason));
    }
  }

  /** Writes questions. */
  public static byte[] writeQuestions(List<Lookup> lookups) {
    return written(
        json -> {
          for (Lookup lookup : lookups) {
            json.writeStartObject();
            json.writeStringField(KEY, lookup.key().text());
            if (lookup.atLeastVersion() > 0) {
              json.writeNumberField(AT_LEAST, lookup.atLeastVersion());
            }
            json.writeEndObject();
          }
        });
  }

  /**
   * Reads questions.
   *
   * @param content at most {@link #MAX_QUESTION_BYTES} are read
   * @return 1 to {@link RouteAuthority#MOST_AT_ONCE}, each key once
   * @throws UnreadableException if it is anything else; the text holds nothing of the content
   */
  public static List<Lookup> readQuestions(byte[] content) throws UnreadableException {
    Set<RouteKey> keys = new HashSet<>();
    List<Lookup> lookups =
        read(
            content,
            MAX_QUESTION_BYTES,
            fields -> {
              Lookup lookup = new Lookup(fields.key(), fields.version(AT_LEAST).orElse(0L));
              if (!keys.add(lookup.key())) {
                throw new UnreadableException(FieldMistake.REPEATED, "a key must be there once");
              }
              return lookup;
            });
    if (lookups.isEmpty()) {
      throw new UnreadableException(FieldMistake.MISSING, "there must be at least one key");
    }
    return lookups;
  }

  /** Writes answers, in the order of the questions. */
  public static byte[] writeAnswers(List<Answer> answers) {
    return written(
        json -> {
          for (Answer answer : answers) {
            json.writeStartObject();
            json.writeStringField(KEY, answer.key().text());
            if (answer.route().isPresent()) {
              write(json, answer.route().get());
            } else {
              json.writeStringField(FAILED, answer.failed().orElseThrow());
            }
            json.writeEndObject();
          }
        });
  }

  private static void write(JsonGenerator json, RouteAnnouncement route) throws IOException {
    if (route.cell().isPresent()) {
      json.writeStringField(RouteField.CELL, route.cell().get());
    }
    json.writeFieldName(RouteField.FRESH_FOR);
    json.writeNumber(Seconds.written(route.freshFor()).toPlainString());
    json.writeFieldName(RouteField.EXPIRE_AFTER);
    json.writeNumber(Seconds.written(route.expireAfter()).toPlainString());
    json.writeNumberField(RouteField.VERSION, route.version());
  }

  /**
   * Reads answers.
   *
   * @param content at most {@link #MAX_ANSWER_BYTES} are read
   * @param asked the keys of the questions, in their order
   * @return an answer for each key, in their order
   * @throws UnreadableException if it is anything else; the text holds nothing of the content
   */
  public static List<Answer> readAnswers(byte[] content, List<RouteKey> asked)
      throws UnreadableException {
    List<Answer> answers = read(content, MAX_ANSWER_BYTES, LookupJson::answer);
    if (!answers.stream().map(Answer::key).toList().equals(asked)) {
      throw new UnreadableException(
          FieldMistake.OUT_OF_BOUNDS,
          "the answers must be about the " + asked.size() + " keys that were asked for, in order");
    }
    return answers;
  }

  private static Answer answer(Fields fields) throws UnreadableException {
    Optional<String> failed = fields.string(FAILED);
    if (failed.isPresent()) {
      if (!WORD_FORM.matcher(failed.get()).matches()) {
        throw new UnreadableException(
            FieldMistake.OUT_OF_BOUNDS, "failed must be [a-z][a-z0-9-]{0,63}");
      }
      return Answer.failed(fields.key(), failed.get());
    }
    return Answer.of(
        RouteField.announcement(
            fields.key().text(),
            fields.string(RouteField.CELL),
            fields.version(RouteField.VERSION).orElseThrow(() -> missing(RouteField.VERSION)),
            fields.life(RouteField.FRESH_FOR),
            fields.life(RouteField.EXPIRE_AFTER)));
  }

  private static UnreadableException missing(String name) {
    return new UnreadableException(FieldMistake.MISSING, name + " is missing");
  }

  private interface Writing {
    void to(JsonGenerator json) throws IOException;
  }

  private static byte[] written(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartArray();
      writing.to(json);
      json.writeEndArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private interface Reading<T> {
    T of(Fields fields) throws UnreadableException;
  }

  private static <T> List<T> read(byte[] content, int maxBytes, Reading<T> reading)
      throws UnreadableException {
    if (content.length > maxBytes) {
      throw new UnreadableException(
          FieldMistake.TOO_LONG,
          "there must be at most " + maxBytes + " bytes, not " + content.length);
    }
    try (JsonParser json = JSON.createParser(content)) {
      List<T> members = new ArrayList<>();
      if (json.nextToken() != JsonToken.START_ARRAY) {
        throw new UnreadableException(FieldMistake.WRONG_TYPE, "there must be an array");
      }
      while (json.nextToken() != JsonToken.END_ARRAY) {
        if (members.size() == RouteAuthority.MOST_AT_ONCE) {
          throw new UnreadableException(
              FieldMistake.TOO_MANY,
              "there must be at most " + RouteAuthority.MOST_AT_ONCE + " members");
        }
        members.add(reading.of(Fields.read(json)));
      }
      if (json.nextToken() != null) {
        throw new UnreadableException(FieldMistake.SYNTAX, "there must be nothing after the array");
      }
      return members;
    } catch (IOException e) {
      // What Jackson says may hold a part of the content.
      throw new UnreadableException(FieldMistake.SYNTAX, "the content is no JSON within bounds");
    }
  }

  /** The members of one object that matter; a string is an object with a key alone. */
  private static final class Fields {

    private static final Set<String> STRINGS = Set.of(KEY, RouteField.CELL, FAILED);
    private static final Set<String> NUMBERS =
        Set.of(AT_LEAST, RouteField.VERSION, RouteField.FRESH_FOR, RouteField.EXPIRE_AFTER);

    private final Map<String, String> values = new HashMap<>();

    static Fields read(JsonParser json) throws IOException, UnreadableException {
      Fields fields = new Fields();
      if (json.currentToken() == JsonToken.VALUE_STRING) {
        fields.values.put(KEY, json.getText());
        return fields;
      }
      if (json.currentToken() != JsonToken.START_OBJECT) {
        throw new UnreadableException(FieldMistake.WRONG_TYPE, "a member must be an object");
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        fields.take(json.currentName(), json);
      }
      return fields;
    }

    private void take(String name, JsonParser json) throws IOException, UnreadableException {
      JsonToken token = json.nextToken();
      boolean number = token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT;
      boolean known = STRINGS.contains(name) || NUMBERS.contains(name);
      if (!known) {
        json.skipChildren();
      } else if (STRINGS.contains(name) ? token == JsonToken.VALUE_STRING : number) {
        values.put(name, json.getText());
      } else {
        throw new UnreadableException(
            FieldMistake.WRONG_TYPE,
            name + " must be a " + (STRINGS.contains(name) ? "string" : "number"));
      }
    }

    RouteKey key() throws UnreadableException {
      @Nullable String text = values.get(KEY);
      if (text == null) {
        throw missing(KEY);
      }
      try {
        return RouteKey.parse(text);
      } catch (IllegalArgumentException e) {
        throw new UnreadableException(
            FieldMistake.OUT_OF_BOUNDS, "key must be namespace:value within their bounds");
      }
    }

    Optional<String> string(String name) {
      return Optional.ofNullable(values.get(name));
    }

    Optional<Long> version(String name) throws UnreadableException {
      @Nullable String text = values.get(name);
      if (text == null) {
        return Optional.empty();
      }
      if (!VERSION_FORM.matcher(text).matches()) {
        throw new UnreadableException(
            FieldMistake.OUT_OF_BOUNDS,
            name + " must be an integer of 0 to " + RouteEntry.MAX_VERSION);
      }
      return Optional.of(Long.parseLong(text));
    }

    Duration life(String name) throws UnreadableException {
      @Nullable String text = values.get(name);
      if (text == null) {
        throw missing(name);
      }
      return Seconds.read(text);
    }
  }
}
