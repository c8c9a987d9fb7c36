// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.document.MapReader;
import io.turnout.document.ProblemCode;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.document.ValueReader;
import io.turnout.document.ValueReading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads the optional mappings of a gateway's configuration; what is left out has its default. */
final class SettingsReader {

  private static final List<String> TIMEOUTS =
      List.of(
          "request-head",
          "keep-alive",
          "connect",
          "forward",
          "first-byte",
          "idle",
          "tunnel-idle",
          "linger",
          "cell-keep-alive",
          "shutdown");
  private static final List<String> LIMITS =
      List.of(
          "connections",
          "connections-per-cell",
          "waiting-per-cell",
          "request-line",
          "headers",
          "body-held",
          "body-kept",
          "streams-per-connection",
          "resets-per-connection");

  private static final List<String> ACCESS_LOG =
      List.of("to", "file", "target", "log-keys", "log-clients");

  private final ValueReader values;

  SettingsReader(ValueReader values) {
    this.values = values;
  }

  Optional<HealthSettings> health(Value value, String what) {
    Optional<MapReader> map = values.map(value, what, List.of("path", "host", "port"));
    if (map.isEmpty()) {
      return Optional.empty();
    }
    String path = map.get().read("path", this::absolutePath).orElse(HealthSettings.DEFAULT_PATH);
    Optional<String> host = host(map.get());
    Optional<Integer> port = map.get().read("port", integer(0, 65_535));
    if (map.get().has("host") && !map.get().has("port")) {
      values
          .problems()
          .error(
              map.get().at(),
              ProblemCode.MISSING_KEY,
              "\"port\" is missing from " + what + ", which names a host");
    }
    return Optional.of(
        new HealthSettings(
            path, port.map(number -> new Address(host.orElse("127.0.0.1"), number))));
  }

  Optional<Timeouts> timeouts(Value value, String what) {
    return values
        .map(value, what, TIMEOUTS)
        .map(
            map -> {
              Timeouts normal = Timeouts.DEFAULT;
              return new Timeouts(
                  span(map, "request-head", normal.requestHead()),
                  span(map, "keep-alive", normal.keepAlive()),
                  span(map, "connect", normal.connect()),
                  span(map, "forward", normal.forward()),
                  span(map, "first-byte", normal.firstByte()),
                  span(map, "idle", normal.idle()),
                  span(map, "tunnel-idle", normal.tunnelIdle()),
                  span(map, "linger", normal.linger()),
                  span(map, "cell-keep-alive", normal.cellKeepAlive()),
                  span(map, "shutdown", normal.shutdown()));
            });
  }

  /** How much is taken on; what is left out is as in {@code normal}. */
  Optional<Limits> limits(Value value, String what, Limits normal) {
    return values
        .map(value, what, LIMITS)
        .map(
            map -> {
              return new Limits(
                  map.read("connections", integer(1, 1_000_000)).orElse(normal.connections()),
                  map.read("connections-per-cell", integer(1, 100_000))
                      .orElse(normal.connectionsPerCell()),
                  map.read("waiting-per-cell", integer(0, 1_000_000))
                      .orElse(normal.waitingPerCell()),
                  bytes(map, "request-line", 256, 1 << 20).orElse(normal.requestLineBytes()),
                  bytes(map, "headers", 256, 1 << 20).orElse(normal.headerBytes()),
                  bytes(map, "body-held", 0, 1 << 30).orElse(normal.bodyHeldBytes()),
                  bytes(map, "body-kept", 0, 1 << 30).orElse(normal.bodyKeptBytes()),
                  map.read("streams-per-connection", integer(1, 10_000))
                      .orElse(normal.streamsPerConnection()),
                  map.read("resets-per-connection", integer(1, 1_000_000))
                      .orElse(normal.resetsPerConnection()));
            });
  }

