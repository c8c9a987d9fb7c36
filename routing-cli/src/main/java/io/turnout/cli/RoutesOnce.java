// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.authority.FileAuthority;
import io.turnout.document.Problem;
import io.turnout.document.WatchedFileListener;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteScheduler;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The routes of a file, read for one command. */
final class RoutesOnce implements AutoCloseable {

  private final RouteScheduler scheduler;
  private final FileAuthority authority;

  private RoutesOnce(RouteScheduler scheduler, FileAuthority authority) {
    this.scheduler = scheduler;
    this.authority = authority;
  }

  /**
   * Reads a route file.
   *
   * @throws IllegalArgumentException if it cannot be used; the message has every mistake
   */
  static RoutesOnce read(Path file) {
    RouteScheduler scheduler = RouteScheduler.newThread("routes");
    Refusal refusal = new Refusal();
    FileAuthority authority = FileAuthority.builder(file, scheduler).listener(refusal).open();
    RoutesOnce routes = new RoutesOnce(scheduler, authority);
    if (!authority.isReady()) {
      routes.close();
      throw new IllegalArgumentException("the route file cannot be used:\n" + refusal.why);
    }
    return routes;
  }

  RouteAuthority authority() {
    return authority;
  }

  @Override
  public void close() {
    authority.close();
    scheduler.close();
  }

  /** Keeps why a file was refused; told on the thread that opens. */
  private static final class Refusal implements WatchedFileListener {

    private @Nullable String why;

    @Override
    public void refused(Path file, List<Problem> problems) {
      why =
          problems.stream()
              .map(problem -> file + ":" + problem.text())
              .collect(Collectors.joining("\n"));
    }

    @Override
    public void unreadable(Path file, String reason) {
      why = file + ": " + reason;
    }
  }
}
