// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.client.EdgeSigner;
import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a delivery network does for the site: it signs what users ask and hands it on. */
final class RolloutClient {

  private static final int CONNECTIONS = 32;
  private static final int TIMEOUT_MILLIS = 30_000;
  private static final String PATH = "/prices";
  private static final String CLIENT = "Turnout-Client-Ip";

  private final HttpClient client;
  private final EdgeSigner signer;
  private final int port;

  RolloutClient(Vertx vertx, int port, byte[] key) {
    client =
        vertx.createHttpClient(
            new HttpClientOptions().setTcpNoDelay(true).setKeepAlive(true),
            new PoolOptions().setHttp1MaxSize(CONNECTIONS));
    signer = EdgeSigner.builder("bw-2", key).label("cdn").build();
    this.port = port;
  }

  /**
   * An answer.
   *
   * @param version the version that gave it; empty if none did
   */
  record Answer(int status, Optional<String> version, List<String> setCookies) {}

  /**
   * Asks for a page.
   *
   * @param pin the stage that the user names, which makes a tester of it
   */
  Future<Answer> ask(RolloutUser user, Optional<String> pin) {
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("Host", RolloutSite.HOST));
    fields.add(new Field("User-Agent", "Mozilla/5.0 (demo)"));
    user.cookieField().ifPresent(cookie -> fields.add(new Field("Cookie", cookie)));
    pin.ifPresent(stage -> fields.add(new Field("X-App-Stage", stage)));
    fields.add(new Field(CLIENT, user.address(pin.isPresent())));
    EdgeSigner.Signed signed = signer.sign(new Head(PATH, fields));
    fields.add(new Field("Signature-Input", signed.input()));
    fields.add(new Field("Signature", signed.signature()));
    RequestOptions to =
        new RequestOptions()
            .setMethod(HttpMethod.GET)
            .setHost("127.0.0.1")
            .setPort(port)
            .setURI(PATH)
            .setIdleTimeout(TIMEOUT_MILLIS);
    return client
        .request(to)
        .compose(
            request -> {
              fields.forEach(field -> request.headers().add(field.name(), field.value()));
              return request.send();
            })
        .compose(RolloutClient::read);
  }

  private static Future<Answer> read(HttpClientResponse response) {
    Answer answer =
        new Answer(
            response.statusCode(),
            Optional.ofNullable(response.getHeader(RolloutServers.VERSION_FIELD)),
            response.headers().getAll("Set-Cookie"));
    return response.body().map(body -> answer);
  }

  /** What a balancer asks any router of the site, which needs no proof. */
  static RequestHead healthRequest() {
    return new Head("/healthz", List.of(new Field("Host", RolloutSite.HOST)));
  }

  /** What is signed. */
  private record Head(String target, List<Field> fields) implements RequestHead {

    @Override
    public String method() {
      return "GET";
    }

    @Override
    public String scheme() {
      return "http";
    }

    @Override
    public @Nullable String authority() {
      return null;
    }

    @Override
    public Iterable<String> headerNames() {
      return fields.stream().map(Field::name).toList();
    }

    @Override
    public @Nullable String header(String name, int index) {
      return fields.stream()
          .filter(field -> field.name().equalsIgnoreCase(name))
          .skip(index)
          .map(Field::value)
          .findFirst()
          .orElse(null);
    }

    @Override
    public @Nullable InetSocketAddress remoteAddress() {
      return null;
    }

    @Override
    public List<String> peerNames() {
      return List.of();
    }

    @Override
    public BodyPresence body() {
      return BodyPresence.NONE;
    }
  }
}