  Optional<AccessLogSettings> accessLog(Value value, String what, ValueReading<Path> path) {
    Optional<MapReader> map = values.map(value, what, ACCESS_LOG);
    if (map.isEmpty()) {
      return Optional.empty();
    }
    MapReader log = map.get();
    Optional<Path> file = log.read("file", path);
    if (log.has("file") && log.has("to")) {
      values
          .problems()
          .error(
              log.at(),
              ProblemCode.CONFLICTING_KEYS,
              "\"to\" and \"file\" of " + what + " exclude each other");
      return Optional.empty();
    }
    AccessLogSettings.To to =
        log.has("file")
            ? AccessLogSettings.To.FILE
            : log.read("to", (v, w) -> values.word(v, w, List.of("stdout", "none")))
                .filter("none"::equals)
                .map(none -> AccessLogSettings.To.NONE)
                .orElse(AccessLogSettings.To.STDOUT);
    if (log.has("file") && file.isEmpty()) {
      return Optional.empty();
    }
    AccessLogSettings.Target target =
        log.read("target", this::target).orElse(AccessLogSettings.Target.PATH);
    boolean keys = log.read("log-keys", values::flag).orElse(false);
    boolean clients = log.read("log-clients", values::flag).orElse(false);
    return Optional.of(new AccessLogSettings(to, file, target, keys, clients));
  }

  /** A duration of 1 ms to 24 h. */
  Optional<Duration> span(Value value, String what) {
    return span(Duration.ofMillis(1), Timeouts.LONGEST).read(value, what);
  }

  /** A duration within bounds. */
  ValueReading<Duration> span(Duration least, Duration most) {
    return (value, what) ->
        values
            .duration(value, what)
            .filter(
                span -> {
                  boolean fits = span.compareTo(least) >= 0 && span.compareTo(most) <= 0;
                  if (!fits) {
                    String message =
                        what
                            + " must lie in "
                            + shown(least)
                            + " to "
                            + shown(most)
                            + ", not "
                            + span.toMillis()
                            + "ms";
                    values.problems().error(value.at(), ProblemCode.INVALID_DURATION, message);
                  }
                  return fits;
                });
  }

  /** A duration as a file would say it. */
  private static String shown(Duration span) {
    if (span.isZero()) {
      return "0";
    }
    if (span.compareTo(Duration.ofHours(24)) > 0) {
      return span.toDays() + "d";
    }
    if (span.compareTo(Duration.ofHours(1)) >= 0) {
      return span.toHours() + "h";
    }
    if (span.compareTo(Duration.ofMinutes(1)) >= 0) {
      return span.toMinutes() + "m";
    }
    return span.toMillis() % 1_000 == 0 ? span.toSeconds() + "s" : span.toMillis() + "ms";
  }

  /** An integer within bounds. */
  ValueReading<Integer> integer(int least, int most) {
    return (value, what) -> values.integer(value, what, least, most).map(Long::intValue);
  }

  private Duration span(MapReader map, String key, Duration normal) {
    return map.read(key, this::span).orElse(normal);
  }

  private Optional<Integer> bytes(MapReader map, String key, int least, int most) {
    return map.read(key, size(least, most)).map(Long::intValue);
  }

  /** A size within bounds, in bytes. */
  ValueReading<Long> size(long least, long most) {
    return (value, what) ->
        values
            .size(value, what)
            .filter(
                bytes -> {
                  boolean fits = bytes >= least && bytes <= most;
                  if (!fits) {
                    values
                        .problems()
                        .error(
                            value.at(),
                            ProblemCode.INVALID_SIZE,
                            what
                                + " must lie in "
                                + least
                                + " to "
                                + most
                                + " bytes, not "
                                + bytes);
                  }
                  return fits;
                });
  }

  /** The host of an address, if there is one. */
  Optional<String> host(MapReader map) {
    return map.read(
        "host",
        (value, what) ->
            values
                .text(value, what)
                .filter(
                    text -> {
                      if (text.isEmpty()) {
                        values
                            .problems()
                            .error(
                                value.at(),
                                ProblemCode.INVALID_VALUE,
                                what + " must be a host name or an address");
                      }
                      return !text.isEmpty();
                    }));
  }

  /** A path with a leading slash. */
  Optional<String> absolutePath(Value value, String what) {
    return values
        .text(value, what)
        .filter(
            text -> {
              if (!text.startsWith("/")) {
                values
                    .problems()
                    .error(
                        value.at(),
                        ProblemCode.INVALID_VALUE,
                        what + " must start with /, not " + Shown.text(text));
              }
              return text.startsWith("/");
            });
  }

  private Optional<AccessLogSettings.Target> target(Value value, String what) {
    return values
        .word(value, what, List.of("none", "path", "full"))
        .map(
            word ->
                switch (word) {
                  case "none" -> AccessLogSettings.Target.NONE;
                  case "full" -> AccessLogSettings.Target.FULL;
                  default -> AccessLogSettings.Target.PATH;
                });
  }
}
