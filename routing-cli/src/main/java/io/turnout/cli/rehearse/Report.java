// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import java.util.List;

/** What a rehearsal came to, to be told as a text, as JSON or as a picture. */
public final class Report {

  /**
   * What was played.
   *
   * @param keys how many keys there were
   * @param fromFile whether requests came from a file
   */
  record Played(int keys, boolean fromFile) {}

  private final Scenario scenario;
  private final Load load;
  private final Played played;
  private final Measures measures;
  private final List<Recovery> recoveries;

  Report(
      Scenario scenario, Load load, Played played, Measures measures, List<Recovery> recoveries) {
    this.scenario = scenario;
    this.load = load;
    this.played = played;
    this.measures = measures;
    this.recoveries = List.copyOf(recoveries);
  }

  /** For people, in lines of at most 100 characters. */
  public String text() {
    return new ReportText(this).write();
  }

  /** For programs. */
  public String json() {
    return new ReportJson(this).write();
  }

  /** A picture over time. */
  public String svg() {
    return new ReportPicture(this).write();
  }

  Scenario scenario() {
    return scenario;
  }

  Load load() {
    return load;
  }

  Played played() {
    return played;
  }

  Measures measures() {
    return measures;
  }

  /** One for each fault that came before the end. */
  List<Recovery> recoveries() {
    return recoveries;
  }

  /** The sum of a number after the warm-up. */
  long sum(Seconds seconds) {
    return seconds.sum(measures.warmUpSeconds(), measures.seconds());
  }

  /** The highest of a number after the warm-up. */
  long max(Seconds seconds) {
    return seconds.max(measures.warmUpSeconds(), measures.seconds());
  }

  int lengthSeconds() {
    return measures.seconds() - measures.warmUpSeconds();
  }

  /** The slices that the time after the warm-up falls into, at most so many. */
  List<Slice> slices(int most) {
    return Slice.all(measures, most);
  }
}
