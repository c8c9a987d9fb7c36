// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.authority.HttpAuthority;
import io.turnout.dynamo.DynamoAuthority;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** The source of truth from which a gateway answers where keys live. Immutable. */
public sealed interface AuthoritySettings {

  /**
   * A route file, which is watched.
   *
   * @param file the file
   * @param lastKnownGood where the last good one is kept, so that a start can do without the file
   *     itself; empty: nowhere
   */
  record RouteFile(Path file, Optional<Path> lastKnownGood) implements AuthoritySettings {

    /** Checks that both are there. */
    public RouteFile {
      Objects.requireNonNull(file, "file");
      Objects.requireNonNull(lastKnownGood, "lastKnownGood");
    }
  }

  /**
   * A table of DynamoDB. Credentials come from the AWS SDK's default chain.
   *
   * @param table its name, 3 to 255 of {@code A-Za-z0-9_.-}
   * @param region its region; empty: that of the AWS SDK's default chain
   * @param endpoint another server than the region's, {@code http} or {@code https}
   * @param consistent whether reads are consistent; otherwise they cost half and may lag
   * @param timeout how long a call may take, 1 ms to 10 s
   */
  record DynamoTable(
      String table,
      Optional<String> region,
      Optional<URI> endpoint,
      boolean consistent,
      Duration timeout)
      implements AuthoritySettings {

    /** The longest time-out. */
    public static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(10);

    private static final Pattern TABLE = Pattern.compile("[A-Za-z0-9_.-]{3,255}");
    private static final Pattern REGION = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

    /**
     * Checks every part.
     *
     * @throws IllegalArgumentException if one is out of range or malformed
     */
    public DynamoTable {
      if (!isTable(table)) {
        throw new IllegalArgumentException(
            "table \"" + table + "\" must be 3 to 255 characters of A-Za-z0-9_.-");
      }
      region.ifPresent(
          name -> {
            if (!isRegion(name)) {
              throw new IllegalArgumentException(
                  "region \"" + name + "\" must be the name of a region, such as us-east-1");
            }
          });
      endpoint.ifPresent(
          uri -> {
            if (!isEndpoint(uri)) {
              throw new IllegalArgumentException(
                  "the endpoint must be http://HOST:PORT or https://HOST:PORT and nothing more");
            }
          });
      if (timeout.toMillis() < 1 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
        throw new IllegalArgumentException("timeout " + timeout + " must lie in 1 ms to 10 s");
      }
    }

    /** A table whose reads are consistent, in the region and with the time-out of the defaults. */
    public static DynamoTable of(String table) {
      return new DynamoTable(
          table, Optional.empty(), Optional.empty(), true, DynamoAuthority.DEFAULT_TIMEOUT);
    }

    static boolean isTable(String text) {
      return TABLE.matcher(text).matches();
    }

    static boolean isRegion(String text) {
      return REGION.matcher(text).matches();
    }

    static boolean isEndpoint(URI uri) {
      return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
          && uri.getHost() != null
          && uri.getRawUserInfo() == null
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null
          && (uri.getRawPath().isEmpty() || uri.getRawPath().equals("/"));
    }
  }

  /**
   * The look-up endpoint of another router.
   *
   * @param url where it is, {@code http://HOST:PORT} or {@code https://HOST:PORT}
   * @param token by which this router proves itself; empty: by nothing
   * @param timeout how long a call may take, 1 ms to 1 minute
   * @param tls how it is spoken to over TLS, without a server name of its own; empty: where the URL
   *     says so, with the authorities of the system. Its files are read once
   */
  record Endpoint(URI url, Optional<SharedToken> token, Duration timeout, Optional<OriginTls> tls)
      implements AuthoritySettings {

    /**
     * Checks every part.
     *
     * @throws IllegalArgumentException if one is out of range or malformed
     */
    public Endpoint {
      Objects.requireNonNull(token, "token");
      HttpAuthority.builder(url).callTimeout(timeout);
      if (tls.isPresent() && !"https".equals(url.getScheme())) {
        throw new IllegalArgumentException("tls needs a url that begins with https");
      }
      if (tls.flatMap(OriginTls::serverName).isPresent()) {
        throw new IllegalArgumentException("an endpoint is spoken to as the host of its url");
      }
    }

    /** An endpoint without a token, with the default time-out. */
    public static Endpoint of(URI url) {
      return new Endpoint(
          url, Optional.empty(), HttpAuthority.DEFAULT_CALL_TIMEOUT, Optional.empty());
    }
  }
}
