// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.conformance.CaseResult.Status;
import java.util.List;

/** A report for programs. It holds no times and no places, so equal answers give equal reports. */
final class JsonReport {

  private static final int FORMAT = 1;

  private final JsonMapper json =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private JsonReport() {}

  static String of(Report report) {
    JsonReport writer = new JsonReport();
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter()
            .withObjectIndenter(new DefaultIndenter("  ", "\n"))
            .withArrayIndenter(new DefaultIndenter("  ", "\n"));
    try {
      return writer.json.writer(printer).writeValueAsString(writer.document(report)) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of JSON can always be written", e);
    }
  }

  private ObjectNode document(Report report) {
    ObjectNode document = json.createObjectNode().put("report", FORMAT);
    Hello asked = report.implementation();
    ObjectNode implementation = document.putObject("implementation");
    implementation.put("name", asked.name()).put("version", asked.version());
    implementation.put("protocol", asked.protocol());
    asked.kinds().forEach(implementation.putArray("kinds")::add);
    ObjectNode fixtures = document.putObject("fixtures");
    if (!report.fixtures().version().isEmpty()) {
      fixtures.put("version", report.fixtures().version());
    }
    fixtures.put("digest", report.fixtures().digest());
    document.put("passed", report.passed());
    ObjectNode kinds = document.putObject("summary");
    for (String kind : report.kinds()) {
      summary(
          kinds.putObject(kind),
          report.results().stream().filter(result -> result.kind().equals(kind)).toList());
    }
    ArrayNode stale = document.putArray("passed-unexpectedly");
    for (StaleEntry entry : report.stale()) {
      stale.addObject().put("entry", entry.id()).put("why", entry.why());
    }
    ArrayNode cases = document.putArray("cases");
    report.results().forEach(result -> put(result, cases.addObject()));
    return document;
  }

  private static void summary(ObjectNode counts, List<CaseResult> results) {
    for (Status status : Status.values()) {
      counts.put(
          status.text(), results.stream().filter(result -> result.status() == status).count());
    }
  }

  private static void put(CaseResult result, ObjectNode one) {
    one.put("id", result.id()).put("kind", result.kind()).put("status", result.status().text());
    if (!result.reason().isEmpty()) {
      one.put("reason", result.reason());
    }
    if (result.failures().isEmpty()) {
      return;
    }
    ArrayNode failures = one.putArray("failures");
    for (Failure failure : result.failures()) {
      ObjectNode written = failures.addObject().put("what", failure.what());
      if (!failure.expected().isMissingNode()) {
        written.set("expected", failure.expected());
      }
      if (!failure.came().isMissingNode()) {
        written.set("came", failure.came());
      }
      failure.replay().forEach(written.putArray("replay")::add);
    }
  }
}
