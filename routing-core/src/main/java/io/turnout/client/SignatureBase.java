// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import io.turnout.request.HttpToken;
import io.turnout.request.RequestHead;
import io.turnout.request.RequestTarget;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.greenbytes.http.sfv.InnerList;
import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.StringItem;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a signature of a request is made over (RFC 9421, section 2.5): one line for each
 * covered component, then the parameters.
 *
 * <p>Components are header fields and {@code @method}, {@code @authority}, {@code @scheme}, {@code
 * @request-target}, {@code @target-uri}, {@code @path} and {@code @query}, without parameters. What
 * a target says is taken as it came, byte for byte: a form that is made canonical first is another
 * form to another reader.
 */
final class SignatureBase {

  private final RequestHead head;
  private final RequestTarget target;

  private SignatureBase(RequestHead head) {
    this.head = head;
    target = RequestTarget.of(head.target());
  }

  /**
   * The bytes for a request.
   *
   * @param covered the components with the signature's parameters
   * @return null if a component is not in the request, is none of the above or is there twice
   */
  static byte @Nullable [] of(RequestHead head, InnerList covered) {
    SignatureBase base = new SignatureBase(head);
    StringBuilder text = new StringBuilder(256);
    Set<String> names = new HashSet<>();
    for (Item<?> component : covered.get()) {
      String value = component instanceof StringItem name ? base.value(name) : null;
      if (value == null || !names.add(component.serialize())) {
        return null;
      }
      text.append(component.serialize()).append(": ").append(value).append('\n');
    }
    text.append("\"@signature-params\": ").append(covered.serialize());
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Whether a name is one of a component that a request can have. */
  static boolean isComponent(String name) {
    return name.startsWith("@")
        ? EdgeSigner.DERIVED.contains(name)
        : HttpToken.isToken(name) && name.equals(name.toLowerCase(Locale.ROOT));
  }

  private @Nullable String value(StringItem component) {
    if (!component.getParams().isEmpty()) {
      return null;
    }
    String name = component.get();
    if (!name.startsWith("@")) {
      return name.equals(name.toLowerCase(Locale.ROOT)) ? field(name) : null;
    }
    return switch (name) {
      case "@method" -> head.method();
      case "@authority" -> authority();
      case "@scheme" -> head.scheme().toLowerCase(Locale.ROOT);
      case "@request-target" -> head.target();
      case "@target-uri" -> targetUri();
      case "@path" -> path();
      case "@query" -> query();
      default -> null;
    };
  }

  /** All lines of a field, trimmed and joined (RFC 9421, section 2.1). */
  private @Nullable String field(String name) {
    String line = head.header(name, 0);
    if (line == null) {
      return null;
    }
    StringBuilder joined = new StringBuilder();
    for (int i = 0; line != null; line = head.header(name, ++i)) {
      joined.append(i == 0 ? "" : ", ").append(trimmed(line));
    }
    return joined.toString();
  }

  private static String trimmed(String line) {
    int from = 0;
    int to = line.length();
    while (from < to && isBlank(line.charAt(from))) {
      from++;
    }
    while (from < to && isBlank(line.charAt(to - 1))) {
      to--;
    }
    return line.substring(from, to);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private @Nullable String authority() {
    String named = target.authority();
    if (named == null) {
      named = head.authority();
    }
    if (named == null) {
      named = head.header("host", 1) == null ? head.header("host", 0) : null;
    }
    if (named == null) {
      return null;
    }
    String plain = named.strip().toLowerCase(Locale.ROOT);
    String port = head.scheme().equalsIgnoreCase("https") ? ":443" : ":80";
    return plain.endsWith(port) ? plain.substring(0, plain.length() - port.length()) : plain;
  }

  private @Nullable String targetUri() {
    if (target.authority() != null) {
      return head.target();
    }
    String authority = authority();
    return authority == null || !head.target().startsWith("/")
        ? null
        : head.scheme().toLowerCase(Locale.ROOT) + "://" + authority + head.target();
  }

  private String path() {
    String raw = head.target();
    int query = raw.indexOf('?');
    String beforeQuery = query < 0 ? raw : raw.substring(0, query);
    if (target.authority() == null) {
      return beforeQuery;
    }
    int slash = beforeQuery.indexOf('/', beforeQuery.indexOf("://") + 3);
    return slash < 0 ? "/" : beforeQuery.substring(slash);
  }

  private String query() {
    int query = head.target().indexOf('?');
    return query < 0 ? "?" : head.target().substring(query);
  }

  /** The names of what is covered, as they are written. */
  static List<String> names(InnerList covered) {
    return covered.get().stream()
        .map(component -> component instanceof StringItem name ? name.get() : "")
        .toList();
  }
}
