// SPDX-License-Identifier: Apache-2.0
package io.turnout.split;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.split.SessionCookie.Key;
import io.turnout.split.SessionCookie.Session;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionCookieTest {

  private static final Key OLD = Key.of("s1", "the old secret, of 32 bytes or so".getBytes(UTF_8));
  private static final Key NEW = Key.of("s2", "the new secret, of 32 bytes or so".getBytes(UTF_8));
  private static final SessionCookie COOKIE = new SessionCookie("web", List.of(NEW, OLD));
  private static final Session SESSION = new Session("AAAAAAAAAAAAAAAAAAAAAA", "canary", 1_000);
  private static final String VALUE = COOKIE.write(SESSION);

  @Test
  void session_isReadUntilItIsOver() {
    assertThat(VALUE).startsWith("v1.AAAAAAAAAAAAAAAAAAAAAA.canary.1000.s2.");
    assertThat(COOKIE.read(VALUE, 999)).contains(SESSION);
    assertThat(COOKIE.read(VALUE, 1_000)).isEmpty();
  }

  @Test
  void keyThatSignsNoLonger_isAcceptedUntilItIsGone() {
    String old = new SessionCookie("web", List.of(OLD)).write(SESSION);
    assertThat(COOKIE.read(old, 0)).contains(SESSION);
    assertThat(new SessionCookie("web", List.of(NEW)).read(old, 0)).isEmpty();
  }

  @Test
  void sessionsWithoutKeys_areRefused() {
    assertThatThrownBy(() -> new SessionCookie("web", List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("sessions of split web must have a key");
  }

  @Test
  void valueOfAnotherSplit_doesNotVerify() {
    assertThat(new SessionCookie("api", List.of(NEW, OLD)).read(VALUE, 0)).isEmpty();
  }

  @Test
  void everyCharacterThatIsChanged_breaksIt() {
    for (int i = 0; i < VALUE.length(); i++) {
      for (char other : "A0.-z9~".toCharArray()) {
        if (other != VALUE.charAt(i)) {
          String changed = VALUE.substring(0, i) + other + VALUE.substring(i + 1);
          assertThat(COOKIE.read(changed, 0)).as("character %s as %s", i, other).isEmpty();
        }
      }
      assertThat(COOKIE.read(VALUE.substring(0, i), 0)).as("cut at %s", i).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".", ".....", "v1", "v2.AAAAAAAAAAAAAAAAAAAAAA.canary.1000.s2.x", "\u00e9"})
  void rubbish_isNoSession(String value) {
    assertThat(COOKIE.read(value, 0)).isEmpty();
  }

  @Test
  void longValue_isNotLookedAt() {
    assertThat(COOKIE.read(VALUE + "x".repeat(SessionCookie.MAX_CHARS), 0)).isEmpty();
  }
}
