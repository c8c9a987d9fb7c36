// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import io.turnout.request.Request;

/** The source {@code query: NAME}; the name is compared with decoded ones. */
record QuerySource(String name) implements HeadSource {

  @Override
  public String word() {
    return "query";
  }

  @Override
  public SourcePlace place() {
    return SourcePlace.of(SourcePlace.Kind.QUERY, name);
  }

  @Override
  public String whyAbsent(Request request) {
    return request.anyQuery(name, value -> true) ? "the parameter is empty" : "no such parameter";
  }

  @Override
  public Extraction find(Request request) {
    return SingleValue.extraction(request.singleQuery(name));
  }

  @Override
  public String toString() {
    return "query: " + name;
  }
}
