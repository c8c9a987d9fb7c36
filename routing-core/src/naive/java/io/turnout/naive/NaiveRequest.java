// SPDX-License-Identifier: Apache-2.0
package io.turnout.naive;

import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request and its body, read again for every question.
 *
 * @param target bytes stand as one character each, here as in the fields
 */
public record NaiveRequest(String method, String target, List<Field> fields, byte[] content)
    implements RequestHead {

  private static final Pattern ABSOLUTE =
      Pattern.compile("(?s)[A-Za-z][A-Za-z0-9+.-]*://([^/?]*)(.*)");
  private static final String TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";
  private static final String OCTETS = "[\\x21\\x23-\\x2b\\x2d-\\x3a\\x3c-\\x5b\\x5d-\\x7e]*";
  private static final Pattern COOKIE =
      Pattern.compile("(" + TOKEN + ")=(?:\"(" + OCTETS + ")\"|(" + OCTETS + "))");

  /** A header line. */
  public record Field(String name, String value) {}

  /** The values of a header that are text, trimmed, in their order. */
  List<String> headers(String name) {
    Matcher absolute = ABSOLUTE.matcher(target);
    List<String> lines =
        name.equalsIgnoreCase("host") && absolute.matches()
            ? List.of(absolute.group(1))
            : raw(name);
    return lines.stream()
        .map(NaiveText::utf8)
        .filter(Objects::nonNull)
        .map(NaiveText::trimmed)
        .toList();
  }

  private List<String> raw(String name) {
    return fields.stream()
        .filter(field -> field.name().equalsIgnoreCase(name))
        .map(Field::value)
        .toList();
  }

  Optional<String> host() {
    List<String> hosts = headers("host").stream().distinct().toList();
    return hosts.size() == 1
        ? Optional.of(hosts.get(0).replaceAll(":[0-9]+$", "").toLowerCase(Locale.ROOT))
        : Optional.empty();
  }

  /** The media type; empty without a content type. */
  String mediaType() {
    List<String> types = headers("content-type");
    return types.isEmpty()
        ? ""
        : NaiveText.trimmed(types.get(0).split(";", 2)[0]).toLowerCase(Locale.ROOT);
  }

  boolean isForm() {
    return mediaType().equals("application/x-www-form-urlencoded");
  }

  boolean isMultipart() {
    return mediaType().startsWith("multipart/");
  }

  boolean isEncoded() {
    return headers("content-encoding").stream()
        .flatMap(line -> Pattern.compile(",").splitAsStream(line))
        .map(NaiveText::trimmed)
        .anyMatch(coding -> !coding.isEmpty() && !coding.equalsIgnoreCase("identity"));
  }

  /** The path as it came; empty for a target without one. */
  private Optional<String> rawPath() {
    Matcher absolute = ABSOLUTE.matcher(target);
    String rest = absolute.matches() ? absolute.group(2) : target;
    return rest.startsWith("/") ? Optional.of(rest.split("\\?", 2)[0]) : Optional.empty();
  }

  /** The decoded segments; empty if there is no path, or it is malformed. */
  Optional<List<String>> segments() {
    if (rawPath().isEmpty()) {
      return Optional.empty();
    }
    List<String> segments = new ArrayList<>();
    for (String raw : rawPath().get().substring(1).split("/", -1)) {
      String segment = NaiveText.decoded(raw, false);
      if (segment == null
          || raw.contains("\\")
          || raw.contains("#")
          || segment.equals(".")
          || segment.equals("..")
          || NaiveText.hasControls(segment)) {
        return Optional.empty();
      }
      segments.add(segment);
    }
    return Optional.of(segments);
  }

  boolean isMalformed() {
    return rawPath().isPresent() && segments().isEmpty();
  }

  /** The decoded values of a parameter. */
  List<String> query(String name) {
    String[] parts = target.split("\\?", 2);
    return parts.length < 2 ? List.of() : values(parts[1], name);
  }

  private static List<String> values(String pairs, String name) {
    List<String> values = new ArrayList<>();
    for (String pair : pairs.split("&", -1)) {
      String[] sides = pair.split("=", 2);
      String value = NaiveText.decoded(sides.length < 2 ? "" : sides[1], true);
      if (value != null && name.equals(NaiveText.decoded(sides[0], true))) {
        values.add(value);
      }
    }
    return values;
  }

  List<String> cookies(String name) {
    List<String> values = new ArrayList<>();
    for (String line : raw("cookie")) {
      for (String piece : line.split(";", -1)) {
        Matcher pair = COOKIE.matcher(NaiveText.trimmed(piece));
        if (pair.matches() && pair.group(1).equals(name)) {
          values.add(pair.group(2) == null ? pair.group(3) : pair.group(2));
        }
      }
    }
    return values;
  }

  /** The first field of a name, if the body is a form. */
  NaiveAnswer form(String name) {
    String body = new String(content, StandardCharsets.ISO_8859_1);
    int start = 0;
    for (String field : body.split("&", -1)) {
      int end = Math.min(content.length, start + field.length() + 1);
      String[] sides = field.split("=", 2);
      if (name.equals(NaiveText.decoded(sides[0], true))) {
        String value = NaiveText.decoded(sides.length < 2 ? "" : sides[1], true);
        if (value == null) {
          return NaiveAnswer.unreadable(
              "body-malformed",
              Math.min(end, start + sides[0].length() + 1 + NaiveText.broken(sides[1])));
        }
        return value.isEmpty() ? NaiveAnswer.absent(end) : NaiveAnswer.found(value, end);
      }
      start = end;
    }
    return NaiveAnswer.absent(content.length);
  }

  @Override
  public String scheme() {
    return "https";
  }

  @Override
  public @Nullable String authority() {
    return null;
  }

  @Override
  public Iterable<String> headerNames() {
    return fields.stream().map(field -> field.name().toLowerCase(Locale.ROOT)).distinct().toList();
  }

  @Override
  public @Nullable String header(String name, int index) {
    List<String> values = raw(name);
    return index < values.size() ? values.get(index) : null;
  }

  @Override
  public @Nullable InetSocketAddress remoteAddress() {
    return null;
  }

  @Override
  public List<String> peerNames() {
    return List.of();
  }

  @Override
  public BodyPresence body() {
    return BodyPresence.UNKNOWN;
  }

  @Override
  public String toString() {
    String body = new String(content, StandardCharsets.ISO_8859_1);
    return method + " " + target + " " + fields + " " + body;
  }
}
