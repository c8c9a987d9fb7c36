// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import io.turnout.request.RequestTarget;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compiled path template, such as <code>/webhooks/{account}/**</code>. Immutable.
 *
 * <p>It is compared with the decoded segments of a path, case-sensitively. <code>{name}</code>
 * captures one segment that is not empty, literal text may stand around the one capture of a
 * segment, <code>{name:regex}</code> limits what it captures, {@code *} is any segment that is not
 * empty, and <code>/**</code> at the end is any rest, also none.
 */
public final class PathTemplate {

  /** The most segments that a template can have. */
  public static final int MAX_SEGMENTS = 256;

  private final String text;
  private final List<SegmentPattern> segments;
  private final boolean open;

  PathTemplate(String text, List<SegmentPattern> segments, boolean open) {
    this.text = text;
    this.segments = List.copyOf(segments);
    this.open = open;
  }

  /**
   * Reads a template.
   *
   * @throws IllegalArgumentException if it is none; the message says what would be right
   */
  public static PathTemplate parse(String text) {
    return new PathTemplateParser(text).parse();
  }

  /** The template as the file has it. */
  public String text() {
    return text;
  }

  /** The names of its captures, in order. */
  public List<String> captureNames() {
    List<String> names = new ArrayList<>();
    for (SegmentPattern segment : segments) {
      if (segment.name() != null) {
        names.add(segment.name());
      }
    }
    return List.copyOf(names);
  }

  /** Whether the target has a well-formed path, and the template fits it. */
  public boolean fits(RequestTarget target) {
    if (!target.hasPath()) {
      return false;
    }
    int start = target.from();
    for (int i = 0; i < segments.size() && start >= 0; i++) {
      start = afterSegment(i, target, start);
    }
    return endsAt(start, target);
  }

  /**
   * What a target has at a capture.
   *
   * @return null if the template has no capture of that name, or does not fit
   */
  public @Nullable String capture(RequestTarget target, String name) {
    if (!target.hasPath()) {
      return null;
    }
    int start = target.from();
    int captured = -1;
    int from = -1;
    int to = -1;
    for (int i = 0; i < segments.size() && start >= 0; i++) {
      int next = afterSegment(i, target, start);
      if (name.equals(segments.get(i).name())) {
        captured = i;
        from = start;
        to = next - 1;
      }
      start = next;
    }
    return captured >= 0 && endsAt(start, target)
        ? segments.get(captured).captured(target.text(), from, to)
        : null;
  }

  /**
   * Where the segment after one begins that fits; beyond the path's end after the last, else -1.
   */
  private int afterSegment(int segment, RequestTarget target, int start) {
    int end = start > target.to() ? -1 : segments.get(segment).end(target, start);
    return end < 0 ? -1 : end + 1;
  }

  /** Whether nothing but what fits is left, after all segments, from a position that is not -1. */
  private boolean endsAt(int start, RequestTarget target) {
    return start >= 0 && (open || start > target.to());
  }

  /** Its segments, without the <code>/**</code> at its end. */
  public List<SegmentPattern> segments() {
    return segments;
  }

  /** Whether it ends with <code>/**</code>, so that any rest fits. */
  public boolean open() {
    return open;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PathTemplate that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
