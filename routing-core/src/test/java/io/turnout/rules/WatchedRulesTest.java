// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.document.Problem;
import io.turnout.document.WatchedFileListener;
import io.turnout.extract.Signing;
import io.turnout.request.FromPeer;
import io.turnout.request.Request;
import io.turnout.request.TestHead;
import io.turnout.spi.VirtualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

  private static final String SECRET = "0123456789abcdef0123456789abcdef";
  private static final String KEYED =
      """
      turnout: 1
      jwt: { t: { token: { query: t }, verify: { jwks: keys/set.json, algorithms: [HS256] } } }
      rules:
        - { name: keyed, key: { namespace: n, from: [ { jwt: { token: t, claim: sub } } ] } }
      """;

  private static String keySet(String kid) {
    return "{\"keys\":[{\"kty\":\"oct\",\"kid\":\"%s\",\"k\":\"%s\"}]}"
        .formatted(kid, Signing.base64(Signing.utf8(SECRET)));
  }

  private void writeKeys(String text) throws IOException {
    Files.createDirectories(folder.resolve("keys"));
    Files.writeString(folder.resolve("keys/set.json"), text);
    time.advance(Duration.ofSeconds(3));
  }

  @Test
  void changedKeyFile_alone_isTakenOver() throws IOException {
    writeKeys(keySet("a"));
    write(KEYED);
    try (WatchedRules watched = builder().build()) {
      String first = watched.start().version();
      watched.handTo(rules -> handed.add(rules.version()));
      time.advance(Duration.ofSeconds(10));
      assertThat(handed).containsExactly(first);
      writeKeys(keySet("b"));
      assertThat(handed).hasSize(2).doesNotHaveDuplicates();
      writeKeys("{\"keys\":");
      assertThat(handed).hasSize(2);
      assertThat(heard.get(heard.size() - 1)).contains("refused").contains("no JWK set");
      Files.delete(folder.resolve("keys/set.json"));
      time.advance(Duration.ofSeconds(10));
      assertThat(heard.get(heard.size() - 1)).contains("refused").contains("there is no file");
      assertThat(handed).hasSize(2);
      writeKeys(keySet("b"));
      assertThat(watched.rules().version()).isEqualTo(handed.get(1));
      assertThat(heard).hasSize(5);
    }
  }

  @Test
  void halfWrittenKeyFile_isNotTakenOver() throws IOException {
    writeKeys(keySet("a"));
    write(KEYED);
    try (WatchedRules watched = builder().build()) {
      watched.start();
      time.advance(Duration.ofMillis(2_500));
      Files.writeString(folder.resolve("keys/set.json"), "{\"keys\":[");
      time.advance(Duration.ofSeconds(1));
      Files.writeString(folder.resolve("keys/set.json"), keySet("b"));
      time.advance(Duration.ofSeconds(3));
      assertThat(heard).containsExactly("loaded 0", "loaded 0");
    }
  }

  @Test
  void keyFile_behindASwappedLink_isTakenOver() throws IOException {
    for (String version : List.of("v1", "v2")) {
      Files.createDirectories(folder.resolve(version));
      Files.writeString(folder.resolve(version + "/set.json"), keySet(version));
    }
    Path link = Files.createSymbolicLink(folder.resolve("keys"), folder.resolve("v1"));
    write(KEYED);
    try (WatchedRules watched = builder().build()) {
      String first = watched.start().version();
      Path next = Files.createSymbolicLink(folder.resolve("next"), folder.resolve("v2"));
      Files.move(next, link, StandardCopyOption.ATOMIC_MOVE);
      time.advance(Duration.ofSeconds(3));
      assertThat(watched.rules().version()).isNotEqualTo(first);
    }
  }

  @Test
  void keyFile_thatIsMendedWhileTheRulesAreNotInUse_bringsThem() throws IOException {
    write(FIRST);
    try (WatchedRules watched = builder().build()) {
      watched.start();
      write(KEYED);
      assertThat(nameOf(watched.rules())).isEqualTo("first");
      writeKeys(keySet("a"));
      assertThat(nameOf(watched.rules())).isEqualTo("keyed");
      write(SECOND);
      int soFar = heard.size();
      writeKeys(keySet("b"));
      assertThat(heard).hasSize(soFar);
    }
  }

  @Test
  void copy_hasItsKeysBesideTheRuleFile() throws IOException {
    writeKeys(keySet("a"));
    write(KEYED);
    Files.createDirectories(folder.resolve("elsewhere"));
    copy = folder.resolve("elsewhere/good.yaml");
    try (WatchedRules watched = builder().lastKnownGood(copy).build()) {
      watched.start();
    }
    write(WRONG);
    try (WatchedRules watched = builder().lastKnownGood(copy).build()) {
      assertThat(nameOf(watched.start())).isEqualTo("keyed");
      int soFar = heard.size();
      time.advance(Duration.ofSeconds(10));
      assertThat(heard).hasSize(soFar);
    }
    Files.delete(folder.resolve("keys/set.json"));
    try (WatchedRules watched = builder().lastKnownGood(copy).build()) {
      assertThatThrownBy(watched::start)
          .isInstanceOf(InvalidRulesException.class)
          .hasMessageContaining("thn");
    }
  }

  @Test
  void secrets_comeFromWhereTheBuilderSays() throws IOException {
    write(KEYED.replace("jwks: keys/set.json", "secret: \"env:KEY\""));
    try (WatchedRules watched =
        builder()
            .keys(Keys.of(name -> Optional.of(SECRET).filter(x -> name.equals("KEY"))))
            .build()) {
      assertThat(nameOf(watched.start())).isEqualTo("keyed");
    }
    try (WatchedRules watched = builder().keys(Keys.of(name -> Optional.empty())).build()) {
      assertThatThrownBy(watched::start).hasMessageContaining("\"KEY\" is not set");
    }
  }

  @Test
  void changedAddressFile_alone_isTakenOver_andABrokenOneIsNot() throws IOException {
    Path addresses = folder.resolve("bots.txt");
    Files.writeString(addresses, "192.0.2.0/24\n");
    write(
        """
        turnout: 1
        tags: { bot: { cidr-file: bots.txt } }
        rules: [ { name: bots, when: { tag: bot }, then: cell a } ]
        """);
    try (WatchedRules watched = builder().build()) {
      String first = watched.start().version();
      Files.writeString(addresses, "198.51.100.0/24\n");
      time.advance(Duration.ofSeconds(3));
      String second = watched.rules().version();
      assertThat(second).isNotEqualTo(first);
      assertThat(tagged(watched, "198.51.100.7")).isTrue();
      assertThat(tagged(watched, "192.0.2.7")).isFalse();

      for (String broken : List.of("", "198.51.100.0", "{\"prefixes\":[]}")) {
        Files.writeString(addresses, broken);
        time.advance(Duration.ofSeconds(3));
        assertThat(watched.rules().version()).as(broken).isEqualTo(second);
        assertThat(tagged(watched, "198.51.100.7")).as(broken).isTrue();
      }
      Files.writeString(addresses, "{\"prefixes\":[{\"ipv4Prefix\":\"192.0.2.0/24\"}]}");
      time.advance(Duration.ofSeconds(3));
      assertThat(tagged(watched, "192.0.2.7")).isTrue();
    }
  }

  private boolean tagged(WatchedRules watched, String peer) {
    Request request = Request.of(FromPeer.at(peer, TestHead.get("/")));
    return watched.rules().plan().clients().identify(request, time).tags().contains("bot");
  }
}
