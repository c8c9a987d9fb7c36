// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.document.Problem;
import io.turnout.document.WatchedFileListener;
import io.turnout.spi.VirtualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedRulesTest {

  private static final String FIRST = "turnout: 1\nrules: [ { name: first, then: cell a } ]\n";
  private static final String SECOND = "turnout: 1\nrules: [ { name: second, then: cell a } ]\n";
  private static final String WRONG = "turnout: 1\nrules: [ { name: wrong, thn: cell a } ]\n";

  @TempDir Path folder;
  private Path file;
  private Path copy;
  private final VirtualTime time = new VirtualTime(0);
  private final List<String> heard = new ArrayList<>();
  private final List<String> handed = new ArrayList<>();

  private final WatchedFileListener recorder =
      new WatchedFileListener() {
        @Override
        public void loaded(Path from, List<Problem> warnings) {
          heard.add("loaded " + warnings.size());
        }

        @Override
        public void loadedLastKnownGood(Path from, List<Problem> warnings) {
          heard.add("loaded copy");
        }

        @Override
        public void refused(Path from, List<Problem> problems) {
          heard.add("refused " + problems);
        }

        @Override
        public void unreadable(Path from, String why) {
          heard.add("unreadable");
        }

        @Override
        public void copyFailed(Path to, String why) {
          heard.add("copy failed");
        }
      };

  @BeforeEach
  void paths() {
    file = folder.resolve("routes.yaml");
    copy = folder.resolve("good.yaml");
  }

  private WatchedRules.Builder builder() {
    return WatchedRules.builder(file, time).listener(recorder).interval(Duration.ofSeconds(1));
  }

  private void write(String text) throws IOException {
    Files.writeString(file, text);
    time.advance(Duration.ofSeconds(3));
  }

  private static String nameOf(RuleSet rules) {
    return rules.plan().rules().get(0).name();
  }

  @Test
  void changedRules_areHandedOn() throws IOException {
    write(FIRST);
    try (WatchedRules watched = builder().build()) {
      assertThat(nameOf(watched.start())).isEqualTo("first");
      watched.handTo(rules -> handed.add(nameOf(rules)));
      write(SECOND);
      assertThatThrownBy(() -> watched.handTo(rules -> {}))
          .isInstanceOf(IllegalStateException.class);
      assertThat(handed).containsExactly("first", "second");
      assertThat(nameOf(watched.rules())).isEqualTo("second");
      assertThat(heard).containsExactly("loaded 0", "loaded 0");
    }
  }

  @Test
  void wrongRules_leaveTheRunningOnes() throws IOException {
    write(FIRST);
    try (WatchedRules watched = builder().build()) {
      watched.start();
      watched.handTo(rules -> handed.add(nameOf(rules)));
      write(WRONG);
      write("");
      Files.delete(file);
      time.advance(Duration.ofSeconds(3));
      assertThat(nameOf(watched.rules())).isEqualTo("first");
      assertThat(handed).containsExactly("first");
      assertThat(heard).hasSize(4);
      assertThat(heard.get(1)).contains("2:25: unknown key \"thn\"");
      write(SECOND);
      assertThat(handed).containsExactly("first", "second");
    }
  }

  @Test
  void check_mayRefuse() throws IOException {
    write(FIRST);
    try (WatchedRules watched =
        builder()
            .check(rules -> nameOf(rules).equals("second") ? List.of("case 7 fails") : List.of())
            .build()) {
      watched.start();
      watched.handTo(rules -> handed.add(nameOf(rules)));
      write(SECOND);
      assertThat(handed).containsExactly("first");
      assertThat(heard.get(1)).contains("the check refused these rules: case 7 fails");
    }
  }

  @Test
  void consumerThatFails_keepsTheRunningRules() throws IOException {
    write(FIRST);
    try (WatchedRules watched = builder().build()) {
      watched.start();
      watched.handTo(
          rules -> {
            if (nameOf(rules).equals("second")) {
              throw new IllegalStateException("no");
            }
          });
      write(SECOND);
      assertThat(nameOf(watched.rules())).isEqualTo("first");
      assertThat(heard.get(1)).startsWith("refused");
    }
  }

  @Test
  void lastGoodCopy_standsInAtTheStart() throws IOException {
    write(FIRST);
    try (WatchedRules watched = builder().lastKnownGood(copy).build()) {
      watched.start();
    }
    write(WRONG);
    heard.clear();
    try (WatchedRules watched = builder().lastKnownGood(copy).build()) {
      assertThat(nameOf(watched.start())).isEqualTo("first");
      assertThat(heard).hasSize(2).contains("loaded copy");
      write(SECOND);
      assertThat(nameOf(watched.rules())).isEqualTo("second");
    }
  }

  @Test
  void startWithoutUsableRules_saysWhy() throws IOException {
    try (WatchedRules watched = builder().build()) {
      assertThatThrownBy(watched::rules).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(watched::start)
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("routes.yaml");
    }
    write(WRONG);
    try (WatchedRules watched = builder().build()) {
      assertThatThrownBy(watched::start)
          .isInstanceOf(InvalidRulesException.class)
          .hasMessageContaining(file + ":2:25: unknown key \"thn\"");
      assertThat(time.waiting()).isZero();
    }
  }

  @Test
  void startWithoutUsableRulesOrCopy_saysWhatIsWrongWithTheFile() throws IOException {
    write(WRONG);
    try (WatchedRules watched = builder().lastKnownGood(copy).build()) {
      assertThatThrownBy(watched::start)
          .isInstanceOf(InvalidRulesException.class)
          .hasMessageContaining(file + ":2:25: unknown key \"thn\"")
          .satisfies(
              thrown ->
                  assertThat(thrown.getSuppressed()[0])
                      .isInstanceOf(UncheckedIOException.class)
                      .hasMessageContaining(copy.toString()));
    }
  }

  @Test
  void interval_isPositive() {
    assertThatThrownBy(() -> builder().interval(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
