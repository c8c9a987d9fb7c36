// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Seeds;
import io.turnout.request.TestHead;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientIpTest {

  private static Optional<String> address(String header, int hops, String... lines) {
    TestHead head = TestHead.get("/");
    for (String line : lines) {
      head = head.with(header, line);
    }
    return new ClientIp(header, hops).address(head).map(InetAddress::getHostAddress);
  }

  private static Optional<String> forwardedFor(int hops, String... lines) {
    return address("x-forwarded-for", hops, lines);
  }

  @Test
  void hops_countFromTheRight() {
    String[] all = {"192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"};
    for (int length = 0; length <= all.length; length++) {
      String list = String.join(", ", java.util.Arrays.copyOf(all, length));
      for (int hops = 1; hops <= 3; hops++) {
        Optional<String> expected =
            hops <= length ? Optional.of(all[length - hops]) : Optional.empty();
        assertThat(forwardedFor(hops, list)).as("%s of \"%s\"", hops, list).isEqualTo(expected);
      }
      assertThat(forwardedFor(0, list)).as("the peer, of \"%s\"", list).isEmpty();
      assertThat(forwardedFor(ClientIp.ALONE, list).isPresent())
          .as("alone in \"%s\"", list)
          .isEqualTo(length == 1);
    }
  }

  @Test
  void severalLines_areOneList() {
    assertThat(forwardedFor(1, "192.0.2.1", "192.0.2.2")).contains("192.0.2.2");
    assertThat(forwardedFor(2, "192.0.2.1", "192.0.2.2")).contains("192.0.2.1");
    assertThat(forwardedFor(2, "192.0.2.1, 192.0.2.2", "192.0.2.3")).contains("192.0.2.2");
    assertThat(forwardedFor(ClientIp.ALONE, "192.0.2.1", "192.0.2.2")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "192.0.2.1,192.0.2.1",
    "192.0.2.1:8080,192.0.2.1",
    "2001:db8::1,2001:db8:0:0:0:0:0:1",
    "[2001:db8::1],2001:db8:0:0:0:0:0:1",
    "[2001:db8::1]:443,2001:db8:0:0:0:0:0:1",
    "::ffff:192.0.2.1,192.0.2.1",
    "[::ffff:192.0.2.1]:1,192.0.2.1",
    "fe80::1%eth0,fe80:0:0:0:0:0:0:1",
    "[fe80::1%25eth0]:80,fe80:0:0:0:0:0:0:1",
  })
  void address_isReadWithoutPortAndZone(String written, String read) {
    assertThat(forwardedFor(1, "198.51.100.7,  " + written + "\t")).contains(read);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "unknown",
        "localhost",
        "example.com",
        "_hidden",
        "192.0.2.1:",
        "192.0.2.1:x",
        "192.0.2.1:123456",
        "192.0.2",
        "192.0.2.256",
        "192.0.02.1",
        "0x7f.0.0.1",
        "[192.0.2.1]",
        "[2001:db8::1",
        "2001:db8::1]",
        "[2001:db8::1]x",
        "[]",
        "\"192.0.2.1\"",
        "192.0.2.1 192.0.2.2",
        "fe80::1%",
        "1",
      })
  void whatIsNoAddress_namesNobodyButIsAHop(String written) {
    assertThat(forwardedFor(1, "192.0.2.9, " + written)).isEmpty();
    assertThat(forwardedFor(2, "192.0.2.9, " + written)).contains("192.0.2.9");
  }

  @Test
  void emptyEntries_areNone() {
    assertThat(forwardedFor(2, "192.0.2.1, ,, 192.0.2.2,")).contains("192.0.2.1");
  }

  @Test
  void whatAClientPutsFirst_hidesNothing() {
    for (String junk :
        List.of("x".repeat(100_000), ",".repeat(10_000), "\"", "for=\"", "1.2.3.4, ")) {
      assertThat(forwardedFor(1, junk + ", 192.0.2.1")).contains("192.0.2.1");
      assertThat(forwardedFor(1, junk, "192.0.2.1")).contains("192.0.2.1");
      assertThat(address("forwarded", 1, junk, "for=192.0.2.1")).contains("192.0.2.1");
    }
  }

  @Test
  void whatAClientPutsFirstInTheSameLineOfForwarded_hidesNothing() {
    String chars = "\",;=\\ for=192.0.2.9[]:_";
    Seeds.each(
        10_000,
        random -> {
          StringBuilder junk = new StringBuilder();
          for (int n = random.nextInt(12); n > 0; n--) {
            junk.append(chars.charAt(random.nextInt(chars.length())));
          }
          for (String own : List.of("for=192.0.2.1", "by=\"a, \\\"b\\\\\";for=\"192.0.2.1:80\"")) {
            String line = junk + ", " + own;
            assertThat(address("forwarded", 1, line)).as(line).contains("192.0.2.1");
            assertThat(address("forwarded", 2, line + ", for=_proxy"))
                .as(line)
                .contains("192.0.2.1");
          }
        });
    String quotes = "for=\"".repeat(100_000);
    assertThat(address("forwarded", 1, quotes + ", for=192.0.2.1")).contains("192.0.2.1");
    assertThat(address("forwarded", 2, "\\\"".repeat(100_000) + ", for=192.0.2.1")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "for=192.0.2.1|192.0.2.1",
        "For=192.0.2.1;proto=https;by=203.0.113.43|192.0.2.1",
        "proto=https; |",
        "by=203.0.113.43;FOR=\"192.0.2.1:4711\"|192.0.2.1",
        "for=\"[2001:db8::1]:4711\"|2001:db8:0:0:0:0:0:1",
        "for=192.0.2.9, for=192.0.2.1|192.0.2.1",
        "for=\"192.0.2.9, x\", for=192.0.2.1|192.0.2.1",
        "for=\"1\\92.0.2.1\"|192.0.2.1",
        "for=unknown|",
        "for=_hidden|",
        "for=192.0.2.1;for=192.0.2.2|",
        "for=192.0.2.1:80|",
        "for=|",
        "for|",
        "for=\"192.0.2.1|",
        "for=192.0.2.1 x|",
        "for = 192.0.2.1|",
        "for=192.0.2.9, proto=http|",
      })
  void forwarded_isReadAsTheStandardSays(String line, String read) {
    assertThat(address("forwarded", 1, line)).isEqualTo(Optional.ofNullable(read));
  }
}
