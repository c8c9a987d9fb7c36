// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The questions of a scan of JSON; equal pointers share a track. */
final class JsonQuestions implements BodyScanner {

  private final Answers answers;
  private final JsonTracks tracks;
  private final JsonScanner scanner;

  JsonQuestions(List<JsonSource> questions, Answers answers, int maxDepth) {
    this.answers = answers;
    tracks = new JsonTracks(tracks(questions), this::settled);
    scanner = new JsonScanner(tracks, maxDepth);
  }

  private static JsonTrack[] tracks(List<JsonSource> questions) {
    if (questions.size() == 1) {
      return new JsonTrack[] {new JsonTrack(questions.get(0).way(), 0)};
    }
    Map<String, int[]> byPointer = new LinkedHashMap<>();
    for (int question = 0; question < questions.size(); question++) {
      byPointer.merge(questions.get(question).pointer(), new int[] {question}, JsonQuestions::join);
    }
    List<JsonTrack> tracks = new ArrayList<>(byPointer.size());
    for (int[] asked : byPointer.values()) {
      tracks.add(new JsonTrack(questions.get(asked[0]).way(), asked));
    }
    return tracks.toArray(new JsonTrack[0]);
  }

  private static int[] join(int[] first, int[] second) {
    int[] joined = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, joined, first.length, second.length);
    return joined;
  }

  @Override
  public void scan(byte[] bytes, int from, int to, long offset) {
    scanner.scan(bytes, from, to, offset);
    if (scanner.isBroken()) {
      answers.settleAll(Extraction.unreadable(UnreadableCause.BODY_MALFORMED), scanner.brokenAt());
    }
  }

  @Override
  public void end(long totalBytes) {
    scanner.end(totalBytes);
    answers.settleAll(Extraction.unreadable(UnreadableCause.BODY_MALFORMED), totalBytes);
  }

  @Override
  public void answersChanged() {
    tracks.keepOnly(this::isOpen);
    scanner.tracksChanged();
  }

  private boolean isOpen(JsonTrack track) {
    for (int question : track.questions()) {
      if (answers.isOpen(question)) {
        return true;
      }
    }
    return false;
  }

  private void settled(JsonTrack track, long position) {
    answers.settle(track.questions(), answer(track), position);
  }

  private static Extraction answer(JsonTrack track) {
    if (track.isAmbiguous()) {
      return Extraction.ambiguous();
    }
    @Nullable String value = track.value();
    return value == null ? Extraction.absent() : Extraction.found(value);
  }
}
