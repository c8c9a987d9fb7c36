// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.extract.BodyScan;
import io.turnout.extract.BodySource;
import io.turnout.extract.Extraction;
import io.turnout.extract.HeadSource;
import io.turnout.extract.RouteKeyExtractor;
import io.turnout.extract.Source;
import io.turnout.extract.SourcePlace;
import io.turnout.extract.TokenPlace;
import io.turnout.request.Request;
import java.util.List;
import java.util.Set;

/**
 * One source of one rule, asked by itself.
 *
 * @param extractor how the rule finds its value
 * @param source one of its sources
 * @param cells the cells that count as a value; empty if any value does
 * @param depth the deepest nesting of JSON that is followed
 */
record Yield(RouteKeyExtractor extractor, Source source, Set<String> cells, int depth) {

  /** The dimension that the source is in. */
  Dimension dimension() {
    SourcePlace place = source.place();
    return switch (place.kind()) {
      case HEADER -> Dimension.header(place.name());
      case PATH -> Dimension.PATH;
      case QUERY -> Dimension.query(place.name());
      case COOKIE -> Dimension.header("cookie");
      case CLAIM -> ofToken(place);
      case JSON, FORM -> Dimension.BODY;
    };
  }

  private static Dimension ofToken(SourcePlace place) {
    TokenPlace token = place.token();
    if (token == null) {
      throw new IllegalStateException("a claim without a token: " + place);
    }
    return switch (token.kind()) {
      case HEADER -> Dimension.header(token.name());
      case COOKIE -> Dimension.header("cookie");
      case QUERY -> Dimension.query(token.name());
    };
  }

  /** The name of the header field that the source is in, as the file has it. */
  String fieldName() {
    TokenPlace token = source.place().token();
    return switch (source.place().kind()) {
      case COOKIE -> "Cookie";
      case CLAIM ->
          token == null || token.kind() == TokenPlace.Kind.COOKIE ? "Cookie" : token.name();
      default -> source.place().name();
    };
  }

  /** Whether the source yields a value that counts. */
  boolean isFound(ExampleRequest request) {
    return counts(read(request));
  }

  /** Whether the search goes on after the source. */
  boolean isAbsent(ExampleRequest request) {
    Extraction read = read(request);
    return read.kind() == Extraction.Kind.ABSENT
        || (read.kind() == Extraction.Kind.FOUND && !counts(read));
  }

  /** Texts at the place that the source finds, the plainest first; none if none is known. */
  List<String> texts() {
    return Origins.of(extractor, cells, text -> counts(Extraction.found(text)));
  }

  private boolean counts(Extraction raw) {
    Extraction settled = extractor.settle(raw);
    return settled.kind() == Extraction.Kind.FOUND
        && (cells.isEmpty() || cells.contains(settled.value()));
  }

  private Extraction read(ExampleRequest request) {
    if (source instanceof HeadSource head) {
      return head.find(Request.of(request));
    }
    if (request.content().isEmpty()) {
      return Extraction.absent();
    }
    BodyScan scan = BodyScan.of(List.of((BodySource) source), depth);
    scan.offer(request.bytes());
    scan.end();
    return scan.result(0);
  }
}
