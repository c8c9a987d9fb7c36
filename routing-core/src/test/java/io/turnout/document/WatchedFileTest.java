// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.spi.RouteScheduler;
import io.turnout.spi.VirtualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedFileTest {

  private static final Duration INTERVAL = Duration.ofSeconds(1);

  @TempDir Path folder;
  private Path file;
  private Path copy;
  private final VirtualTime time = new VirtualTime(0);
  private final List<String> heard = new ArrayList<>();
  private String inUse = "";

  /** Writes down what it hears, with names of files instead of paths. */
  private final WatchedFileListener recorder =
      new WatchedFileListener() {
        @Override
        public void loaded(Path from, List<Problem> warnings) {
          heard.add("loaded " + from.getFileName() + warnings);
        }

        @Override
        public void loadedLastKnownGood(Path from, List<Problem> warnings) {
          heard.add("loaded copy " + from.getFileName() + warnings);
        }

        @Override
        public void refused(Path from, List<Problem> problems) {
          heard.add("refused " + from.getFileName() + problems);
        }

        @Override
        public void unreadable(Path from, String why) {
          heard.add("unreadable: " + why.replace(folder + "/", ""));
        }

        @Override
        public void copyFailed(Path from, String why) {
          heard.add("copy failed " + from.getFileName());
        }
      };

  @BeforeEach
  void paths() {
    file = folder.resolve("f.yaml");
    copy = folder.resolve("copy.yaml");
  }

  private List<Problem> take(byte[] content) {
    String text = new String(content, UTF_8);
    if (text.startsWith("bad")) {
      return List.of(Problem.error(new Position(1, 1), ProblemCode.YAML, text));
    }
    if (text.startsWith("throw")) {
      throw new IllegalStateException(text);
    }
    inUse = text;
    return text.startsWith("warn")
        ? List.of(Problem.warning(new Position(2, 1), ProblemCode.UNUSED_TOKEN, "w"))
        : List.of();
  }

  private WatchedFile.Builder builder() {
    return WatchedFile.builder(file, time, this::take).listener(recorder);
  }

  private WatchedFile started() {
    WatchedFile watched = builder().build();
    watched.start();
    return watched;
  }

  private void polls(int count) {
    for (int i = 0; i < count; i++) {
      time.advance(INTERVAL);
    }
  }

  private List<String> heardSince() {
    List<String> since = List.copyOf(heard);
    heard.clear();
    return since;
  }

  @Test
  void start_loadsAtOnceAndOnce() throws IOException {
    Files.writeString(file, "one");

    assertThat(started().isInUse()).isTrue();
    polls(5);

    assertThat(inUse).isEqualTo("one");
    assertThat(heardSince()).containsExactly("loaded f.yaml[]");
  }

  @Test
  void startTwice_isStartingOnce() throws IOException {
    Files.writeString(file, "one");
    WatchedFile watched = started();

    assertThat(watched.start()).isTrue();

    assertThat(heardSince()).hasSize(1);
    assertThat(time.waiting()).isEqualTo(1);
  }

  @Test
  void rewriteInPlace_isSeenOnce() throws IOException {
    Files.writeString(file, "one");
    started();
    heard.clear();

    Files.writeString(file, "two");
    polls(1);
    assertThat(inUse).isEqualTo("one");
    polls(1);
    assertThat(inUse).isEqualTo("two");
    polls(5);

    assertThat(heardSince()).containsExactly("loaded f.yaml[]");
  }

  @Test
  void rewriteOfTheSameSizeAndTime_isSeen() throws IOException {
    Files.writeString(file, "one");
    var modified = Files.getLastModifiedTime(file);
    started();

    Files.writeString(file, "two");
    Files.setLastModifiedTime(file, modified);
    polls(2);

    assertThat(inUse).isEqualTo("two");
  }

  @Test
  void touch_isNoChange() throws IOException {
    Files.writeString(file, "one");
    started();
    heard.clear();

    Files.writeString(file, "one");
    polls(3);

    assertThat(heardSince()).isEmpty();
  }

  @Test
  void renameOver_isSeenOnce() throws IOException {
    Files.writeString(file, "one");
    started();
    heard.clear();

    Path other = Files.writeString(folder.resolve("new"), "two");
    Files.move(other, file, StandardCopyOption.ATOMIC_MOVE);
    polls(5);

    assertThat(inUse).isEqualTo("two");
    assertThat(heardSince()).containsExactly("loaded f.yaml[]");
  }

  @Test
  void swapOfAConfigMap_isSeenOnce() throws IOException {
    Path first = Files.createDirectory(folder.resolve("..2026_1"));
    Path second = Files.createDirectory(folder.resolve("..2026_2"));
    Files.writeString(first.resolve("f.yaml"), "one");
    Files.writeString(second.resolve("f.yaml"), "two");
    Path data = Files.createSymbolicLink(folder.resolve("..data"), first.getFileName());
    Files.createSymbolicLink(file, Path.of("..data", "f.yaml"));
    started();
    heard.clear();

    Path swap = Files.createSymbolicLink(folder.resolve("..data_tmp"), second.getFileName());
    Files.move(swap, data, StandardCopyOption.ATOMIC_MOVE);
    Files.delete(first.resolve("f.yaml"));
    polls(5);

    assertThat(inUse).isEqualTo("two");
    assertThat(heardSince()).containsExactly("loaded f.yaml[]");
  }

  @Test
  void quickDeleteAndCreate_isSeenOnce() throws IOException {
    Files.writeString(file, "one");
    started();
    heard.clear();

    Files.delete(file);
    polls(1);
    Files.writeString(file, "two");
    polls(5);

    assertThat(inUse).isEqualTo("two");
    assertThat(heardSince()).containsExactly("loaded f.yaml[]");
  }

  @Test
  void slowDeleteAndCreate_isReportedAndSeenOnce() throws IOException {
    Files.writeString(file, "one");
    started();
    heard.clear();

    Files.delete(file);
    polls(5);
    assertThat(inUse).isEqualTo("one");
    assertThat(heardSince()).containsExactly("unreadable: there is no file \"f.yaml\"");

    Files.writeString(file, "one");
    polls(5);
    assertThat(heardSince()).containsExactly("loaded f.yaml[]");
  }

  @Test
  void fileThatIsBeingWritten_isTakenWhenItRests() throws IOException {
    Files.writeString(file, "one");
    started();
    heard.clear();

    for (String part : List.of("", "t", "tw", "two")) {
      Files.writeString(file, part);
      polls(1);
      assertThat(inUse).isEqualTo("one");
    }
    polls(1);

    assertThat(inUse).isEqualTo("two");
    assertThat(heardSince()).containsExactly("loaded f.yaml[]");
  }

  @Test
  void badFirstContent_isReportedOnceAndTheNextIsTaken() throws IOException {
    Files.writeString(file, "bad");

    assertThat(started().isInUse()).isFalse();
    polls(5);
    assertThat(heardSince()).containsExactly("refused f.yaml[1:1: bad]");

    Files.writeString(file, "good");
    polls(2);
    assertThat(inUse).isEqualTo("good");
    assertThat(heardSince()).containsExactly("loaded f.yaml[]");
  }

  @Test
  void badContent_keepsWhatIsInUse() throws IOException {
    Files.writeString(file, "one");
    WatchedFile watched = started();
    heard.clear();

    Files.writeString(file, "bad 1");
    polls(5);
    Files.writeString(file, "bad 2");
    polls(5);
    assertThat(inUse).isEqualTo("one");
    assertThat(watched.isInUse()).isTrue();
    assertThat(heardSince())
        .containsExactly("refused f.yaml[1:1: bad 1]", "refused f.yaml[1:1: bad 2]");

    Files.writeString(file, "one");
    polls(5);
    assertThat(heardSince()).containsExactly("loaded f.yaml[]");
  }

  @Test
  void consumerThatThrows_refusesAndTheWatcherGoesOn() throws IOException {
    Files.writeString(file, "throw secret");
    started();
    polls(3);
    assertThat(heardSince())
        .containsExactly(
            "refused f.yaml[1:1: the file could not be taken into use:"
                + " java.lang.IllegalStateException]");

    Files.writeString(file, "good");
    polls(2);
    assertThat(inUse).isEqualTo("good");
  }

  @Test
  void listenerThatThrows_harmsNothing() throws IOException {
    Files.writeString(file, "one");
    WatchedFileListener failing =
        new WatchedFileListener() {
          @Override
          public void loaded(Path from, List<Problem> warnings) {
            throw new IllegalStateException("no");
          }
        };
    builder().listener(failing).build().start();

    Files.writeString(file, "two");
    polls(2);

    assertThat(inUse).isEqualTo("two");
  }

  @Test
  void warnings_areReportedWithTheLoad() throws IOException {
    Files.writeString(file, "warn");
    started();

    assertThat(inUse).isEqualTo("warn");
    assertThat(heardSince()).containsExactly("loaded f.yaml[2:1: w]");
  }

  @Test
  void missingFile_isReportedOnceAndTakenWhenItComes() throws IOException {
    assertThat(started().isInUse()).isFalse();
    polls(5);
    assertThat(heardSince()).containsExactly("unreadable: there is no file \"f.yaml\"");

    Files.writeString(file, "one");
    polls(2);
    assertThat(inUse).isEqualTo("one");
  }

  @Test
  void emptyFile_isReportedAndWhatIsInUseStays() throws IOException {
    Files.writeString(file, "one");
    started();
    heard.clear();

    Files.writeString(file, "");
    polls(5);

    assertThat(inUse).isEqualTo("one");
    assertThat(heardSince()).containsExactly("unreadable: \"f.yaml\" is empty");
  }

  @Test
  void emptyCopy_isNoContent() throws IOException {
    Files.writeString(file, "bad");
    Files.writeString(copy, "");

    assertThat(builder().lastKnownGood(copy).build().start()).isFalse();
    assertThat(heardSince())
        .containsExactly("refused f.yaml[1:1: bad]", "unreadable: \"copy.yaml\" is empty");
  }

  @Test
  void size_isLimited() throws IOException {
    Files.writeString(file, "1234");
    builder().maxBytes(4).build().start();
    heard.clear();

    Files.writeString(file, "12345");
    polls(5);

    assertThat(inUse).isEqualTo("1234");
    assertThat(heardSince()).containsExactly("unreadable: \"f.yaml\" has more than 4 bytes");
  }

  @Test
  void folderInItsPlace_isUnreadable() throws IOException {
    Files.createDirectory(file);
    started();

    assertThat(heardSince()).containsExactly("unreadable: \"f.yaml\" is no regular file");
  }

  @Test
  void interval_isTheBuilders() throws IOException {
    Files.writeString(file, "one");
    builder().interval(Duration.ofMillis(10)).build().start();

    Files.writeString(file, "two");
    time.advance(Duration.ofMillis(20));

    assertThat(inUse).isEqualTo("two");
  }

  @Test
  void close_endsTheWatching() throws IOException {
    Files.writeString(file, "one");
    WatchedFile watched = started();

    watched.close();
    Files.writeString(file, "two");
    polls(5);

    assertThat(inUse).isEqualTo("one");
    assertThat(time.waiting()).isZero();
    assertThat(watched.start()).isTrue();
    assertThat(time.waiting()).isZero();
  }

  @Test
  void realScheduler_seesAChange() throws Exception {
    Files.writeString(file, "one");
    CountDownLatch seen = new CountDownLatch(1);
    FileConsumer consumer =
        content -> {
          if (new String(content, UTF_8).equals("two")) {
            seen.countDown();
          }
          return List.of();
        };
    try (RouteScheduler scheduler = RouteScheduler.newThread("watch");
        WatchedFile watched =
            WatchedFile.builder(file, scheduler, consumer).interval(Duration.ofMillis(5)).build()) {
      assertThat(watched.start()).isTrue();
      Files.writeString(file, "two");
      assertThat(seen.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void lastKnownGood_outlivesARestartWithABadFile() throws IOException {
    Files.writeString(file, "one");
    WatchedFile before = builder().lastKnownGood(copy).build();
    before.start();
    before.close();
    assertThat(copy).hasContent("one");
    Files.writeString(file, "bad");
    inUse = "";
    heard.clear();

    assertThat(builder().lastKnownGood(copy).build().start()).isTrue();
    polls(5);
    assertThat(inUse).isEqualTo("one");
    assertThat(heardSince()).containsExactly("refused f.yaml[1:1: bad]", "loaded copy copy.yaml[]");

    Files.writeString(file, "two");
    polls(2);
    assertThat(inUse).isEqualTo("two");
    assertThat(copy).hasContent("two");
    assertThat(heardSince()).containsExactly("loaded f.yaml[]");
  }

  @Test
  void lastKnownGood_isUsedForAMissingFile() throws IOException {
    Files.writeString(copy, "one");

    assertThat(builder().lastKnownGood(copy).build().start()).isTrue();

    assertThat(inUse).isEqualTo("one");
    assertThat(heardSince())
        .containsExactly("unreadable: there is no file \"f.yaml\"", "loaded copy copy.yaml[]");
  }

  @Test
  void lastKnownGoodThatIsRefused_isReportedToo() throws IOException {
    Files.writeString(copy, "bad copy");

    assertThat(builder().lastKnownGood(copy).build().start()).isFalse();

    assertThat(heardSince())
        .containsExactly(
            "unreadable: there is no file \"f.yaml\"", "refused copy.yaml[1:1: bad copy]");
  }

  @Test
  void lastKnownGoodThatIsNotThere_isReportedToo() {
    assertThat(builder().lastKnownGood(copy).build().start()).isFalse();

    assertThat(heardSince())
        .containsExactly(
            "unreadable: there is no file \"f.yaml\"",
            "unreadable: there is no file \"copy.yaml\"");
  }

  @Test
  void refusedContent_isNotKept() throws IOException {
    Files.writeString(file, "one");
    builder().lastKnownGood(copy).build().start();

    Files.writeString(file, "bad");
    polls(3);

    assertThat(copy).hasContent("one");
  }

  @Test
  void copyThatCannotBeWritten_isReportedAndTheContentUsed() throws IOException {
    Files.writeString(file, "one");
    Path nowhere = folder.resolve("no").resolve("copy.yaml");

    assertThat(builder().lastKnownGood(nowhere).build().start()).isTrue();

    assertThat(inUse).isEqualTo("one");
    assertThat(heardSince()).containsExactly("copy failed copy.yaml", "loaded f.yaml[]");
  }

  @Test
  void copy_leavesNothingElseBehind() throws IOException {
    Files.writeString(file, "one");
    builder().lastKnownGood(copy).build().start();
    Files.writeString(file, "two");
    polls(3);

    try (var files = Files.list(folder)) {
      assertThat(files).containsExactlyInAnyOrder(file, copy);
    }
  }

  @Test
  void builder_refusesWhatMakesNoSense() {
    assertThatThrownBy(() -> builder().interval(Duration.ZERO))
        .hasMessage("interval PT0S must be positive");
    assertThatThrownBy(() -> builder().maxBytes(0)).hasMessage("maxBytes 0 must be positive");
  }
}
