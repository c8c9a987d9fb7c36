// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import io.turnout.request.Request;

/**
 * The source {@code header: NAME}.
 *
 * @param said the name as the file has it
 * @param name the name in lower case
 */
record HeaderSource(String said, String name) implements HeadSource {

  @Override
  public String word() {
    return "header";
  }

  @Override
  public SourcePlace place() {
    return SourcePlace.of(SourcePlace.Kind.HEADER, said);
  }

  @Override
  public String whyAbsent(Request request) {
    if (request.firstHeader(name) != null) {
      return "the field is empty";
    }
    return request.head().header(name, 0) == null ? "no such field" : "the field is no UTF-8";
  }

  @Override
  public Extraction find(Request request) {
    return SingleValue.extraction(request.singleHeader(name));
  }

  @Override
  public String toString() {
    return "header: " + said;
  }
}
