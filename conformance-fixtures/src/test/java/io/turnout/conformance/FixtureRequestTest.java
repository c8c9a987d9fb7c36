// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FixtureRequestTest {

  private static FixtureRequest from(String remote) {
    return FixtureRequest.whole(WrittenRequest.parse("{\"remote\":\"" + remote + "\"}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"192.0.2.7", "2001:db8:0:0:0:0:0:7"})
  void remote_isAnAddress(String remote) {
    InetSocketAddress address = Objects.requireNonNull(from(remote).remoteAddress());
    assertThat(address.getAddress().getHostAddress()).isEqualTo(remote);
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "cafe", "192.0.2", "192.0.2.7:80", "::g"})
  void remoteThatIsAName_isRefusedAndNotLookedUp(String remote) {
    FixtureRequest request = from(remote);
    assertThatThrownBy(request::remoteAddress)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("remote \"" + remote + "\" is no address");
  }

  @Test
  void remoteLeftOut_isUnknown() {
    assertThat(FixtureRequest.whole(WrittenRequest.parse("{}")).remoteAddress()).isNull();
  }
}
