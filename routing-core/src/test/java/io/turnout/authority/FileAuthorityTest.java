// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.document.Problem;
import io.turnout.document.WatchedFileListener;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityAnswer.Known;
import io.turnout.spi.AuthorityAnswer.Unknown;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileAuthorityTest {

  private static final RouteKey ONE = new RouteKey("business", "1");
  private static final RouteKey TWO = new RouteKey("business", "2");
  private static final RouteKey THREE = new RouteKey("business", "3");

  @TempDir Path folder;
  private Path file;
  private final VirtualTime time = new VirtualTime(1_000);
  private final List<Problem> refused = new ArrayList<>();
  private final WatchedFileListener listener =
      new WatchedFileListener() {
        @Override
        public void refused(Path from, List<Problem> problems) {
          refused.addAll(problems);
        }
      };

  @BeforeEach
  void path() {
    file = folder.resolve("routes.yaml");
  }

  private void write(String... routes) throws IOException {
    Files.writeString(
        file, "turnout-routes: 1\nroutes:\n  \"x:0\": x\n" + String.join("\n", routes) + "\n");
  }

  private FileAuthority.Builder builder() {
    return FileAuthority.builder(file, time).clock(time).listener(listener);
  }

  private void reload() {
    time.advance(Duration.ofSeconds(2));
  }

  private static AuthorityAnswer answer(FileAuthority authority, RouteKey key) {
    CompletableFuture<AuthorityAnswer> answer = authority.lookup(key, 0).toCompletableFuture();
    assertThat(answer).isDone();
    return answer.join();
  }

  @Test
  void routes_areAnsweredAtOnce() throws IOException {
    write("  \"business:1\": us-1", "  \"business:2\": { cell: eu-1, fresh-for: 1s }");
    FileAuthority authority = builder().open();

    assertThat(authority.isReady()).isTrue();
    assertThat(answer(authority, ONE))
        .isEqualTo(new Known(ONE, "us-1", 1_000, Duration.ofMinutes(5), Duration.ofHours(24)));
    assertThat(answer(authority, TWO))
        .isEqualTo(new Known(TWO, "eu-1", 1_000, Duration.ofSeconds(1), Duration.ofHours(24)));
    assertThat(answer(authority, THREE))
        .isEqualTo(new Unknown(THREE, 1_000, Duration.ofSeconds(30), Duration.ofMinutes(1)));
  }

  @Test
  void reload_raisesTheVersionsOfWhatChangedOnly() throws IOException {
    write("  \"business:1\": us-1", "  \"business:2\": us-1");
    FileAuthority authority = builder().open();

    write("  \"business:1\": us-1", "  \"business:2\": us-2", "  \"business:3\": us-3");
    reload();

    assertThat(answer(authority, ONE).version()).isEqualTo(1_000);
    assertThat(answer(authority, TWO).version()).isEqualTo(3_000);
    assertThat(answer(authority, THREE).version()).isEqualTo(3_000);
    assertThat(answer(authority, new RouteKey("business", "4")).version()).isEqualTo(1_000);
  }

  @Test
  void removal_raisesTheVersionOfUnknownKeys() throws IOException {
    write("  \"business:1\": us-1", "  \"business:2\": us-1");
    FileAuthority authority = builder().open();

    write("  \"business:1\": us-1");
    reload();
    assertThat(answer(authority, TWO)).isInstanceOf(Unknown.class);
    assertThat(answer(authority, TWO).version()).isEqualTo(3_000);

    write("  \"business:1\": us-1", "  \"business:2\": us-1");
    reload();
    assertThat(answer(authority, TWO).version()).isEqualTo(5_000);
    assertThat(answer(authority, ONE).version()).isEqualTo(1_000);
  }

  @Test
  void life_isPartOfTheRoute() throws IOException {
    write("  \"business:1\": { cell: us-1, expire-after: 1h }");
    FileAuthority authority = builder().open();

    write("  \"business:1\": { cell: us-1, expire-after: 0 }");
    reload();

    assertThat(answer(authority, ONE).version()).isEqualTo(3_000);
    assertThat(answer(authority, ONE).expireAfter()).isZero();
  }

  @Test
  void clockThatGoesBack_lowersNoVersion() throws IOException {
    write("  \"business:1\": us-1");
    FileAuthority authority = builder().open();
    time.jumpWall(Duration.ofMinutes(-1));

    write("  \"business:1\": us-2");
    reload();
    assertThat(answer(authority, ONE).version()).isEqualTo(1_001);

    write("  \"business:2\": us-2");
    reload();
    assertThat(answer(authority, ONE).version()).isEqualTo(1_002);
  }

  @Test
  void restart_givesEveryAnswerTheTimeOfTheStart() throws IOException {
    write("  \"business:1\": us-1");
    builder().open().close();
    time.advance(Duration.ofSeconds(5));

    FileAuthority authority = builder().open();

    assertThat(answer(authority, ONE).version()).isEqualTo(6_000);
    assertThat(answer(authority, TWO).version()).isEqualTo(6_000);
  }

  @Test
  void brokenFile_keepsTheRoutesAndNamesEveryMistake() throws IOException {
    write("  \"business:1\": us-1");
    FileAuthority authority = builder().open();

    write("  \"business:1\": US", "  \"business:2\": { cells: us-1 }");
    reload();
    time.advance(Duration.ofMinutes(1));

    assertThat(answer(authority, ONE)).isInstanceOf(Known.class);
    assertThat(refused)
        .extracting(problem -> problem.at() + " " + problem.code().text())
        .containsExactly("4:17 invalid-value", "5:17 missing-key", "5:19 unknown-key");

    write("  \"business:1\": us-2");
    reload();
    assertThat(((Known) answer(authority, ONE)).cell()).isEqualTo("us-2");
  }

  @Test
  void firstFileThatIsBroken_failsLookUpsUntilAGoodOneComes() throws IOException {
    Files.writeString(file, "turnout-routes: 1\nroutes:\n  \"business:1\": { cell");
    FileAuthority authority = builder().open();

    assertThat(authority.isReady()).isFalse();
    CompletableFuture<AuthorityAnswer> answer = authority.lookup(ONE, 0).toCompletableFuture();
    assertThatThrownBy(answer::join)
        .isInstanceOf(CompletionException.class)
        .hasRootCauseMessage("no routes could be read from \"" + file + "\"");

    write("  \"business:1\": us-1");
    reload();
    assertThat(answer(authority, ONE)).isInstanceOf(Known.class);
  }

  @Test
  void lastKnownGood_outlivesARestart() throws IOException {
    Path copy = folder.resolve("kept.yaml");
    write("  \"business:1\": us-1");
    builder().lastKnownGood(copy).open().close();
    Files.writeString(file, "");
    time.advance(Duration.ofSeconds(5));

    FileAuthority authority = builder().lastKnownGood(copy).open();

    assertThat(((Known) answer(authority, ONE)).cell()).isEqualTo("us-1");
    assertThat(answer(authority, ONE).version()).isEqualTo(6_000);
  }

  @Test
  void closed_goesOnAnswering() throws IOException {
    write("  \"business:1\": us-1");
    FileAuthority authority = builder().open();

    authority.close();

    assertThat(answer(authority, ONE)).isInstanceOf(Known.class);
    assertThat(time.waiting()).isZero();
  }

  @Test
  void size_isLimited() throws IOException {
    write("  \"business:1\": us-1");
    int size = (int) Files.size(file);

    assertThat(builder().maxBytes(size).open().isReady()).isTrue();
    assertThat(builder().maxBytes(size - 1).open().isReady()).isFalse();
  }

  @Test
  void hundredThousandRoutes_areRead() throws IOException {
    StringBuilder text = new StringBuilder("turnout-routes: 1\nroutes:\n");
    for (int i = 0; i < 100_000; i++) {
      text.append("  \"business:")
          .append(i)
          .append("\": { cell: us-")
          .append(i % 7)
          .append(", fresh-for: 5m, expire-after: 24h }\n");
    }
    Files.writeString(file, text);

    FileAuthority authority = builder().open();

    assertThat(((Known) answer(authority, new RouteKey("business", "99999"))).cell())
        .isEqualTo("us-4");
  }
}
