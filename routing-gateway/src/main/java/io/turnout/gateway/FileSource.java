// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.authority.FileAuthority;
import io.turnout.gateway.config.AuthoritySettings;
import io.turnout.resolve.ResolverListener;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteScheduler;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Routes from a file that is watched. */
final class FileSource implements RouteSource {

  private final FileState state;
  private final FileAuthority authority;

  private FileSource(FileState state, FileAuthority authority) {
    this.state = state;
    this.authority = authority;
  }

  /**
   * Reads the file and begins to watch it.
   *
   * @param interval how often it is looked at
   * @param onUse what is to be done whenever another content is in use
   */
  static FileSource open(
      AuthoritySettings.RouteFile settings, Duration interval, Runnable onUse, Closers closers) {
    FileState state = new FileState("route file", onUse);
    RouteScheduler scheduler = RouteScheduler.newThread("turnout-routes");
    closers.add(scheduler::close);
    FileAuthority.Builder builder =
        FileAuthority.builder(settings.file(), scheduler).interval(interval).listener(state);
    settings.lastKnownGood().ifPresent(builder::lastKnownGood);
    FileAuthority opened = builder.open();
    closers.add(opened::close);
    return new FileSource(state, opened);
  }

  @Override
  public RouteAuthority authority() {
    return authority;
  }

  @Override
  public String word() {
    return state.word();
  }

  @Override
  public boolean isReady() {
    return authority.isReady();
  }

  @Override
  public CompletionStage<Void> firstAnswer() {
    return CompletableFuture.completedStage(null);
  }

  @Override
  public ResolverListener listener() {
    return new ResolverListener() {};
  }

  @Override
  public Map<String, String> layerWords() {
    return Map.of();
  }
}
