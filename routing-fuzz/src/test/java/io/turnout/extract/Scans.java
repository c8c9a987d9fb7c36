// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Scans a body cut in several ways, and insists that the cuts make no difference. */
final class Scans {

  private static final int DEPTH = 8;

  /** The answer to one question, and where it was settled. */
  record Answer(Extraction extraction, long settledAt) {}

  private Scans() {}

  /** The answers, however the body is cut; {@code seed} picks some of the cuts. */
  static List<Answer> scan(byte[] body, List<BodySource> questions, int seed) {
    List<Answer> whole = inPieces(body, questions, new int[] {body.length});
    same(whole, inPieces(body, questions, ones(body.length)), "bytes alone");
    same(whole, inPieces(body, questions, cuts(body.length, seed)), "pieces");
    same(whole, offHeap(body, questions), "off the heap");
    return whole;
  }

  private static void same(List<Answer> whole, List<Answer> cut, String how) {
    if (!cut.equals(whole)) {
      throw new AssertionError("whole " + whole + ", " + how + " " + cut);
    }
  }

  private static int[] ones(int length) {
    int[] sizes = new int[length];
    Arrays.fill(sizes, 1);
    return sizes;
  }

  private static int[] cuts(int length, int seed) {
    Random random = new Random(seed);
    List<Integer> sizes = new ArrayList<>();
    for (int left = length; left > 0; left -= sizes.get(sizes.size() - 1)) {
      sizes.add(Math.min(left, random.nextInt(24)));
    }
    return sizes.stream().mapToInt(Integer::intValue).toArray();
  }

  private static List<Answer> inPieces(byte[] body, List<BodySource> questions, int[] sizes) {
    BodyScan scan = BodyScan.of(questions, DEPTH);
    int at = 0;
    for (int size : sizes) {
      byte[] piece = Arrays.copyOfRange(body, at, at + size);
      scan.offer(ByteBuffer.wrap(piece));
      Arrays.fill(piece, (byte) '#');
      at += size;
    }
    return answers(scan, questions);
  }

  private static List<Answer> offHeap(byte[] body, List<BodySource> questions) {
    BodyScan scan = BodyScan.of(questions, DEPTH);
    scan.offer(ByteBuffer.allocateDirect(body.length).put(body).flip());
    return answers(scan, questions);
  }

  private static List<Answer> answers(BodyScan scan, List<BodySource> questions) {
    scan.end();
    List<Answer> answers = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      answers.add(new Answer(scan.result(i), scan.settledAt(i)));
    }
    return answers;
  }

  /** A smaller limit gives the same answers, or none; and each is what it is alone. */
  static void smallerLimit_agreesOrDeclines(
      List<Answer> full, List<Answer> limited, int limitBytes) {
    for (int i = 0; i < full.size(); i++) {
      Answer expected =
          full.get(i).settledAt() <= limitBytes
              ? full.get(i)
              : new Answer(Extraction.unreadable(UnreadableCause.BODY_LIMIT), limitBytes);
      if (!expected.equals(limited.get(i))) {
        throw new AssertionError("limit " + limitBytes + ": " + expected + ", " + limited.get(i));
      }
    }
  }
}
