// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Scans bodies, cut in many ways, and insists that the cuts make no difference. */
final class ScanCheck {

  static final int NO_LIMIT = 1 << 20;
  static final int DEPTH = 64;

  /** The answer to one question, and where it was settled. */
  record Answer(Extraction extraction, long settledAt) {

    @Override
    public String toString() {
      String what =
          switch (extraction.kind()) {
            case FOUND -> "found " + extraction.value();
            case UNREADABLE -> extraction.cause().toString();
            default -> extraction.kind().toString();
          };
      return what + " @" + settledAt;
    }
  }

  private ScanCheck() {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** One byte for each character. */
  static byte[] raw(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  static String json(String body, String pointer) {
    return json(utf8(body), pointer);
  }

  static String json(byte[] body, String pointer) {
    return scan(body, List.of(Sources.json(pointer, NO_LIMIT))).get(0).toString();
  }

  static String form(String body, String name) {
    return scan(raw(body), List.of(Sources.form(name, NO_LIMIT))).get(0).toString();
  }

  static List<Answer> scan(byte[] body, List<BodySource> questions) {
    return scan(body, questions, DEPTH);
  }

  /** Every way to cut in two, byte by byte, on the heap and off it. */
  static List<Answer> scan(byte[] body, List<BodySource> questions, int depth) {
    List<Answer> whole = scanCut(body, questions, depth, body.length);
    for (int cut = 1; cut < body.length; cut++) {
      assertThat(scanCut(body, questions, depth, cut)).as("cut at %d", cut).isEqualTo(whole);
    }
    for (int size = 1; size <= 3; size++) {
      assertThat(scanPieces(body, questions, depth, size))
          .as("pieces of %d", size)
          .isEqualTo(whole);
    }
    ByteBuffer direct = ByteBuffer.allocateDirect(body.length + 2);
    direct.position(1).limit(body.length + 1);
    direct.duplicate().put(body);
    BodyScan scan = BodyScan.of(questions, depth);
    scan.offer(direct);
    assertThat(direct.position()).isEqualTo(1);
    assertThat(direct.limit()).isEqualTo(body.length + 1);
    scan.end();
    assertThat(answers(scan, questions)).as("off the heap").isEqualTo(whole);
    return whole;
  }

  private static List<Answer> scanCut(byte[] body, List<BodySource> questions, int depth, int cut) {
    BodyScan scan = BodyScan.of(questions, depth);
    scan.offer(ByteBuffer.wrap(body, 0, cut));
    scan.offer(ByteBuffer.wrap(body, cut, body.length - cut).slice());
    scan.end();
    return answers(scan, questions);
  }

  /** Pieces of one size, each in its own array that is spoilt afterwards. */
  static List<Answer> scanPieces(byte[] body, List<BodySource> questions, int depth, int size) {
    BodyScan scan = BodyScan.of(questions, depth);
    for (int at = 0; at < body.length; at += size) {
      byte[] piece = Arrays.copyOfRange(body, at, Math.min(body.length, at + size));
      scan.offer(ByteBuffer.wrap(piece));
      Arrays.fill(piece, (byte) '#');
    }
    scan.end();
    return answers(scan, questions);
  }

  private static List<Answer> answers(BodyScan scan, List<BodySource> questions) {
    assertThat(scan.isUndecided()).isFalse();
    List<Answer> answers = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      answers.add(new Answer(scan.result(i), scan.settledAt(i)));
    }
    return answers;
  }
}
