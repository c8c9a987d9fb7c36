// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request that was given as one gives it to curl.
 *
 * @param headers name and value, in the order given
 * @param content the body; empty for none
 */
@SuppressWarnings("ArrayRecordComponent") // requests are never compared
record CurlRequest(String method, String scheme, String target, List<Field> headers, byte[] content)
    implements RequestHead {

  private static final Pattern URL =
      Pattern.compile("(?:([A-Za-z][A-Za-z0-9+.-]*)://)?([^/?#]*)([^#]*)(?:#.*)?");

  /** A header field; its bytes stand as one {@code char} each. */
  record Field(String name, String value) {

    /** A field out of text, whose characters become UTF-8. */
    static Field ofText(String name, String value) {
      return new Field(name, latin(value));
    }
  }

  /**
   * Puts a request together.
   *
   * @param url with or without scheme; a {@code Host} field is made of it if {@code headers} has
   *     none
   */
  static CurlRequest of(String method, String url, List<Field> headers, byte[] content) {
    Matcher parts = URL.matcher(url);
    if (!parts.matches()) {
      throw new IllegalArgumentException("\"" + url + "\" is no URL");
    }
    boolean pathOnly = url.startsWith("/");
    String scheme = parts.group(1) == null ? "http" : parts.group(1).toLowerCase(Locale.ROOT);
    String host = pathOnly ? "localhost" : parts.group(2).replaceFirst("^[^@]*@", "");
    if (host.isEmpty()) {
      throw new IllegalArgumentException("\"" + url + "\" must name a host or begin with /");
    }
    String rest = parts.group(3);
    String target = rest.startsWith("/") ? rest : "/" + rest;
    boolean named = headers.stream().anyMatch(field -> field.name().equalsIgnoreCase("host"));
    List<Field> all = new ArrayList<>();
    if (!named) {
      all.add(Field.ofText("Host", host));
    }
    all.addAll(headers);
    return new CurlRequest(method, scheme, latin(target), List.copyOf(all), content);
  }

  private static String latin(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  @Override
  public @Nullable String authority() {
    return null;
  }

  @Override
  public Iterable<String> headerNames() {
    return headers.stream().map(Field::name).distinct().toList();
  }

  @Override
  public @Nullable String header(String name, int index) {
    int left = index;
    for (Field field : headers) {
      if (field.name().equalsIgnoreCase(name) && left-- == 0) {
        return field.value();
      }
    }
    return null;
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
    return content.length == 0 ? BodyPresence.NONE : BodyPresence.SOME;
  }
}
