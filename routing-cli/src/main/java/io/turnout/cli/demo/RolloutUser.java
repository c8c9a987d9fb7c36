// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Somebody with a browser that keeps the site's cookie. For one thread. */
final class RolloutUser {

  private static final Pattern COOKIE =
      Pattern.compile("(rid)=(v1\\.[^.;]+\\.([^.;]+)\\.[^;]+)((?:; [^;]+)*)");
  private static final List<String> GUARDED = List.of("; Secure", "; HttpOnly", "; Path=/");

  private final int number;
  private String cookie = "";
  private String stage = "";

  RolloutUser(int number) {
    this.number = number;
  }

  /** Somebody who has been there before. */
  static RolloutUser returning(int number, String setCookie) {
    RolloutUser user = new RolloutUser(number);
    user.take(List.of(setCookie));
    return user;
  }

  String name() {
    return "user " + number;
  }

  /** The address of this user; of a tester one inside. */
  String address(boolean inside) {
    return (inside ? "10.20.7." : "198.18." + number / 250 % 250 + '.') + (1 + number % 250);
  }

  /** The field that brings the cookie back. */
  Optional<String> cookieField() {
    return cookie.isEmpty() ? Optional.empty() : Optional.of("rid=" + cookie);
  }

  /** The stage that the cookie names; empty if there is none yet. */
  String stage() {
    return stage;
  }

  /**
   * Keeps the cookie of an answer, as a browser does.
   *
   * @return what is wrong with it; empty if nothing is
   */
  Optional<String> take(List<String> setCookies) {
    if (setCookies.size() != 1) {
      return Optional.of(setCookies.size() + " cookies were set, expected one");
    }
    Matcher field = COOKIE.matcher(setCookies.get(0));
    if (!field.matches()) {
      return Optional.of("the cookie of a session looks otherwise");
    }
    cookie = field.group(2);
    stage = field.group(3);
    String attributes = field.group(4);
    return GUARDED.stream()
        .filter(attribute -> !attributes.contains(attribute))
        .findFirst()
        .map(attribute -> "the cookie lacks" + attribute.substring(1));
  }
}
