// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.document.MapValue;
import io.turnout.document.Scalar;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server of an OpenAPI document.
 *
 * @param host its host without port; empty if its address names none
 * @param path the path in front of all paths, without a slash at the end
 */
record OpenApiServer(Optional<String> host, String path) {

  /** What a document means that names no server. */
  static final OpenApiServer NONE = new OpenApiServer(Optional.empty(), "");

  private static final Pattern ADDRESS =
      Pattern.compile("(?:[A-Za-z][A-Za-z0-9+.-]*:)?(?://([^/?#:]*)(?::[0-9]*)?)?([^?#]*).*");
  private static final Pattern VARIABLE = Pattern.compile("\\{([^{}]*)}");
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*");

  /** Reads one entry of the document's list, variables at their defaults. */
  static OpenApiServer of(MapValue server) {
    String url = server.get("url").orElse(null) instanceof Scalar text ? text.text() : "";
    String filled =
        VARIABLE
            .matcher(url)
            .replaceAll(found -> Matcher.quoteReplacement(value(server, found.group(1))));
    Matcher address = ADDRESS.matcher(filled);
    if (!address.matches()) {
      return NONE;
    }
    Optional<String> host =
        Optional.ofNullable(address.group(1)).filter(name -> HOST.matcher(name).matches());
    String path = address.group(2).replaceFirst("/+$", "");
    return new OpenApiServer(host, path.isEmpty() || path.startsWith("/") ? path : "/" + path);
  }

  private static String value(MapValue server, String variable) {
    return server.get("variables").orElse(null) instanceof MapValue variables
            && variables.get(variable).orElse(null) instanceof MapValue described
            && described.get("default").orElse(null) instanceof Scalar value
        ? value.text()
        : variable;
  }
}
