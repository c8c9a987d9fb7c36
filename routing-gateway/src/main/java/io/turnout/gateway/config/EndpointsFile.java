// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.document.Document;
import io.turnout.document.DocumentLimits;
import io.turnout.document.MapReader;
import io.turnout.document.Problem;
import io.turnout.document.ProblemCode;
import io.turnout.document.Problems;
import io.turnout.document.Value;
import io.turnout.document.ValueReader;
import java.util.List;
import java.util.Optional;

/** The file that names the endpoints of a cell. */
public final class EndpointsFile {

  /** The largest file, in bytes. */
  public static final int MAX_BYTES = 16 << 20;

  static final int VERSION = 1;

  private static final String WHAT = "the endpoints file";
  private static final DocumentLimits LIMITS = new DocumentLimits(MAX_BYTES, 50, 50, 4_000_000);

  private EndpointsFile() {}

  /**
   * What a file says.
   *
   * @param endpoints the endpoints; empty if there is any mistake
   * @param problems everything that is wrong
   */
  public record Reading(Optional<List<LabelledOrigin>> endpoints, List<Problem> problems) {}

  /**
   * Reads the content of a file, whole or not at all.
   *
   * @param cell how its endpoints are spoken to
   */
  public static Reading read(byte[] content, CellSettings.Watched cell) {
    Problems problems = new Problems();
    ValueReader values = new ValueReader(problems);
    OriginReader origins =
        new OriginReader(values, new TlsReader(values, (v, w) -> Optional.empty()));
    EndpointReader endpoints = new EndpointReader(values, origins);
    Optional<List<LabelledOrigin>> read =
        values
            .root(Document.parse(content, LIMITS), WHAT, List.of("turnout-endpoints", "endpoints"))
            .flatMap(map -> all(map, values, endpoints, cell));
    return new Reading(problems.hasErrors() ? Optional.empty() : read, problems.list());
  }

  private static Optional<List<LabelledOrigin>> all(
      MapReader map, ValueReader values, EndpointReader endpoints, CellSettings.Watched cell) {
    map.require("turnout-endpoints", (value, what) -> version(values, value, what));
    Optional<List<LabelledOrigin>> read = map.require("endpoints", endpoints::endpoints);
    Optional<Origin> plain =
        read.stream()
            .flatMap(List::stream)
            .map(LabelledOrigin::origin)
            .filter(origin -> origin.tls().isEmpty())
            .findFirst();
    if (cell.tls().isPresent() && plain.isPresent()) {
      values
          .problems()
          .error(
              map.find("endpoints").orElseThrow().value().at(),
              ProblemCode.CONFLICTING_KEYS,
              "\"tls\" of the cell needs https, and " + plain.get() + " has none");
    }
    return read.map(
        all ->
            all.stream()
                .map(
                    one ->
                        new LabelledOrigin(
                            one.origin().spokenTo(cell.tls(), cell.http2()), one.labels()))
                .toList());
  }

  private static Optional<Long> version(ValueReader values, Value value, String what) {
    Optional<Long> version = values.integer(value, what, 0, Integer.MAX_VALUE);
    if (version.filter(number -> number != VERSION).isPresent()) {
      values
          .problems()
          .error(
              value.at(),
              ProblemCode.UNSUPPORTED_VERSION,
              what
                  + " must be "
                  + VERSION
                  + ", the version that this gateway reads, not "
                  + version.get());
    }
    return version;
  }
}
