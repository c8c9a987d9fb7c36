// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static io.turnout.resolve.ResolverBench.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.LoggedLines;
import io.turnout.spi.VirtualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotLogTest {

  private final VirtualTime time = new VirtualTime(ResolverBench.START_MILLIS);
  private final LoggedLines logger = new LoggedLines();

  @TempDir Path folder;

  private Snapshot snapshot(Path file) {
    SnapshotPlan plan = new SnapshotPlan(new SnapshotFile(file), Duration.ofSeconds(1));
    ResolverParts parts =
        ResolverParts.of(
            CellResolver.builder(new ScriptedAuthority(1)).options(),
            new ResolverOutside(time, time, new ResolverListener() {}));
    return new Snapshot(plan, parts, time, logger);
  }

  @Test
  void unusableFile_isNamedInOneLine_withTheReason_withoutKeys() throws IOException {
    Path file = folder.resolve("routes.snapshot");
    Files.writeString(file, "a file about " + KEY.text() + " that is no snapshot");
    snapshot(file).restore(Duration.ZERO);
    assertThat(logger.lines())
        .containsExactly("WARN the snapshot \"" + file + "\" is not used: it is no snapshot");
  }

  @Test
  void missingFile_isNotWorthALine() {
    snapshot(folder.resolve("routes.snapshot")).restore(Duration.ZERO);
    assertThat(logger.lines()).isEmpty();
  }

  @Test
  void writingsThatFail_areCounted_aLinePerInterval() {
    Path file = folder.resolve("no-such/routes.snapshot");
    Snapshot snapshot = snapshot(file);
    snapshot.start();
    time.advance(Duration.ofSeconds(11));
    String line =
        "WARN writing the snapshot \"%s\" failed %d times since the last such line; the latest: %s";
    String why = "java.nio.file.NoSuchFileException";
    assertThat(logger.lines())
        .containsExactly(line.formatted(file, 1, why), line.formatted(file, 10, why));
  }
}
