// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request as the rules see it: a head, of which each part is parsed once, when it is first asked
 * for. For one thread.
 *
 * <p>The values of header fields are text in UTF-8, without the optional white space around them;
 * lines that are none are as if they were not there, and no line is split at commas. The names and
 * values of a query are percent-decoded, {@code +} being a space; a pair that is no UTF-8 is as if
 * it were not there. Cookies are pairs of RFC 6265 out of every {@code Cookie} field, quotes taken
 * off.
 *
 * <p>An authority in the target, or HTTP/2's, replaces the {@code Host} field (RFC 9112, section
 * 3.2.2).
 *
 * <p>A <em>single</em> value is null where the name is not there or has an empty value alone, and
 * {@linkplain #isAmbiguous ambiguous} where the name has different values; an empty value counts
 * beside another.
 */
public final class Request {

  /** Half of a surrogate pair: no text that is decoded from UTF-8 is this. */
  private static final String AMBIGUOUS = "\ud800";

  /** The other half: what was read, and was not there. */
  private static final String MISSING = "\udc00";

  private final RequestHead head;
  private final Marks marks;
  private @Nullable RequestTarget target;
  private @Nullable Pairs query;
  private @Nullable Pairs cookies;
  private @Nullable String host;
  private @Nullable BodyFields bodyFields;

  /**
   * What few requests have, and therefore one field, since there is a request for each decision.
   */
  private record Marks(@Nullable RequestObserver observer, Set<String> tags) {

    static final Marks NONE = new Marks(null, Set.of());
  }

  private Request(RequestHead head, Marks marks) {
    this.head = head;
    this.marks = marks;
  }

  /** The request with this head. */
  public static Request of(RequestHead head) {
    return new Request(head, Marks.NONE);
  }

  /** The request with this head, whose judging the observer follows. */
  public static Request observed(RequestHead head, RequestObserver observer) {
    return new Request(head, new Marks(observer, Set.of()));
  }

  /** The same request with these tags on it; for a request that has none. */
  public Request tagged(Set<String> names) {
    if (names.isEmpty()) {
      return this;
    }
    Request tagged = new Request(head, new Marks(marks.observer(), names));
    tagged.target = target;
    tagged.query = query;
    tagged.cookies = cookies;
    tagged.host = host;
    tagged.bodyFields = bodyFields;
    return tagged;
  }

  /** Whether a tag is on it. */
  public boolean hasTag(String name) {
    return marks.tags().contains(name);
  }

  /** The tags that are on it. */
  public Set<String> tags() {
    return marks.tags();
  }

  /** Whether what a single reading gave stands for several different values. */
  public static boolean isAmbiguous(@Nullable String value) {
    return AMBIGUOUS.equals(value);
  }

  /** The head as the adapter shows it. */
  public RequestHead head() {
    return head;
  }

  /** Who follows the judging; null in the common case. */
  public @Nullable RequestObserver observer() {
    return marks.observer();
  }

  /** The method as it came. */
  public String method() {
    return head.method();
  }

  /** The target, parsed. */
  public RequestTarget target() {
    RequestTarget parsed = target;
    if (parsed == null) {
      parsed = RequestTarget.of(head.target());
      target = parsed;
    }
    return parsed;
  }

  /**
   * The host in lower case, without port: of an absolute-form target, else of {@code :authority},
   * else of {@code Host}. Null if there is none, or several {@code Host} fields differ.
   */
  public @Nullable String host() {
    String read = host;
    if (read == null) {
      read = orMissing(HostText.of(this));
      host = read;
    }
    return orNull(read);
  }

  /**
   * The first {@code Content-Type}'s type and subtype in lower case, without parameters; null if
   * there is no such field.
   */
  public @Nullable String mediaType() {
    return bodyFields().mediaType();
  }

  /** Whether a {@code Content-Encoding} names a coding other than {@code identity}. */
  public boolean isContentEncoded() {
    return bodyFields().encoded();
  }

  private BodyFields bodyFields() {
    BodyFields read = bodyFields;
    if (read == null) {
      read = BodyFields.of(this);
      bodyFields = read;
    }
    return read;
  }

  /** What the request is for by its target or by {@code :authority}; null if {@code Host} says. */
  @Nullable String namedAuthority() {
    String named = target().authority();
    return named == null ? head.authority() : named;
  }

  /** A header line as it came; an authority that the request names elsewhere replaces Host. */
  private @Nullable String line(String name, int index) {
    String named = name.equals("host") ? namedAuthority() : null;
    if (named == null) {
      return head.header(name, index);
    }
    return index == 0 ? named : null;
  }

  /**
   * The first value of a header field; null if there is none.
   *
   * @param name the field's name in lower case
   */
  public @Nullable String firstHeader(String name) {
    String raw;
    for (int i = 0; (raw = line(name, i)) != null; i++) {
      String value = HeaderText.value(raw);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  /**
   * The single value of a header field.
   *
   * @param name the field's name in lower case
   */
  public @Nullable String singleHeader(String name) {
    String raw;
    String single = null;
    for (int i = 0; (raw = line(name, i)) != null; i++) {
      single = join(single, HeaderText.value(raw));
      if (isAmbiguous(single)) {
        return single;
      }
    }
    return emptyToNull(single);
  }

  /** Whether a value of a header field passes; its name is in lower case. */
  public boolean anyHeader(String name, ValueTest test) {
    String raw;
    for (int i = 0; (raw = line(name, i)) != null; i++) {
      String value = HeaderText.value(raw);
      if (value != null && test.passes(value)) {
        return true;
      }
    }
    return false;
  }

  /** The single value of a parameter of the query. */
  public @Nullable String singleQuery(String name) {
    return single(query(), name);
  }

  /** Whether a value of a parameter of the query passes. */
  public boolean anyQuery(String name, ValueTest test) {
    Pairs pairs = query();
    for (int i = pairs.first(name); i >= 0; i = pairs.next(i, name)) {
      String value = pairs.value(i);
      if (value != null && test.passes(value)) {
        return true;
      }
    }
    return false;
  }

  /** The single value of a cookie; its name is case-sensitive. */
  public @Nullable String singleCookie(String name) {
    Pairs parsed = cookies;
    if (parsed == null) {
      parsed = CookieParser.parse(head);
      cookies = parsed;
    }
    return single(parsed, name);
  }

  private Pairs query() {
    Pairs parsed = query;
    if (parsed == null) {
      RequestTarget line = target();
      parsed = QueryParser.parse(line.raw(), line.queryFrom());
      query = parsed;
    }
    return parsed;
  }

  private static @Nullable String single(Pairs pairs, String name) {
    String single = null;
    for (int i = pairs.first(name); i >= 0; i = pairs.next(i, name)) {
      single = join(single, pairs.value(i));
      if (isAmbiguous(single)) {
        return single;
      }
    }
    return emptyToNull(single);
  }

  private static @Nullable String join(@Nullable String seen, @Nullable String value) {
    if (seen == null) {
      return value;
    }
    return value == null || seen.equals(value) ? seen : AMBIGUOUS;
  }

  private static String orMissing(@Nullable String value) {
    return value == null ? MISSING : value;
  }

  private static @Nullable String orNull(String value) {
    return value.equals(MISSING) ? null : value;
  }

  private static @Nullable String emptyToNull(@Nullable String value) {
    return value == null || value.isEmpty() ? null : value;
  }
}
