// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static io.turnout.resolve.ResolverBench.KEY;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.resolve.Resolution.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotFileTest {

  private static final Duration INTERVAL = Duration.ofSeconds(30);

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("routes.snapshot");
  }

  private ResolverBench bench(Path path) {
    return new ResolverBench(o -> o.snapshot(path, INTERVAL));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(path -> String.valueOf(path.getFileName())).sorted().toList();
    }
  }

  private void writeOne() {
    ResolverBench bench = bench(file);
    bench.load("us-1", 7);
    bench.resolver.close();
  }

  @Test
  void snapshot_isWrittenAndRead_andNothingElseIsLeft() throws IOException {
    writeOne();
    bench(file).resolver.close();
    assertThat(names()).containsExactly("routes.snapshot");
    bench(file).assertNow(Kind.FRESH, "us-1");
  }

  @Test
  void snapshot_isReadableByItsOwnerOnly() throws IOException {
    writeOne();
    if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void draftThatIsNotPublished_changesNothing() throws IOException {
    writeOne();
    byte[] before = Files.readAllBytes(file);
    try (SnapshotStore.Draft draft = new SnapshotFile(file).draft()) {
      draft.write(ByteBuffer.wrap("half".getBytes(UTF_8)));
      assertThat(names()).hasSize(2);
      bench(file).assertNow(Kind.FRESH, "us-1");
    }
    assertThat(names()).containsExactly("routes.snapshot");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void draftsOfKilledProcesses_areDeletedAfterAnHour() throws IOException {
    Path old = folder.resolve("routes.snapshot.1.snapshot-draft");
    Path young = folder.resolve("routes.snapshot.2.snapshot-draft");
    Path other = folder.resolve("other.snapshot.1.snapshot-draft");
    for (Path path : List.of(old, young, other)) {
      Files.createFile(path);
    }
    long now = Files.getLastModifiedTime(young).toMillis();
    FileTime past = FileTime.fromMillis(now - SnapshotFile.DRAFT_LIFE.toMillis() - 1_000);
    Files.setLastModifiedTime(old, past);
    Files.setLastModifiedTime(other, past);
    writeOne();
    assertThat(names())
        .containsExactly(
            "other.snapshot.1.snapshot-draft",
            "routes.snapshot",
            "routes.snapshot.2.snapshot-draft");
  }

  @Test
  void twoResolversOnOneFile_theLastToWriteWins() {
    ResolverBench one = bench(file);
    ResolverBench two = bench(file);
    one.load("us-1", 7);
    two.load("eu-1", 8);
    one.advanceMillis(INTERVAL.toMillis());
    two.advanceMillis(INTERVAL.toMillis());
    ResolverBench next =
        new ResolverBench(
            o -> o.snapshot(file, INTERVAL), new ScriptedAuthority(1), two.time.wallMillis());
    next.assertNow(Kind.FRESH, "eu-1");
  }

  @Test
  void folderThatIsMissing_isTold_andTheRouterGoesOn() {
    ResolverBench bench = bench(folder.resolve("no-such/routes.snapshot"));
    bench.load("us-1", 7);
    bench.advanceMillis(INTERVAL.toMillis());
    bench.assertNow(Kind.FRESH, "us-1");
    bench.resolver.close();
    assertThat(bench.heard.count("snapshot NONE 0")).isEqualTo(1);
    assertThat(bench.heard.count("snapshot NOT_WRITTEN 0")).isEqualTo(2);
  }

  @Test
  void whatIsNoFile_isTold_andTheRouterGoesOn() throws IOException {
    Files.createDirectory(file);
    Files.createFile(file.resolve("inside"));
    ResolverBench bench = bench(file);
    bench.load("us-1", 7);
    bench.resolver.close();
    assertThat(bench.heard.count("snapshot UNUSABLE 0")).isEqualTo(1);
    assertThat(bench.heard.count("snapshot NOT_WRITTEN 0")).isEqualTo(1);
    assertThat(names()).containsExactly("routes.snapshot");
    assertThatThrownBy(() -> new SnapshotFile(Path.of("/")).draft()).hasMessage("it names no file");
  }

  @Test
  void systemsThreads_writeAtClose_whereNothingIsGiven() {
    ScriptedAuthority authority = new ScriptedAuthority(1);
    authority.answerAtOnce = true;
    try (CellResolver resolver = CellResolver.builder(authority).snapshot(file, INTERVAL).build()) {
      resolver.resolve(KEY);
    }
    try (CellResolver resolver = CellResolver.builder(authority).snapshot(file, INTERVAL).build()) {
      assertThat(resolver.resolveNow(KEY).cell()).contains("us-1");
    }
  }
}
