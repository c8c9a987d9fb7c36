// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Reads a request from arguments as curl has them: {@code [curl] [METHOD] URL [options]}. Options
 * that do not change what is sent are skipped, and any that is not understood is refused.
 *
 * <p>With the word {@code curl} in front the URL is taken as curl takes it: dot segments are
 * removed, unless {@code --path-as-is} is given. Without it the path stays as it stands. Fields
 * that curl sends by itself, such as {@code User-Agent}, are not added.
 */
final class CurlArguments {

  private static final Map<String, String> HEADER_OPTIONS =
      Map.of("--user-agent", "User-Agent", "--referer", "Referer");

  private final CurlHeaders headers = new CurlHeaders();
  private final CurlBody body = new CurlBody();
  private String method = "";
  private String url = "";
  private String target = "";
  private boolean isCurl;
  private boolean head;
  private boolean inQuery;
  private boolean literal;
  private boolean asIs;

  private CurlArguments() {}

  /**
   * Reads a request.
   *
   * @throws IllegalArgumentException if it names no URL or has an option that is not understood
   */
  static GivenRequest read(List<String> arguments) throws IOException {
    CurlArguments reading = new CurlArguments();
    Iterator<String> rest = arguments.iterator();
    while (rest.hasNext()) {
      reading.take(rest.next(), rest);
    }
    return reading.request();
  }

  private void take(String argument, Iterator<String> rest) throws IOException {
    boolean first = url.isEmpty() && method.isEmpty();
    if (argument.startsWith("--")) {
      int equals = argument.indexOf('=');
      String name = equals < 0 ? argument : argument.substring(0, equals);
      option(name, name, equals < 0 ? rest : List.of(argument.substring(equals + 1)).iterator());
    } else if (argument.startsWith("-")) {
      letters(argument, rest);
    } else if (first && argument.matches("[A-Z]+")) {
      method = argument;
    } else if (first && argument.equals("curl") && !isCurl) {
      isCurl = true;
    } else {
      url(argument);
    }
  }

  private void url(String given) {
    if (!url.isEmpty()) {
      throw new IllegalArgumentException(
          "the request names two URLs, \"" + url + "\" and \"" + given + "\"");
    }
    url = given;
  }

  /** Options of one letter, several of which may stand together, the last one with its value. */
  private void letters(String argument, Iterator<String> rest) throws IOException {
    if (argument.equals("-")) {
      throw new IllegalArgumentException("\"-\" is no option of curl");
    }
    for (int i = 1; i < argument.length(); i++) {
      String name = CurlOptions.longName(argument.charAt(i));
      String after = argument.substring(i + 1);
      String shown = "-" + argument.charAt(i);
      if (option(name, shown, after.isEmpty() ? rest : List.of(after).iterator())) {
        return;
      }
    }
  }

  /** Takes an option, and says whether it took a value. */
  private boolean option(String name, String shown, Iterator<String> values) throws IOException {
    if (CurlOptions.SKIPPED.contains(name)) {
      return false;
    }
    if (CurlOptions.FLAGS.contains(name)) {
      head |= name.equals("--head");
      inQuery |= name.equals("--get");
      literal |= name.equals("--globoff");
      asIs |= name.equals("--path-as-is");
      return false;
    }
    if (!isValued(name)) {
      throw new IllegalArgumentException(
          "curl's option "
              + shown
              + " is not understood; -X, -H, -d, -b, -G, -I, -u, -A, -e, --url, --json,"
              + " --data-raw, --data-binary, --data-urlencode and --request-target are");
    }
    if (!values.hasNext()) {
      throw new IllegalArgumentException("curl's option " + shown + " needs a value");
    }
    valued(name, values.next());
    return true;
  }

  private static boolean isValued(String name) {
    return HEADER_OPTIONS.containsKey(name)
        || CurlOptions.SKIPPED_WITH_VALUE.contains(name)
        || List.of("--request", "--url", "--request-target", "--header", "--user", "--cookie")
            .contains(name)
        || CurlBody.OPTIONS.contains(name);
  }

  private void valued(String name, String value) throws IOException {
    String field = HEADER_OPTIONS.get(name);
    if (field != null) {
      headers.byOption(field, value);
      return;
    }
    switch (name) {
      case "--request" -> method = value;
      case "--url" -> url(value);
      case "--request-target" -> target = value;
      case "--header" -> headers.header(value);
      case "--cookie" -> headers.cookies(value);
      case "--user" -> user(value);
      default -> {
        if (CurlBody.OPTIONS.contains(name)) {
          body.take(name, value);
        }
      }
    }
  }

  private void user(String nameAndPassword) {
    byte[] bytes = nameAndPassword.getBytes(StandardCharsets.UTF_8);
    headers.secret("Authorization", "Basic " + Base64.getEncoder().encodeToString(bytes));
  }

  private GivenRequest request() {
    if (url.isEmpty()) {
      throw new IllegalArgumentException("the request names no URL");
    }
    if (isCurl && !literal && CurlUrl.isSeveral(url)) {
      throw new IllegalArgumentException(
          "curl takes \"" + url + "\" for several URLs; give one, or -g for what it says");
    }
    CurlUrl to = CurlUrl.of(url);
    if (!to.user().isEmpty()) {
      user(URLDecoder.decode(to.user().replace("+", "%2B"), StandardCharsets.UTF_8));
    }
    byte[] content = body.content();
    if (inQuery && content.length > 0) {
      to = to.withQuery(new String(content, StandardCharsets.UTF_8));
    }
    boolean sends = body.isGiven() && !inQuery;
    if (sends && head) {
      throw new IllegalArgumentException("-I and data exclude each other, unless -G is given");
    }
    if (sends) {
      headers.byOption("Content-Type", body.contentType());
    }
    if (body.isJson()) {
      headers.byOption("Accept", body.contentType());
    }
    if (isCurl && !asIs) {
      to = to.withoutDots();
    }
    return GivenRequest.of(
        method(sends),
        to.scheme(),
        target.isEmpty() ? to.target() : target,
        headers.all(to.host()),
        sends ? content : new byte[0]);
  }

  private String method(boolean sends) {
    if (!method.isEmpty()) {
      return method;
    }
    return head ? "HEAD" : sends ? "POST" : "GET";
  }
}
