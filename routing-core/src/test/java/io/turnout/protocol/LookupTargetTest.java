// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.Seeds;
import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LookupTargetTest {

  private static final String PATH = LookupTarget.PATH + '/';

  @ParameterizedTest
  @CsvSource({
    "1234,0,business/1234",
    "1234,17,business/1234?at-least=17",
    "a/b?c#d,0,business/a%2Fb%3Fc%23d",
    "a%2Fb,0,business/a%252Fb",
    "-._~,0,business/-._~",
    "..,0,business/%2E%2E",
    "\u20ac,0,business/%E2%82%AC",
    "a b,0,business/a%20b",
  })
  void lookup_isWritten(String value, long atLeast, String target) throws Exception {
    Lookup lookup = new Lookup(new RouteKey("business", value), atLeast);
    assertThat(LookupTarget.write(lookup)).isEqualTo(PATH + target);
    assertThat(LookupTarget.read(PATH + target)).isEqualTo(lookup);
  }

  @Test
  void lookups_areReadAsTheyWereWritten() {
    Seeds.each(
        5_000,
        random -> {
          RouteAnnouncement any = new RandomRoutes(random).announcement();
          Lookup lookup = new Lookup(any.key(), any.version());
          String target = LookupTarget.write(lookup);
          assertThat(target).matches("[!-~]+");
          assertThat(again(target)).as(target).isEqualTo(lookup);
        });
  }

  private static Lookup again(String target) {
    try {
      return LookupTarget.read(target);
    } catch (UnreadableException e) {
      throw new AssertionError(target, e);
    }
  }

  @Test
  void charactersThatMayStandPlain_areTaken() throws Exception {
    assertThat(LookupTarget.read(PATH + "b/a:b@c!$&'()*+,;=").key().value())
        .isEqualTo("a:b@c!$&'()*+,;=");
    assertThat(LookupTarget.read(PATH + "b/1?at-least=" + RouteEntry.MAX_VERSION).atLeastVersion())
        .isEqualTo(RouteEntry.MAX_VERSION);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "b/1/|a namespace and a value",
        "b/1/2|a namespace and a value",
        "b|a namespace and a value",
        "B/1|the namespace",
        "%62/1|the namespace",
        "/1|the namespace",
        "b/|1 to 256 bytes",
        "b/%|percent-encoded",
        "b/%4|percent-encoded",
        "b/%zz|percent-encoded",
        "b/%ff|percent-encoded",
        "b/%ED%A0%80|percent-encoded",
        "b/%00|1 to 256 bytes",
        "b/a\"b|percent-encoded",
        "b/\u00e9|percent-encoded",
        "b/1?|the query",
        "b/1?at-least|the query",
        "b/1?at-least=|an integer",
        "b/1?at-least=-1|an integer",
        "b/1?at-least=+1|an integer",
        "b/1?at-least=1000000000000000|an integer",
        "b/1?at-least=1&at-least=2|an integer",
        "b/1?at-least=1&x=2|an integer",
        "b/1?x=2|the query",
        "b/1?AT-LEAST=2|the query",
      })
  void otherTargets_areRefused(String rest, String message) {
    assertThatThrownBy(() -> LookupTarget.read(PATH + rest))
        .isInstanceOf(UnreadableException.class)
        .hasMessageContaining(message);
  }

  @Test
  void longestValue_isTaken_oneByteMoreIsNot() throws Exception {
    assertThat(LookupTarget.read(PATH + "b/" + "%41".repeat(256)).key().value()).hasSize(256);
    assertThatThrownBy(() -> LookupTarget.read(PATH + "b/" + "%41".repeat(257)))
        .hasMessageContaining("1 to 256 bytes");
  }
}
