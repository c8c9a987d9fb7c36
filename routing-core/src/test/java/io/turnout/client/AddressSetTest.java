// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.Seeds;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AddressSetTest {

  private static AddressSet set(String... ranges) {
    return AddressSet.of(List.of(ranges).stream().map(AddressRange::parse).toList());
  }

  private static InetAddress address(String text) {
    return Objects.requireNonNull(AddressText.parse(text), text);
  }

  @Test
  void range_hasItsFirstAndItsLastAddress() {
    AddressSet set = set("10.20.0.0/16", "fd00:20::/32", "192.0.2.7/32");
    for (String in :
        List.of("10.20.0.0", "10.20.255.255", "fd00:20::", "fd00:20:ffff::1", "192.0.2.7")) {
      assertThat(set.contains(address(in))).as(in).isTrue();
    }
    for (String out :
        List.of("10.19.255.255", "10.21.0.0", "fd00:1f:ffff::", "fd00:21::", "192.0.2.6", "::")) {
      assertThat(set.contains(address(out))).as(out).isFalse();
    }
  }

  @Test
  void families_areApart() {
    assertThat(set("0.0.0.0/0").contains(address("::1"))).isFalse();
    assertThat(set("::/0").contains(address("1.2.3.4"))).isFalse();
    assertThat(set("0.0.0.0/0").contains(address("255.1.2.3"))).isTrue();
    assertThat(set("::/0").contains(address("ffff::"))).isTrue();
    assertThat(AddressSet.of(List.of()).contains(address("::"))).isFalse();
  }

  @Test
  void mappedRange_isOneOfTheOtherProtocol() {
    assertThat(AddressRange.parse("::ffff:10.0.0.0/104"))
        .isEqualTo(AddressRange.parse("10.0.0.0/8"));
    assertThat(AddressRange.parse("::ffff:0:0/96")).isEqualTo(AddressRange.parse("0.0.0.0/0"));
    assertThat(set("::ffff:10.0.0.0/104").contains(address("10.9.9.9"))).isTrue();
  }

  @Test
  void otherTexts_areNoRanges() {
    for (String text :
        List.of(
            "",
            "/",
            "10.0.0.0",
            "10.0.0.0/",
            "/8",
            "10.0.0.0/33",
            "10.0.0.0/-1",
            "10.0.0.0/08",
            "10.0.0.0/8/8",
            "10.0.0.0/255.0.0.0",
            "::/129",
            "::/ 8",
            "10.0.0.1/31",
            "fd00::1/127",
            "::ffff:10.0.0.1/127",
            "::ffff:0:0/95",
            "localhost/8",
            "10.0.0.0/8 ")) {
      assertThatThrownBy(() -> AddressRange.parse(text))
          .as(text)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void meant_isTheAddressAloneOrItsRange() {
    assertThat(AddressRange.meant("10.0.0.1")).hasValue("10.0.0.1/32");
    assertThat(AddressRange.meant("::1")).hasValue("::1/128");
    assertThat(AddressRange.meant("10.20.3.4/16")).hasValue("10.20.0.0/16");
    assertThat(AddressRange.meant("200.1.2.3/0")).hasValue("0.0.0.0/0");
    assertThat(AddressRange.meant("x")).isEmpty();
    assertThat(AddressRange.meant("fd00::1/64")).isEmpty();
  }

  @Test
  void randomSets_haveWhatAnyOfTheirRangesHas() {
    int[] inside = {0};
    Seeds.each(
        400,
        random -> {
          List<AddressRange> ranges = new ArrayList<>();
          List<BigInteger[]> naive = new ArrayList<>();
          int bits = random.nextBoolean() ? 32 : 128;
          for (int i = random.nextInt(12); i >= 0; i--) {
            int length = random.nextInt(bits + 1);
            BigInteger last = BigInteger.ONE.shiftLeft(bits - length).subtract(BigInteger.ONE);
            BigInteger first = number(random, bits).andNot(last);
            naive.add(new BigInteger[] {first, first.add(last)});
            ranges.add(AddressRange.parse(AddressText.of(of(first, bits)) + "/" + length));
          }
          AddressSet set = AddressSet.of(ranges);
          for (int i = 0; i < 40; i++) {
            BigInteger[] near = naive.get(random.nextInt(naive.size()));
            BigInteger asked =
                near[random.nextInt(2)].add(BigInteger.valueOf(random.nextInt(3) - 1));
            if (asked.signum() < 0 || asked.bitLength() > bits) {
              continue;
            }
            boolean expected =
                naive.stream()
                    .anyMatch(r -> asked.compareTo(r[0]) >= 0 && asked.compareTo(r[1]) <= 0);
            assertThat(set.contains(of(asked, bits)))
                .as("%s in %s", asked, ranges)
                .isEqualTo(expected);
            inside[0] += expected ? 1 : 0;
          }
        });
    assertThat(inside[0]).isGreaterThan(1_000);
  }

  /** Few bits differ, so that ranges are often in each other; never a mapped address. */
  private static BigInteger number(Random random, int bits) {
    BigInteger number = BigInteger.ONE.shiftLeft(bits - 1);
    for (int i = 0; i < 3; i++) {
      number = number.flipBit(random.nextInt(bits - 1));
    }
    return number;
  }

  private static InetAddress of(BigInteger number, int bits) {
    byte[] bytes = new byte[bits / 8];
    byte[] digits = number.toByteArray();
    for (int i = 0; i < Math.min(bytes.length, digits.length); i++) {
      bytes[bytes.length - 1 - i] = digits[digits.length - 1 - i];
    }
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
