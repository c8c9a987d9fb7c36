// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.spi.RoutingName;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of a cell. */
final class CellConverter implements ITypeConverter<String> {

  @Override
  public String convert(String text) {
    if (!RoutingName.isValid(text)) {
      throw new TypeConversionException(
          "\"" + text + "\" is no cell: one is written as [a-z0-9][a-z0-9-]{0,62}, such as us-1");
    }
    return text;
  }
}
