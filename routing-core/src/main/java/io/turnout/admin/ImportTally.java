// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.admin.ImportReport.End;
import io.turnout.admin.ImportReport.Refusal;
import java.util.ArrayList;
import java.util.List;

/** What an import has done so far. */
final class ImportTally {

  private final long firstLine;
  private final List<Refusal> refusals = new ArrayList<>();
  private long lastLine;
  private long added;
  private long changed;
  private long same;
  private long refused;

  ImportTally(long firstLine) {
    this.firstLine = firstLine;
    this.lastLine = firstLine - 1;
  }

  void looked(long line) {
    lastLine = line;
  }

  void brought(RouteWrite.Kind kind) {
    switch (kind) {
      case ADDED -> added++;
      case CHANGED -> changed++;
      case SAME -> same++;
    }
  }

  void refused(Refusal refusal) {
    refused++;
    if (refusals.size() < ImportReport.MAX_REFUSALS) {
      refusals.add(refusal);
    }
  }

  ImportReport report(End end) {
    return new ImportReport(firstLine, lastLine, added, changed, same, refused, refusals, end);
  }
}
