// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import org.jspecify.annotations.Nullable;

/** The source {@code body: {form: NAME}}; names are compared decoded. */
record FormSource(String name, int limitBytes) implements BodySource {

  FormSource {
    if (name.isEmpty()) {
      throw new IllegalArgumentException(
          "the form field \"\" has no name; write the name of a field, as in account_id");
    }
    Limits.requireBytes(limitBytes);
  }

  @Override
  public SourcePlace place() {
    return SourcePlace.of(SourcePlace.Kind.FORM, name);
  }

  @Override
  public BodySource within(int bytes) {
    return bytes >= limitBytes ? this : new FormSource(name, bytes);
  }

  @Override
  public boolean fitsMediaType(@Nullable String mediaType) {
    return mediaType != null && mediaType.equals("application/x-www-form-urlencoded");
  }

  @Override
  public String toString() {
    return "body: { form: " + name + ", limit: " + limitBytes + " }";
  }
}
