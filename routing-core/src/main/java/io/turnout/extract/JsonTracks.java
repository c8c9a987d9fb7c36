// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.util.function.Predicate;

/**
 * The tracks of one pass over a document; takes what the scanner meets on the way of any of them.
 */
final class JsonTracks {

  /** Hears of a track whose answer is certain; it is not asked again. */
  interface Listener {

    /**
     * The track is done.
     *
     * @param position the bytes of the document up to and including the one that settled it
     */
    void settled(JsonTrack track, long position);
  }

  private final JsonTrack[] tracks;
  private final Listener listener;
  private final long[] elements;
  private final int longestNameBytes;
  private int count;
  private int entered;
  private int watchedLevel;

  JsonTracks(JsonTrack[] tracks, Listener listener) {
    this.tracks = tracks.clone();
    this.listener = listener;
    int longestPointer = 0;
    int longestName = 0;
    for (JsonTrack track : tracks) {
      longestPointer = Math.max(longestPointer, track.pointer().length());
      longestName = Math.max(longestName, track.pointer().longestNameBytes());
    }
    longestNameBytes = longestName;
    elements = new long[longestPointer + 1];
    count = tracks.length;
    entered = count;
  }

  int longestNameBytes() {
    return longestNameBytes;
  }

  /** Whether nothing is looked for any more. */
  boolean isEmpty() {
    return count == 0;
  }

  /** The deepest level whose members or elements matter; deeper brackets need only be skipped. */
  int watchedLevel() {
    return watchedLevel;
  }

  /** Whether the value that comes next, or is being read, is on the way of a track. */
  boolean isOnTheWay() {
    return entered > 0;
  }

  /** Whether the value that comes next is where a pointer ends. */
  boolean wantsText() {
    for (int i = 0; i < count; i++) {
      if (tracks[i].isAtEnd()) {
        return true;
      }
    }
    return false;
  }

  /** The object at the watched level has a member of this name. */
  void member(byte[] name, int from, int to) {
    for (int i = 0; i < count; i++) {
      if (tracks[i].level() == watchedLevel && tracks[i].tryName(name, from, to)) {
        entered++;
      }
    }
  }

  /** The array at the watched level has one more element. */
  void element() {
    long element = elements[watchedLevel]++;
    for (int i = 0; i < count; i++) {
      if (tracks[i].level() == watchedLevel && tracks[i].tryElement(element)) {
        entered++;
      }
    }
  }

  /** The value on the way is an object or an array. */
  void open(boolean object, long position) {
    for (int i = 0; i < count; i++) {
      if (tracks[i].isEntered()) {
        tracks[i].open(object);
      }
    }
    int before = watchedLevel;
    update(position);
    if (watchedLevel > before) {
      elements[watchedLevel] = 0;
    }
  }

  /** The value on the way is neither object nor array, and no text that could be a key. */
  void pass(long position) {
    for (int i = 0; i < count; i++) {
      if (tracks[i].isEntered()) {
        tracks[i].pass();
      }
    }
    update(position);
  }

  /** The value on the way is this text, a string's or a number's. */
  void text(byte[] bytes, int from, int to, long position) {
    for (int i = 0; i < count; i++) {
      if (tracks[i].isEntered()) {
        tracks[i].text(bytes, from, to);
      }
    }
    update(position);
  }

  /** The bracket of the watched level closes. */
  void close(long position) {
    for (int i = 0; i < count; i++) {
      if (tracks[i].level() == watchedLevel) {
        tracks[i].close();
      }
    }
    update(position);
  }

  /** Drops the tracks that are not worth following any more. */
  void keepOnly(Predicate<JsonTrack> worth) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (worth.test(tracks[i])) {
        tracks[kept++] = tracks[i];
      }
    }
    count = kept;
    recount();
  }

  private void update(long position) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      JsonTrack track = tracks[i];
      if (track.isDone()) {
        listener.settled(track, position);
      } else {
        tracks[kept++] = track;
      }
    }
    count = kept;
    recount();
  }

  private void recount() {
    entered = 0;
    watchedLevel = 0;
    for (int i = 0; i < count; i++) {
      watchedLevel = Math.max(watchedLevel, tracks[i].level());
      entered += tracks[i].isEntered() ? 1 : 0;
    }
  }
}
