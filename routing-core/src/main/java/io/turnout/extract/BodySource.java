// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import io.turnout.request.BodyPresence;
import io.turnout.request.Request;
import org.jspecify.annotations.Nullable;

/** A source that only a {@link BodyScan} can answer, unless the head rules it out. */
public sealed interface BodySource extends Source permits JsonSource, FormSource {

  /** What the head says about reading this source. */
  enum Applicability {
    /** The source is absent, whatever the body holds. */
    ABSENT,
    /** The body must be read. */
    READABLE,
    /** The body is content-encoded: unreadable once it has a byte, absent if it has none. */
    ENCODED
  }

  /** The most that is read of the body for this source, in bytes; 0 or more. */
  int limitBytes();

  /** The same source, of which no more than {@code bytes} are read. */
  BodySource within(int bytes);

  /** Whether a body of this media type may hold the source. */
  boolean fitsMediaType(@Nullable String mediaType);

  @Override
  default String word() {
    return "body";
  }

  /** What the head of the request says about reading this source; absent comes first. */
  default Applicability applicability(Request request) {
    if (request.head().body() == BodyPresence.NONE || !fitsMediaType(request.mediaType())) {
      return Applicability.ABSENT;
    }
    return request.isContentEncoded() ? Applicability.ENCODED : Applicability.READABLE;
  }

  @Override
  default String whyAbsent(Request request) {
    if (request.head().body() == BodyPresence.NONE) {
      return "no body";
    }
    return fitsMediaType(request.mediaType())
        ? "the body holds no such value"
        : "not a body of this content type";
  }
}
