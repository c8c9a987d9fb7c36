// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.spi.RouteKey;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a route key. */
final class KeyConverter implements ITypeConverter<RouteKey> {

  @Override
  public RouteKey convert(String text) {
    try {
      return RouteKey.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(
          "\"" + text + "\" is no route key: " + e.getMessage() + "; one is business:1234");
    }
  }
}
