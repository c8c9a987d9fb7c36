// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.gateway.config.Origin;
import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SentHeadTest {

  private final MultiMap fields = MultiMap.caseInsensitiveMultiMap();
  private final AtomicInteger asked = new AtomicInteger();

  /** The fields, which count how often all lines of a name are looked for. */
  private MultiMap counted() {
    return (MultiMap)
        Proxy.newProxyInstance(
            MultiMap.class.getClassLoader(),
            new Class<?>[] {MultiMap.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getAll")) {
                asked.incrementAndGet();
              }
              try {
                return method.invoke(fields, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private SentHead head() {
    return new SentHead(new Came(), "/a?b", Origin.parse("http://127.0.0.1:80"), counted());
  }

  @Test
  void lines_areReadInTheirOrder_andOnceHoweverManyThereAre() {
    SentHead head = head();
    for (int i = 0; i < 1_000; i++) {
      fields.add("Signature", "s" + i);
    }
    fields.add("Host", "example.com");
    for (int i = 0; i < 1_000; i++) {
      assertThat(head.header("signature", i)).isEqualTo("s" + i);
    }
    assertThat(head.header("signature", 1_000)).isNull();
    assertThat(asked).hasValue(1);
    assertThat(head.header("host", 0)).isEqualTo("example.com");
    assertThat(head.header("host", 1)).isNull();
    assertThat(head.header("signature", 7)).isEqualTo("s7");
  }

  @Test
  void whatIsSent_takesThePlaceOfWhatCame() {
    fields.add("Host", "sent.example");
    SentHead head = head();
    assertThat(head.method()).isEqualTo("PUT");
    assertThat(head.target()).isEqualTo("/a?b");
    assertThat(head.scheme()).isEqualTo("http");
    assertThat(head.authority()).isEqualTo("sent.example");
    assertThat(head.headerNames()).containsExactly("Host");
    assertThat(head.peerNames()).containsExactly("peer");
    assertThat(head.body()).isEqualTo(BodyPresence.NONE);
  }

  /** The head as it came, to another target and host. */
  private static final class Came implements RequestHead {

    @Override
    public String method() {
      return HttpMethod.PUT.name();
    }

    @Override
    public String target() {
      return "/came";
    }

    @Override
    public String scheme() {
      return "https";
    }

    @Override
    public String authority() {
      return "came.example";
    }

    @Override
    public Iterable<String> headerNames() {
      return List.of("x-came");
    }

    @Override
    public @Nullable String header(String name, int index) {
      return name.equals("x-came") && index == 0 ? "1" : null;
    }

    @Override
    public @Nullable InetSocketAddress remoteAddress() {
      return null;
    }

    @Override
    public List<String> peerNames() {
      return List.of("peer");
    }

    @Override
    public BodyPresence body() {
      return BodyPresence.NONE;
    }
  }
}
