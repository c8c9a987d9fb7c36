// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.request.BodyPresence;
import io.turnout.request.Request;
import io.turnout.request.RequestHead;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A request that shows what rules do. Immutable.
 *
 * @param method the method
 * @param target the request target in ASCII, percent-encoded where it has to be
 * @param fields the header fields in order, each a line of its own
 * @param content the body as text, to be sent in UTF-8; empty for none
 * @param tags the tags that are on it, in alphabetical order. They are part of the example: what
 *     else it would take to have them is not looked for
 */
public record ExampleRequest(
    String method, String target, List<Field> fields, String content, Set<String> tags)
    implements RequestHead {

  /**
   * One line of the header.
   *
   * @param name the field's name
   * @param value the value as text, to be sent in UTF-8
   */
  public record Field(String name, String value) {

    /** Checks that both are there. */
    public Field {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(value, "value");
    }

    @Override
    public String toString() {
      return name + ": " + value;
    }
  }

  /** Copies the collections. */
  public ExampleRequest {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(content, "content");
    fields = List.copyOf(fields);
    tags = Collections.unmodifiableSet(new TreeSet<>(tags));
  }

  /** A request without tags. */
  public ExampleRequest(String method, String target, List<Field> fields, String content) {
    this(method, target, fields, content, Set.of());
  }

  /** The request as rules see it. */
  Request tagged() {
    return Request.of(this).tagged(tags);
  }

  /** The bytes of the body; none remain if there is no body. */
  public ByteBuffer bytes() {
    return ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
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
    Set<String> names = new LinkedHashSet<>();
    fields.forEach(field -> names.add(field.name()));
    return names;
  }

  /** Takes longer for later lines, which is of no matter for the few that an example has. */
  @Override
  public @Nullable String header(String name, int index) {
    int left = index;
    for (Field field : fields) {
      if (field.name().equalsIgnoreCase(name) && left-- == 0) {
        return raw(field.value());
      }
    }
    return null;
  }

  /** The bytes of a text in UTF-8, one char each; ASCII as it is. */
  private static String raw(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
      }
    }
    return text;
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
    return content.isEmpty() ? BodyPresence.NONE : BodyPresence.SOME;
  }

  /** One line: method, target, fields, body and tags. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(method).append(' ').append(target);
    fields.forEach(field -> text.append(", ").append(field));
    if (!content.isEmpty()) {
      text.append(", body ").append(content);
    }
    return tags.isEmpty() ? text.toString() : text.append(", ").append(withTags()).toString();
  }

  /** The tags in words, {@code with tag internal}; empty without any. */
  public String withTags() {
    String word = tags.size() == 1 ? "with tag " : "with tags ";
    return tags.isEmpty() ? "" : word + String.join(", ", tags);
  }
}
