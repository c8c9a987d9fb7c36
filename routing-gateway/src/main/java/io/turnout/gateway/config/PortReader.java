// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.document.MapReader;
import io.turnout.document.Value;
import io.turnout.document.ValueReader;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** Reads what the ports of the requests and of the look-ups are, and how they speak. */
final class PortReader {

  private static final String LOOPBACK = "127.0.0.1";

  private final ValueReader values;
  private final SettingsReader settings;
  private final SecretReader secrets;
  private final TlsReader tls;

  PortReader(ValueReader values, SettingsReader settings, SecretReader secrets, TlsReader tls) {
    this.values = values;
    this.settings = settings;
    this.secrets = secrets;
    this.tls = tls;
  }

  /** What is said of the port of the requests. */
  record Listening(Address address, Optional<ServerTls> tls, Optional<Boolean> http2) {

    void put(GatewayConfig.Builder builder) {
      builder.listen(address);
      tls.ifPresent(builder::tls);
      http2.ifPresent(builder::http2);
    }
  }

  Optional<Listening> listen(Value value, String what) {
    return values
        .map(value, what, List.of("host", "port", "tls", "http2"))
        .flatMap(
            map -> {
              Optional<ServerTls> spoken = map.read("tls", tls::port);
              Optional<Boolean> http2 = map.read("http2", values::flag);
              return address(map).map(address -> new Listening(address, spoken, http2));
            });
  }

  /** Where look-ups are answered; empty if the token cannot be read: it must not go missing. */
  Optional<LookupSettings> lookups(Value value, String what) {
    return values
        .map(value, what, List.of("host", "port", "token", "tls"))
        .flatMap(
            map -> {
              Optional<ServerTls> spoken = map.read("tls", tls::port);
              return guarded(map, (place, token) -> new LookupSettings(place, token, spoken));
            });
  }

  /** Where decisions are told; empty if the token cannot be read: it must not go missing. */
  Optional<DecisionSettings> decisions(Value value, String what) {
    return values
        .map(value, what, List.of("host", "port", "token"))
        .flatMap(map -> guarded(map, DecisionSettings::new));
  }

  private <T> Optional<T> guarded(
      MapReader map, BiFunction<Address, Optional<SharedToken>, T> making) {
    Optional<SharedToken> token = map.read("token", secrets::token);
    Optional<Address> address = address(map);
    return map.has("token") && token.isEmpty()
        ? Optional.empty()
        : address.map(place -> making.apply(place, token));
  }

  private Optional<Address> address(MapReader map) {
    Optional<String> host = settings.host(map);
    Optional<Integer> port = map.require("port", settings.integer(0, 65_535));
    return port.map(number -> new Address(host.orElse(LOOPBACK), number));
  }
}
