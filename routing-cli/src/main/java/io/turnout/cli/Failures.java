// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/** What a person is told of an exception. */
final class Failures {

  private Failures() {}

  /** What a person is told in the middle of a line. */
  static String firstLine(Throwable failure) {
    return text(failure).lines().findFirst().orElse("");
  }

  static String text(Throwable failure) {
    Throwable cause = failure.getCause();
    if (failure instanceof UncheckedIOException && cause instanceof FileSystemException) {
      return text(cause);
    }
    if (failure instanceof NoSuchFileException missing) {
      return "there is no file " + missing.getFile();
    }
    if (failure instanceof AccessDeniedException denied) {
      return "file " + denied.getFile() + " may not be read or written";
    }
    if (failure instanceof FileSystemException other) {
      String why = Objects.requireNonNullElse(other.getReason(), other.getClass().getSimpleName());
      return "file " + other.getFile() + " cannot be read or written: " + why;
    }
    String message = Objects.requireNonNullElse(failure.getMessage(), failure.toString());
    return cause == null ? message : message.replace(cause.toString(), text(cause));
  }
}
