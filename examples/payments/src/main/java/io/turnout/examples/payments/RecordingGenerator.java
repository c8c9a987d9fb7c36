// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * The program that writes {@value #ROUTES}, and {@value #RECORDING} and {@value #NEAR_MISSES} of
 * the platform and of its web site, the same bytes every time.
 *
 * <p>It knows what each request must lead to from the way it builds the request, never from a
 * router: that is what makes the recording a check.
 */
public final class RecordingGenerator {

  /** The name of the file of routes. */
  public static final String ROUTES = "routes.yaml";

  /** The name of the file of recorded requests. */
  public static final String RECORDING = "recording.jsonl";

  /** The name of the file of requests that differ in one thing from recorded ones. */
  public static final String NEAR_MISSES = "near-misses.jsonl";

  /** The folder of the web site, with its own recording and near misses. */
  public static final String SITE = "site";

  private static final long SEED = 20_261_130L;

  private final RouteTable table = RouteTable.seeded(SEED);

  /**
   * Writes the files.
   *
   * @param arguments the folder to write to
   * @throws IOException if a file cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      throw new IllegalArgumentException(
          "expected one argument, the folder to write to, but got " + arguments.length);
    }
    Path folder = Path.of(arguments[0]);
    RecordingGenerator generator = new RecordingGenerator();
    Files.writeString(folder.resolve(ROUTES), generator.routes(), StandardCharsets.UTF_8);
    Files.writeString(folder.resolve(RECORDING), generator.recording(), StandardCharsets.UTF_8);
    Files.writeString(folder.resolve(NEAR_MISSES), generator.nearMisses(), StandardCharsets.UTF_8);
    Path site = folder.resolve(SITE);
    Files.writeString(site.resolve(RECORDING), generator.siteRecording(), StandardCharsets.UTF_8);
    Files.writeString(site.resolve(NEAR_MISSES), generator.siteMisses(), StandardCharsets.UTF_8);
  }

  /** The text of the file of routes. */
  String routes() {
    return table.toYaml();
  }

  /** The text of the recording: one JSON object a line, in the mixed order of real traffic. */
  String recording() {
    Random random = new Random(SEED);
    List<RecordedRequest> requests = recorded(shapes(), random);
    Collections.shuffle(requests, random);
    return lines(requests);
  }

  /** The text of the near misses: one JSON object a line, in the order of the rules' sections. */
  String nearMisses() {
    return lines(recorded(NearMisses.shapes(), new Random(SEED)));
  }

  /** The text of the web site's recording, in mixed order. */
  String siteRecording() {
    Random random = new Random(SEED);
    List<SiteRequest> requests = new ArrayList<>(SiteTraffic.requests(table, random));
    Collections.shuffle(requests, random);
    return siteLines(requests);
  }

  /** The text of the web site's near misses. */
  String siteMisses() {
    return siteLines(SiteNearMisses.requests(new Random(SEED)));
  }

  private static String siteLines(List<SiteRequest> requests) {
    return requests.stream().map(request -> request.toJson() + '\n').collect(joining());
  }

  private List<RecordedRequest> recorded(List<Shape> shapes, Random random) {
    List<RecordedRequest> requests = new ArrayList<>();
    Set<String> labels = new HashSet<>();
    for (Shape shape : shapes) {
      if (!labels.add(shape.label())) {
        throw new IllegalStateException("two shapes are called \"" + shape.label() + "\"");
      }
      requests.addAll(shape.record(table, random));
    }
    return requests;
  }

  private static String lines(List<RecordedRequest> requests) {
    StringBuilder lines = new StringBuilder();
    requests.forEach(request -> lines.append(request.toJson()).append('\n'));
    return lines.toString();
  }

  private static List<Shape> shapes() {
    return Shapes.joined(
        BusinessTraffic.shapes(),
        PlatformTraffic.shapes(),
        ApiTraffic.shapes(),
        WebTraffic.shapes(),
        CardTraffic.shapes(),
        WebhookTraffic.shapes(),
        PartnerTraffic.shapes(),
        AgentTraffic.shapes(),
        UnknownTraffic.shapes(),
        OddHeads.shapes(),
        OddBodies.shapes());
  }
}
