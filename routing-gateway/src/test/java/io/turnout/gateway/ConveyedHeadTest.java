// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import org.junit.jupiter.api.Test;

class ConveyedHeadTest {

  @Test
  void linesOfOneName_areInTheirOrder_whicheverNameWasReadBefore() throws Exception {
    MultiMap sent =
        MultiMap.caseInsensitiveMultiMap()
            .add(ConveyedHead.METHOD, "GET")
            .add(ConveyedHead.TARGET, "/")
            .add(ConveyedHead.ADDRESS, "192.0.2.1")
            .add("X-A", "a0")
            .add("X-B", "b0")
            .add("x-a", "a1")
            .add("X-A", "a2")
            .add("x-b", "b1");
    ConveyedHead head = ConveyedHead.of(sent);
    for (int i = 0; i < 3; i++) {
      assertThat(head.header("x-a", i)).isEqualTo("a" + i);
      assertThat(head.header("x-b", i)).isEqualTo(i < 2 ? "b" + i : null);
    }
    assertThat(head.header("x-a", 3)).isNull();
    assertThat(head.header("x-a", 1)).isEqualTo("a1");
  }
}
