// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import org.jspecify.annotations.Nullable;

/** The source {@code body: {json: POINTER}}. */
final class JsonSource implements BodySource {

  private final JsonPointer way;
  private final int limitBytes;

  JsonSource(String pointer, int limitBytes) {
    this(JsonPointer.inBody(pointer), limitBytes);
  }

  private JsonSource(JsonPointer way, int limitBytes) {
    this.way = way;
    this.limitBytes = Limits.requireBytes(limitBytes);
  }

  JsonPointer way() {
    return way;
  }

  String pointer() {
    return way.toString();
  }

  @Override
  public SourcePlace place() {
    return SourcePlace.of(SourcePlace.Kind.JSON, pointer());
  }

  @Override
  public int limitBytes() {
    return limitBytes;
  }

  @Override
  public BodySource within(int bytes) {
    return bytes >= limitBytes ? this : new JsonSource(way, bytes);
  }

  @Override
  public boolean fitsMediaType(@Nullable String mediaType) {
    return mediaType == null
        || !mediaType.equals("application/x-www-form-urlencoded")
            && !mediaType.startsWith("multipart/");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonSource that
        && that.pointer().equals(pointer())
        && that.limitBytes == limitBytes;
  }

  @Override
  public int hashCode() {
    return pointer().hashCode() * 31 + limitBytes;
  }

  @Override
  public String toString() {
    return "body: { json: " + way + ", limit: " + limitBytes + " }";
  }
}
