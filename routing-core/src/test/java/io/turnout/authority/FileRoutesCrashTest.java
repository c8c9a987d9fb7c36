// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.spi.RouteKey;
import io.turnout.store.AuditEntry;
import io.turnout.store.RouteListing;
import io.turnout.store.RouteTarget.InCell;
import io.turnout.store.StoredRoute;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stops before every single step of a write, and in the middle of every step that writes. */
class FileRoutesCrashTest {

  private static final RouteKey ONE = RouteKey.parse("business:1");
  private static final RouteKey TWO = RouteKey.parse("business:2");
  private static final String BEFORE =
      "turnout-routes: 1\nroutes:\n  \"business:1\": us-1 # one\n  \"business:2\": us-2\n";

  @TempDir Path folder;

  /** The end of the process, as far as the test is concerned. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** Does the first steps, and dies in the one after them. */
  private static final class Dying implements FileSteps {
    private final int steps;
    private final boolean torn;
    private int done;

    Dying(int steps, boolean torn) {
      this.steps = steps;
      this.torn = torn;
    }

    private void step() {
      if (done++ == steps) {
        throw new Killed();
      }
    }

    @Override
    public byte[] read(Path read, int maxBytes) throws IOException {
      step();
      return FileSteps.super.read(read, maxBytes);
    }

    @Override
    public void create(Path created) throws IOException {
      step();
      FileSteps.super.create(created);
    }

    @Override
    public void permit(Path permitted, Path as) throws IOException {
      step();
      FileSteps.super.permit(permitted, as);
    }

    @Override
    public void append(Path to, byte[] content) throws IOException {
      if (torn && done == steps) {
        FileSteps.super.append(to, Arrays.copyOf(content, content.length / 2));
      }
      step();
      FileSteps.super.append(to, content);
    }

    @Override
    public void truncate(Path truncated, long bytes) throws IOException {
      step();
      FileSteps.super.truncate(truncated, bytes);
    }

    @Override
    public void sync(Path synced) throws IOException {
      step();
      FileSteps.super.sync(synced);
    }

    @Override
    public void replace(Path by, Path replaced) throws IOException {
      step();
      FileSteps.super.replace(by, replaced);
    }

    @Override
    public void syncFolderOf(Path named) {
      step();
      FileSteps.super.syncFolderOf(named);
    }
  }

  private interface Act {
    void on(FileRoutes routes, Path file);
  }

  private interface Check {
    void after(Path file, int steps) throws IOException;
  }

  /** Dies at each step in turn, until there is none left to die at. */
  private void dyingEverywhere(int leastSteps, Act act, Check check) throws IOException {
    for (boolean torn : new boolean[] {false, true}) {
      boolean died = true;
      for (int steps = 0; died; steps++) {
        Path file = Files.createTempDirectory(folder, "died").resolve("routes.yaml");
        Files.writeString(file, BEFORE);
        died = false;
        try {
          act.on(FileRoutes.of(file, new Dying(steps, torn), FileRoutes.LOCK_WAIT), file);
        } catch (Killed e) {
          died = true;
        }
        check.after(file, steps);
        assertThat(died || steps >= leastSteps).as("%d steps", steps).isTrue();
      }
    }
  }

  @Test
  void killedWrite_leavesTheFileBeforeOrAfter() throws IOException {
    dyingEverywhere(
        7,
        (routes, file) ->
            routes.write(
                FileRoutesTest.route(ONE, new InCell("eu-1"), 9),
                FileRoutes.of(file).read(ONE).orElseThrow().version()),
        (file, steps) -> {
          assertThat(Files.readString(file))
              .as("%d steps", steps)
              .isIn(
                  BEFORE,
                  BEFORE.replaceFirst("us-1", "{ cell: eu-1, version: 9, write: \"w-9\" }"));
          FileRoutes again = FileRoutes.of(file);
          assertThat(again.list(RouteListing.ALL).items()).hasSize(2);
          StoredRoute next = FileRoutesTest.route(TWO, new InCell("ap-1"), 11);
          assertThat(again.write(next, again.read(TWO).orElseThrow().version())).isTrue();
          assertThat(FileRoutes.of(file).read(TWO)).contains(next);
        });
  }

  @Test
  void killedAudit_losesNoEntryThatWasThere() throws IOException {
    AuditEntry before = FileRoutesTest.entry("1", Optional.of(ONE), AuditEntry.State.DONE);
    AuditEntry killed = FileRoutesTest.entry("2", Optional.of(ONE), AuditEntry.State.INTENDED);
    AuditEntry after = FileRoutesTest.entry("3", Optional.of(ONE), AuditEntry.State.DONE);
    dyingEverywhere(
        2,
        (routes, file) -> {
          FileRoutes.of(file).audit(before);
          routes.audit(killed);
        },
        (file, steps) -> {
          FileRoutes again = FileRoutes.of(file);
          again.audit(after);
          assertThat(again.auditOf(Optional.of(ONE), 9, Optional.empty()).items())
              .as("%d steps", steps)
              .contains(before, after)
              .isSubsetOf(before, killed, after);
        });
  }
}
