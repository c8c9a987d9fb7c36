// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * A folder of fixtures.
 *
 * @param version their version; empty if they have none
 * @param all the files, by path
 */
record Fixtures(String version, List<Fixture> all) {

  Fixtures {
    all = List.copyOf(all);
  }

  /** All their cases, in the order of files. */
  List<Case> cases() {
    return all.stream().flatMap(fixture -> fixture.cases().stream()).toList();
  }

  private static void update(MessageDigest digest, Path folder, List<String> files) {
    try {
      for (String file : files) {
        digest.update(Files.readAllBytes(folder.resolve(file)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a file of the fixtures cannot be read: " + e, e);
    }
  }

  /**
   * The SHA-256 of paths and contents, those of files that rules name among them, in hexadecimal
   * digits: equal fixtures have equal ones.
   */
  String digest() {
    MessageDigest sha256;
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
    for (Fixture fixture : all) {
      String text = fixture.path() + "\n" + fixture.content() + "\n";
      sha256.update(text.getBytes(StandardCharsets.UTF_8));
      fixture.folder().ifPresent(folder -> update(sha256, folder, fixture.files()));
    }
    return HexFormat.of().formatHex(sha256.digest());
  }
}
