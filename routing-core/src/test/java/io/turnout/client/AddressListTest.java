// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressListTest {

  private static List<AddressRange> read(String text) {
    return AddressList.read(text.getBytes(StandardCharsets.UTF_8));
  }

  private static final List<AddressRange> TWO =
      List.of(AddressRange.parse("192.0.2.0/24"), AddressRange.parse("2001:db8::/32"));

  @Test
  void lines_areRangesBesideCommentsAndBlanks() {
    assertThat(read("192.0.2.0/24\n2001:db8::/32")).isEqualTo(TWO);
    assertThat(read("\ufeff# ours\r\n\r\n  192.0.2.0/24\t# here\r\n2001:db8::/32\r\n"))
        .isEqualTo(TWO);
  }

  @Test
  void publishedForm_isReadWhateverElseItHolds() {
    assertThat(
            read(
                """
                 { "creationTime": "2026-01-01T00:00:00", "syncToken": 7, "more": [{}],
                   "prefixes": [ { "ipv4Prefix": "192.0.2.0/24", "service": "a" },
                                 { "scope": {"x": [1]}, "ipv6Prefix": "2001:db8::/32" } ] }
                """))
        .isEqualTo(TWO);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|has no range of addresses",
        "'# none'|has no range of addresses",
        "'192.0.2.0/24\n192.0.2.1/24'|has in line 2 \"192.0.2.1/24\", which is no range",
        "192.0.2.1|has in line 1 \"192.0.2.1\", which is no range",
        "example.com|has in line 1 \"example.com\", which is no range",
        "192.0.2.0/24, 192.0.3.0/24|has in line 1",
        "{}|is a JSON object without \"prefixes\"",
        "{\"prefixes\":[]}|has no range of addresses",
        "{\"prefixes\":{}}|has a \"prefixes\" that is no list",
        "{\"prefixes\":[1]}|has an entry, number 1, that is no object",
        "{\"prefixes\":[{\"ip_prefix\":\"192.0.2.0/24\"}]}|has an entry, number 1, with neither",
        "{\"prefixes\":[{\"ipv4Prefix\":4}]}|whose \"ipv4Prefix\" is no text",
        "{\"prefixes\":[{\"ipv4Prefix\":\"x\"}]}|has in entry 1 \"x\", which is no range",
        "{\"prefixes\":[{\"ipv4Prefix\":\"192.0.2.0/24\"}]|is broken JSON in line 1",
        "'{\"prefixes\":[\n{\"ipv4Prefix\":}'|is broken JSON in line 2",
        "{\"prefixes\":[{\"ipv4Prefix\":\"192.0.2.0/24\"}]}{}|goes on after its JSON object",
        "{\"prefixes\":[{\"ipv4Prefix\":\"1.0.0.0/8\"}],\"prefixes\":[]}|is broken JSON",
      })
  void oneMistake_refusesAll(String text, String message) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void ranges_haveAMost() {
    String most = "10.0.0.0/8\n".repeat(AddressList.MAX_RANGES);
    assertThat(read(most)).hasSize(AddressList.MAX_RANGES);
    assertThatThrownBy(() -> read(most + "10.0.0.0/8")).hasMessage("has more than 200000 ranges");
  }
}
