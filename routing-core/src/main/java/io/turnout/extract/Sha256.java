// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import io.turnout.digest.Sha256Digest;
import java.nio.charset.StandardCharsets;

/** {@code sha256}: of the text in UTF-8, as hexadecimal digits in lower case. */
record Sha256() implements Transform {

  @Override
  public String word() {
    return "sha256";
  }

  @Override
  public String apply(String text) {
    return Sha256Digest.hex(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "sha256";
  }
}
