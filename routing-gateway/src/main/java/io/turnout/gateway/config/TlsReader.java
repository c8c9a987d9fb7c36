// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.document.CompanionFiles;
import io.turnout.document.MapReader;
import io.turnout.document.ProblemCode;
import io.turnout.document.Value;
import io.turnout.document.ValueReader;
import io.turnout.document.ValueReading;
import io.turnout.gateway.config.ServerTls.ClientAuthentication;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads how TLS is spoken, and whether the files that it needs can be used. */
final class TlsReader {

  private static final List<String> OF_A_PORT =
      List.of("certificate", "key", "client-ca", "client-auth");
  private static final List<String> OF_AN_ORIGIN =
      List.of("trust", "certificate", "key", "server-name");
  private static final List<String> OF_AN_ENDPOINT = List.of("trust", "certificate", "key");
  private static final List<String> ASKING =
      Arrays.stream(ClientAuthentication.values()).map(ClientAuthentication::text).toList();

  private final ValueReader values;
  private final ValueReading<Path> path;
  private final TlsFiles files = new TlsFiles(new CompanionFiles());

  TlsReader(ValueReader values, ValueReading<Path> path) {
    this.values = values;
    this.path = path;
  }

  /** TLS of a port. */
  Optional<ServerTls> port(Value value, String what) {
    return values.map(value, what, OF_A_PORT).flatMap(this::port);
  }

  private Optional<ServerTls> port(MapReader map) {
    Optional<TlsIdentity> identity = identity(map);
    Optional<Path> clientCa = map.read("client-ca", this::authorities);
    Optional<ClientAuthentication> asked = map.read("client-auth", this::asked);
    boolean wrong = map.has("client-auth") && asked.isEmpty();
    ClientAuthentication asking =
        asked.orElse(
            map.has("client-ca") ? ClientAuthentication.REQUIRE : ClientAuthentication.NONE);
    if (!wrong && map.has("client-ca") && asking == ClientAuthentication.NONE) {
      return conflict(
          map, "\"client-ca\" and \"client-auth: none\" of " + map.what() + " exclude each other");
    }
    if (!wrong && !map.has("client-ca") && asking != ClientAuthentication.NONE) {
      return missing(map, "client-ca", ", which asks clients for a certificate");
    }
    boolean lacks = wrong || map.has("client-ca") && clientCa.isEmpty();
    return lacks ? Optional.empty() : identity.map(own -> new ServerTls(own, clientCa, asking));
  }

  /** TLS towards an origin. */
  Optional<OriginTls> origin(Value value, String what) {
    return values
        .map(value, what, OF_AN_ORIGIN)
        .flatMap(map -> outward(map, map.read("server-name", this::serverName)));
  }

  /** TLS towards an endpoint, which is spoken to as the host of its URL. */
  Optional<OriginTls> endpoint(Value value, String what) {
    return values.map(value, what, OF_AN_ENDPOINT).flatMap(map -> outward(map, Optional.empty()));
  }

  private Optional<OriginTls> outward(MapReader map, Optional<String> name) {
    Optional<Path> trust = map.read("trust", this::authorities);
    boolean proving = map.has("certificate") || map.has("key");
    Optional<TlsIdentity> identity = proving ? identity(map) : Optional.empty();
    boolean lacks = map.has("trust") && trust.isEmpty() || proving && identity.isEmpty();
    return lacks ? Optional.empty() : Optional.of(new OriginTls(trust, identity, name));
  }

  private Optional<String> serverName(Value value, String what) {
    Optional<String> name = values.text(value, what);
    if (name.filter(String::isEmpty).isPresent()) {
      values
          .problems()
          .error(value.at(), ProblemCode.INVALID_VALUE, what + " must be the name of a host");
    }
    return name.filter(text -> !text.isEmpty());
  }

  private Optional<ClientAuthentication> asked(Value value, String what) {
    return values
        .word(value, what, ASKING)
        .flatMap(
            word ->
                Arrays.stream(ClientAuthentication.values())
                    .filter(asked -> asked.text().equals(word))
                    .findFirst());
  }

  /** A certificate and its key, which have to be there. */
  private Optional<TlsIdentity> identity(MapReader map) {
    Optional<Path> certificate = map.require("certificate", path);
    Optional<Path> key = map.require("key", path);
    if (certificate.isEmpty() || key.isEmpty()) {
      return Optional.empty();
    }
    TlsIdentity identity = new TlsIdentity(certificate.get(), key.get());
    try {
      files.keys(identity);
      return Optional.of(identity);
    } catch (IOException e) {
      return unusable(map.find("certificate").orElseThrow().value(), map.what(), e);
    }
  }

  /** A file with authorities that are trusted. */
  private Optional<Path> authorities(Value value, String what) {
    Optional<Path> file = path.read(value, what);
    if (file.isEmpty()) {
      return file;
    }
    try {
      files.trust(file.get());
      return file;
    } catch (IOException e) {
      return unusable(value, what, e);
    }
  }

  private <T> Optional<T> unusable(Value value, String what, IOException why) {
    values
        .problems()
        .error(
            value.at(),
            ProblemCode.UNREADABLE_KEY,
            "what " + what + " names cannot be used: " + why.getMessage());
    return Optional.empty();
  }

  private <T> Optional<T> conflict(MapReader map, String message) {
    values.problems().error(map.at(), ProblemCode.CONFLICTING_KEYS, message);
    return Optional.empty();
  }

  private <T> Optional<T> missing(MapReader map, String key, String why) {
    values
        .problems()
        .error(
            map.at(),
            ProblemCode.MISSING_KEY,
            '"' + key + "\" is missing from " + map.what() + why);
    return Optional.empty();
  }
}
