// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Seeds;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;

class AddressTextTest {

  private static String read(String text) {
    InetAddress address = AddressText.parse(text);
    return address == null ? "none" : AddressText.of(address);
  }

  @Test
  void addresses_areRead() {
    assertThat(read("0.0.0.0")).isEqualTo("0.0.0.0");
    assertThat(read("255.255.255.255")).isEqualTo("255.255.255.255");
    assertThat(read("203.0.113.9")).isEqualTo("203.0.113.9");
    assertThat(read("::")).isEqualTo("0:0:0:0:0:0:0:0");
    assertThat(read("::1")).isEqualTo("0:0:0:0:0:0:0:1");
    assertThat(read("1::")).isEqualTo("1:0:0:0:0:0:0:0");
    assertThat(read("fd00:20::AbCd")).isEqualTo("fd00:20:0:0:0:0:0:abcd");
    assertThat(read("1:2:3:4:5:6:7:8")).isEqualTo("1:2:3:4:5:6:7:8");
    assertThat(read("1:2:3:4:5:6:7::")).isEqualTo("1:2:3:4:5:6:7:0");
    assertThat(read("1:2:3:4:5:6:1.2.3.4")).isEqualTo("1:2:3:4:5:6:102:304");
    assertThat(read("64:ff9b::192.0.2.1")).isEqualTo("64:ff9b:0:0:0:0:c000:201");
  }

  @Test
  void mappedAddresses_areThoseOfTheOtherProtocol() {
    assertThat(read("::ffff:10.1.2.3")).isEqualTo("10.1.2.3");
    assertThat(read("0:0:0:0:0:ffff:a01:203")).isEqualTo("10.1.2.3");
    assertThat(read("::10.1.2.3")).isEqualTo("0:0:0:0:0:0:a01:203");
  }

  @Test
  void otherTexts_areNone() {
    for (String text :
        List.of(
            "",
            ".",
            ":",
            ":::",
            "1",
            "1.2.3",
            "1.2.3.4.5",
            "1.2.3.256",
            "01.2.3.4",
            "1.2.3.4 ",
            " 1.2.3.4",
            "1.2.3.-4",
            "1.2.3.",
            "0x1.2.3.4",
            "1.2.3.4:80",
            "[::1]",
            "::1%eth0",
            "1::2::3",
            "1:2:3:4:5:6:7",
            "1:2:3:4:5:6:7:8:9",
            "::1:2:3:4:5:6:7:8",
            "1:2:3:4:5:6:7:8::",
            "12345::",
            "g::",
            "1.2.3.4::",
            "::1.2.3.4:5",
            "1:2:3:4:5:6:7:1.2.3.4",
            "::1.2.3",
            "localhost",
            "unknown",
            "١.2.3.4",
            "::ffff:1.2.3.4.5",
            "1".repeat(60))) {
      assertThat(read(text)).as(text).isEqualTo("none");
    }
  }

  @Test
  void everyAddress_isReadAsItIsWritten() {
    Seeds.each(
        2_000,
        random -> {
          byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
          for (int i = 0; i < bytes.length; i++) {
            bytes[i] = random.nextInt(3) == 0 ? 0 : (byte) random.nextInt(256);
          }
          try {
            InetAddress address = InetAddress.getByAddress(bytes);
            assertThat(AddressText.parse(AddressText.of(address))).isEqualTo(address);
          } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
