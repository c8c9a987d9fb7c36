// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** A logger that keeps what is logged: level, text and what was thrown. For one thread. */
public final class LoggedLines extends LegacyAbstractLogger {
  private static final long serialVersionUID = 1;
  private final transient List<String> lines = new ArrayList<>();

  /** The lines so far, the first one first. */
  public List<String> lines() {
    return lines;
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      String pattern,
      Object @Nullable [] arguments,
      @Nullable Throwable throwable) {
    String text = MessageFormatter.basicArrayFormat(pattern, arguments);
    lines.add(level + " " + text + (throwable == null ? "" : " " + throwable));
  }

  @Override
  public boolean isTraceEnabled() {
    return true;
  }

  @Override
  public boolean isDebugEnabled() {
    return true;
  }

  @Override
  public boolean isInfoEnabled() {
    return true;
  }

  @Override
  public boolean isWarnEnabled() {
    return true;
  }

  @Override
  public boolean isErrorEnabled() {
    return true;
  }
}
